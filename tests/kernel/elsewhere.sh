# elsewhere.sh: a machine that has nothing, for what a bundle shows there: an empty root with prec-report and its libraries.
# Cases source it.
chroot=$(command -v chroot)
root=$PWD/root
mkdir -p here "$root/bin" "$root/tmp"
cp "$PREC_BUILDDIR/prec-report" "$root/bin"
ldd "$PREC_BUILDDIR/prec-report" | grep -o '/[^ ]*' | while read -r library; do
	mkdir -p "$root${library%/*}"
	cp "$library" "$root$library"
done
prec_report() {
	"$PREC_BUILDDIR/prec-report" "$@"
}

# elsewhere ARGS...: prec-report there.
elsewhere() {
	env -i HOME=/ "$chroot" "$root" /bin/prec-report "$@"
}

# view ARGS...: of x.data here and there.
view() {
	(cd here && prec_report "$@" -i x.data >../here.out 2>../here.err) || fail "$what: '$*' fails here"
	elsewhere "$@" -i x.data >there.out 2>there.err ||
		fail "$what: '$*' fails there: $(cat there.err)"
	# Advice, in lines of its own, is by what runs here.
	sed -i '/^  /d' here.err there.err
	cmp -s here.out there.out || fail "$what: '$*' shows another thing: $(diff here.out there.out | head -n 20)"
	cmp -s here.err there.err || fail "$what: '$*' says another thing: $(diff here.err there.err | head -n 20)"
}

# stacks ARGS...: the same, and how the stacks ended that are shown, in which files.
stacks() {
	view "$@"
	(cd here && prec_report "$@" -v -i x.data 2>&1 >/dev/null) | grep 'user stacks' >here.err
	elsewhere "$@" -v -i x.data 2>&1 >/dev/null | grep 'user stacks' >there.err
	cmp -s here.err there.err || fail "$what: '$*' says of stacks: $(diff here.err there.err)"
	grep -q "user stacks end in" here.err || fail "$what: '$*': no stacks end early: $(cat here.err)"
}

# bundled WHAT [ARGS...]: the recording, and a bundle of it. The event without samples is in no bundle, so that the
# recording is converted as well.
bundled() {
	what=$1
	shift
	rm -f here/x.data "$root/x.data"
	prec_report convert -q perf.data -o here/x.data
	prec_report bundle perf.data -o "$root/x.data" "$@" 2>err || fail "$what: no bundle"
}

# The same in all views.
same() {
	bundled "$@"
	view report --stdio
	view report --stdio --no-inline -g caller
	view report --stdio --no-demangle -g none
	view report --stdio -g none -s dso,sym,srcline
	view script
	view script -F +srcline,+symoff
	view export -f folded
	view export -f pprof
	view export -f firefox
}

# Puts the disassembler's library there. False: it is not here either.
with_capstone() {
	for library in $(ls /usr/lib/*/libcapstone.so.4 2>/dev/null); do
		for needed in $library $(ldd "$library" | grep -o '/[^ ]*'); do
			mkdir -p "$root${needed%/*}"
			cp -n "$needed" "$root$needed"
		done
	done
	[ -n "${library:-}" ] && [ -e "$root$library" ]
}
