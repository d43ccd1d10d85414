# How large the rings for samples are: for root up to 4M a CPU and 32M in all, or what -m says.
need_root "whose rings have no limit but prec's own"
need_recording

# sizes OPTIONS...: of the rings that the recorder has mapped, without their control pages, one a line.
sizes() {
	rm -f perf.data
	start_recording -v "$@" burn 60000
	grep 'anon_inode:\[perf_event\]' /proc/$recorder/maps | while read -r range rest; do
		echo $((0x${range#*-} - 0x${range%-*} - $(getconf PAGESIZE)))
	done >have
	kill -INT $recorder
	wait $recorder || true
	! grep 'buffers of' err || skip "this root has a limit of locked memory"
}

# has BYTES TIMES
has() {
	[ "$(grep -cx "$1" have)" -eq "$2" ] || fail "not $2 rings of $1 bytes but: $(tr '\n' ' ' <have)"
}

cpus=$(getconf _NPROCESSORS_ONLN)
sideband=$((512 << 10))
samples=$sideband
while [ $samples -lt $((4 << 20)) ] && [ $((2 * samples * cpus)) -le $((32 << 20)) ]; do
	samples=$((2 * samples))
done
sizes
if [ $samples -eq $sideband ]; then
	has $samples $((2 * cpus))
else
	has $samples "$cpus"
	has $sideband "$cpus"
fi
sizes -m 128K
has $((128 << 10)) "$cpus"
# Rings for threads may be many.
sizes --per-thread
has $((512 << 10)) 2
