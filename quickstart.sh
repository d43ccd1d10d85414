#!/bin/sh
# quickstart.sh: from a fresh clone to a first profile of this machine. Installs what the build needs where that can be
# done (Debian; other systems: configure names the packages), and builds in the tree. Then it records this machine while
# prec is built once more, and prec while it reads that recording: work that is real, and functions that have names.
set -eu
cd "$(dirname "$0")"
. tests/support/packages.sh

# All that includes this file is compiled again.
again='make -s -W common/bytes.h libcommon.a libformats.a'

say() {
	printf '\n== %s\n' "$*"
}

# With frame pointers, so that -g has whole callchains.
build() {
	# shellcheck disable=SC2086
	packages_install $packages_to_build
	say "Building prec (a minute or two; what the compiler says goes to build.log)"
	{
		[ -x configure ] || ./autogen.sh
		[ -f Makefile ] || ./configure -q CFLAGS='-O2 -g -fno-omit-frame-pointer'
		make -s -j"$(nproc)"
	} >build.log 2>&1 || { cat build.log >&2; return 1; }
}

# The files are named so that they are ones even where the output of this script goes into a pipe.
record_build() {
	say "./prec record -a -o build.data $again    (the whole system, while prec is built once more)"
	# shellcheck disable=SC2086
	./prec record -a -o build.data $again </dev/null >/dev/null && return 0
	say "The whole system cannot be recorded (see above); the build alone instead:"
	echo "./prec record -o build.data $again"
	# shellcheck disable=SC2086
	./prec record -o build.data $again </dev/null >/dev/null && return 0
	echo "prec is built and reads recordings (./prec report), but cannot record here: see above." >&2
	return 1
}

# What a command prints, up to so many lines, which are cut; not by head, which would end the command early.
show() {
	lines=$1
	shift
	say "$*    (the first $lines lines)"
	"$@" >quickstart.out 2>&1 || { cat quickstart.out >&2; return 1; }
	sed -nE "1,${lines}{s/^(.{60}).{20,}(.{39})\$/\\1 ... \\2/; p}" quickstart.out
	rm quickstart.out
}

build
record_build
show 20 ./prec report -q --stdio -s comm,dso -i build.data
say "./prec record -g -o perf.data ./prec script -q -i build.data >script.txt    (prec itself, with callchains)"
./prec record -g -o perf.data ./prec script -q -i build.data </dev/null >script.txt
rm script.txt
show 15 ./prec report -q --stdio --no-children -g none -s sym
show 5 ./prec report -q --folded
say "Now your own program: ./prec record -g PROGRAM, then
       ./prec report                                        what took the time
       ./prec report -g                                     and who called it
       ./prec flame                                         as a page for the browser
   Manual pages: ./prec help record, ./prec help report; man man/prec.7 if names or samples are missing."
