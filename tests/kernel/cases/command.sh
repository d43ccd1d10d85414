# A command and its children: found by name, in the shares they have.
need_recording
must_record burn 800
report --sort sym
within "share of burn_half" "$(share_of_burn burn_half)" 44 56
within "share of burn_third" "$(share_of_burn burn_third)" 28 39
within "share of burn_sixth" "$(share_of_burn burn_sixth)" 12 22
within "samples" "$(count type_9)" 50 8000
perf_reads

# A command's samples have no CPU to choose by.
for command in "$PREC_REPORT" "${PREC_REPORT%report}script"; do
	$command -i perf.data -C 0 >out 2>err && fail "'$command -C 0' of samples without CPU ended with status 0"
	grep -q 'no CPU' err || fail "'$command -C 0' does not say why"
done
