# `make` alone says what there is. Quiet: what went well is one line or none.
.DEFAULT_GOAL := help
.PHONY: help journey test mission docs pictures sweep sweep-long bench mutants browser lint format project configure clean packages

ifeq ($(shell uname),Darwin)
# Any simulator will do: make test DESTINATION='platform=iOS Simulator,name=iPhone 17 Pro'
DESTINATION ?= platform=iOS Simulator,name=iPhone 17
# In CI a warning is an error. Elsewhere a newer Xcode's new warning keeps no user from building.
STRICT = $(if $(CI),SWIFT_TREAT_WARNINGS_AS_ERRORS=YES)
endif

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 18

journey: packages ## play a document's whole way, from share sheet to Files, in a fresh device folder (.simulator)
	@rm -rf .simulator
	@swift run --quiet simulator --device .simulator journey

ifeq ($(shell uname),Darwin)
test: project
	@xcodebuild -quiet -project Intray.xcodeproj -scheme Intray -destination '$(DESTINATION)' $(STRICT) test
else
test: packages ## run all tests
	@Tests/run.sh
endif

ifeq ($(shell uname),Darwin)
mission: project
endif
mission: ## play the mission in Apple's simulator: Safari, Files and the app, with pictures in .build-mission/Pictures (a Mac only)
	@Tests/Mission/run.sh

pictures: packages ## draw the committed pictures of the screens again
	@swift build --quiet --build-tests
	@RENEW_PICTURES=1 swift test --quiet --skip-build --disable-xctest --enable-swift-testing --filter PictureTests

docs: ## write the documentation as a site into .docs, which any web server shows
	@Tests/Proofs/Documentation/run.sh

browser: packages ## play pages in WebKit: what Page.js hands over, and what nameless HTML is called
	@Tests/Proofs/Browser/run.sh

# One file without libraries to look for: it is started tens of thousands of times, and by a user who may not read here.
SWEEPING = swift build --quiet --package-path Tests/Proofs -c release --static-swift-stdlib --scratch-path .build-sweep
sweep: packages ## kill, fail and race everything for some minutes, as root and as nobody (ONLY='names': some)
	@$(SWEEPING) --product sweep
	@.build-sweep/release/sweep $(ONLY)
	@[ -n "$(ONLY)" ] || [ "$$(id -u)" != 0 ] || .build-sweep/release/sweep --as-nobody --on tmpfs kill fail race

sweep-long: packages ## the same, and more of it, for an hour or two
	@$(SWEEPING) --product sweep
	@.build-sweep/release/sweep --long
	@[ "$$(id -u)" != 0 ] || .build-sweep/release/sweep --long --as-nobody --on tmpfs --on build

bench: packages ## measure, as ratios in one run, and write Tests/Proofs/Benchmarks/RESULTS.md and its chart (ABOUT=scan: one question; LONG=1: more of it)
	@$(SWEEPING) --product bench
	@cp Tests/Proofs/Benchmarks/RESULTS.md .build-sweep/before.md
	@.build-sweep/release/bench $(if $(LONG),--long) Tests/Proofs/Benchmarks $(ABOUT)
	@Tests/Proofs/Benchmarks/compare.py .build-sweep/before.md Tests/Proofs/Benchmarks/RESULTS.md

mutants: packages ## break the lines that guard against losses, one at a time, and name the test that notices (ONLY='pattern': some)
	@Tests/Proofs/Mutants/run.sh $(if $(ONLY),"$(ONLY)")

lint: packages ## check layout, property lists, words, modules, links, unused code, symbols, stand-ins; compile for an iPhone; audit the project
	@failed=; for check in format.sh plists.sh words.sh modules.py links.py unused.py symbols.py standins.sh phone.sh bundle.sh project.sh; do \
		Tests/Lint/$$check || failed="$$failed $$check"; \
	done; if [ -n "$$failed" ]; then echo "lint: failed:$$failed"; exit 1; fi; echo "lint: clean"

format: ## lay out every Swift file as .swift-format says
	@swift format --in-place --recursive --parallel \
		Package.swift Shared ShareExtension FileProviderExtension HostApp Tests

project: ## make Intray.xcodeproj for Xcode
	@command -v xcodegen >/dev/null || { \
		echo "XcodeGen is missing. Get it with: brew install xcodegen" >&2; exit 1; }
	@xcodegen generate --quiet

configure: ## make Intray your own: TEAM=ABCDE12345 PREFIX=com.example (CLOUD=NO for a free Apple account; BUILD=2: the number of the build)
	@.ci/configure "$(TEAM)" "$(PREFIX)" "$(CLOUD)" "$(BUILD)"

clean: ## remove everything that was built
	@rm -rf .build .build-* .simulator Intray.xcodeproj DerivedData

packages:
	@.ci/packages
