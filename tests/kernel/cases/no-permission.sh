# Another user, under each value of perf_event_paranoid: the message names the setting and the command that fixes it.
# alone: it changes what others may record
need_plain_build "what the kernel lets others do"
need_root "to become another user and to set perf_event_paranoid"
need_recording -a
command -v setpriv >/dev/null || skip "needs setpriv"
public_copy
setting=/proc/sys/kernel/perf_event_paranoid
before=$(cat $setting)
trap 'echo $before >$setting' EXIT
for level in 2 3 4; do
	echo $level >$setting 2>/dev/null || continue
	set +e
	as_nobody ../public/prec record -a -o all.data sleep 0.2
	status=$?
	set -e
	[ $status -ne 0 ] || fail "paranoid $level: -a worked"
	grep -q "perf_event_paranoid" err || fail "paranoid $level: the message does not name the setting"
	grep -qE 'sysctl|setcap|echo ' err || fail "paranoid $level: the message names no command that fixes it"
	[ ! -s users/all.data ] || fail "paranoid $level: a file was left behind"
	set +e
	as_nobody ../public/prec record -e cpu-clock:k -o kernel.data true
	status=$?
	set -e
	[ $status -ne 0 ] || fail "paranoid $level: the kernel of a command was recorded"
	grep -q "no permission to record the kernel .*must be 1 or less" err || fail "paranoid $level: the message about the kernel"
	# A command of one's own can be recorded where the kernel lets its user part be.
	as_nobody ../public/prec record -o own.data ../public/burn 300 || fail "paranoid $level: own command"
	as_nobody ../public/prec report -i own.data --stdio --sort sym
	cp out report
	within "paranoid $level: share of burn_half" "$(share_of_burn burn_half)" 40 60
done
# Samples of tracepoints take two settings.
echo 2 >$setting
if [ -d /sys/kernel/tracing/events ]; then
	as_nobody ls /sys/kernel/tracing/events && readable=true || readable=false
	! as_nobody ../public/prec record -e sched:sched_switch -o own.data true || fail "a tracepoint was recorded"
	$readable || grep -q 'sudo mount -o remount,mode=750,gid=65534 ' err || fail "the message does not name tracefs"
	grep -q 'sudo sysctl kernel.perf_event_paranoid=-1' err || fail "the message does not name the setting"
fi
# From 1 down the kernel's part is recorded, from 0 down whole CPUs as well, and nobody is told to change anything.
echo 1 >$setting
as_nobody ../public/prec record -e cpu-clock:k -o kernel.data true || fail "paranoid 1: the kernel of a command"
! as_nobody ../public/prec record -a -o all.data true || fail "paranoid 1: -a worked"
grep -q "perf_event_paranoid.* 0 or less" err || fail "paranoid 1: the message about whole CPUs"
for level in 0 -1; do
	echo $level >$setting
	as_nobody ../public/prec record -a -e cpu-clock -o all.data ../public/burn 20 || fail "paranoid $level: -a"
	! grep paranoid err || fail "paranoid $level: a message about the setting"
	as_nobody ../public/prec report -i all.data --stats
	grep -q 'SAMPLE events: *[1-9]' out || fail "paranoid $level: no sample of whole CPUs"
done
