# Tracepoints at more than a million records a second: recorded plus lost samples are what the kernel counted.
# getpid is called by nothing else in syscaller but by what it is built with, a few times: a run without calls shows it.
# alone: its rate is that of the whole machine
need_tracepoints
event=syscalls:sys_enter_getpid
must_record -z0 -e $event -c 1 syscaller -n 0 2
around=$(($(count type_9) + $(lost)))
within "calls around the load" $around 0 100
for level in 0 1; do
	must_record -z$level -e $event -c 1 syscaller -n 2000000 2
	samples=$(count type_9)
	lost=$(lost)
	rate=$(sed -nE 's/.*calls, ([0-9]+) a second.*/\1/p' out)
	[ "$rate" -ge 1000000 ] || slow="$rate calls a second"
	# The kernel adds to what it lost its own notices that found no room, a few in a thousand at most.
	within "level $level: recorded $samples + lost $lost of 4000000 calls and $around around them, difference" \
		$((samples + lost - 4000000 - around)) -$around $((around + lost / 200))
done
[ -z "${slow:-}" ] || skip "only $slow on this machine; the numbers agree"
