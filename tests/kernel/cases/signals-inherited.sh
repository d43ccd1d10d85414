# What whoever starts a recording has set of signals: a hangup it is to ignore does not end it (nohup), the end of a
# command is noticed where SIGCHLD is ignored.
need_recording
set +e
timeout -s KILL 300 env --ignore-signal=CHLD $PREC_RECORD sh -c 'exit 3' >out 2>err
status=$?
set -e
[ $status -eq 3 ] || fail "with SIGCHLD ignored: status $status, not 3"
rm perf.data
through="env --ignore-signal=HUP" start_recording sh -c 'until [ -e go ]; do sleep 0.05; done'
kill -HUP $recorder
: >go
wait $recorder || fail "with SIGHUP ignored: status $?, not 0"
rm perf.data
through="env --default-signal=HUP" start_recording sleep 600
kill -HUP $recorder
wait $recorder && fail "SIGHUP did not end the recording"
[ "$(count finished)" -eq 1 ] || fail "SIGHUP: the file is not finished"
