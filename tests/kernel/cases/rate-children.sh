# --control: children that are started while the rate changes are sampled afterwards.
#
# PREC_CHILDREN: how many, of each of three that start them at once (make stress: 250; fewer seldom meet a change).
need_recording
command -v mkfifo >/dev/null || skip "needs mkfifo"
children=${PREC_CHILDREN:-40}
mkfifo ctl ack gate
exec 5<>ctl 6<>ack 7<>gate
trap 'kill $recorder 2>/dev/null || true' EXIT

# set_rate HERTZ
set_rate() {
	echo "freq $1" >&5
	answer=$(timeout 60 head -n 1 <&6)
	[ "$answer" = ack ] || fail "'freq $1' is answered by '$answer'"
}

# Each waits for its line, and then works for 8 ms.
cat >starter <<'END'
n=0
while [ $n -lt $1 ]; do
	(read -r _ <gate; exec burn 8 >/dev/null) &
	echo $! >>started
	n=$((n + 1))
done
echo $2 >>ended
wait
END
$PREC_RECORD --control fifo:ctl,ack -e task-clock:u,cpu-clock:u -F 1000 -o rate.data \
	-- sh -c "sh starter $children 1 & sh starter $children 2 & sh starter $children 3 & wait" >out 2>err &
recorder=$!
until_so [ -s started ] || fail "no child"
all_started() {
	[ -e ended ] && [ "$(grep -c . ended)" -eq 3 ]
}
until all_started; do
	set_rate 900
	set_rate 1000
done
yes '' | head -n $((3 * children)) >&7
wait $recorder || fail "status $?"
prec script -i rate.data -F pid,event | sort >samples || fail "prec script"
awk 'NR == FNR { n[$1, $2]++; next }
	!n[$1, "task-clock:u:"] || !n[$1, "cpu-clock:u:"] { print }' samples started >missing
[ "$(grep -c . started)" -eq $((3 * children)) ] || fail "not all children were started"
# A fork that is under way while its parent gets the new events may be missed, see live_rate.c: of 750 it is one, without
# care hundreds.
[ "$(grep -c . missing)" -le 3 ] || fail "$(grep -c . missing) of $((3 * children)) children lack samples"
file=rate.data perf_reads
