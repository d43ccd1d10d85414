# -p: that process with all its threads, and nothing else.
need_recording
burn 600000 2 >/dev/null &
pid=$!
burn 600000 >/dev/null &
other=$!
trap 'kill $pid $other' EXIT
has_two() {
	[ "$(ls /proc/$pid/task | wc -l)" -eq 2 ]
}
until_so has_two || fail "burn has no second thread"
must_record -p $pid await_cpu.sh 10 $(cd /proc && ls -d $pid/task/*) $other
grep -q "warning" err && fail "a timer beside -p is warned of"
# perf's key "pid" names threads, "PID:COMM"; newer ones have "tid" too.
report --sort pid
within "number of threads" "$(grep -c . report)" 2 2
grep -q "$pid:burn" report || fail "not the process asked for"
! grep -q "$other:" report || fail "another process in the report"
set +e
record -p 999999999 sleep 1
status=$?
set -e
[ $status -ne 0 ] || fail "a process that is not there: status 0"
grep -q 999999999 err || fail "the message does not name the process"
