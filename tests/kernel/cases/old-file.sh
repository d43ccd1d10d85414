# An older file of the same name is kept.
need_recording
must_record true
cp perf.data first
must_record true
cmp -s first perf.data.old || fail "perf.data.old is not the first recording"
