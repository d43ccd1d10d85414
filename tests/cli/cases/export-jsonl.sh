# prec export -f jsonl and prec report --format jsonl: an object of each row.
. "$TESTS/cli/fixtures.sh"
fixture chains group trace memory odd-names
mv chains.data perf.data
show prec export -q -f jsonl
prec report -q --format jsonl >reported && prec export -q -f jsonl | cmp - reported
show prec export -q -f jsonl --no-children -s pid,sym,event
show prec report -q --format jsonl -i group.data -s sym
show prec report -q --format jsonl -i trace.data -s comm,trace_fields
show prec report -q --format jsonl -i memory.data --mem-mode -s mem,symbol_daddr -F +overhead_us
show prec report -q --format jsonl -i odd-names.data --no-children -s comm,sym
show prec report -q --format jsonl -c nobody

# The rows are those of --format json.
cat >check.py <<'END'
import json, subprocess, sys
def report(*words):
    return subprocess.run(["prec", "report", "-q", *words], capture_output=True, check=True).stdout.decode()
for path in sys.argv[1:]:
    rows = [json.loads(line) for line in report("--format", "jsonl", "-i", path).splitlines()]
    events = json.loads(report("--format", "json", "--no-group", "-g", "none", "-i", path))["events"]
    wanted = [{"event": event["name"], **row} for event in events for row in event["rows"]]
    print(path, len(rows), "rows:", "the same" if rows == wanted else "others")
END
python3 check.py perf.data group.data trace.data memory.data
# Two events of one name stay two.
fixture same-events
show prec export -q -f jsonl -s sym same-events.data
