# prec export -f otlp: processes, profiles, samples with attributes; the same as JSON.
. "$TESTS/cli/fixtures.sh"
# What is no part of the recording is not shown: the time of the file, and what follows from it.
shown() {
	echo "\$ prec export -f otlp-json $*"
	prec export -q -f otlp-json "$@" >out.json || echo "exit status $?"
	python3 "$TESTS/consumers/validate.py" otlp-json out.json &&
		sed 's/"timeUnixNano":"[0-9]*"/"timeUnixNano":"TIME"/; s/"version":"[^"]*"/"version":"VERSION"/' out.json
	prec export -q -f otlp "$@" >out.otlp
	python3 -B -c '
import json, sys
sys.path.append(sys.argv[1])
import wire
whole = wire.decode("otlp", "ProfilesData", open("out.otlp", "rb").read())
whole.setdefault("resource_profiles", [])
print("the same" if whole == wire.from_json("otlp", "ProfilesData", json.load(open("out.json"))) else "differ")' "$TESTS/consumers"
	python3 "$TESTS/consumers/validate.py" otlp out.otlp
}
fixture chains two-events odd damaged-records
shown chains.data
shown two-events.data
shown odd.data
shown damaged-records.data --comms beta
shown chains.data --comms nobody
echo "--- the same, whatever reads it"
prec export -q -f otlp -o file.otlp odd.data
prec export -q -f otlp -j 1 odd.data | cmp - file.otlp && LC_ALL=C prec export -q -f otlp odd.data | cmp - file.otlp && echo same
for format in otlp otlp-json; do
	prec export -q -f $format odd.data >/dev/full || echo "exit status $?"
done
