# SIGINT ends a recording properly: a finished file that everybody reads.
need_recording -a
burn 5000 2 >/dev/null &
burner=$!
$default_signals $PREC_RECORD -a >out 2>err &
recorder=$!
wait_for_file
sleep 1
kill -INT $recorder
set +e
wait $recorder
status=$?
set -e
kill $burner
[ $status -eq 0 ] || [ $status -eq 130 ] || fail "status $status"
[ "$(count finished)" -eq 1 ] || fail "the file is not finished"
within "samples" "$(count type_9)" 1000 50000
report --sort comm
within "share of burn" "$(share burn)" 5 101
perf_reads
