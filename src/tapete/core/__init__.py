"""Games: definition, state, presentation, strings, and the registry, which says how a game is pickled."""

from tapete.core import registry as registry
