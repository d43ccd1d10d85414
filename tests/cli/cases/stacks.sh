# Recordings with copies of user stacks (perf record --call-graph dwarf), of files that are not here.
. "$TESTS/cli/fixtures.sh"
fixture stacks stacks-swapped
prec script -q -i stacks.data
prec script -q -i stacks.data -F ip --max-stack 1
prec script -q -i stacks.data -G
prec script -q -i stacks.data >one
prec script -q -i stacks-swapped.data | cmp - one && echo "same: swapped"
show prec report -i stacks.data -q -s sym
show prec report -i stacks.data -s sym -g caller 2>&1 | grep -v '^#'
show prec report -i stacks.data -s sym -g none --no-children
show prec report -i stacks.data --stats
