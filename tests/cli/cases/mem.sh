# prec mem: what its record half would open, on a machine that SYSFS_PATH shows, and what its report half shows.
. "$TESTS/cli/fixtures.sh"
fixture memory flat shared
python3 "$TESTS/support/pmu_tree.py" server "$PWD/tree"
export SYSFS_PATH="$PWD/tree"
mkdir -p none/bus
status() {
	echo "\$ prec mem $*"
	prec mem "$@"
	echo "exit status $?"
}

show prec mem -t load record --dry-run -m 128 -c 1000 -C 0 -p --ldlat 9 -U | grep -v 'cpu [1-9].*dummy'
prec mem record --dry-run=json -a | python3 -c '
import json, sys
for event in json.load(sys.stdin)["events"]:
    print(event["name"], event["attr"]["sample_type"])'
show prec mem -v record -e list
python3 "$TESTS/support/pmu_tree.py" hybrid "$PWD/hybrid"
for options in -e -ve; do
	SYSFS_PATH=$PWD/hybrid status record $options list
done
prec mem -pt store record --dry-run -C 0 | grep -E '^perf_event_attr|sample_type'
echo "--- a CPU without such events"
SYSFS_PATH=$PWD/none
status record -e list
status record touch ran
status record -t 123
status record -p 123 touch ran
status record --ldlat 65536 touch ran
status record --pid x -e mem:environ touch ran
status record -e ldlat-loads,spe touch ran
ls
SYSFS_PATH=$PWD/tree prec mem record --dry-run -e page-faults -C 0 | grep -E '^perf_event_attr|sample_(period|type)'
echo "--- samples"
for options in "" "-p --data-page-size -x ," -U "-q --pid 200"; do
	echo "\$ prec mem report -i memory.data -D $options"
	prec mem report -i memory.data -D $options 2>/dev/null | uniq -c
done
prec mem report -q -i shared.data -D -C 0 2>/dev/null | uniq -c
prec mem report -i memory.data -D -x "" --pid 200 2>/dev/null | uniq -c
for excluded in --stats --tasks --format=json --parallelism=1 --exclude-other; do
	status report -i memory.data -D $excluded
done
prec mem report -i memory.data -D --pid 1 -s mem
prec mem report -i memory.data -D --pid 1 -t store
prec mem report -i memory.data -D --pid 1 --percent-limit 0
echo "--- rows"
show prec mem report -i memory.data -t store
show prec mem rep -i memory.data -q -t load -p
show prec mem report -i memory.data -q -s mem -x,
show prec mem report -i memory.data -q -s mem --data-page-size -U
status report -i flat.data
status report -i memory.data -T
status report -i memory.data -t,
echo "--- on a terminal, of what is no access that a CPU sampled"
. "$TESTS/cli/terminal.sh"
screen 90x24 prec mem report -q -i memory.data
screen 90x24 prec mem report -q -i memory.data -s mem,sym
echo "--- words"
status
status -h
status frob
status -e faults record
status re
for half in record report; do
	prec mem $half --help | sed '/^Options of prec/q'
	prec mem $half --help | grep -E -- '--(pid|tid|uid|parent|exclude-other|dry-run) '
done
