# tap.sh: TAP for tests written in shell; sourced. One line a case, the plan at the end, so that a test that dies
# on the way has no plan and counts as broken.
#
#	. "$PREC_SRCDIR/tests/support/tap.sh"
#	tap_ok NAME; tap_fail NAME < reasons; tap_skip NAME REASON; tap_case NAME COMMAND...;
#	tap_result NAME STATUS OUTPUT; tap_at_once LANES FUNCTION NAME...; tap_cases FOLDER; tap_done
# How many cases run at once where nothing speaks against it: most wait now and then.
TAP_LANES=$(($(nproc) + 1))
tap_number=0
tap_failed=0
tap_skipped=0

tap_ok() {
	tap_number=$((tap_number + 1))
	echo "ok $tap_number - $1"
}

# The reasons come on standard input and are shown as comments, the first one also beside the name: of a long log, what
# is kept may be the result lines alone. Not behind a pipe: the counting would be lost with the subshell.
tap_fail() {
	tap_number=$((tap_number + 1))
	tap_failed=$((tap_failed + 1))
	awk -v result="not ok $tap_number - $1" -v name="$1" '
		NR == 1 { reason = ": " substr($0, 1, 300); gsub("#", "", reason); print result reason }
		{ print "# FAIL " name ": " $0 }
		END { if (!NR) print result }'
}

tap_skip() {
	tap_number=$((tap_number + 1))
	tap_skipped=$((tap_skipped + 1))
	echo "ok $tap_number - $1 # SKIP $2"
}

# tap_result NAME STATUS OUTPUT: 0 passes, 77 skips for the reason on the last line of the file OUTPUT, anything else
# fails and shows it.
tap_result() {
	case $2 in
	0) tap_ok "$1" ;;
	77) tap_skip "$1" "$(tail -n 1 "$3")" ;;
	*) tap_fail "$1" <"$3" ;;
	esac
}

# Runs COMMAND with its output kept; its exit status is that of tap_result.
tap_case() {
	tap_name=$1
	shift
	tap_output=$(mktemp)
	tap_status=0
	"$@" >"$tap_output" 2>&1 </dev/null || tap_status=$?
	tap_result "$tap_name" $tap_status "$tap_output"
	rm -f "$tap_output"
}

# tap_at_once LANES FUNCTION NAME...: runs FUNCTION NAME for each name as tap_case does, so many at a time, each in a shell of
# its own. The results come in the order of the names when all have ended, with the CPU time of each.
tap_at_once() {
	tap_lanes=$1
	tap_function=$2
	shift 2
	tap_outputs=$(mktemp -d)
	# A line in it is a lane that is free.
	mkfifo "$tap_outputs/lanes"
	exec 8<>"$tap_outputs/lanes"
	while [ "$tap_lanes" -gt 0 ]; do
		echo >&8
		tap_lanes=$((tap_lanes - 1))
	done
	tap_started=0
	for tap_name; do
		read -r tap_line <&8
		tap_started=$((tap_started + 1))
		{
			tap_status=0
			("$tap_function" "$tap_name") >"$tap_outputs/$tap_started" 2>&1 </dev/null 8>&- || tap_status=$?
			times >"$tap_outputs/$tap_started.times"
			echo $tap_status >"$tap_outputs/$tap_started.status"
			echo >&8
		} &
	done
	wait
	exec 8>&-
	tap_started=0
	for tap_name; do
		tap_started=$((tap_started + 1))
		tap_result "$tap_name" "$(cat "$tap_outputs/$tap_started.status")" "$tap_outputs/$tap_started"
		awk -F '[ms ]+' -v name="$tap_name" 'END { printf "# took %.2f s: %s\n", 60 * ($1 + $3) + $2 + $4, name }' \
			"$tap_outputs/$tap_started.times"
	done
	rm -rf "$tap_outputs"
}

# tap_cases FOLDER: the names of its cases, sorted. With PREC_PLAIN only those that skip what sanitizers do not show, or have
# a line "# plain": check.sh leaves the others to the build with sanitizers.
tap_cases() (
	cd "$1" || exit 1
	if [ -n "${PREC_PLAIN:-}" ]; then
		grep -lE '^# plain|^need_plain_build|define PREC_SANITIZERS' ./*.sh
	else
		ls ./*.sh
	fi | sed 's|^\./||; s|\.sh$||' | sort
)

tap_skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# Nothing is tested where there was no case: the list they came from was empty.
tap_done() {
	[ "$tap_number" -gt 0 ] || tap_fail "has cases" </dev/null
	echo "1..$tap_number"
	[ "$tap_failed" -eq 0 ]
	exit $?
}
