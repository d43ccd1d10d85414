. "$TESTS/cli/fixtures.sh"
fixture flat
: >empty.data
echo 'this is a text of more than sixteen bytes' >text.data
printf 'PERFILE2' >short.data
mkdir folder
show prec report
show prec report -i nothing.data
show prec report -i empty.data
show prec report -i text.data
show prec report -i short.data
show prec report -i folder
show prec report -i flat.data/below
show prec report --nonsense
show prec report --hierarchy --children
show prec report -H -F overhead_children,comm
show prec report --hierarchy --format json
show prec report --folded -H
show prec report -i flat.data --sort nonsense
show prec report -i flat.data -F nonsense
show prec report -i flat.data -F ,
show prec report -i flat.data -g nonsense
show prec report -i flat.data -j 0
show prec report -i flat.data -j many
show prec report -i flat.data --max-memory 15M
show prec report -i flat.data --max-memory much
show prec report -i flat.data --percent-limit 101
show prec report -i flat.data -C x
show prec report -i
echo "$ prec report -i flat.data >/dev/full"
prec report -i flat.data >/dev/full
echo "exit status $?"
show prec report -q -p 1234 -s sym flat.data
