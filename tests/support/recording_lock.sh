# recording_lock.sh: who records at once; sourced. Cases of tests/kernel that need the machine for themselves have it while
# nobody else here records, from whatever tree; tests/interop/machine.py takes the same locks.
#
# Three folders of sysfs are locked: the second as the machine, shared by those that record beside others; the first as the
# turn to lock the second, so that who wants the machine alone is not passed by later ones for ever; before them the third by
# those that sample counters of the kernel's software (page faults, context switches): Linux 6.2 and later, here seen with
# 6.18, give the samples of all but the first of the events that count one fault the id of the first, whoever opened it.

# recording_lock --exclusive|--shared|--software COMMAND...: the command inherits the locks as files 8 and 9.
recording_lock() {
	lock_mode=$1
	shift
	if ! command -v flock >/dev/null || [ ! -d /sys/bus/event_source/drivers ]; then
		"$@"
		return
	fi
	(
		exec 7</sys/bus/event_source 8</sys/bus/event_source/drivers 9</sys/bus/event_source/devices
		if [ "$lock_mode" = --software ]; then
			flock 8 && lock_mode=--shared || exit 1
		else
			exec 8<&-
		fi
		flock 7 && flock "$lock_mode" 9 && exec 7<&- && "$@"
	)
}
