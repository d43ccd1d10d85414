# Probes in a program that starts threads and processes: none of them fails to start, and the hits of all are counted.
# What is made in tracefs for that is gone afterwards, also what a recorder that was killed has left.
need_root "to make probes"
need_tracepoints
[ -d /sys/bus/event_source/devices/uprobe ] || skip "needs the kernel's PMU uprobe"
# Leaks cannot be looked for in a process that stops at probes.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS
calls=52
chmod 755 .
cp "$PREC_BUILDDIR/tests/support/probed" .
for tracefs in /sys/kernel/tracing /sys/kernel/debug/tracing; do
	[ ! -e $tracefs/uprobe_events ] || break
done
space="prec_$(stat -L -c %i /proc/self/ns/pid)"

hits() {
	prec script -i "${file:-perf.data}" -F event | grep -c "$1: *$"
}

# must_leave_nothing PID: of that recorder; others may have probes.
must_leave_nothing() {
	! grep "${space}_$1/" $tracefs/uprobe_events || fail "a probe was left behind"
}

at=uprobe:./probed:probed_call
$PREC_RECORD -e $at -e $at%return ./probed >out 2>err &
recorder=$!
file=other.data
must_record -o $file -e $at ./probed
[ "$(hits $at)" -eq $calls ] || fail "two at once: $(hits $at) hits"
file=
wait $recorder || fail "status $?: a thread or child did not start"
must_leave_nothing $recorder
[ ! -s err ] || ! grep warning err || fail "a warning"
[ "$(hits $at)" -eq $calls ] || fail "$(hits $at) hits"
[ "$(hits $at%return)" -eq $calls ] || fail "$(hits $at%return) returns"
perf_reads
! has_perf || [ "$(perf script -i perf.data -F event | grep -c "$at")" -eq $((2 * calls)) ] || fail "perf reads other hits"

prec stat -x, -o counts -e "{cpu-clock,$at}" ./probed >out 2>err || fail "stat: status $?"
grep -q "^$calls,.*$at" counts || fail "counts: $(cat counts)"

# A server of another user, who may have no probe, starts threads and processes while it is recorded.
mkfifo in done ctl ack
setpriv --reuid=65534 --regid=65534 --clear-groups ./probed serve <in >done &
server=$!
trap 'kill $server $killed 2>/dev/null || true' EXIT
exec 3>in 4<done 5<>ctl 6<>ack
$PREC_RECORD -p $server -e $at --control fifo:ctl,ack >out 2>err &
recorder=$!
echo ping >&5
read -r answer <&6
[ "$answer" = ack ] || fail "ping: $answer"
for round in 1 2 3; do
	echo >&3
	read -r answer <&4
	[ "$answer" = "done" ] || fail "round $round: $answer"
done
echo stop >&5
wait $recorder || fail "-p: status $?"
[ "$(hits $at)" -eq $((3 * calls)) ] || fail "-p: $(hits $at) hits"
exec 3>&-
wait $server || fail "the server's status is $?"

# One that is killed leaves its probe, which the next one removes. The path has what tracefs takes no path with.
mkdir 'a b#ä'
cp probed 'a b#ä/c d'
spaced='uprobe:a b#ä/c d:probed_call'
$PREC_RECORD -o killed.data -e "$at" sleep 1000 >out 2>err &
killed=$!
until_so [ -s killed.data ] || fail "no recording after 60 s"
grep -q "${space}_$killed/" $tracefs/uprobe_events || fail "no probe of recorder $killed"
kill -KILL $killed
wait $killed || true
must_record -e "$spaced" 'a b#ä/c d'
[ "$(hits "$spaced")" -eq $calls ] || fail "a path with blanks: $(hits "$spaced") hits"
must_leave_nothing $killed

# A recording that fails leaves nothing either.
! record -e "$at" -o /nowhere/perf.data ./probed || fail "status 0"
! record -e "$at" ./no-such-program || fail "status 0"
! grep "${space}_.*$PWD/probed" $tracefs/uprobe_events || fail "a probe was left behind"

# Without tracefs the command runs all the same, and what is missing is said.
unshare -m true || skip "the rest needs mount namespaces"
for prec in "$PREC_RECORD" "prec stat"; do
	unshare -m sh -c 'for place in $(awk "\$3 ~ /^(tracefs|debugfs)\$/ { print \$2 }" /proc/mounts); do umount -l "$place"; done
		exec '"$prec -e $at -e cpu-clock"' ./probed' >out 2>err || fail "no tracefs: status $?"
	grep -q "event '$at' misses threads and processes that start later: .* mount -t tracefs" err || fail "nothing said"
	! grep "event 'cpu-clock' misses" err || fail "an event that is inherited"
done

# A breakpoint in the kernel is not for the children of a user who may have none.
address=0x$(awk '$2 ~ /[dD]/ { at = $1 } END { print at }' /proc/kallsyms)
if can_record -b && [ "$address" != 0x0000000000000000 ]; then
	must_record -e "mem:$address/8:w" setpriv --reuid=65534 sh -c '(exit 0)'
	grep -q "event 'mem:$address/8:w' misses threads" err || fail "nothing said"
fi
