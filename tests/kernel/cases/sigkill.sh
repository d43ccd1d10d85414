# SIGKILL at random moments under load: the file is read by prec, with no more than the note that the recording did
# not finish, and what was lost, and by Linux perf; and it has every process that ended before the last flush but one,
# whenever that was.
#
# PREC_KILLS: how many recordings (make stress: 200).
need_recording -a
kills=${PREC_KILLS:-3}
burn 600000 "$(nproc)" gently >/dev/null &
burner=$!
recorder=
witnesses=
trap 'kill $burner $recorder $witnesses 2>/dev/null || true' EXIT

# Processes one after the other, each of which leaves its pid when it is about to end.
run_witnesses() {
	while :; do
		sh -c 'echo $$' >>pids
		sleep 0.01
	done
}

# The size of the data, which each flush writes into the header (64 bits at 48).
data_size() {
	od -An -t u8 -j 48 -N 8 perf.data
}

flushed_since() {
	[ "$(data_size)" != "$1" ]
}

# What is in the rings now is in the file after the second flush from here on.
wait_for_flushes() {
	for flush in 1 2; do
		size=$(data_size)
		until_so flushed_since "$size" || fail "recording $n: no flush $flush in 60 s"
	done
}

n=0
while [ $n -lt "$kills" ]; do
	n=$((n + 1))
	rm -f perf.data* pids
	level=$((n % 3))
	start_recording -a -z$level -F 2000
	run_witnesses &
	witnesses=$!
	wait_for_flushes
	# The last line may be one of a process that has not ended.
	sed '$d' pids >ended
	wait_for_flushes
	sleep "$(awk -v seed="$n$$" 'BEGIN { srand(seed); printf "%.3f", 1.5 * rand() }')"
	kill -KILL $recorder
	kill $witnesses
	set +e
	wait $recorder $witnesses 2>/dev/null
	set -e
	[ "$(count finished)" -eq 0 ] || fail "recording $n: the file says it is finished"
	report --sort comm
	# Whose JIT files lie in /tmp is others' matter.
	[ "$(grep -vcE " were lost |/tmp/(perf|jit)-" err)" -le 1 ] || fail "recording $n: more than one message"
	perf_reads
	"$PREC_BUILDDIR/prec" dump -q --type EXIT perf.data >dump 2>err || true
	sed -nE 's/.* pid=([0-9]+) .*/\1/p' dump >exits
	[ -s ended ] || fail "recording $n: no process ended"
	awk 'NR == FNR { seen[$1] = 1; next } !($1 in seen)' exits ended >missing
	[ ! -s missing ] || fail "recording $n: $(wc -l <missing) of $(wc -l <ended) processes have no EXIT record"
	[ "$(count type_9)" -gt 0 ] || fail "recording $n: no sample"
done
