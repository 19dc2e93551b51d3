"""Configuration of the documentation site (`make docs`)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

project = "Tapete"
author = "The Tapete developers"
copyright = "The Tapete developers"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "images/*.py"]
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
nitpicky = False
html_theme = "furo"
html_title = "Tapete"
html_favicon = "../src/tapete/web/page/icon.svg"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8e2416", "color-brand-content": "#8e2416"},
    "dark_css_variables": {"color-brand-primary": "#f6bc3a", "color-brand-content": "#f6bc3a"},
}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
suppress_warnings = ["myst.header"]
