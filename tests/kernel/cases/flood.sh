# Tracepoints at more than a million records a second: recorded plus lost samples are what the kernel counted.
# The system calls of syscaller are its own count and those of its start and end, which a run without any shows.
need_tracepoints
must_record -z0 -e raw_syscalls:sys_enter -c 1 syscaller -n 0 2
around=$(($(count type_9) + $(lost)))
within "system calls around the load" $around 10 1000
for level in 0 1; do
	must_record -z$level -e raw_syscalls:sys_enter -c 1 syscaller -n 2000000 2
	samples=$(count type_9)
	lost=$(lost)
	rate=$(sed -nE 's/.*calls, ([0-9]+) a second.*/\1/p' out)
	[ "$rate" -ge 1000000 ] || slow="$rate calls a second"
	# The kernel adds to what it lost its own notices that found no room, a few in a thousand at most. A program starts with
	# some calls more or less from run to run.
	within "level $level: recorded $samples + lost $lost of 4000000 calls and $around around them, difference" \
		$((samples + lost - 4000000 - around)) -$((around / 4)) $((around / 4 + lost / 200))
done
[ -z "${slow:-}" ] || skip "only $slow on this machine; the numbers agree"
