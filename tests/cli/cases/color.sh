# Red and green: on a terminal that has colors, for those who want them, and wherever they are asked for.
. "$TESTS/cli/fixtures.sh"
. "$TESTS/cli/terminal.sh"
fixture flat chains
report='prec report -q -s comm -i flat.data'
in_pipe() {
	echo "\$ $* |"
	"$@" | sed "s/$(printf '\033')/^[/g"
}

echo "--- in a pipe"
in_pipe $report
in_pipe $report --stdio-color=auto
in_pipe $report --stdio-color
in_pipe $report --stdio-color always -t,
in_pipe prec report -q -s sym -g graph,10 --stdio-color always -i chains.data
in_pipe prec report -q -s sym -g folded,10 --stdio-color always -i chains.data
show prec report --stdio-color=sometimes
echo "--- on a terminal"
screen 80x24 $report
screen 80x24 $report --stdio-color never
NO_COLOR=1 screen 80x24 $report
NO_COLOR= screen 80x24 $report
NO_COLOR=1 screen 80x24 $report --stdio-color=always
TERMINAL=dumb screen 80x24 $report
PREC_PAGER='sed s/^/[/' terminal 80x24 $report
