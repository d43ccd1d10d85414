# --control: children that are started while the rate changes are sampled afterwards, and no time of theirs twice.
#
# PREC_CHILDREN: how many, of each of three that start them at once (make stress: 250).
need_recording
command -v mkfifo >/dev/null || skip "needs mkfifo"
children=${PREC_CHILDREN:-40}
mkfifo ctl ack gate go
exec 5<>ctl 6<>ack 7<>gate 8<>go
trap 'kill $recorder 2>/dev/null || true' EXIT

# set_rate HERTZ
set_rate() {
	echo "freq $1" >&5
	answer=$(timeout 60 head -n 1 <&6)
	[ "$answer" = ack ] || fail "'freq $1' is answered by '$answer'"
}

# Each waits for its line, and then works for 20 ms, its start included. There are as many that do not, which make the
# change last longer.
cat >starter <<'END'
n=0
while [ $n -lt $1 ]; do
	(read -r _ <gate) &
	n=$((n + 1))
done
echo $2 >>ready
read -r _ <go
n=0
while [ $n -lt $1 ]; do
	(read -r _ <gate; exec burn 20 1 altogether >/dev/null) &
	echo $! >>started
	n=$((n + 1))
done
echo $2 >>ended
wait
END
$PREC_RECORD --control fifo:ctl,ack -e task-clock:u,cpu-clock:u -F 1000 -o rate.data \
	-- sh -c "sh starter $children 1 & sh starter $children 2 & sh starter $children 3 & wait" >out 2>err &
recorder=$!
are_there() {
	[ -e "$1" ] && [ "$(grep -c . "$1")" -eq 3 ]
}
until_so are_there ready || fail "nobody starts children"
# Once: the next change would end what went wrong.
printf '\n\n\n' >&8
set_rate 900
until_so are_there ended || fail "children are not started"
yes '' | head -n $((6 * children)) >&7
wait $recorder || fail "status $?"
prec script -i rate.data -F pid,event | sort >samples || fail "prec script"
[ "$(grep -c . started)" -eq $((3 * children)) ] || fail "not all children were started"
# At 1000 Hz some 20 samples of each event: a clock that is late takes fewer, but hardly more.
awk 'NR == FNR { n[$1, $2]++; next }
	{ task = n[$1, "task-clock:u:"]; cpu = n[$1, "cpu-clock:u:"] }
	!task || !cpu { print $1, "lacks samples" }
	task > 35 || cpu > 35 { print $1, task, cpu, "are too many" }' samples started >wrong
[ ! -s wrong ] || fail "$(grep -c . wrong) of $((3 * children)) children: $(head -n 5 wrong)"
file=rate.data perf_reads
