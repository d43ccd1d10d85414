# A group read at its leader's samples (S), in a ring far too small: recorded plus lost samples are the leader's calls,
# the record of the loss has the leader's id, and the user is warned.
# alone: its rate is that of the whole machine
need_tracepoints
leader=syscalls:sys_enter_getpid
member=syscalls:sys_exit_getpid
# losses OPTIONS... CALLS: records CALLS system calls of one thread with the group.
losses() {
	must_record "$@" -z0 -m 1 -e "{$leader,$member}:S" -c 1 syscaller -n "$calls" 0
}
calls=0
losses
around=$(($(count type_9) + $(lost)))
within "calls around the load" $around 0 100
calls=300000
losses
samples=$(count type_9)
lost=$(lost)
within "lost samples" "$lost" 1 $calls
within "recorded $samples + lost $lost of $calls calls and $around around them, difference" \
	$((samples + lost - calls - around)) -$around $((around + lost / 200))
[ "$(count lost_samples)" -eq "$lost" ] || fail "no LOST_SAMPLES record of $lost"
grep -q "$lost samples were lost" err || fail "no warning of $lost lost samples"
"$PREC_BUILDDIR/prec" dump --type LOST_SAMPLES perf.data >dump 2>err || fail "dump: status $?"
ids=$("$PREC_BUILDDIR/prec" dump perf.data | sed -nE "/^EVENT number=0/{s/.* name=\"$leader\".* ids=\[(.*)\]\$/\1/p;q}")
[ -n "$ids" ] || fail "the first event is not $leader, or has no ids"
for id in $(sed -nE 's/.* LOST_SAMPLES .* id=([0-9]+) .*/\1/p' dump); do
	case " $ids " in *" $id "*) ;; *) fail "a loss has the id $id, the leader's are $ids" ;; esac
done
# A kernel before 6.0 counts no losses: LOST records report them. -v says which field the kernel refused, once for each event.
PREC_RECORD="old_kernel 16 0 $PREC_RECORD"
$PREC_RECORD -o old.data true >out 2>err || [ $? -ne 77 ] || skip "$(cat err)"
losses -v
[ "$(count lost_samples)" -eq 0 ] || fail "old kernel: a LOST_SAMPLES record"
lost=$(count lost)
within "old kernel: lost samples" "$lost" 1 $calls
grep -q "$lost samples were lost" err || fail "old kernel: no warning of $lost lost samples"
for event in "$leader" "$member" dummy:u; do
	[ "$(grep -c "event '$event': the kernel refused PERF_FORMAT_LOST," err)" -eq 1 ] ||
		fail "old kernel: not one word of what $event is without"
done
