# What is left of callchains: --max-stack, --ignore-callees, -x and --stop-bt.
. "$TESTS/cli/fixtures.sh"
fixture chains stacks stacks-swapped mixed-stacks
for order in caller callee; do
	show prec report -q -i chains.data -g "$order" -s sym --max-stack 2
	show prec report -q -i chains.data --no-children -g "$order" -s sym --max-stack 2
done
show prec report -q -i chains.data -g callee -s sym --max-stack 1000
show prec report --folded --max-stack 2 chains.data
show prec report --folded --max-stack 2 -G chains.data
show prec report -i chains.data -s sym --max-stack 1 -g none -q
show prec report -q -i stacks.data -g caller -s sym --max-stack 2 --no-children
prec report -q -i stacks.data -s sym --max-stack 2 >one
prec report -q -i stacks-swapped.data -s sym --max-stack 2 | cmp - one && echo "same: swapped"
show prec report -q -i chains.data -s sym --ignore-callees 'do_work|helper'
show prec report -q -i chains.data -s sym --ignore-callees '^do_' --no-children
show prec report --folded --ignore-callees do_work chains.data
show prec report -q -i chains.data -s sym,time -g none --ignore-callees do_work
show prec report -q -i chains.data -s sym --ignore-callees nothing -g none
show prec report -q -i chains.data -s sym -g none -p do_work -x
show prec report -q -i chains.data -s sym -g none -p do_work -x --percentage relative
prec script -q -i chains.data -F ip,sym --stop-bt do_work,do_idle | sort | uniq -c
for n in 1 100000000; do
	show prec report -q -i mixed-stacks.data -g callee -s sym --no-children --max-stack $n
	show prec report -q -i mixed-stacks.data -g caller -s sym --no-children --max-stack $n
done
for option in --max-stack=0 --max-stack=x '--ignore-callees=(' '--parent=('; do
	show prec report -i chains.data "$option"
done
