# Stacks that do not compress: Linux perf takes a record that unpacks to nothing for damage, so each completes a block.
need_recording
newest=${PREC_NEWEST_PERF:-false}
for options in "-z 1" "-z 9" "" "--threads=2"; do
	for size in 8192 65528; do
		must_record $options -e cpu-clock:u -F 500 --call-graph dwarf,$size noisy_stack
		samples=$(count type_9)
		[ "$samples" -ge 20 ] || fail "$options $size: only $samples samples"
		for perf in "$(has_perf && echo perf || echo false)" "$newest"; do
			$perf --version >/dev/null 2>&1 || continue
			$perf report -i "$PWD/perf.data" --stats >stats 2>err || fail "$options $size: $perf: status $?"
			grep -q "SAMPLE events: *$samples " stats || fail "$options $size: $perf sees $(grep SAMPLE stats), not $samples"
		done
		${PREC_REPORT%report}dump --validate perf.data >out 2>err || fail "$options $size: not well-formed"
	done
done
