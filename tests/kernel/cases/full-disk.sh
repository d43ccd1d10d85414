# A full disk ends the recording with an error and a file readable to the last complete block.
need_root "to mount a small file system"
need_tracepoints
for level in 0 1; do
	mkdir -p small
	mount -t tmpfs -o size=1m tmpfs small || skip "needs to mount tmpfs"
	set +e
	record -z$level -o small/perf.data -e raw_syscalls:sys_enter -c 1 syscaller 3000
	status=$?
	file=small/perf.data
	(
		set -e
		[ $status -eq 1 ] || fail "level $level: status $status, not 1"
		grep -qi 'no space left' err || fail "level $level: no word of the full disk"
		grep -q small/perf.data err || fail "level $level: the message does not name the file"
		report --sort comm
		[ -s report ] || fail "level $level: nothing could be read"
		perf_reads
	)
	result=$?
	set -e
	umount small
	[ $result -eq 0 ] || exit $result
done
