# perf_event_open refused by a seccomp filter, as in containers: said so, with the way to allow it.
need_recording
set +e
deny_perf $PREC_RECORD true >out 2>err
status=$?
set -e
[ $status -ne 77 ] || skip "$(cat err)"
[ $status -ne 0 ] || fail "status 0"
grep -qi seccomp err || fail "the message does not name seccomp"
# ENOSYS: a kernel without the interface.
set +e
deny_perf -e 38 $PREC_RECORD true >out 2>err
status=$?
set -e
[ $status -ne 0 ] || fail "ENOSYS: status 0"
grep -qE 'CONFIG_PERF_EVENTS|not implemented' err || fail "ENOSYS: the message names no cause"
