# -p: that process with all its threads, and nothing else.
need_recording
burn 4000 2 >/dev/null &
pid=$!
burn 4000 >/dev/null &
other=$!
must_record -p $pid sleep 1
grep -q "warning" err && fail "a timer beside -p is warned of"
kill $pid $other
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
