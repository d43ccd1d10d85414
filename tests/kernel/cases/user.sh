# -u: the processes of one user.
need_root "to start a process of another user"
need_recording -a
public_copy
as_nobody ../public/burn 5000 &
sleep 0.3
burn 5000 >/dev/null &
root=$!
must_record -u nobody sleep 1
report --sort comm,pid
kill $root
wait || true
[ -s report ] || fail "no samples"
! grep -q "$root" report || fail "another user's process in the report"
