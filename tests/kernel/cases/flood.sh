# Tracepoints as fast as two threads make system calls, of which many are lost: recorded plus lost samples are what the
# kernel counted.
# getpid is called by nothing else in syscaller but by what it is built with, a few times: a run without calls shows it.
# alone: its rate is that of the whole machine
need_tracepoints
event=syscalls:sys_enter_getpid
must_record -z0 -e $event -c 1 syscaller -n 0 2
around=$(($(count type_9) + $(lost)))
within "calls around the load" $around 0 100
for level in 0 1; do
	must_record -z$level -e $event -c 1 syscaller -n 500000 2
	samples=$(count type_9)
	lost=$(lost)
	# The kernel adds to what it lost its own notices that found no room, a few in a thousand at most.
	within "level $level: recorded $samples + lost $lost of 1000000 calls and $around around them, difference" \
		$((samples + lost - 1000000 - around)) -$around $((around + lost / 200))
done
