# terminal.sh: for cases that look at a terminal; sourced.
#
#	screen 80x24 prec report ...		shows the command and what comes out on a terminal of that size, without a
#						pager
#	terminal OPTION... 80x24 COMMAND...	the same with options of tests/support/on_terminal.py, and a pager as it
#						comes from the environment
#
# The name of this machine is left out, and ^[ stands for the escape character.
python3 -c 'import pty, fcntl, termios' 2>/dev/null || { echo "needs python3"; exit 77; }
unset COLUMNS PAGER
# The browser has cases of its own (browser.sh).
export PREC_BROWSER=0

terminal() {
	echo "\$ $*"
	python3 "$TESTS/support/on_terminal.py" "$@" |
		sed "s/this machine is \"[^\"]*\"/this machine is \"HERE\"/; s/$(printf '\033')/^[/g"
}

screen() {
	PREC_PAGER=cat terminal "$@"
}
