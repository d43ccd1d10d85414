# prec mem: accesses to known data, by page faults, of running processes and of a command. Where a breakpoint on a variable
# would be is looked at only: there are virtual machines in which one kills the process (SIGTRAP), whoever sets it.
# software: page faults of processes here
need_recording
mkfifo gate.1 gate.2 gate.3 ctl ack
exec 7<>ctl 8<>ack
# start N: a program that waits at gate.N, which is descriptor 2 + N here; its number in started, its places in places.N.
start() {
	toucher 40 1000 <gate."$1" >places."$1" &
	started=$!
	eval "exec $((2 + $1))>gate.$1"
	until_so [ -s places."$1" ] || fail "toucher prints nothing"
}
start 1
first=$started
start 2
second=$started
start 3
third=$started
read -r variable region size <places.1
prec mem record --dry-run -e mem:touched:w --pid $first >out 2>err || fail "no variable"
grep -q "bp_addr, config1 } *0x$variable\$" out || fail "not at $variable: $(cat out)"
prec mem record -e page-faults:u --pid $first,$second --control fifo:ctl,ack >out 2>err &
recorder=$!
echo "attach $third" >&7
answer=$(timeout 60 head -n 1 <&8)
[ "$answer" = ack ] || fail "attach: $answer"
for gate in 3 4 5; do
	eval "echo >&$gate; exec $gate>&-"
done
for program in $first $second $third; do
	wait "$program" || fail "toucher: status $?"
done
echo stop >&7
wait $recorder || fail "status $?"

# Every one of them, where it was and what did it.
prec mem report -D -x , >samples 2>err || fail "mem report -D: status $?"
head -n 1 samples | grep -q '^# PID, TID, IP, ADDR, LOCAL WEIGHT, DSRC, SYMBOL$' || fail "heading: $(head -n 1 samples)"
last=$(printf '%x' $((0x$region + 39 * size)))
for page in "$region" "$last"; do
	[ "$(grep -c "^$first,.*,0x$page,.*/toucher:touch_pages\$" samples)" -eq 1 ] || fail "page $page: $(tail -n 3 samples)"
done
for program in $first $second $third; do
	pages=$(grep -c "^$program,$program,0x[0-9a-f]*,0x2000000.*:touch_pages\$" samples)
	[ "$pages" -eq 40 ] || fail "$pages pages of $program, of $first $second $third"
done
prec mem report --stdio -s symbol_daddr,dso_daddr,sym -x , >rows 2>err || fail "mem report: status $?"
grep -qE "^[0-9.]+%,3,\[\.\] 0x0*$region,anon,\[\.\] touch_pages\$" rows || fail "rows: $(grep -m 3 touch_pages rows)"
perf_reads
# Linux perf prints the first sample in another form than all others.
if has_perf; then
	perf mem report -i perf.data -D -x , 2>perf.err >theirs || fail "perf mem report: $(tail -n 3 perf.err)"
	cut -d , -f 1-6 samples | tail -n +3 >ours.cut
	cut -d , -f 1-6 theirs | tail -n +3 | cmp - ours.cut || fail "perf mem report -D differs"
fi

# A command, by all that prec record can; nothing of the older file is lost by what is wrong.
file=command.data
prec mem record -o command.data -g -e minor-faults:u -- sh -c 'echo | toucher 64 1 >places' >out 2>err ||
	fail "status $?"
prec mem report -i command.data -D -p >samples 2>err || fail "mem report -D: status $?"
pages=$(grep -c ' 0x2000000[0-9a-f]* .*:touch_pages$' samples)
[ "$pages" -eq 64 ] || fail "$pages pages of a command"
cp command.data before
! prec mem record -o command.data -e mem:0 -t loads true 2>err || fail "-t loads is taken"
cmp -s command.data before || fail "an older file is gone"
perf_reads
