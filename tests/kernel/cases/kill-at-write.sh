# SIGKILL right before each write to the file, also between the two that end a flush: prec and Linux perf read every
# sample that the writes before have made part of the file, and say nothing but that the recording did not finish. Before
# the first write there is an empty file, before the second one no header, and nothing is recorded yet.
need_recording
command -v strace >/dev/null || skip "needs strace"
# Leaks cannot be looked for in a process that is traced.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS
newest=${PREC_NEWEST_PERF:-false}

perf_samples() {
	"$@" report -i "$PWD/perf.data" --stats 2>perf.err | awk '/SAMPLE events:/ { n = $3; exit } END { print n + 0 }'
}

# read_by NAME COMMAND...
read_by() {
	name=$1
	shift
	"$@" --version >/dev/null 2>&1 || return 0
	[ "$(perf_samples "$@")" -eq "$samples" ] || fail "write $n: $name does not find $samples samples: $(cat perf.err)"
	[ ! -s perf.err ] || fail "write $n: $name says: $(cat perf.err)"
}

n=0
ended=false
until $ended; do
	n=$((n + 1))
	rm -f perf.data*
	set +e
	strace -f -qq -o trace -e trace=pwrite64 -e signal=none -e inject=pwrite64:signal=SIGKILL:when=$n \
		"$PREC_BUILDDIR/prec-record" record -q -N -z $((n % 2)) -o perf.data burn 100 1 gently >out 2>err
	status=$?
	set -e
	[ $status -ne 0 ] || ended=true
	$ended || [ $status -eq 137 ] || fail "write $n: exit status $status"
	if [ $n -eq 1 ]; then
		[ ! -s perf.data ] || fail "something was written before the first write"
		continue
	elif [ $n -eq 2 ]; then
		! "$PREC_BUILDDIR/prec" report -i perf.data >out 2>err || fail "write 2: a header before what it speaks of"
		grep -q "begins with zeros" err || fail "write 2: the message: $(cat err)"
		continue
	fi
	"$PREC_BUILDDIR/prec" dump --validate perf.data >validate 2>&1 || $ended ||
		grep -q 'DEFECTIVE.*; 1 defect$' validate || fail "write $n: $(cat validate)"
	samples=$(count type_9)
	! has_perf || read_by "Linux perf" perf
	# shellcheck disable=SC2086
	read_by "the newest Linux perf" $newest
done
[ $n -gt 9 ] || fail "only $n writes"
[ "$samples" -gt 100 ] || fail "only $samples samples at the end"
