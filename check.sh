#!/bin/sh
# check.sh [STAGE...]: sets up what the tests need and runs all of them, on a copy of this tree, so that it does not
# matter whether and how the tree itself is configured.
#
#	gcc         build with --enable-werror, make check
#	clang       build with --enable-werror, the tests too
#	sanitizers  build with AddressSanitizer and UndefinedBehaviorSanitizer, make check
#	tsan        build with ThreadSanitizer, the commands with several workers (tests/cli/threads)
#	distcheck   the distribution, built from a read-only tree and complete
#
# What later stages need is built while earlier ones are tested, which wait a lot, at the lowest priority.
#
# Everything is under PREC_CHECK_DIR (default: build). Exit status 1: something failed; the last lines say what.
set -u
cd "$(dirname "$0")" || exit 1
. tests/support/packages.sh

top=$PWD
dir=${PREC_CHECK_DIR:-$top/build}
jobs=$(nproc)
failed=
# Where the tests look for a corpus and the newest perf, if there are any.
: "${PREC_SHARED:=$top/../shared}"
export PREC_SHARED

say() {
	printf '\n== %s\n' "$*"
}

set_up() {
	# shellcheck disable=SC2086
	packages_install $packages_to_build || return 1
	# shellcheck disable=SC2086
	packages_install $packages_to_test || echo "Tests that need these will be skipped." >&2
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

# configure_in STAGE COMPILER ARGS...: with ccache where there is one.
configure_in() {
	cd "$dir/$1" || return 1
	compiler=$2
	shift 2
	"$dir/source/configure" -q CC="$(command -v ccache >/dev/null && echo "ccache ")$compiler" "$@"
}

# configure_and_make STAGE COMPILER ARGS...: and the programs of the tests.
configure_and_make() {
	configure_in "$@" && make -s -j"$jobs" && make -s -j"$jobs" check TESTS=
}

# check TESTS [MAKE-ARGUMENTS...]: the lists of tests are those of tests/Makefile.inc.
check() {
	list=$1
	shift
	make -s -k check TESTS="$list" "$@" || { cat test-suite.log; return 1; }
}

build_gcc() {
	configure_and_make gcc gcc --enable-werror
}

# Those that may run at once: so many as there are CPUs, and the one that waits. What fuzzers found, and mutants, are read
# under sanitizers, which see all that can be seen here.
test_gcc() {
	check '$(patient_tests) $(filter-out tests/fuzz/run tests/fuzz/mutants,$(quiet_tests))' -j$((jobs + 1))
	at_once=$?
	check '$(compared_tests) $(recording_tests)' && [ $at_once -eq 0 ]
}

build_clang() {
	if ! command -v clang >/dev/null; then
		echo "skipped: needs clang"
		return 0
	fi
	configure_and_make clang clang --enable-werror CFLAGS=-O0
}

test_clang() {
	:
}

build_sanitizers() {
	configure_and_make sanitizers gcc --enable-werror --enable-sanitizers CFLAGS='-O1 -g1'
}

# What is compared with Linux perf, and what looks at the tree, is so in the stage before; prec convert is run over mutants
# here.
test_sanitizers() {
	PREC_NEWEST_PERF=false PREC_WITHOUT_PERF=1
	export PREC_NEWEST_PERF PREC_WITHOUT_PERF
	check '$(patient_tests) $(filter-out $(tree_tests) $(perf_tests),$(quiet_tests))' -j$((jobs + 1))
	at_once=$?
	check '$(filter-out tests/interop/convert,$(recording_tests))' && [ $at_once -eq 0 ]
}

# Only what has several threads shows something here, and only its tools are built.
tsan_tools="check_PROGRAMS=tests/support/burn tests/support/can_record tests/support/dump_file
	tests/support/make_directory tests/support/make_fixture tests/support/script_file tests/support/shared_files"

build_tsan() {
	configure_in tsan gcc --enable-werror --enable-sanitizers=thread &&
		make -s -j"$jobs" && make -s -j"$jobs" check TESTS= "$(echo $tsan_tools)"
}

test_tsan() {
	check tests/cli/threads "$(echo $tsan_tools)"
}

# A distribution has every file of the tree; the tests of the stages before need not be run from it again, and what the
# compiler makes of the sources is known.
build_distcheck() {
	configure_in distcheck gcc || return 1
	XZ_OPT=-1 make -s -j"$jobs" distcheck TESTS= check_PROGRAMS= check_LIBRARIES= DISTCHECK_CONFIGURE_FLAGS=CFLAGS=-O0 ||
		return 1
	git -C "$top" ls-files 2>/dev/null | sort >tracked
	tar -tf prec-*.tar.xz | sed 's|^[^/]*/||' | sort >distributed
	missing=$(comm -23 tracked distributed | grep -v '\.git[a-z]*$')
	[ -z "$missing" ] || { echo "not in the distribution:" $missing; return 1; }
}

test_distcheck() {
	:
}

# build STAGE...: leaves what is printed in STAGE.log and the exit status in STAGE.built.
build() {
	for stage; do
		mkdir -p "$dir/$stage"
		(build_"$stage") >"$dir/$stage.log" 2>&1
		echo $? >"$dir/$stage.status"
		mv "$dir/$stage.status" "$dir/$stage.built"
	done
}

# Waits until the stage is built, and shows what was printed. Its exit status.
await_build() {
	until [ -e "$dir/$1.built" ]; do
		kill -0 "$builder" 2>/dev/null || [ -e "$dir/$1.built" ] || return 1
		sleep 0.2
	done
	cat "$dir/$1.log"
	return "$(cat "$dir/$1.built")"
}

if [ "${1:-}" = --build ]; then
	shift
	build "$@"
	exit 0
fi
mkdir -p "$dir" && set_up && copy_tree || exit 1
[ $# -gt 0 ] || set -- gcc clang sanitizers tsan distcheck
rm -f "$dir"/*.built
nice -n 19 ./check.sh --build "$@" &
builder=$!
trap 'kill $builder 2>/dev/null' EXIT
for stage; do
	say "$stage"
	started=$(date +%s)
	if await_build "$stage" && (cd "$dir/$stage" && test_"$stage"); then
		say "$stage: good, $(($(date +%s) - started)) s"
	else
		say "$stage: FAILED, $(($(date +%s) - started)) s"
		failed="$failed $stage"
	fi
done
[ -z "$failed" ] || { say "failed:$failed"; exit 1; }
say "all good"
