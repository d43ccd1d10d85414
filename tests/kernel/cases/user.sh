# -u: the processes of one user.
need_root "to start a process of another user"
need_recording -a
public_copy
setpriv --reuid=65534 --regid=65534 --clear-groups public/burn 600000 >/dev/null &
other=$!
burn 600000 >/dev/null &
root=$!
trap 'kill $other $root' EXIT
is_started() {
	[ "$(stat -c %u /proc/$other)" -eq 65534 ]
}
until_so is_started || fail "no process of another user"
must_record -u nobody await_cpu.sh 10 $other $root
report --sort comm,pid
[ -s report ] || fail "no samples"
! grep -q "$root" report || fail "another user's process in the report"
