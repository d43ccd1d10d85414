# --synth: what is recorded of a process that runs already; --data-mmap, --latency.
need_recording
burn 600000 >/dev/null &
pid=$!
trap 'kill $pid' EXIT
awaited="await_cpu.sh 1 $pid"
# synth WORD COMMS MAPS: whether the file has the name and the mappings of the process.
synth() {
	must_record --synth="$1" -p $pid $awaited
	perf_reads
	prec script --show-task-events --show-mmap-events >lines 2>err || fail "prec script ended with status $?"
	[ "$(grep -c "PERF_RECORD_COMM: burn:$pid" lines)" -eq "$2" ] || fail "--synth=$1: not $2 names"
	[ "$(grep -c "PERF_RECORD_MMAP2 $pid/.*/burn\$" lines)" -ge "$3" ] || fail "--synth=$1: not $3 mappings"
	[ "$3" -ne 0 ] || ! grep -q "PERF_RECORD_MMAP2 $pid/" lines || fail "--synth=$1: mappings"
	grep -q "PERF_RECORD_MMAP.*kernel.kallsyms" lines || [ "$(id -u)" -ne 0 ] || fail "--synth=$1: no kernel"
}
synth no 0 0
synth task 1 0
synth mmap 1 1
synth all 1 1
must_record --data-mmap -p $pid $awaited
perf_reads
prec script --show-mmap-events >lines 2>err || fail "prec script ended with status $?"
grep -q "PERF_RECORD_MMAP2 $pid/.* rw-p .*\[stack\]" lines || fail "no mappings of data"
# A program that sleeps leaves its CPU.
must_record --latency -e task-clock sh -c 'burn 20; sleep 0.01' burn
perf_reads
prec script --show-switch-events >lines 2>err || fail "prec script ended with status $?"
grep -q "PERF_RECORD_SWITCH OUT" lines || fail "no switches for --latency"
report --latency --sort sym
grep -q burn_half report || fail "no latency"
