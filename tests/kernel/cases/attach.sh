# --control attach and detach, many times under load: what is attached has every event, what is detached none.
# software: page faults of processes here
need_recording
processes=${PREC_ATTACHED:-100}
rounds=${PREC_ROUNDS:-300}
burn 600000 >/dev/null &
busy=$!
trap 'kill $busy' EXIT
mkfifo ctl ack
exec 5<>ctl 6<>ack
$PREC_RECORD -p $busy -d -c 1 -e page-faults:u -e task-clock/freq=4000/u --control fifo:ctl,ack >out 2>err &
recorder=$!
echo ping >&5
answer=$(timeout 60 head -n 1 <&6)
[ "$answer" = ack ] || fail "ping: $answer"
attacher "$processes" "$rounds" $recorder ctl ack >wanted 2>leaks || fail "attacher: $(cat leaks)"
echo "stop" >&5
wait $recorder || fail "status $?"
prec script -i perf.data -F pid,event,addr >lines 2>script.err || fail "prec script: $(cat script.err)"
awk '/page-faults/ { sub(/^0x/, "", $NF); if ($NF ~ /^2000[0-9a-f]*000$/ && length($NF) == 12) print $1, $NF }' lines |
	sort >have
sort wanted >wanted.sorted
comm -13 wanted.sorted have >extra
comm -23 wanted.sorted have >missing
[ "$(wc -l <wanted)" -gt "$((rounds / 4))" ] || fail "only $(wc -l <wanted) faults were wanted"
[ ! -s extra ] || fail "$(wc -l <extra) samples of what was detached: $(head -n 3 extra)"
[ "$(wc -l <missing)" -le "$(lost)" ] || fail "$(wc -l <missing) samples are missing: $(head -n 3 missing)"
# The recorder is as it was: no descriptor and no memory is left of those that came and went.
read -r _ files_before files_after _ memory_before memory_after <leaks
files_after=${files_after%,}
[ "$files_after" -eq "$files_before" ] || fail "descriptors: $(cat leaks)"
# AddressSanitizer keeps what was freed.
grep -qa __asan_init "$PREC_BUILDDIR/prec-record" || [ "$memory_after" -le $((memory_before + 4096)) ] ||
	fail "memory: $(cat leaks)"
# Each has its name, and both perfs read the file.
report --sort comm
! grep -qvE 'attacher|burn' report || fail "a process without its name"
perf_reads
echo "$(wc -l <wanted) faults of attached processes, $(lost) lost; $(cat leaks)"
