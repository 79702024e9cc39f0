# Everything runs in a virtual environment that the first command makes; Python, git and make are all it needs.

PYTHON  ?=
WORKERS ?= 4

VENV    := .venv
BIN     := $(VENV)/bin
PINS    := pyproject.toml constraints.txt
INSTALL := scripts/install-packages $(BIN)/python

# The tests start hundreds of processes: each would else compile every Python file anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test check bench soak docs pictures build release clean

help:  ## list these targets
	@echo "usage: make TARGET"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' Makefile
	@echo "settings: PYTHON=/path/to/python (default: the first suitable one), WORKERS=$(WORKERS) (tests at a time)"

play: $(VENV)/.for-playing  ## play in the browser (in a terminal: mergemaker play)
	@$(BIN)/python scripts/front-end build
	@$(BIN)/mergemaker serve --open

# The first time, compiling takes a minute and a half, and so do the tools and the checks: side by side, and compiling
# first, since it takes longest. Then tests are listed once, so that what pytest makes of them is there for all processes.
test: $(VENV)/.for-playing  ## everything a change must pass: check, then the tests
	@{ $(BIN)/python scripts/compile-ahead && { $(BIN)/pytest --collect-only -qq >/dev/null 2>&1 || true; }; } & ahead=$$!; \
	nice $(MAKE) --no-print-directory check && \
	nice $(BIN)/python scripts/front-end test && nice $(BIN)/python scripts/front-end build && \
	{ scripts/find-browser --install || true; }; \
	checked=$$?; wait $$ahead && exit $$checked
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

check: $(VENV)/.for-developing  ## lint, format, types, import directions
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python scripts/front-end check

bench: $(VENV)/.for-playing  ## measure speed
	$(BIN)/mergemaker bench

soak: $(VENV)/.for-developing  ## the long tests, which `test` leaves out
	MERGEMAKER_SOAK=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal

docs: $(VENV)/.for-developing  ## the documents site, for a browser and for mergemaker serve
	@MERGEMAKER_JIT=0 NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "src/mergemaker/web/documents/index.html; mergemaker serve has it under /docs"

pictures: $(VENV)/.for-developing  ## the pictures of the README, from staged games on the real page
	@$(BIN)/python scripts/front-end build
	@$(BIN)/python scripts/make-pictures

# Built with the pinned backend of the environment, like the editable install below.
build: docs  ## the wheel and the source package, in dist/
	$(BIN)/python -m hatchling build --clean

release: docs  ## VERSION=1.2.3: version, changelog, wheel and sdist, and checks of them
	@$(BIN)/python scripts/make-release $(VERSION)

clean:  ## remove the virtual environment, caches and builds
	rm -rf $(VENV) build dist .coverage .coverage.* htmlcov
	rm -rf web/node_modules src/mergemaker/web/static src/mergemaker/web/documents tests/browser/screens
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps in the virtual environment say what has been installed into it.

$(VENV)/.made:
	@python=$$(scripts/find-python "$(PYTHON)") && \
	echo "Making a virtual environment in $(VENV) with $$python" && \
	"$$python" -m venv --clear $(VENV)
	@touch $@

# The build backend is installed first and used from there, so that the pins hold for it too.
$(VENV)/.for-playing: $(VENV)/.made $(PINS)
	@echo "Installing mergemaker into $(VENV) (a moment; a minute where pip has to do it)"
	@$(INSTALL) hatchling editables
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

# Only what is missing is installed: mergemaker itself may be in use meanwhile.
$(VENV)/.for-developing: $(VENV)/.for-playing
	@echo "Installing its development tools (a moment; a minute where pip has to do it)"
	@$(INSTALL) 'mergemaker[dev]'
	@touch $@
