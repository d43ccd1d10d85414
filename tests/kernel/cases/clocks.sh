# What time of day it was: two recordings of one program, one with the clock of programs and one with the kernel's own,
# lie beside each other in what prec shows of them; --time takes the same words for both.
need_recording
need_plain_build "the recorder's clocks"
command -v python3 >/dev/null || skip "needs python3"
prec=${PREC_REPORT% report}

began=$(date +%s)
file=mono.data
$PREC_RECORD -q -o mono.data -e cpu-clock -c 500000 \
	$PREC_RECORD -q -o own.data -k perf -e cpu-clock -c 500000 burn 60 >out 2>err || fail "status $?: $(cat err)"
ended=$(date +%s)

# When burn ended is a record in both, written at once.
for file in mono own; do
	$prec script -i $file.data -F comm,tod >lines 2>err || fail "script ended with status $?: $(cat err)"
	grep '^ *burn' lines >$file.burn
	$prec script -i $file.data -F comm,tod --show-task-events 2>err |
		sed -n 's/^ *burn \(.*[0-9]\) PERF_RECORD_EXIT.*/\1/p' >$file.exit
	[ "$(wc -l <$file.exit)" -eq 1 ] || fail "burn does not end once in $file: $(cat $file.exit)"
done
python3 - <<'END' || fail "the times of day differ"
import datetime, sys
ends = [datetime.datetime.fromisoformat(open(name).read().strip()) for name in ("mono.exit", "own.exit")]
apart = abs((ends[0] - ends[1]).total_seconds())
sys.exit(f"{apart} s") if apart > 0.002 else None
END

# The same words leave the same samples: of the second half of what the outer one has of burn.
all=$(wc -l <mono.burn)
from=$(sed -n "$((all / 2))p" mono.burn | sed 's/^ *burn *//; s/ /T/; s/[ :]*$//')
half=$((all - all / 2 + 1))
for file in mono own; do
	n=$($prec script -i $file.data -F comm --time "$from," 2>err | grep -c burn)
	within "samples of $file since $from" "$n" $((half - 12)) $((half + 12))
done
file=own.data
report --time "$from," --sort comm
grep -q burn report || fail "no row of what came since $from"

# In exports, too.
for file in mono own; do
	last=$(cat $file.exit)
	$prec export -q -i $file.data -f firefox -o $file.json || fail "no export"
	$prec export -q -i $file.data -f pprof -o $file.pb.gz || fail "no export"
	$prec export -q -i $file.data -f chrome -o $file.trace || fail "no export"
	LAST=$last python3 - $file.json $file.pb.gz $file.trace <<'END' || fail "exports of $file have another time"
import datetime, gzip, json, os, sys
last = datetime.datetime.strptime(os.environ["LAST"].strip(), "%Y-%m-%d %H:%M:%S.%f").timestamp()
start = json.load(open(sys.argv[1]))["meta"]["startTime"] / 1000
data, at, fields = gzip.open(sys.argv[2]).read(), 0, {}
def number():
    global at
    value = shift = 0
    while True:
        byte, at = data[at], at + 1
        value, shift = value | (byte & 127) << shift, shift + 7
        if byte < 128:
            return value
while at < len(data):
    key = number()
    value = number()
    fields[key >> 3] = value
    at += value if key & 7 == 2 else 0
zero = json.load(open(sys.argv[3]))["otherData"]["time 0 by the wall clock"]
zero = datetime.datetime.fromisoformat(zero[:26] + "+00:00").timestamp()
for first in (start, fields[9] / 1e9, zero):
    if not last - 60 < first <= last:
        sys.exit(f"{first}, the last sample came at {last}")
END
done

# The header tells which boot it was, and from when to when.
for file in mono own; do
	$prec report -i $file.data --header-only >header 2>err
	grep -qx "# boot id : $(cat /proc/sys/kernel/random/boot_id)" header || fail "no boot id of $file"
	date=$(sed -n 's/^# recording began : //p' header) && within "begin" "$(date -d "$date" +%s)" "$began" "$ended"
	date=$(sed -n 's/^# recording ended : //p' header) && within "end" "$(date -d "$date" +%s)" "$began" "$ended"
done
$prec convert -i own.data -o copy.data 2>err && $prec report -i copy.data --header-only 2>err | grep '^# [br]' >copy
grep '^# [br]' header | grep -v 'perf version' | diff - copy || fail "a copy has another time"

# Linux perf shows the same times of day.
if has_perf; then
	perf script -i own.data -F comm,tod 2>perf.err | grep burn >perf.out
	[ "$(wc -l <perf.out)" -eq "$(wc -l <own.burn)" ] || fail "perf shows no times of day: $(cat perf.err)"
	perf script -i mono.data -F comm,tod 2>perf.err >perf.out
	$prec script -i mono.data -F comm,tod 2>err | cmp - perf.out || fail "perf shows other times of day"
	perf script -i mono.data -F comm,tod --ns 2>perf.err >perf.out
	$prec script -i mono.data -F comm,tod --ns 2>err | cmp - perf.out || fail "perf shows other nanoseconds"
	# A pipe has the time, too, and no boot.
	$PREC_RECORD -q -e cpu-clock -o - burn 20 >pipe.data 2>err || fail "pipe: status $?"
	perf script -i - -F comm,tod <pipe.data 2>perf.err >perf.out
	[ -s perf.out ] && $prec script -i - -F comm,tod <pipe.data 2>err | cmp - perf.out ||
		fail "perf shows other times of a pipe"
fi

# So do counts.
began=$(date +%s%3N)
${PREC_RECORD% record} stat record -q -I 50 -e task-clock -o counts.data burn 120 >out 2>err || fail "counts: $(cat err)"
ended=$(date +%s%3N)
$prec export -q -f firefox -i counts.data -o counts.json || fail "no export of counts"
start=$(python3 -c 'import json; print(int(json.load(open("counts.json"))["meta"]["startTime"]))')
within "the start of counts" "$start" "$began" "$ended"
$prec report -i counts.data --header-only 2>err | grep -q "^# recording ended" || fail "counts have no end"

# What is killed has a beginning, and no end.
file=killed.data
start_recording -o killed.data -e cpu-clock -a
kill -KILL $recorder
wait $recorder || true
$prec report -i killed.data --header-only >header 2>err
grep -q '^# recording began' header || fail "a killed recorder leaves no time"
! grep "^# recording ended" header || fail "a killed recorder says when it ended"

# A recording that does not know is told so.
if has_perf && perf record -q -e cpu-clock -o other.data burn 20 >/dev/null 2>&1; then
	$prec script -i other.data --time 12:00, >out 2>err && fail "no time of day, and nothing is said"
	grep -q 'does not say what time of day it was (no CLOCK_DATA)' err || fail "what is said: $(cat err)"
fi
