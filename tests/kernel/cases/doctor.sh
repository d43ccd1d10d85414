# prec doctor says what prec record can do, for each user and sandbox in which it runs.
# alone: it changes what others may record
need_plain_build "what the kernel allows"
need_recording

# state FILE NAME: what the JSON in the file says of a check.
state() {
	sed -n "s/.*\"name\":\"$2\",\"state\":\"\([a-z]*\)\".*/\1/p" "$1"
}

# agrees FILE NAME STATUS: works, partly or not, as the exit status of a recording says.
agrees() {
	said=$(state "$1" "$2")
	case $said:$3 in
	yes:0 | partly:0 | no:[1-9]*) ;;
	*) fail "doctor says '$said' of $2, and a recording ends with status $3" ;;
	esac
}

prec doctor --json >root.json 2>err || fail "status $?"
prec doctor >text 2>err || fail "status $?"
grep -q '"can_record":true' root.json || fail "can_record"
grep -q '^  yes     your own programs, in user space$' text || grep -q '^  partly  your own' text || fail "$(cat text)"
grep -q "kernel.perf_event_paranoid" text || fail "no settings"
try() {
	record -o "$1.data" -e "$2" -c 100000000 $3 -- true
}
for check in "kernel cpu-clock:k" "system cpu-clock -a" "hardware cycles:u" "tracepoints sched:sched_switch"; do
	set -- $check
	try "$1" "$2" "${3:-}" && status=0 || status=$?
	agrees root.json "$1" $status
done
can_record -b >out && status=0 || status=$?
agrees root.json breakpoints $status
prec mem record -o accesses.data -U -- true >out 2>err && status=0 || status=$?
agrees root.json accesses $status

# Where system calls are filtered.
deny_perf prec doctor --json >denied.json 2>err && fail "status 0 under a filter"
[ $? -ne 77 ] || skip "$(cat err)"
[ "$(state denied.json programs)" = no ] || fail "programs under a filter"
grep -q '"can_record":false' denied.json || fail "can_record under a filter"
grep -q '"seccomp_filter":true' denied.json || fail "no word of the filter"
grep -q 'seccomp=unconfined' denied.json || fail "no word of what helps"

# Wrong options.
prec doctor --nosuch >out 2>err && fail "status 0"
[ $? -eq 129 ] || fail "status of a wrong option"

# Another user, who may do less, and is told by which command more.
need_root "to become another user and to set perf_event_paranoid"
command -v setpriv >/dev/null || skip "needs setpriv"
public_copy
setting=/proc/sys/kernel/perf_event_paranoid
before=$(cat $setting)
trap 'echo $before >$setting' EXIT
echo 2 >$setting 2>/dev/null || skip "needs to set perf_event_paranoid"
as_nobody ../public/prec doctor --json || fail "status $? as another user"
cp out user.json
[ "$(state user.json system)" = no ] || fail "-a as another user"
[ "$(state user.json kernel)" = no ] || fail "the kernel as another user"
grep -q 'sudo sysctl kernel.perf_event_paranoid=0' user.json || fail "no word of the setting"
as_nobody ../public/prec record -a -o all.data true && fail "-a works, and doctor denies it"
as_nobody ../public/prec record -o own.data -e cpu-clock:u true || fail "doctor says that own programs work"
