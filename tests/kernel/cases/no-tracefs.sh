# A tracepoint without tracefs: the message names it and the command that mounts it.
need_root "to unmount tracefs in a namespace of its own"
need_recording -a
unshare -m true || skip "needs mount namespaces"
set +e
unshare -m sh -c 'umount -l /sys/kernel/tracing 2>/dev/null; umount -l /sys/kernel/debug 2>/dev/null
	exec '"$PREC_RECORD"' -e sched:sched_switch true' >out 2>err
status=$?
set -e
[ $status -ne 0 ] || fail "status 0"
grep -q tracefs err || fail "the message does not name tracefs"
grep -q mount err || fail "the message names no command that mends it"
