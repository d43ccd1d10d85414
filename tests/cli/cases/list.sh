# prec list: what -e takes, on a machine that SYSFS_PATH shows.
python3 "$TESTS/support/pmu_tree.py" hybrid tree
mkdir -p trace/events/sched/sched_switch trace/events/sched/sched_wakeup
echo 316 >trace/events/sched/sched_switch/id
printf 'name: sched_switch\nID: 316\nformat:\n\tfield:int prev_pid;\n\nprint fmt: "%%d"\n' >trace/events/sched/sched_switch/format
echo 318 >trace/events/sched/sched_wakeup/id
export SYSFS_PATH="$PWD/tree" TRACEFS_PATH="$PWD/trace"
# libpfm4 knows this machine's CPU, whatever it is; of these it lists none.
export LIBPFM_FORCE_PMU=perf
run() {
	echo "\$ prec list $*"
	prec list "$@"
	echo "exit status $?"
}

run
run clock --json uncore_imc_0 -h | head -n 3
run energy-pkg --json
run --long-desc 'sched*' energy-ram intel_pt cpu-clock
run -j CPU_ATOM/MEM* sched_switch probe mem:
run cpu_core | tail -n 4
run -- energy-pkg -j
run -j -- -nothing energy-pkg | grep EventName
echo "--- every name is an event"
prec list -j hw sw cache pmu tracepoint | python3 -c '
import json, sys
for event in json.load(sys.stdin):
    print(event["EventName"])
    print(event["Encoding"])' | sort -u >names
while read -r name; do
	prec record --dry-run -C 0 -e "$name" >/dev/null || echo "not taken: $name"
done <names
echo "--- errors"
run nonesuch
run --unit cpu
run --nonesuch
SYSFS_PATH=/nonexistent TRACEFS_PATH=/nonexistent run hw sw raw
echo "--- why the library of --pfm-events is not loaded, if prec was built with it"
mkdir lib
: >lib/libpfm.so.4
LD_LIBRARY_PATH=$PWD/lib prec record --dry-run --pfm-events X 2>&1 |
	sed 's|: prec was built without .*|: needs the library libpfm4 (Debian: libpfm4): DIR/lib/libpfm.so.4: file too short|
		s|'"$PWD"'|DIR|'
