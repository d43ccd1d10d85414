# The command's exit status is the recorder's.
need_recording
for status in 0 1 3 77; do
	set +e
	record sh -c "exit $status"
	have=$?
	set -e
	[ $have -eq $status ] || fail "status $have, not $status"
done
set +e
record /nonexistent/program
have=$?
set -e
[ $have -ne 0 ] || fail "a command that is not there ended with status 0"
grep -q /nonexistent/program err || fail "the message does not name the command"
