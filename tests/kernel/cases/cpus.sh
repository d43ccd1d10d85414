# -C: only the CPUs asked for.
need_recording -a
[ "$(nproc)" -ge 2 ] || skip "needs two CPUs"
command -v taskset >/dev/null || skip "needs taskset"
taskset -c 0 burn 600000 >/dev/null &
burner=$!
trap 'kill $burner' EXIT
must_record -C 1 taskset -c 1 burn 200
report --sort cpu
within "number of CPUs" "$(grep -c . report)" 1 1
grep -qE '^ *[0-9.]+% +0*1 *$' report || fail "not CPU 1"
