# prec stat counts exactly what happens: calls of write with 3571 bytes, which nothing else makes.
need_tracepoints -a

# count ARGS...: the counts of the events, a line each.
count() {
	prec stat -x, "$@" 2>err >out || fail "'stat $*' ended with status $?"
	cut -d, -f 1 err >counts
}

# expect WHAT WANT...: what count has counted.
expect() {
	what=$1
	shift
	[ "$(xargs <counts)" = "$*" ] || fail "$what: $(xargs <counts), not $*"
}

write=syscalls:sys_enter_write
seven='for i in 1 2 3 4 5 6 7; do printf %3571s; done'
of_size="-e $write --filter count==3571"
count $of_size sh -c "$seven"
expect "a command" 7
count $of_size -a sh -c "$seven"
expect "the system" 7
count $of_size $of_size sh -c "($seven) & ($seven; $seven) & wait; $seven"
expect "its children" 28 28
count $of_size -i sh -c "$seven; ($seven) & wait"
expect "without children" 7
# The members of a group, of which this machine lacks the first.
count -e "{r7fffffffffffffff,$write,page-faults:u}" -e "$write" sh -c "$seven"
[ "$(sed -n 1p counts)" = "<not supported>" ] && [ "$(sed -n 2p counts)" = "$(sed -n 4p counts)" ] || fail "a group: $(xargs <counts)"
[ "$(sed -n 2p err | cut -d, -f 4,5)" = "$(sed -n 3p err | cut -d, -f 4,5)" ] || fail "two times of a group"
# By place the sum is the same.
for by in -A --per-core --per-cache --per-cluster --per-die --per-socket --per-node; do
	prec stat -x, -a $by $of_size sh -c "$seven" 2>err >out || fail "$by ended with status $?"
	sum=$(sed 's/<not counted>/0/' err | awk -F, -v at="$([ $by = -A ] && echo 2 || echo 3)" '{ sum += $at } END { print sum }')
	[ "$sum" = 7 ] || fail "$by: $sum"
done
# What only prec counts has a place, too.
for by in -A --per-core --per-socket --per-node; do
	prec stat -x, -C 0 $by -e duration_time true 2>err >out || fail "$by duration_time: status $?"
	[ "$(cut -d, -f "$([ $by = -A ] && echo 4 || echo 5)" err)" = duration_time ] || fail "$by duration_time: $(cat err)"
done
# Repeated: the mean, and no deviation.
count -r 3 $of_size sh -c "$seven"
expect "repeated" 7
grep -q ',0.00%,' err || fail "a deviation"
# What intervals have counted is all of it.
prec stat -x, -I 20 --summary $of_size sh -c "$seven; until [ \$(wc -l <err) -ge 3 ]; do sleep 0.01; done; $seven" 2>err >out || fail "intervals: status $?"
[ "$(grep -v summary err | sed 's/<not counted>/0/' | awk -F, '{ sum += $2 } END { print sum }')" = 14 ] || fail "intervals"
[ "$(sed -n 's/ *summary,//p' err | cut -d, -f 1)" = 14 ] || fail "the summary"
[ "$(grep -vc summary err)" -ge 3 ] || fail "too few intervals"

# Of a command that is repeated each run has its intervals, and the summary is their mean.
prec stat -x, -r 2 -I 20 --summary $of_size sh -c "$seven; sleep 0.05" 2>err >out || fail "-r with -I: status $?"
[ "$(grep -v summary err | sed 's/<not counted>/0/' | awk -F, '{ sum += $2 } END { print sum }')" = 14 ] || fail "-r with -I: $(cat err)"
grep -q "^summary,7,,$write,0.00%," err || fail "-r with -I: $(cat err)"
! grep -v ",$write,0.00%," err || fail "-r with -I: a line without a deviation"
# What has no count is explained, once, and not to readers of CSV.
prec stat -e "$write,r7fffffffffffffff" -I 20 sleep 0.1 2>err || fail "-I: status $?"
[ "$(grep -c '^prec stat: <not supported>: ' err)" = 1 ] || fail "nothing explains what has no count: $(cat err)"
prec stat -x, -e r7fffffffffffffff true 2>err || fail "-x: status $?"
! grep '^prec' err || fail "an explanation in CSV"

# Of processes and threads that run already, until they end.
mkfifo go
sh -c "read word; $seven" <go >out &
pid=$!
prec stat -x, $of_size -p $pid 2>of-process &
counter=$!
prec stat -x, $of_size --per-thread -t $pid 2>of-thread &
second=$!
opened() {
	for id in "$counter" "$second"; do
		ls -l /proc/$id/fd 2>/dev/null | grep -q pidfd || return 1
	done
}
until_so opened || fail "it does not wait for processes"
echo >go
wait $pid
wait $counter || fail "-p: status $?"
wait $second || fail "-t: status $?"
cut -d, -f 1 of-process >counts
expect "a process" 7
grep -q "^sh-$pid,7,," of-thread || fail "a thread: $(cat of-thread)"

# With a command beside them counting goes on until that has ended, also where nothing is counted any more.
sh -c "read word; $seven" <go >out &
pid=$!
timeout 60 "$PREC_BUILDDIR/prec" stat -x, $of_size -p $pid sh -c "echo >go; while kill -0 $pid; do sleep 0.01; done; sleep 0.2" \
	>out 2>err || fail "-p and a command: status $?"
wait $pid
grep -q '^7,' err || fail "-p and a command: $(cat err)"

# Switched on and off by another program.
mkfifo ctl ack
exec 5<>ctl 6<>ack
sh -c "read word; $seven; read word; $seven; $seven; read word; $seven" <go >out &
pid=$!
exec 7>go
prec stat -x, $of_size -p $pid -D -1 --control fifo:ctl,ack 2>controlled &
counter=$!
ask() {
	echo "$1" >&5
	answer=$(timeout 60 head -n 1 <&6)
	[ "$answer" = "$2" ] || fail "'$1' is answered by '$answer'"
}
# calls N: as many bytes have been written.
calls() {
	[ "$(wc -c <out)" -eq $((3571 * $1)) ]
}
ask ping ack
echo >&7
until_so calls 7 || fail "the first part"
ask enable ack
ask "enable nosuch" "error: can't find 'nosuch' event"
ask "attach 1" "error: there is no command 'attach'; there are enable, disable, stop, ping, evlist"
echo >&7
until_so calls 21 || fail "the second part"
ask "disable $write" ack
echo >&7
wait $counter || fail "--control: status $?"
grep -v '^prec stat:' controlled | cut -d, -f 1 >counts
expect "between enable and disable" 14
exec 7>&-

# The exit status is the command's, and so are signals.
status_of() {
	status=0
	prec stat -e page-faults:u "$@" >out 2>err || status=$?
	echo $status
}
[ "$(status_of sh -c 'exit 7')" = 7 ] || fail "exit 7"
[ "$(status_of sh -c 'kill -9 $$')" = 137 ] || fail "SIGKILL"
[ "$(status_of nosuch)" = 127 ] || fail "no program"
[ "$(status_of /)" = 126 ] || fail "a folder"
[ "$(status_of --timeout 20 sleep 600)" = 0 ] || fail "--timeout"
# A command goes on after the last interval, and its status is the one to end with.
[ "$(status_of -o ticks -I 20 --interval-count 2 sh -c 'sleep .1; exit 3')" = 3 ] || fail "--interval-count"
[ "$(grep -c page-faults ticks)" = 2 ] || fail "two intervals: $(xargs <ticks)"
[ "$(status_of --pre false true)" = 1 ] || fail "--pre"
[ "$(echo word | prec stat -n cat 2>err)" = word ] || fail "standard input"
prec stat -n sh -c 'trap "echo stopped; exit 9" TERM; echo ready; while :; do sleep 0.01; done' >out 2>err &
until_so grep -q ready out || fail "no command"
kill -TERM $!
status=0
wait $! || status=$?
[ $status = 9 ] && grep -q stopped out || fail "SIGTERM is not the command's: status $status"
grep -q 'seconds time elapsed' err || fail "nothing is shown after SIGTERM"
prec stat -a -e page-faults >out 2>err &
counts_all() {
	ls -l /proc/$1/fd 2>/dev/null | grep -q perf_event
}
until_so counts_all $! || fail "nothing is counted"
kill -INT $!
status=0
wait $! || status=$?
[ $status = 130 ] && grep -q page-faults err || fail "SIGINT: status $status"
# Whoever interrupts a command that does not end by that ends its repetitions.
for repeat in 0 30; do
	rm -f begun
	prec stat -r $repeat -e page-faults:u sh -c 'trap "exit 3" TERM; echo >begun; while :; do sleep 0.01; done' 2>err &
	pid=$!
	until_so [ -e begun ] || fail "-r $repeat: the command does not run"
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	[ $status = 3 ] || fail "-r $repeat: status $status"
	[ "$(grep -c page-faults err)" = 1 ] || fail "-r $repeat: $(cat err)"
done
# What runs before and after ends by the signals that end programs.
prec stat --pre 'yes | head -n 1 >out' --post 'yes | head -n 1 >out' -e page-faults:u true 2>err || fail "--pre: status $?"
! grep 'yes:' err || fail "--pre: a pipe without a reader does not end a program"
# A message comes where the counts would.
for wrong in no-such-program "-p 4194305"; do
	set +e
	prec stat --log-fd 2 -e page-faults $wrong 2>err
	set -e
	grep -q error: err || fail "--log-fd 2 $wrong: no message"
done
# What a command died of, and what the kernel said of each event.
status=0
prec stat -v -e page-faults:u,context-switches sh -c 'kill -SEGV $$' 2>err || status=$?
[ $status = 139 ] && grep -qx 'sh: Segmentation fault' err || fail "a crash is not reported: status $status, $(cat err)"
grep -Eqx 'page-faults:u: [1-9][0-9]* [1-9][0-9]* [1-9][0-9]*' err || fail "-v: $(cat err)"
prec stat -I 0 --interval-count 0 --append -o - -e page-faults:u -x, true 2>err || fail "-I 0: status $?"
[ ! -e - ] && grep -Eqx '[0-9]+,,page-faults:u,.*' err && [ "$(wc -l <err)" = 1 ] || fail "-I 0 -o -: $(cat err)"
# Output elsewhere, and a full one.
prec stat -o file -x, -n true && prec stat -o file --append -e page-faults -x, true || fail "-o: status $?"
[ "$(grep -c '^# started on' file)" = 2 ] || fail "--append: $(cat file)"
prec stat --log-fd 9 -x, $of_size sh -c "$seven" 9>file >out || fail "--log-fd: status $?"
grep -q '^7,' file || fail "--log-fd: $(cat file)"
if prec stat -o /dev/full -e page-faults true 2>err; then fail "a full disk is not reported"; fi
grep -q 'No space left' err || fail "a full disk"
