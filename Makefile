# All tasks of development. To start, use `make demo` and `make test`.

CARGO ?= cargo
# nextest is faster and reports more, but is optional.
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)

.PHONY: help demo test lint bench papers survey soak real-programs bootstrap build fmt

help:
	@echo "make demo    install what is missing, build, run an example in C, Rust and Fortran, score its tests"
	@echo "make test    install what is missing and run all tests"
	@echo "make lint    formatting, clippy, layering of the crates and their rooms, dead links"
	@echo "make bench   speed against LLVM's own tools, of native runs, of the solver and of the engine"
	@echo "make papers  the experiments of the papers, with Quell's numbers beside the published ones"
	@echo "make survey  what is decided of files and projects from Debian, and why the rest is not"
	@echo "make soak    the long comparisons with native runs; QUELL_SOAK sets how many"

bootstrap:
	@scripts/bootstrap

build: bootstrap
	$(CARGO) build --release --locked

demo: build
	@scripts/demo

# Documentation examples first: the runner's summary then closes the output.
test: bootstrap
	$(CARGO) test --workspace --locked --doc --quiet
ifeq ($(NEXTEST),yes)
	$(CARGO) nextest run --workspace --locked --no-fail-fast
else
	$(CARGO) test --workspace --locked --lib --bins --tests --no-fail-fast
endif

lint: bootstrap
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --locked --all-targets -- -D warnings
	$(CARGO) xtask

fmt:
	$(CARGO) fmt --all

# Fetched into the user's cache and built there; see tests/real/programs.toml.
real-programs: bootstrap
	@scripts/real-programs build

bench: bootstrap
	$(CARGO) bench --workspace --locked --bench '*'

papers: build
	@scripts/papers

survey: build
	@scripts/survey

# Long tests are marked #[ignore] and have "soak" in their names; only files with such tests are built.
SOAKED := $(shell grep -l "fn soak_" crates/*/tests/*.rs)
soak: bootstrap
	$(CARGO) test --locked --release --no-fail-fast $(patsubst crates/%,-p %,$(sort $(foreach file,$(SOAKED),$(patsubst %/tests/,%,$(dir $(file)))))) \
		$(foreach file,$(SOAKED),--test $(basename $(notdir $(file)))) -- --ignored --nocapture soak
