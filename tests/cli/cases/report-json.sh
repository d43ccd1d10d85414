# --format json: rows and call trees as one JSON text; each of them is read by another program.
. "$TESTS/cli/fixtures.sh"
fixture chains flat group guests

show prec report --format json -q flat.data
show prec report --format json -q -g caller -s sym --percent-limit 30 chains.data
show prec report --format json -q -g none --no-children -F overhead,sample,comm,pid chains.data
show prec report --format json -q group.data
show prec report --format folded -q chains.data
show prec report --format json -c nobody flat.data
show prec report --format json --header flat.data
show prec report --format json --stats flat.data
show prec report --format xml flat.data
prec report --format json -q chains.data >format.json
prec report --json -q chains.data | cmp - format.json
show prec report --format json --folded chains.data

# Sums of rows are those of their event, and a chain's children are not more than it.
cat >check.py <<'P'
import json, sys
def walk(node, depth):
    children = node["children"]
    assert node["end_period"] + sum(c["period"] for c in children) <= node["period"], node
    assert node["end_samples"] + sum(c["samples"] for c in children) <= node["samples"], node
    return max([walk(c, depth + 1) for c in children], default=depth)
report = json.load(sys.stdin)
for event in report["events"]:
    rows = event["rows"]
    assert sum(r["period"] for r in rows) == event["period"], event["name"]
    assert sum(r["samples"] for r in rows) == event["samples"]
    deepest = max([walk(c, 1) for r in rows if "callgraph" in r for c in r["callgraph"]["children"]], default=0)
    print(event["name"], len(rows), "rows,", "deepest", deepest)
P
for file in flat chains group; do
	prec report -q --format json --percent-limit 0 -g caller,0 $file.data | python3 check.py
done
