# A tracepoint without tracefs: the message names it and the command that mounts it.
need_root "to unmount tracefs in a namespace of its own"
need_recording -a
unshare -m true || skip "needs mount namespaces"
set +e
unshare -m sh -c 'for place in $(awk "\$3 ~ /^(tracefs|debugfs)\$/ { print \$2 }" /proc/mounts); do umount -l "$place"; done
	exec '"$PREC_RECORD"' -e sched:sched_switch true' >out 2>err
status=$?
set -e
[ $status -ne 0 ] || fail "status 0"
grep -q tracefs err || fail "the message does not name tracefs"
grep -q mount err || fail "the message names no command that fixes it"
