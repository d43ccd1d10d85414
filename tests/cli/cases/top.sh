# prec top: wrong words, and what it says where the terminal has no room; nothing is recorded. What it shows of
# recordings is tests/kernel's.
. "$TESTS/cli/terminal.sh"

show() {
	echo "\$ $*"
	"$@" || echo "exit status $?"
}

show prec top sleep 1
show prec top -d 0
show prec top -d soon
show prec top --iterations 0
show prec top -K -U
show prec top -b
show prec top --sym-annotate main
show prec top --call-graph dwarf,sideways
show prec top --nonsense
show prec top -s comm,nonsense
show prec top --fields symbol_from
show prec top --keep 0
screen 80x5 prec top
screen 19x24 prec top
