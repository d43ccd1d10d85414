# prec export -f pprof: types, mappings, locations, samples with labels; comments say what is missing.
. "$TESTS/cli/fixtures.sh"
shown() {
	echo "\$ prec export -f pprof $*"
	prec export -q -f pprof "$@" >out.pb.gz || echo "exit status $?"
	python3 "$TESTS/consumers/validate.py" pprof out.pb.gz && python3 "$TESTS/consumers/show.py" out.pb.gz
}
fixture chains two-events odd dummy off-cpu damaged-records
shown chains.data
shown two-events.data
shown two-events.data -e page-faults:u
shown odd.data
shown dummy.data
shown off-cpu.data
shown off-cpu.data --comms nobody
shown damaged-records.data
echo "--- the same, whatever reads it"
prec export -q -f pprof -o file.pb.gz odd.data
prec export -q -f pprof -j 1 odd.data | cmp - file.pb.gz && LC_ALL=C prec export -q -f pprof odd.data | cmp - file.pb.gz &&
	prec export -q -f pprof --no-sandbox odd.data | cmp - file.pb.gz && echo same
echo "--- where it does not go"
prec export -q -f pprof odd.data >/dev/full || echo "exit status $?"
python3 -c '
import os, subprocess, sys
reader, writer = os.pipe()
os.close(reader)
print("closed pipe:", subprocess.run(sys.argv[1:], stdout=writer).returncode)' prec export -q -f pprof odd.data
