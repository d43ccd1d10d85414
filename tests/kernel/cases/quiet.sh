# A recording of few samples: most of its file is samples, not what each flush costs, and yet they are flushed soon.
need_recording
need_plain_build "when a file is flushed"
$default_signals burn 600000 1 gently >/dev/null &
burner=$!
trap 'kill $burner' EXIT

start_recording -F 19 -p $burner
began=$(date +%s)
data_size() {
	od -An -t u8 -j 48 -N 8 perf.data
}
size=$(data_size)
grown() {
	[ "$(data_size)" != "$size" ]
}
until_so grown || fail "what was recorded is not flushed within a minute"
sleep 6
kill -INT $recorder
wait $recorder || [ $? -eq 130 ] || fail "status $?: $(cat err)"
seconds=$(($(date +%s) - began))
# At the start, at the end, and every five seconds.
within "rounds in $seconds s" "$(count type_68)" 2 $((seconds / 5 + 3))
[ "$(count type_9)" -gt 0 ] || fail "no sample"

# Every second, where that is asked for: five flushes take less than 25 seconds.
file=perf.data
start_recording -F 19 --no-buffering -p $burner
began=$(date +%s)
for flush in 1 2 3 4 5; do
	size=$(data_size)
	until_so grown || fail "no flush $flush within a minute"
done
within "seconds for 5 flushes" $(($(date +%s) - began)) 2 20
kill -INT $recorder
wait $recorder || [ $? -eq 130 ] || fail "status $?: $(cat err)"
perf_reads
