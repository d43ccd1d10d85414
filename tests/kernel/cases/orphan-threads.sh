# A process whose first thread has ended: its mappings are those of the threads that go on.
need_recording
burn 600000 2 orphans >/dev/null &
pid=$!
trap 'kill $pid 2>/dev/null || true' EXIT
until_so grep -q '^State:.*Z' /proc/$pid/status || fail "the first thread goes on"
[ ! -s /proc/$pid/maps ] || skip "this kernel keeps the mappings with the first thread"
tid=$(ls /proc/$pid/task | grep -v "^$pid\$")
for target in "-p $pid" "-t $tid" -a; do
	[ "$target" != -a ] || can_record -a || continue
	must_record -q -e cpu-clock $target await_cpu.sh 20 $pid/task/$tid
	report --sort pid,dso,sym
	grep "$pid:\|$tid:" report >own
	mv own report
	within "$target: share of burn_half" "$(share_of_burn burn_half)" 40 60
	within "$target: unknown" $(($(share '\[unknown\]') * 100 / $(share burn))) 0 5
	$PREC_BUILDDIR/prec dump perf.data >dump
	grep "pid=$pid .*build_id=[0-9a-f].*/burn\"" dump >/dev/null || fail "$target: the program has no build-id"
done
