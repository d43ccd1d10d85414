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

# Graphs that several workers draw are as those of one. What a file's name has of a terminal's codes is no color.
fixture many-chains
for size in 80x24 200x50; do
	screen $size prec report -q -s sym -g caller,25 --percent-limit 40 -j1 -i many-chains.data | tee one
	for style in caller,25 callee,25 flat,0,6 fractal,30; do
		screen $size prec report -q -s sym -g $style --percent-limit 10 -j1 -i many-chains.data >one
		screen $size prec report -q -s sym -g $style --percent-limit 10 -j2 -i many-chains.data | sed 's/-j2/-j1/' >two
		grep -q '\^\[\[3[12]m[0-9.]*%^\[\[m' two || echo "$size $style: no colors"
		cmp one two
		! grep -e '?\[' two | grep -v 'red' || echo "$size $style: a color is masked"
	done
done
