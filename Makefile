# make run    start the dashboard            (PORT=8501, HOST=127.0.0.1)
# make test   every check and every test     (WORKERS=2)
# make lint   style, types and import rules only
# make bench  the timings of benchmarks/

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run test lint compiled compiled-usual compiled-other bench system

PYTHON  ?= python3
VENV    ?= .venv
HOST    ?= 127.0.0.1
PORT    ?= 8501
WORKERS ?= 2

BIN     := $(VENV)/bin
RUNTIME := $(VENV)/.installed-runtime
DEV     := $(VENV)/.installed-dev
# What is imported is compiled then, and kept; compiling all that is installed takes as long as installing it. Where the
# environment forbids to keep it, each process would compile everything anew: three times as long for each to start.
unexport PYTHONDONTWRITEBYTECODE
PIP     := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

help:
	@sed -n 's/^# //p' Makefile

$(BIN)/python:
	@bash tests/system.sh python "$(PYTHON)"
	"$(PYTHON)" -m venv "$(VENV)"

# A stamp holds the time of the last installation: nothing is installed again until the list changes.
$(RUNTIME): requirements.txt | $(BIN)/python
	$(PIP) -r requirements.txt
	@touch $@

$(DEV): requirements.txt requirements-dev.txt | $(BIN)/python
	$(PIP) -r requirements-dev.txt
	@touch $(RUNTIME) $@

run: $(RUNTIME)
	$(BIN)/python -m streamlit run app.py --server.address "$(HOST)" --server.port "$(PORT)"

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

system:
	@bash tests/system.sh browser
	@bash tests/system.sh postgres

# The law is compiled, as read usually and otherwise, beside the check of types: each keeps one processor busy for a minute.
test: system $(DEV)
	$(MAKE) --no-print-directory -j 3 compiled lint
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

compiled: compiled-usual compiled-other

compiled-usual: $(DEV)
	$(BIN)/python -c "from credit_core.batch import warm_up; warm_up()"

compiled-other: $(DEV)
	$(BIN)/python -c "from credit_core import Law; from credit_core.batch import warm_up; \
	warm_up(Law.current().read(rounding='cent'))"

bench: $(DEV)
	$(PIP) -r requirements-bench.txt
	for script in benchmarks/*.py; do PYTHONPATH=. $(BIN)/python "$$script"; done
