# -C: only the CPUs asked for.
need_recording -a
[ "$(nproc)" -ge 2 ] || skip "needs two CPUs"
burn 4000 "$(nproc)" >/dev/null &
must_record -C 1 sleep 1
kill $!
report --sort cpu
within "number of CPUs" "$(grep -c . report)" 1 1
grep -qE '^ *[0-9.]+% +0*1 *$' report || fail "not CPU 1"
