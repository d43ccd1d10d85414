# -a: a CPU that goes offline and comes back is recorded again, also after a moment too short to see, and so is one that
# comes later. The file says since when, and its ids are those of the start: prec and Linux perf read every sample.
# alone: others notice a CPU that is gone
need_root "to take a CPU offline"
need_recording -a
command -v taskset >/dev/null || skip "needs taskset"
online=/sys/devices/system/cpu/cpu1/online
[ "$(cat $online 2>/dev/null)" = 1 ] || skip "needs a CPU 1 that can be taken offline"
newest=${PREC_NEWEST_PERF:-false}
recorder=
trap 'echo 1 >$online; [ -z "$recorder" ] || kill $recorder' EXIT
echo 0 >$online || skip "CPU 1 cannot be taken offline"

# Where a task may run is worked out anew some time after a CPU came online.
burn_there() {
	until_so taskset -c 1 true 2>/dev/null || fail "nothing may run on CPU 1"
	taskset -c 1 burn 60 >/dev/null || fail "cannot run on CPU 1"
}

# await TEXT TIMES: until the recorder has said it so often.
await() {
	tries=0
	until [ "$(grep -c "$1" err)" -ge "$2" ]; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || fail "'$1' was said $(grep -c "$1" err) times after 30 s, not $2"
		sleep 0.1
	done
}

start() {
	start_recording -a -v -F 1000 "$@"
}

stop() {
	kill -INT $recorder
	set +e
	wait $recorder
	status=$?
	recorder=
	set -e
	[ $status -eq 0 ] || fail "status $status"
}

# There, away, there, and away and there at once; each time something runs there.
cycle() {
	burn_there
	echo 0 >$online
	await 'CPU 1 went offline' 1
	echo 1 >$online
	await 'CPU 1 came online and is recorded' $(($1 + 1))
	burn_there
	echo 0 >$online
	echo 1 >$online
	await 'CPU 1 came online and is recorded' $(($1 + 2))
	burn_there
}

# perf_samples COMMAND...: what it finds in the file; of a group, a sample has a line for each event that has counted.
perf_samples() {
	"$@" script -i "$PWD/perf.data" -F event 2>perf.err | grep -c cpu-clock || true
}

read_by_perf() {
	"$@" --version >/dev/null 2>&1 || return 0
	[ "$(perf_samples "$@")" -eq "$samples" ] || fail "$* does not find $samples samples: $(cat perf.err)"
	# Of a 32-bit process on the machine perf asks a program of its own for the vdso.
	! grep -v 'perf-read-vdso' perf.err >perf.said || fail "$* says: $(cat perf.said)"
}

# gaps COUNT: as many of CPU 1, with samples before the first but where it was offline then, and after each, and none within.
gaps() {
	samples=$(count type_9)
	"$PREC_BUILDDIR/prec" dump --type EVENT_TYPE perf.data >dump 2>err.dump || fail "dump: status $?"
	sed -nE 's/.* note=3 version=1 cpu=1 from=([0-9]+) until=([0-9]+)$/\1 \2/p' dump >gaps
	[ "$(grep -c . gaps)" -eq "$1" ] || fail "$(grep -c . gaps) gaps of CPU 1, not $1: $(cat gaps)"
	"$PREC_BUILDDIR/prec" script --ns -F cpu,time -i perf.data 2>err.script |
		sed -nE 's/^\[001\] +([0-9]+)\.([0-9]+):.*/\1\2/p' >times
	awk 'NR == FNR { from[NR] = $1; until[NR] = $2; n = NR; next }
		{ at = 0; for (i = 1; i <= n; i++) { if ($1 >= until[i]) at = i; else if ($1 > from[i]) within++ }; found[at]++ }
		END { if (within) print within " samples within a gap"
		      for (i = from[1] ? 0 : 1; i <= n; i++) if (!found[i]) print "no sample after gap " i }' \
		gaps times >wrong
	[ ! -s wrong ] || fail "$(cat wrong); gaps: $(cat gaps)"
	! has_perf || read_by_perf perf
	# shellcheck disable=SC2086
	read_by_perf $newest
}

start -e cpu-clock
echo 1 >$online
await 'CPU 1 came online and is recorded' 1
cycle 1
stop
gaps 3
grep -q 'CPU 1 came online: it is recorded from' err || fail "no word of CPU 1 that came"
[ "$(grep -c 'CPU 1 was offline: nothing of it is recorded from' err)" -eq 2 ] || fail "no word of CPU 1 that was offline"

# A group read at its leader's samples: the counts go on where they were, in ns of the CPU's clock here.
start -z0 -e '{cpu-clock,context-switches}:S'
cycle 0
stop
gaps 2
within "longest time between two samples of CPU 1, in ms" \
	"$("$PREC_BUILDDIR/prec" script -F cpu,event,period -i perf.data 2>err.script |
		awk '$1 == "[001]" && $2 > most { most = $2 } END { printf "%d\n", most / 1000000 }')" 1 10000

# Word of it is dropped while the recorder does not run, for however long: few samples, so that the rings have room.
start -e cpu-clock -F 50
burn_there
kill -STOP $recorder
i=0
while [ $i -lt 1000 ]; do
	echo change >/sys/devices/system/cpu/cpu0/uevent
	i=$((i + 1))
done
echo 0 >$online
echo 1 >$online
kill -CONT $recorder
await 'CPU 1 came online and is recorded' 1
burn_there
stop
gaps 1

# A pipe's ids cannot be changed later either.
echo 0 >$online
start -o -
echo 1 >$online
await 'CPU 1 came online and is recorded' 1
burn_there
stop
cp out pipe.data
$PREC_REPORT -i - --stdio --sort cpu <pipe.data >report 2>err.report || fail "report -i -: status $?"
grep -qE '^ *[0-9.]+% +0*1 *$' report || fail "nothing of CPU 1 in the pipe"
if has_perf; then
	perf script -i - -F cpu <pipe.data >out 2>perf.err || fail "perf script -i -: status $?"
	grep -q '\[001\]' out || fail "Linux perf finds nothing of CPU 1 in the pipe: $(cat perf.err)"
fi
