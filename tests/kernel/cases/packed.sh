# Recordings of many kinds, of prec and of Linux perf, come back bit for bit from an archive that is no larger.
need_recording
BURN=$PREC_BUILDDIR/tests/support/burn
work='"$0" 60 2 >/dev/null; ls -R /etc >/dev/null'

# came_back NAME RECORDING: packs it and compares.
came_back() {
	"$PREC_BUILDDIR/prec" convert -q --archive "$2" -o packed -f || fail "$1: not packed"
	"$PREC_BUILDDIR/prec" convert -q packed -o back -f || fail "$1: not restored"
	cmp "$2" back || fail "$1: another recording"
	# An archive has some hundred bytes of its own.
	[ "$(stat -c %s packed)" -lt "$(($(stat -c %s "$2") + 1000))" ] || fail "$1: larger than it was"
}

# kind NAME OPTIONS...: recorded by both, as far as a recorder can.
n=0
kind() {
	name=$1 && shift
	for recorder in "$PREC_BUILDDIR/prec" perf; do
		rm -f kind.data
		"$recorder" record -q -o kind.data "$@" -- sh -c "$work" "$BURN" >/dev/null 2>&1 || :
		[ -s kind.data ] || continue
		came_back "$name by ${recorder##*/}" kind.data
		n=$((n + 1))
	done
}
kind flat -e cpu-clock -F 999
kind chains -e cpu-clock -F 999 -g
kind stacks -e cpu-clock -F 499 --call-graph dwarf,4096
kind "all CPUs" -a -e cpu-clock -F 199 -g
kind compressed -e cpu-clock -F 999 -g -z1
kind events -e cpu-clock,page-faults -c 100000
kind group -e '{cpu-clock,page-faults}:S' -F 499
kind addresses -e page-faults -c 10 -d
kind registers -e cpu-clock -F 499 --intr-regs=ip,sp,bx
kind switches -a -e cpu-clock -F 199 --switch-events
kind tracepoint -e sched:sched_switch -g
kind off-cpu -g --off-cpu
[ "$n" -ge 10 ] || fail "only $n recordings"

"$PREC_BUILDDIR/prec" record -q -g -e cpu-clock -o - -- "$BURN" 60 2 >stream.data
came_back "a stream" stream.data
"$PREC_BUILDDIR/prec" stat record -q -o counts.data -e task-clock,page-faults -- "$BURN" 60 >/dev/null 2>&1
came_back counts counts.data
