# Stacks for flamegraph.pl: of all samples, of some, by other keys, of several events, and of what has none.
. "$TESTS/cli/fixtures.sh"
fixture chains flat some-chains off-cpu
show prec report --folded chains.data
show prec report --folded=period -s sym chains.data
show prec report --folded -s comm,tid --percent-limit 15 chains.data
show prec report --folded -S helper chains.data
show prec report --folded some-chains.data
show prec report --folded=period some-chains.data
for weight in '' =samples =period; do
	show prec report --folded$weight off-cpu.data
	show prec report --folded$weight -e offcpu-time off-cpu.data
	show prec report --folded$weight -c waiter off-cpu.data
done
show prec report --folded -c nobody chains.data
show prec report --folded=watts chains.data
show prec report --folded flat.data
