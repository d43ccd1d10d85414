# What a kernel does not know is given up for itself, and -v says so; the recording is whole. Here MMAP2 with build-ids
# (attr.build_id, Linux 5.12) and KSYMBOL and BPF_EVENT records (5.1): bits 34, 29 and 30 of the attr's flags.
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
