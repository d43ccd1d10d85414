# What a kernel does not know is given up for itself, and -v says so; the recording is whole. Here MMAP2 with build-ids
# (attr.build_id, Linux 5.12) and KSYMBOL and BPF_EVENT records (5.1): bits 34, 29 and 30 of the attr's flags.
# software: counters of the kernel
need_recording
set +e
old_kernel 0 $((1 << 34 | 1 << 29 | 1 << 30)) $PREC_RECORD -v burn 500 >out 2>err
status=$?
set -e
[ $status -ne 77 ] || skip "$(cat err)"
[ $status -eq 0 ] || fail "status $status"
for field in build_id ksymbol bpf_event; do
	[ "$(grep -c "event 'dummy:u': the kernel refused $field," err)" -eq 1 ] || fail "not one word of $field"
done
grep -q 'does not defer' err && fail "a word of what was not asked for"
# Deferred call chains (attr.defer_callchain, Linux 6.19): bits 38 and 39.
set +e
old_kernel 0 $((1 << 38 | 1 << 39)) $PREC_RECORD -e cpu-clock --call-graph fp,defer -o deferred.data burn 200 >out 2>err
status=$?
set -e
[ $status -eq 0 ] || fail "status $status"
[ "$(grep -c 'does not defer call chains' err)" -eq 1 ] || fail "not one warning: $(cat err)"
prec dump --type SAMPLE --json deferred.data >dumped 2>err || fail "dump ended with status $?"
grep -q '"callchain":\[' dumped || fail "no chains: $(head -n 1 dumped)"
report --sort sym
within "share of burn_half" "$(share_of_burn burn_half)" 40 60
perf_reads
# Counts of groups by thread (Linux 6.12): inherit is bit 1 of the flags, PERF_SAMPLE_READ bit 4 of sample_type. Without,
# the children of the command are not counted, and the rest of the recording is as ever.
old_kernel 0 2,16 $PREC_RECORD -v -e '{cpu-clock,page-faults}:S' -e minor-faults/period=1,name=minor/ -o group.data \
	sh -c 'burn 50 >/dev/null; exit 0' >out 2>err || fail "status $?"
for event in cpu-clock page-faults; do
	[ "$(grep -c "event '$event': the kernel refused inherit with PERF_SAMPLE_READ," err)" -eq 1 ] ||
		fail "not one word of $event"
done
grep -qE "event '(minor|dummy:u)': the kernel refused" err && fail "other events gave something up"
prec script -F comm,event -i group.data >shown 2>err || fail "script ended with status $?"
grep -q 'burn.* minor:' shown || fail "children are not followed"
! grep -q 'burn.* cpu-clock' shown || fail "a child of which the kernel counts nothing"
# Weights in one number (before Linux 5.12): PERF_SAMPLE_WEIGHT_STRUCT is bit 24 of sample_type, PERF_SAMPLE_WEIGHT bit 14.
old_kernel 0 0,$((1 << 24)) $PREC_RECORD -v -W -e cpu-clock -o weight.data true >out 2>err || fail "status $?"
[ "$(grep -c "'cpu-clock': the kernel refused PERF_SAMPLE_WEIGHT_STRUCT," err)" -eq 1 ] || fail "not one word of weights"
prec dump weight.data | grep -q 'EVENT number=0.*sample_type=[^ ]*|weight ' || fail "no weight"
# What was asked for and has nothing in its place is an error (page sizes of code: bit 23, Linux 5.11).
old_kernel 0 0,$((1 << 23)) $PREC_RECORD --code-page-size -e cpu-clock -o none.data true >out 2>err && fail "a recording"
grep -q 'page sizes of code, which need Linux 5.11' err || fail "no word of it"
[ ! -e none.data ] || fail "a file all the same"
