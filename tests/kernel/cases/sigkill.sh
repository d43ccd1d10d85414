# SIGKILL at random moments under load: the file is read by prec, with no more than the note that the recording did
# not finish, and by Linux perf; nothing is missing from what came before the last flush, at most a second ago.
#
# PREC_KILLS: how many recordings (make stress: 200).
need_recording -a
kills=${PREC_KILLS:-3}
burn $((kills * 6000)) "$(nproc)" >/dev/null &
burner=$!
trap 'kill $burner 2>/dev/null || true' EXIT
n=0
while [ $n -lt "$kills" ]; do
	n=$((n + 1))
	rm -f perf.data*
	level=$((n % 3))
	started=$(date +%s%N)
	$PREC_RECORD -a -z$level -F 2000 >out 2>err &
	recorder=$!
	wait_for_file
	sleep "$(awk -v seed="$n$$" 'BEGIN { srand(seed); printf "%.3f", 0.05 + 2.5 * rand() }')"
	kill -KILL $recorder
	killed=$(date +%s%N)
	set +e
	wait $recorder 2>/dev/null
	set -e
	[ "$(count finished)" -eq 0 ] || fail "recording $n: the file says it is finished"
	report --sort comm
	[ "$(grep -c . err)" -le 1 ] || fail "recording $n: more than one message"
	perf_reads
	span=$(($(count last_time) - $(count first_time)))
	within "recording $n, level $level: ms recorded of $(((killed - started) / 1000000))" $((span / 1000000)) \
		$(((killed - started) / 1000000 - 1500)) 100000
	# CPUs that always have something to do are sampled all the time.
	[ "$(lost)" -gt 0 ] || within "recording $n: longest pause in ms" $(($(count longest_pause) / 1000000)) 0 400
done
