# An older file of the same name is kept.
need_recording
must_record true
cp perf.data first
must_record true
cmp -s first perf.data.old || fail "perf.data.old is not the first recording"
# A recording that cannot begin costs no older file.
for wrong in "-p 4194304" "-e cpu-clock:u:u /nonexistent/program" "no-such-command" "-C 9999 true"; do
	set +e
	record $wrong
	status=$?
	set -e
	[ $status -ne 0 ] || fail "'record $wrong' ended with status 0"
	cmp -s first perf.data.old || fail "'record $wrong' replaced perf.data.old"
	[ -s perf.data ] || fail "'record $wrong' emptied perf.data"
done
[ "$status" -ne 127 ] || fail "status 127 for a CPU that is not there"
record no-such-command && fail "no-such-command: status 0" || [ $? -eq 127 ] || fail "no-such-command: status is not 127"
record / && fail "/: status 0" || [ $? -eq 126 ] || fail "/: status is not 126"
