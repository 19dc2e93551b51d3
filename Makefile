# Everything runs from a virtual environment in .venv, made on first use with the pinned versions in requirements.txt.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup demo test lint format bench warm acceptance playthroughs wheel clean

setup: $(READY)

$(READY): pyproject.toml requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $(READY)

demo: setup
	$(BIN)/python -m tapete.cli.demo

test: setup lint
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not slow"

lint: setup
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix src tests benchmarks
	$(BIN)/ruff format src tests benchmarks

bench: setup
	@for game in $$($(BIN)/python -c "import tapete.game; print(*tapete.game.game_names())"); do $(BIN)/tapete bench $$game; done

warm: setup
	$(BIN)/tapete warm

acceptance: setup
	$(BIN)/python -m pytest -m slow

playthroughs: setup
	$(BIN)/python -m tapete.testing tests/playthroughs/*.txt

wheel: setup
	$(BIN)/python -m build --wheel --outdir dist

clean:
	rm -rf $(VENV) dist build src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
