#!/bin/sh
# check.sh [STAGE...|all]: sets up what the tests need and runs them, on a copy of this tree, so that it does not matter whether
# and how the tree itself is configured.
#
#	gcc         the default: build by gcc with --enable-werror; every test
#	all         gcc, sanitizers, tsan and consumers. A test that one of the others runs, the first leaves to it
#	sanitizers  build by clang with --enable-werror, AddressSanitizer and UndefinedBehaviorSanitizer; the tests in which the
#	            programs work, without Linux perf
#	tsan        the distribution: complete, built outside of its tree with ThreadSanitizer, installed, uninstalled and
#	            cleaned; commands and recordings with several threads (tests/cli/threads)
#	consumers   what other tools make of exported files (tests/consumers), with the build of gcc. Those of npm, some 250 MB,
#	            are put into PREC_CONSUMERS (default: ~/.cache/prec-consumers) and stay there
#	cross       only when it is named: programs of other machines, built by Debian's cross compilers and run by qemu-user:
#	            unit tests, and what is printed of the corpus, which is what this machine prints (tests/cross)
#
# One make runs all parts: stage after stage is built, and tested as soon as it is; all share its job slots. Each part leaves
# what it prints in STAGE.build.log or STAGE.test.log.
#
# Everything is under PREC_CHECK_DIR (default: build). Exit status 1: something failed; the last lines say what. 2: there is
# no such stage.
set -u
cd "$(dirname "$0")" || exit 1
. tests/support/packages.sh

top=$PWD
mkdir -p "${PREC_CHECK_DIR:=$top/build}" && dir=$(cd "$PREC_CHECK_DIR" && pwd) || exit 1
# Some tests wait while others work.
jobs=$(($(nproc) + 1))
failed=
# Where the tests look for a corpus and the newest perf, if there are any.
: "${PREC_SHARED:=$top/../shared}"
export PREC_SHARED
: "${PREC_CONSUMERS:=${HOME:-/tmp}/.cache/prec-consumers}"
export PREC_CONSUMERS

say() {
	printf '\n== %s\n' "$*"
}

set_up() {
	# shellcheck disable=SC2086
	packages_install $packages_to_build || return 1
	# shellcheck disable=SC2086
	packages_install $packages_to_test || echo "Tests that need these will be skipped." >&2
	case " $* " in
	*" cross "*) for package in $packages_to_cross; do packages_install $package; done ;;
	esac
	if [ "$(id -u)" -eq 0 ] && [ ! -d /sys/kernel/tracing/events ]; then
		mount -t tracefs nodev /sys/kernel/tracing || echo "no tracefs: tests of tracepoints will be skipped" >&2
	fi
}

# The tree as it is, changes included, without anything built.
copy_tree() {
	rm -rf "$dir/source"
	mkdir -p "$dir/source"
	if git rev-parse --show-toplevel >/dev/null 2>&1; then
		git ls-files -z --cached --others --exclude-standard |
			tar --null --ignore-failed-read -T - -cf - 2>/dev/null | tar -xf - -C "$dir/source"
	else
		tar --exclude="./${dir##*/}" --exclude=./Makefile --exclude=./config.status --exclude='*.o' --exclude='*.a' \
			-cf - . | tar -xf - -C "$dir/source"
	fi
	(cd "$dir/source" && ./autogen.sh) >"$dir/autogen.log" 2>&1 || { cat "$dir/autogen.log"; return 1; }
}

# configure_in FOLDER SOURCE COMPILER ARGS...: for one build, by a shell that starts fast; with ccache where there is one.
configure_in() {
	mkdir -p "$1" && cd "$1" || return 1
	source=$2
	compiler=$3
	shift 3
	CONFIG_SHELL=/bin/sh /bin/sh "$source/configure" -q --disable-dependency-tracking \
		CC="$(command -v ccache >/dev/null && echo "ccache ")$compiler" "$@"
}

# The programs of the tests are many and run briefly: what takes little time to link.
fast_link=$(command -v ld.gold >/dev/null && echo -fuse-ld=gold)

# make_all [MAKE-ARGUMENTS...]: the programs, and those of the tests.
make_all() {
	make -s && make -s check TESTS= LDFLAGS="$fast_link" "$@"
}

# check TESTS [MAKE-ARGUMENTS...]: the lists of tests are those of tests/Makefile.inc. Says which took most CPU time.
check() {
	list=$1
	shift
	began=$(mktemp)
	checked=0
	make -s -k check TESTS="$list" "$@" || { checked=1; cat test-suite.log; }
	find tests -name '*.log' -newer "$began" -exec sed -n 's/^# \(took .* s: all of \)/\1/p' {} + | sort -rnk 2 | head -n 12
	rm -f "$began"
	return $checked
}

build_gcc() {
	configure_in "$dir/gcc" "$dir/source" gcc --enable-werror && make_all CFLAGS='-O1 -g1'
}

# Sanitizers see all that can be seen in damaged files, of threads, and of what the programs do.
test_gcc() {
	elsewhere=
	[ -z "$with_sanitizers" ] || { elsewhere='$(fuzz_tests)'; PREC_PLAIN=1; export PREC_PLAIN; }
	[ -z "$with_tsan" ] || elsewhere="$elsewhere "'$(thread_tests)'
	[ -z "$with_consumers" ] || elsewhere="$elsewhere "'$(consumer_tests)'
	cd "$dir/gcc" && check '$(filter-out '"$elsewhere"',$(all_tests))'
}

# What fuzzers and mutants go through is optimized. For recorders and tests that costs more than it saves: with the checks of
# UndefinedBehaviorSanitizer a compiler works four times as long.
build_sanitizers() {
	compiler=clang
	if ! command -v clang >/dev/null; then
		echo "no clang: sanitizers are those of gcc"
		compiler=gcc
	fi
	configure_in "$dir/sanitizers" "$dir/source" $compiler --enable-werror --enable-sanitizers CFLAGS='-O0 -g1' &&
		make -s CFLAGS='-O1 -g1' libcommon.a libformats.a libreport.a libsymbols.a && make_all
}

# What is compared with Linux perf and other readers is so in the stage before.
test_sanitizers() {
	PREC_NEWEST_PERF=false PREC_WITHOUT_PERF=1
	export PREC_NEWEST_PERF PREC_WITHOUT_PERF
	cd "$dir/sanitizers" && check '$(sanitized_tests)'
}

# Only what has several threads shows something under ThreadSanitizer, and only its tools are built.
tsan_tools="check_PROGRAMS=tests/support/burn tests/support/can_record tests/support/dump_file
	tests/support/make_directory tests/support/make_fixture tests/support/script_file tests/support/shared_files
	tests/unit/libprec/run tests/unit/record/drain/test_drain_pool"

# Unpacks a distribution, of which nothing may be written later, into the folder `unpacked`. It has every file of the tree.
distribute() {
	rm -rf made
	configure_in made "$dir/source" gcc && XZ_OPT=-1 make -s dist || return 1
	git -C "$top" ls-files 2>/dev/null | sort >tracked
	tar -tf prec-*.tar.xz | sed 's|^[^/]*/||' | sort >distributed
	missing=$(comm -23 tracked distributed | grep -v '\.git[a-z]*$')
	[ -z "$missing" ] || { echo "not in the distribution:" $missing; return 1; }
	cd .. && mkdir unpacked && tar -xf made/prec-*.tar.xz --strip-components=1 -C unpacked && chmod -R a-w unpacked &&
		files_of unpacked >unpacked.files
}

# The files below a folder, with their sizes and times.
files_of() {
	(cd "$1" && find . -printf '%p %s %T@\n' | sort)
}

# What is installed goes when it is uninstalled. With DESTDIR the folders of configure are below it; without, it is empty.
check_install() {
	staged=$dir/tsan/staged
	make -s install DESTDIR="$staged" && [ -x "$staged$dir/tsan/installed/bin/prec-report" ] && make -s uninstall DESTDIR="$staged" &&
		make -s distuninstallcheck distuninstallcheck_dir="$staged"
}

build_tsan() {
	cd "$dir/tsan" || return 1
	[ ! -d unpacked ] || chmod -R u+w unpacked
	rm -rf unpacked installed staged
	(distribute) || return 1
	configure_in built "$dir/tsan/unpacked" gcc --enable-werror --enable-sanitizers=thread CFLAGS='-O1 -g1 -Wno-maybe-uninitialized' \
		--prefix="$dir/tsan/installed" && make_all "$(echo $tsan_tools)" && check_install
}

# Last, what cleaning leaves, and what building has changed of the distribution.
test_tsan() {
	cd "$dir/tsan/built" && check '$(thread_tests)' "$(echo $tsan_tools)" || return 1
	make -s distcleancheck && files_of ../unpacked | diff ../unpacked.files -
}

# They are installed while other stages are tested. What cannot be is skipped, and says so.
build_consumers() {
	# shellcheck disable=SC2086
	packages_install $packages_to_consume || echo "not all packages are there"
	"$dir/source/tests/consumers/install" "$PREC_CONSUMERS" || echo "not all of npm is there"
	[ -n "$with_gcc" ] || (build_gcc)
}

test_consumers() {
	cd "$dir/gcc" && check '$(consumer_tests)'
}

build_cross() {
	configure_in "$dir/cross/amd64" "$dir/source" gcc CFLAGS=-O1 --without-debuginfod --without-pfm &&
		make -s prec-report && make -s check TESTS= check_PROGRAMS=tests/support/make_fixture &&
		"$dir/source/tests/cross/build" "$dir/cross"
}

test_cross() {
	PREC_BUILDDIR="$dir/cross/amd64" "$dir/source/tests/cross/run" "$dir/cross"
}

# run_part PART STAGE: build or test. Leaves the exit status and how many seconds it took in STAGE.PART.done, the CPU time in
# STAGE.PART.times. What is not built is not tested.
run_part() {
	mkdir -p "$dir/$2"
	[ "$1" = build ] || await "$2" build || return 0
	started=$(date +%s)
	(
		"${1}_$2"
		status=$?
		times >"$dir/$2.$1.times"
		exit $status
	) >"$dir/$2.$1.log" 2>&1
	echo "$? $(($(date +%s) - started))" >"$dir/$2.$1.ends"
	mv "$dir/$2.$1.ends" "$dir/$2.$1.done"
}

# rules STAGE...: a Makefile of the parts.
rules() {
	echo "all: $(printf '%s.test ' "$@")"
	before=
	for stage; do
		printf '%s\n\t+@./check.sh --part %s\n' "$stage.build: $before" "build $stage" "$stage.test: $stage.build" "test $stage"
		before=$stage.build
	done
}

# await STAGE PART: waits until this part has ended; its exit status, 1 where the make of the parts has.
await() {
	seconds=0
	until [ -e "$dir/$1.$2.done" ]; do
		kill -0 "$(cat "$dir/leader")" 2>/dev/null || [ -e "$dir/$1.$2.done" ] || return 1
		sleep 1
	done
	read -r status seconds <"$dir/$1.$2.done"
	return "$status"
}

# The make of the parts, and all that it has started.
stop_parts() {
	kill -- -"$(cat "$dir/leader")" 2>/dev/null
}

# Shows the parts of a stage as they end. Exit status 1: one has failed.
show_stage() {
	for part in build test; do
		await "$1" $part
		good=$?
		cat "$dir/$1.$part.log" 2>/dev/null
		took="$seconds s, $(cpu_seconds "$dir/$1.$part.times") s of CPU time"
		[ $good -eq 0 ] || { echo "$1, $part: FAILED, $took"; failed="$failed $1"; [ $part != build ] || return; }
		echo "$1, $part: $took"
	done
}

# show_failures STAGE...: once more, what has failed, with the first reasons of each case: of a long log, what is kept may be
# its end alone.
show_failures() {
	for stage; do
		awk '/^(FAIL|ERROR|XPASS): / && !seen[$0]++ || FILENAME ~ /build\.log$/ && /error:/
			/^# FAIL / && reasons[$3]++ < 20 { print "  " $0 }' "$dir/$stage".*.log
	done
}

# cpu_seconds FILE: the children's of what `times` printed.
cpu_seconds() {
	awk -F '[ms ]+' 'END { printf "%d\n", 60 * ($1 + $3) + $2 + $4 + 0.5 }' "$1" 2>/dev/null
}

if [ "${1:-}" = --part ]; then
	shift
	run_part "$@"
	exit 0
fi
[ $# -gt 0 ] || set -- gcc
[ "$*" != all ] || set -- gcc sanitizers tsan consumers
with_gcc= with_sanitizers= with_tsan= with_consumers=
for stage; do
	case $stage in
	sanitizers) with_sanitizers=1 ;;
	tsan) with_tsan=1 ;;
	gcc) with_gcc=1 ;;
	consumers) with_consumers=1 ;;
	cross) ;;
	*) echo "check.sh: no stage '$stage': all, or some of gcc, sanitizers, tsan, consumers and cross" >&2; exit 2 ;;
	esac
done
export with_gcc with_sanitizers with_tsan with_consumers
set_up "$@" && copy_tree || exit 1
rm -f "$dir"/*.done
trap stop_parts EXIT
trap 'exit 1' HUP INT TERM
rules "$@" >"$dir/stages.mk"
# It leads a process group.
setsid make -s -j"$jobs" -f "$dir/stages.mk" </dev/null &
echo $! >"$dir/leader"
for stage; do
	say "$stage"
	show_stage "$stage"
done
[ -z "$failed" ] || { say "failed:$failed"; show_failures $failed; exit 1; }
say "all good"
