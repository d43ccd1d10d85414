# What was counted in each thread, below the rows; and all records in place of them.
. "$TESTS/cli/fixtures.sh"
fixture marks flat
show prec report -i marks.data -q -s comm -T
show prec report -i marks.data -q -s comm -T --pretty raw
show prec report -i flat.data -s comm -T -q
show prec report -i flat.data -s comm -T
show prec report -i marks.data -T --pretty odd
show prec report -i marks.data -T --json
prec dump marks.data >dumped
for command in report script; do
	prec $command -i marks.data -D | cmp - dumped && echo "$command -D: as dump"
done
prec script --dump-unsorted-raw-trace -q marks.data | head -n 3
prec mem report --dump-raw-trace -q marks.data | head -n 3
show prec mem report -T marks.data
