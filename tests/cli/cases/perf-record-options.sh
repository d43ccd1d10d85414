# Every option of Linux perf's record is what the table of prec-record-options(7) says.
set -f
mkdir -p tracefs/events/sys/event
echo 1 >tracefs/events/sys/event/id
printf 'name: event\nID: 1\nformat:\n\tfield:int a;\toffset:8;\tsize:4;\tsigned:1;\n' >tracefs/events/sys/event/format
mkdir -p sysfs/bus/event_source/devices/intel_pt sysfs/devices/system/cpu
echo 8 >sysfs/bus/event_source/devices/intel_pt/type
echo 0 >sysfs/devices/system/cpu/online
export TRACEFS_PATH="$PWD/tracefs" SYSFS_PATH="$PWD/sysfs"
grep -v '^#' "$TESTS/cli/perf-record-options.txt" >options
# "-a, --all-cpus<tab>same..." as "-a --all-cpus<tab>same"
sed -nE 's/\\//g; s/, / /g; s/^(-[^\t]*)\t([a-z]+).*/\1\t\2/p' "$TESTS/../man/prec-record-options.7" >table
cut -d '|' -f 1 options | sed 's/ $//' | sort >wanted
cut -f 1 table | sort | diff wanted - || echo "the table does not have these options"

# taken WORD...: what prec does with a command line
taken() {
	if prec record "$@" --help >text 2>&1; then
		echo taken
	elif [ $? -eq 129 ] && grep -q 'is not supported: .' text; then
		echo absent
	else
		cat text
	fi
}

tab=$(printf '\t')
for kind in same accepted differs absent; do
	sed -n "s/${tab}$kind\$//p" table >names
	while IFS= read -r names; do
		words=$(sed -n "s/^$names | //p" options)
		for name in $names; do
			have=$(taken $(echo "$words" | sed "s/OPTION/$name/"))
			[ "$have" = $kind ] || { [ "$have" = taken ] && [ $kind != absent ]; } || echo "$name: $kind, but $have"
		done
	done <names
	echo "$kind: checked"
done
cut -f 2 table | grep -vxE 'same|accepted|differs|absent' && echo "in the table, and not known"
taken --no-such-option | grep -o 'unknown or ambiguous option'
