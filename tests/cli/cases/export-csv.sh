# prec export -f csv and prec report --format csv: RFC 4180, a line of each row, names that would break lines.
. "$TESTS/cli/fixtures.sh"
fixture chains group trace memory odd-names
mv chains.data perf.data
show prec export -q -f csv | tr '\r' '$'
prec report -q --format csv >reported && prec export -q -f csv | cmp - reported
show prec export -q -f csv --no-children -s comm,tid,sym | tr -d '\r'
show prec report -q --format csv -i group.data -s sym | tr -d '\r'
show prec report -q --format csv -i trace.data -s comm,trace_fields | tr -d '\r'
show prec report -q --format csv -i memory.data --mem-mode -s mem,symbol_daddr -F +overhead_us | tr -d '\r'
show prec report -q --format csv -i odd-names.data --no-children -s comm,sym | tr -d '\r'
show prec report -q --format csv -c nobody | tr -d '\r'
show prec report --format csv --stats
python3 - <<'END'
import csv, subprocess
text = subprocess.run(["prec", "report", "-q", "--format", "csv", "-i", "perf.data"], capture_output=True, check=True).stdout.decode()
assert text.endswith("\r\n") and text.count("\n") == text.count("\r\n")
rows = list(csv.DictReader(text.splitlines(), quoting=csv.QUOTE_NONNUMERIC))
print(len(rows), "rows,", sum(row["samples"] for row in rows), "samples")
END
# Two events of one name stay two.
fixture same-events
show prec export -q -f csv -s sym same-events.data
