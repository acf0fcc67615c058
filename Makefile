# make play   set everything up and start the game
# make test   set everything up and pass all tests (includes make check)
# make quick  in under a minute, what an edit most likely broke
#
# Everything lives in .venv; nothing is done twice. PYTHON=… chooses the interpreter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# A change to one of these needs a new build; other sources are used as they lie.
ENGINE := $(wildcard src/openregicide/core/*.pxd src/openregicide/bots/search/*.pxd)
ENGINE += $(patsubst %.pxd,%.py,$(ENGINE))
BUILD := pyproject.toml setup.py locks/play.txt locks/dev.txt src/openregicide/engine.py $(ENGINE)

# Tests run side by side, one more than two cores carry, because many of them wait. Those of one
# file share a server or a browser, and stay together; those that take longest begin first.
SIDE_BY_SIDE := --numprocesses=3 --dist=loadfile --no-loadscope-reorder

# Measured against a budget of time and memory, and therefore alone.
HOSTILE := tests/server/hostile

# What runs a second time, interpreted: everything that compiles.
INTERPRETED := tests/core tests/scenarios tests/notation tests/perft tests/goldens tests/bots

# Learning: WHO is 1 to 4 players, or gold for a solo player without flips.
WHO ?= 2
JOBS ?= 2
DATA := src/openregicide/bots/data
LEARN := $(if $(filter gold,$(WHO)),--players 1 --objective gold,--players $(WHO))

.PHONY: help play setup test quick check times bench goldens picture constraints clean
.PHONY: bench-search bench-server schema tune samples train imitate simulate simulate-a-minute fuzz

help:
	@echo "make play         start the game"
	@echo "make test         all tests, and make check"
	@echo "make quick        ruff, mypy and the tests nearest to your edit (SINCE=main: to your branch)"
	@echo "make check        ruff and mypy --strict"
	@echo "make bench        how fast the engine is"
	@echo "make bench-search what the search costs"
	@echo "make bench-server how much a server carries"
	@echo "make simulate     look for broken promises in a simulated server, until Ctrl-C (ARGS=--help)"
	@echo "make fuzz         feed nonsense to whatever reads, until Ctrl-C (TARGET=… for one of them)"
	@echo "make setup        only .venv, with .venv/bin/regicide in it"
	@echo "make tune         search for weights of the policy (WHO=1 to 4, or gold; learning/README.md)"
	@echo "make samples      let the search play games for a net to learn from"
	@echo "make train        train a net on them"
	@echo "make imitate      teach the search's prior what the search chooses"
	@echo "make times        measure anew how long the tests take"
	@echo "make goldens      write the golden playthroughs, perft counts and screens anew"
	@echo "make schema       write the protocol's schema in docs/ anew"
	@echo "make picture      draw the picture in the README anew"
	@echo "make constraints  pin the newest versions of everything, with hashes"
	@echo "make clean        remove what was built"

play: setup
	@$(BIN)/regicide serve --open $(ARGS)

setup: $(VENV)/.ready

$(VENV)/.ready: $(BUILD)
	@PYTHON="$(PYTHON)" VENV="$(VENV)" scripts/setup

# The tools for tests and checks as well.
$(VENV)/.tools: $(BUILD)
	@PYTHON="$(PYTHON)" VENV="$(VENV)" TOOLS=1 scripts/setup

test: check simulate-a-minute
	scripts/chromium
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) --ignore=$(HOSTILE) $(ARGS)
	$(BIN)/python -m pytest $(ARGS) $(HOSTILE)
	OPENREGICIDE_ENGINE=interpreted $(BIN)/python -m pytest $(SIDE_BY_SIDE) $(ARGS) $(INTERPRETED)

# The same plans every time; how many, the machine decides.
simulate-a-minute: $(VENV)/.tools
	$(BIN)/python -m simulation --seed 18 --cpu-seconds 50

simulate: $(VENV)/.tools
	@$(BIN)/python -m simulation --seed $$(date +%s) --jobs $(JOBS) $(ARGS)

fuzz: $(VENV)/.tools
	@$(BIN)/python -m fuzz $(TARGET) $(ARGS)

# Not built anew: an edit to the engine is tested interpreted.
quick: $(if $(wildcard $(VENV)/.tools),,$(VENV)/.tools)
	@$(BIN)/python scripts/quick.py $(if $(SINCE),--since $(SINCE)) $(ARGS)

times:
	$(MAKE) test ARGS=--record-times

check: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	scripts/types

bench: setup
	@$(BIN)/python benchmarks/engine.py $(ARGS)

tune: $(VENV)/.tools
	$(BIN)/python -m learning.tune $(if $(filter gold,$(WHO)),--players 1 --flips 0,--players $(WHO)) --out $(DATA)/policy-$(WHO).json --jobs $(JOBS) $(ARGS)

samples: $(VENV)/.tools
	$(BIN)/python -m learning.selfplay $(LEARN) --bot search:iterations=300 --games 5000 --out build/samples/$(WHO) --jobs $(JOBS) --resume $(ARGS)

train: $(VENV)/.tools
	$(BIN)/python -m learning.train --samples build/samples/$(WHO) --start $(DATA)/value-$(WHO).net --out $(DATA)/value-$(WHO).net $(ARGS)

imitate: $(VENV)/.tools
	$(BIN)/python -m learning.imitate $(LEARN) --out $(DATA)/prior-$(WHO).json --jobs $(JOBS) $(ARGS)

bench-server: setup
	@$(BIN)/python benchmarks/server_load.py $(ARGS)

schema: setup
	$(BIN)/python scripts/protocol_files.py

bench-search: setup
	@$(BIN)/python benchmarks/search.py

goldens: $(VENV)/.tools
	$(BIN)/python tests/goldens/regenerate.py
	$(BIN)/python tests/perft/regenerate.py
	$(BIN)/python tests/tui/regenerate.py

picture: setup
	$(BIN)/python scripts/picture.py

constraints: $(VENV)/.tools
	$(PIP) install -c constraints.txt uv
	$(BIN)/python scripts/constraints.py

clean:
	rm -rf $(VENV) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src -name '*.so' -o -name '*.pyd' | xargs rm -f
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
