#!/bin/sh
# quickstart.sh: from a fresh clone to a first profile of this machine. Installs what the build needs where that can
# be done (Debian; other systems: configure names the packages), builds in the tree, records five seconds, reports.
set -eu
cd "$(dirname "$0")"
. tests/support/packages.sh

rows=30
# A little work for those who may only record their own.
own_work='i=0; while [ $i -lt 700000 ]; do i=$((i + 1)); done'

say() {
	printf '\n== %s\n' "$*"
}

build() {
	# shellcheck disable=SC2086
	packages_install $packages_to_build
	# shellcheck disable=SC2086
	packages_install $packages_optional || true
	[ -x configure ] || ./autogen.sh >autogen.log 2>&1 || { cat autogen.log >&2; return 1; }
	[ -f Makefile ] || ./configure -q
	make -s -j"$(nproc)"
}

# The file is named so that it is one even where the output of this script goes into a pipe.
record() {
	say ./prec record -a sleep 5
	./prec record -o perf.data -a sleep 5 </dev/null && return 0
	say "The whole system cannot be recorded (see above); a command of its own instead:"
	echo "./prec record sh -c '$own_work'"
	./prec record -o perf.data sh -c "$own_work" </dev/null && return 0
	echo "prec is built and reads recordings (./prec report), but cannot record here: see above." >&2
	return 1
}

build
record
say "./prec report --sort sym    (the first $rows lines)"
./prec report --sort sym --stdio >perf.report
head -n "$rows" perf.report
rm perf.report
say "./prec is ready. Manual pages: man -l man/prec-record.1, man -l man/prec-report.1"
