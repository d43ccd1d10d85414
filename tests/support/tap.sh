# tap.sh: TAP for tests written in shell; sourced. One line a case, the plan at the end, so that a test that dies
# on the way has no plan and counts as broken.
#
#	. "$PREC_SRCDIR/tests/support/tap.sh"
#	tap_ok NAME; tap_fail NAME < reasons; tap_skip NAME REASON; tap_case NAME COMMAND...; tap_done
tap_number=0
tap_failed=0
tap_skipped=0

tap_ok() {
	tap_number=$((tap_number + 1))
	echo "ok $tap_number - $1"
}

# The reasons come on standard input and are shown as comments. Not behind a pipe: the counting would be lost with the
# subshell.
tap_fail() {
	tap_number=$((tap_number + 1))
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_number - $1"
	sed "s|^|# FAIL $1: |"
}

tap_skip() {
	tap_number=$((tap_number + 1))
	tap_skipped=$((tap_skipped + 1))
	echo "ok $tap_number - $1 # SKIP $2"
}

# Runs COMMAND with its output kept: exit status 0 passes, 77 skips for the reason on its last line, anything else
# fails and shows the output.
tap_case() {
	tap_name=$1
	shift
	tap_output=$(mktemp)
	if "$@" >"$tap_output" 2>&1 </dev/null; then
		tap_ok "$tap_name"
	elif [ $? -eq 77 ]; then
		tap_skip "$tap_name" "$(tail -n 1 "$tap_output")"
	else
		tap_fail "$tap_name" <"$tap_output"
	fi
	rm -f "$tap_output"
}

tap_skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

tap_done() {
	echo "1..$tap_number"
	[ "$tap_failed" -eq 0 ]
	exit $?
}
