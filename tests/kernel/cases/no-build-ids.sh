# -B: no build-ids, also while another recorder has the kernel put them into its own records.
need_recording -a
trap 'kill $recorder' EXIT
start_recording -a -q -o other.data
must_record -B sh -c 'burn 300 >/dev/null; ls / >/dev/null'
"$PREC_BUILDDIR/prec" dump --type MMAP2 perf.data >dump 2>err || fail "dump: status $?"
grep -q 'filename=".*/burn"' dump || fail "burn has no mapping"
! grep build_id dump || fail "mappings have build-ids"
perf_reads
