# Recordings that begin to write one file at the same time: each file that is left is whole.
need_recording
for i in 1 2 3 4 5; do
	for j in 1 2 3; do
		$PREC_RECORD -q sleep 0.3 >/dev/null 2>err.$j &
	done
	wait
	for file in perf.data*; do
		[ "$(count finished)" -eq 1 ] || fail "$file is not finished"
		$PREC_REPORT -i $file --stats >report 2>err || fail "report of $file ended with status $?"
		[ ! -s err ] || fail "report of $file prints errors"
	done
	rm perf.data*
done
# A named pipe without a reader: a signal ends the wait.
mkfifo fifo
set +e
timeout -k 5 -s TERM 1 $PREC_RECORD -o fifo true >out 2>err
status=$?
set -e
[ $status -eq 124 ] || fail "a named pipe without a reader: status $status"
