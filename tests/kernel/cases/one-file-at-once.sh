# A file that is being written is nobody else's: other recordings of its name are refused and change nothing.
need_recording
unchanged() {
	ls -i perf.data* >names.now
	cmp -s names names.now || fail "$*: files were renamed"
	cmp -s older perf.data.old || fail "$*: the older recording is not perf.data.old"
}
must_record true
cp perf.data older
$default_signals $PREC_RECORD -q sleep 60 >/dev/null 2>first.err &
first=$!
trap 'kill $first 2>/dev/null || true' EXIT
until cmp -s older perf.data.old && [ -s perf.data ]; do
	kill -0 $first || fail "the first recording has ended"
	sleep 0.05
done
ls -i perf.data* >names
for try in 2nd 3rd; do
	set +e
	record true
	status=$?
	set -e
	[ $status -eq 1 ] || fail "$try: status $status, not 1"
	grep -q 'perf.data: .*-o' err || fail "$try: the message does not name the file and what to do"
	unchanged $try
done
# Nor does it lose its file when somebody has moved it to where older ones go.
mv perf.data perf.data.old
must_record true
set +e
record true
status=$?
set -e
[ $status -eq 1 ] || fail "perf.data.old under way: status $status, not 1"
grep -q perf.data.old err || fail "perf.data.old under way: the message does not name it"
kill -INT $first
wait $first || true
file=perf.data.old
[ "$(count finished)" -eq 1 ] || fail "the first recording is not finished"
report --stats
rm perf.data*

# Of many recordings that begin at once one wins. Older files stay, readable or not. All run until the others have ended.
begin() {
	set +e
	$PREC_RECORD -q sh -c 'until [ -e go ]; do sleep 0.05; done' >/dev/null 2>err.$1
	echo $? >ended.$1
}
for i in 1 2 3 4 5; do
	rm -f go ended.* err.*
	cp older perf.data
	rm -f perf.data.old
	for j in 1 2 3 4 5 6; do
		begin $j &
	done
	tries=0
	until [ "$(cat ended.* 2>/dev/null | wc -l)" -ge 5 ]; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || break
		sleep 0.05
	done
	[ -e perf.data ] || fail "round $i: there is no perf.data"
	touch go
	wait $(jobs -p) || true
	[ "$(cat ended.* | sort | tr '\n' ' ')" = "0 1 1 1 1 1 " ] || fail "round $i: ended with $(cat ended.* | tr '\n' ' ')"
	cmp -s older perf.data.old || fail "round $i: the older recording is lost"
	file=perf.data
	[ "$(count finished)" -eq 1 ] || fail "round $i: the recording is not finished"
	[ "$(ls perf.data* | wc -l)" -eq 2 ] || fail "round $i: other files are left: $(ls perf.data*)"
	rm perf.data*
done
