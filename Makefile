# Everything runs from a virtual environment in .venv, made on first use with pinned versions: `setup` installs what running
# needs (requirements.txt), `setup-all` what tests, adapters and learning need besides (requirements-all.txt).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_ALL := $(VENV)/.ready-all
# Files are compiled by Python when they are first imported: compiling all of them takes longer than installing them.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

.PHONY: setup setup-all play demo test warm-for-tests lint format bench warm acceptance playthroughs reference nets wheel clean

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

play: setup
	$(BIN)/tapete serve

demo: setup
	$(BIN)/python -m tapete.cli.demo

# What tests need is compiled first, once for both workers, while the sources are linted.
test: setup-all
	$(MAKE) --no-print-directory --jobs 2 lint warm-for-tests
	$(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder -m "not slow" $(TESTS)

warm-for-tests: setup-all
	TAPETE_QUIET=1 $(BIN)/tapete warm --checked

lint: setup-all
	$(BIN)/ruff check src tests benchmarks examples
	$(BIN)/ruff format --check src tests benchmarks examples
	$(BIN)/mypy

format: setup-all
	$(BIN)/ruff check --fix src tests benchmarks examples
	$(BIN)/ruff format src tests benchmarks examples

bench: setup
	@for game in $$($(BIN)/python -c "import tapete.game; print(*tapete.game.game_names())"); do $(BIN)/tapete bench $$game; done

warm: setup
	$(BIN)/tapete warm

acceptance: setup-all
	$(BIN)/python -m pytest -m slow

playthroughs: setup-all
	$(BIN)/python -m tapete.testing tests/playthroughs/*.txt

nets: setup-all
	$(BIN)/python -m tapete.learn.shipping

reference: setup
	$(BIN)/python -m tapete.cli.reference > docs/reference.md

wheel: setup-all
	$(BIN)/python -m build --wheel --outdir dist

clean:
	rm -rf $(VENV) dist build src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
