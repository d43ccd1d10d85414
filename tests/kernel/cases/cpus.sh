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
# A program that began on another CPU has its name, and its functions have theirs.
cat >move <<'END'
taskset -c 0 burn 200 &
until [ "$(cat /proc/$!/comm)" = burn ]; do :; done
taskset -cp 1 $! >/dev/null
wait
END
must_record -C 1 sh move
prec script -i perf.data -F comm,ip,sym >lines 2>err || fail "prec script"
[ "$(grep -c '^ *burn .* burn_' lines)" -ge 10 ] || fail "names of a program that began on CPU 0"
