# --control: the words of Linux perf and those of prec, over fifos and inherited descriptors.
need_recording
command -v mkfifo >/dev/null || skip "needs mkfifo"
burn 600000 >/dev/null &
first=$!
burn 600000 2 >/dev/null &
second=$!
trap 'kill $first $second $(cat burner) 2>/dev/null || true' EXIT
mkfifo ctl ack
exec 5<>ctl 6<>ack

# ask COMMAND ANSWER: a pattern of grep.
ask() {
	echo "$1" >&5
	answer=$(timeout 60 head -n 1 <&6)
	echo "$answer" | grep -q -- "^$2\$" || fail "'$1' is answered by '$answer'"
}

# number NAME: of the status.
number() {
	echo status >&5
	status=$(timeout 60 head -n 1 <&6)
	echo "$status" | sed "s/.*\"$1\":\([0-9]*\).*/\1/"
}

has_more() {
	[ "$(number samples)" -gt "$1" ]
}

error="error: .*"
$PREC_RECORD -p $first -D -1 --control fifo:ctl,ack -e task-clock:u,dummy:u -F 500 -- sleep 600 >out 2>err &
recorder=$!
ask ping ack
[ "$(number samples)" -eq 0 ] || fail "samples before enable"
ask "enable task-clock:u" ack
until_so has_more 5 || fail "no samples after enable"
ask "enable nosuch" "error: can't find 'nosuch' event"
ask "nosuch" "error: there is no command 'nosuch'.*"
ask "disable" ack
before=$(number samples)
await_cpu.sh 3 $first
[ "$(number samples)" -eq "$before" ] || fail "samples after disable"
ask enable ack
until_so has_more "$before" || fail "no samples after enable"
# Answers that the pipe has no room for come when it has, without another command.
n=20000
(yes ping | head -n $((n - 1)) && echo "evlist -F") >&5
until_so grep -q '^task-clock:u: sample_freq=' err || fail "evlist -F"
[ "$(timeout 60 head -n $n <&6 | grep -c '^ack$')" -eq $n ] || fail "of $n answers at once some never came"
# The rate, and processes that come and go.
ask "period 1000 dummy:u" "$error"
ask "freq 99999999" "$error"
ask "freq 100 task-clock:u" ack
echo status >&5
status=$(timeout 60 head -n 1 <&6)
echo "$status" | grep -q '"name":"task-clock:u","enabled":true,"freq":100' || fail "status: $status"
ask "attach 999999999" "error: there is no process 999999999"
ask "attach $first" "error: process $first is recorded already"
ask "attach $second" ack
echo status >&5
status=$(timeout 60 head -n 1 <&6)
echo "$status" | grep -q "\"targets\":\[\($first,$second\|$second,$first\)\]" || fail "status: $status"
ask "detach $first" ack
ask "detach $first" "error: process $first is not recorded"
before=$(number samples)
until_so has_more "$before" || fail "no samples of the process that was attached"
for words in evlist "evlist -v" "evlist -g" "evlist -F"; do
	ask "$words" ack
done
grep -q '^task-clock:u: sample_freq=100$' err || fail "evlist -F"
grep -q '^task-clock:u: type: software, .*sample_type: ip' err || fail "evlist -v"
# A line in two pieces is one line.
printf 'pi' >&5
ask "ng" ack
# A process that has ended while it was the only one: the recording goes on, with the next.
ask "detach $second" ack
ask "attach $second" ack
ask stop ack
set +e
wait $recorder
status=$?
set -e
[ $status -eq 143 ] || fail "status $status: not that of the command that was ended"
report --sort pid
for pid in $first $second; do
	grep -q "$pid:burn" report || fail "no samples of process $pid, or without its name"
done
report --sort sym
grep -q burn_half report || fail "no names"
perf_reads

# The rate changes for what a command has started before, too; and each sample has its period.
$PREC_RECORD --control fifo:ctl,ack -e task-clock:u -F 1000 -o rate.data -- sh -c 'burn 600000 & echo $! >burner; wait' >out 2>err &
recorder=$!
until_so has_more 5 || fail "no samples of the command"
until_so [ -s burner ]
ask "attach $(cat burner)" "error: process $(cat burner) is recorded already, by [0-9]*, which it descends from"
ask "freq 100" ack
before=$(number samples)
until_so has_more $((before + 2)) || fail "no samples at 100 Hz"
ask "period 20000000" ack
before=$(number samples)
until_so has_more $((before + 2)) || fail "no samples every 20 ms"
ask stop ack
wait $recorder && fail "the command was not ended"
kill "$(cat burner)"
prec script -i rate.data -F comm,period >periods || fail "prec script"
awk '/burn/ { n[$2]++ } END { exit !(n[1000000] > 2 && n[10000000] > 2 && n[20000000] > 2 && length(n) == 3) }' periods ||
	fail "periods: $(sort periods | uniq -c)"
file=rate.data perf_reads

# What was there before -p is no more recorded after another rate than before, and can be attached.
(burn 600000 >/dev/null & echo $! >burner; wait) &
parent=$!
until_so [ -s burner ] || fail "no process to record"
$PREC_RECORD -p $parent --control fifo:ctl,ack -e task-clock:u -F 1000 -o before.data >out 2>err &
recorder=$!
ask "freq 500" ack
await_cpu.sh 3 "$(cat burner)"
[ "$(number samples)" -eq 0 ] || fail "a process from before is recorded after another rate"
ask "attach $(cat burner)" ack
until_so has_more 3 || fail "no samples of the process from before"
ask stop ack
wait $recorder || fail "status $?"
kill "$(cat burner)"

# A rate that one event cannot have is that of none: a CPU has four breakpoints, which are all taken.
breakpoints=mem:0x1000:w,mem:0x2000:w,mem:0x3000:w,mem:0x4000:w
if record -p $first -e $breakpoints -o no.data true && ! record -p $first -e $breakpoints,mem:0x5000:w -o no.data true; then
	$PREC_RECORD -p $first --control fifo:ctl,ack -e task-clock:u,$breakpoints -F 100 -o four.data >out 2>err &
	recorder=$!
	ask "freq 50" "error: .*mem:0x1000:w.*"
	echo status >&5
	status=$(timeout 60 head -n 1 <&6)
	[ "$(echo "$status" | grep -o '"freq":100' | wc -l)" -eq 5 ] || fail "after a rate that was refused: $status"
	before=$(number samples)
	until_so has_more "$before" || fail "no samples after a rate that was refused"
	ask stop ack
	wait $recorder || fail "status $?"
	prec script -i four.data -F period >periods || fail "prec script"
	[ "$(sort -u periods | grep -c .)" -eq 1 ] || fail "periods after a rate that was refused: $(sort periods | uniq -c)"
fi

# Threads that were given keep their rate.
for words in "-t $first" "--per-thread -p $first"; do
	# shellcheck disable=SC2086
	$PREC_RECORD $words --control fifo:ctl,ack -e task-clock:u -o threads.data >out 2>err &
	recorder=$!
	ask "freq 100" "error: .*the rate stays as it is.*"
	ask stop ack
	wait $recorder || fail "status $? with $words"
done

# Inherited descriptors; the writer goes away, and the recording goes on. A last line need have no end.
mkfifo keep
(exec 3<keep $PREC_RECORD -p $first --control fd:3 -e task-clock:u -o fd.data -- await_cpu.sh 3 $first) >out 2>err &
recorder=$!
printf 'disable\nenable' >keep
wait $recorder || fail "status $? after the writer has gone"
[ "$(file=fd.data count type_9)" -gt 0 ] || fail "no samples after the last line"

# What is wrong is said before an older file is touched.
for wrong in fd:99 fifo:nosuch fifo:fd.data fifo: fd:x none; do
	cp fd.data before
	! record --control "$wrong" -o fd.data -- true || fail "no error of --control $wrong"
	grep -q -- "--control" err || fail "the message does not name the option"
	cmp -s fd.data before || fail "an older file was touched"
done
