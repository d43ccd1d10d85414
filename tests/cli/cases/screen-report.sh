# What a terminal shows of a report: a heading, rows that fit, a word on those that are not shown. Without a pager here.
. "$TESTS/cli/fixtures.sh"
. "$TESTS/cli/terminal.sh"
fixture wide flat two-events chains controls broken-chains group
for size in 80x24 200x50; do
	screen $size prec report -i wide.data
	screen $size prec report -i wide.data -s dso,sym
	screen $size prec report -i wide.data -s sym --percent-limit 0
	screen $size prec report -i wide.data -s sym,comm -n --percent-limit 3
	screen $size prec report -i wide.data --stdio --percent-limit 10
	screen $size prec report -i flat.data
	screen $size prec report --header-only -i flat.data | head -n 3
	screen $size prec report -i two-events.data
	screen $size prec report -i chains.data
	screen $size prec report -g -i chains.data --percent-limit 30
done
screen 80x24 prec report -g -i broken-chains.data
screen 80x24 prec report -i group.data
screen 80x24 prec report --children -i group.data
screen 80x24 prec report -H -i wide.data
screen 70x24 prec report -H -i wide.data
screen 80x24 prec report -H -s dso,sym --percent-limit 3 -i wide.data
screen 80x24 sh -c 'cat chains.data | prec report'
screen 80x24 prec report -q -i wide.data
screen 80x24 prec report -t, -s sym -i wide.data
screen 80x24 prec report -c alpha -s comm,dso -i chains.data
screen 80x24 prec report -s comm,sym -i controls.data
screen 80x24 env COLUMNS=40 prec report -s sym -i wide.data
screen 40x24 prec report --percent-limit 5 -i wide.data
