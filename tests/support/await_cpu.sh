#!/bin/sh
# await_cpu.sh TICKS TASK...: waits until each task has had so many ticks of CPU time, of 10 ms as /proc counts them, since
# this began. TASK: PID, or PID/task/TID. What a recorder runs so that the recording has samples of others, however busy the
# machine is. Exit status 1: a task has ended.
set -u

ticks() {
	sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | awk '{ print $12 + $13 }'
}

wanted=$1
shift
for task; do
	start=$(ticks "$task")
	set -- "$@" "$task=$((start + wanted))"
	shift
done
for goal; do
	while now=$(ticks "${goal%=*}") && [ "${now:-x}" != x ] && [ "$now" -lt "${goal#*=}" ]; do
		sleep 0.05
	done
	[ -n "$now" ] || exit 1
done
