# Files are found below another process's root, though the report gives up the privilege to look there.
need_root "files below a process of another user"
need_recording
must_record -q burn 100
setpriv --reuid=65534 --regid=65534 --clear-groups sleep 1000 &
other=$!
trap 'kill $other 2>/dev/null || true' EXIT
is_started() {
	[ "$(stat -c %u /proc/$other)" -eq 65534 ]
}
until_so is_started || fail "no process of another user"
report --symfs /proc/$other/root --sort dso,sym
grep -q ' burn_half$' report || fail "no function of burn has its name"
! grep -E '% +burn +\[\.\] (0x|burn\[)' report || fail "some functions of burn have no name"
