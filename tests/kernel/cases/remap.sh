# Code mapped over other code at one address, 10,000 times: every sample is given to what was there at its time.
# Each sample is attributed to the function that ran (see remapper.c), and to the name that the thread had then.
need_recording
file=$PWD/perf.data
remapper 2 2>/dev/null || skip "remapper has no code for this processor"
must_record -q -F 20000 -m 4M -o "$file" remapper 10000
for jobs in 1 2 8; do
	report -j $jobs -n --sort comm,dso,sym
	grep -E 'remap-[AB] ' report | grep -vE '\[k\]' >rows.$jobs
	# columns: share samples comm dso [.] symbol
	awk '$4 ~ /^remap-/ && $3 != $4 { print; bad = 1 } END { exit bad }' rows.$jobs || fail "a sample of the wrong comm"
	awk '$4 == "remap-A" && $6 !~ /^(0x)?0*[0-9a-f]$/ { print; bad = 1 }
		$4 == "remap-B" && $6 !~ /^0x0*80[0-9a-f]$/ { print; bad = 1 } END { exit bad }' rows.$jobs ||
		fail "a sample of the wrong file"
	[ "$(awk '$4 == "remap-A"' rows.$jobs | wc -l)" -gt 0 ] || fail "no sample in remap-A"
	[ "$(awk '$4 == "remap-B"' rows.$jobs | wc -l)" -gt 0 ] || fail "no sample in remap-B"
	cmp rows.1 rows.$jobs || fail "$jobs workers say something else than one"
done
