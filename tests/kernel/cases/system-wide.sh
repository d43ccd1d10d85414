# -a: what others do is seen.
need_recording -a
burn 600000 2 >/dev/null &
burner=$!
trap 'kill $burner' EXIT
must_record -a await_cpu.sh 20 $burner
report --sort comm,sym
grep -qE ' burn +\[\.\] burn_(half|third|sixth)' report || fail "no sample of burn"
perf_reads
