# prec export -f callgrind: costs of functions and calls, recursion counted once, several events, odd names.
. "$TESTS/cli/fixtures.sh"
fixture chains odd-names group some-chains flat
show prec export -q -f callgrind chains.data
show prec export -q -f callgrind odd-names.data | LC_ALL=C grep -a '^c*fn='
show prec export -q -f callgrind group.data | sed -n '/^event/p; /^summary/p; /^positions/p'
show prec export -q -f callgrind some-chains.data
show prec export -q -f callgrind group.data -e faults | sed -n '/^event/,/^summary/p'
show prec export -f callgrind -q -c nobody chains.data
fixture many-chains
prec export -q -f callgrind -j1 many-chains.data >one
prec export -q -f callgrind -j8 many-chains.data | cmp - one && echo "same: -j8"
prec export -q -f callgrind --max-memory=16M many-chains.data | cmp - one && echo "same: in parts"
for file in *.data; do
	prec export -q -f callgrind "$file" >out && python3 "$TESTS/consumers/validate.py" callgrind out || echo "$file"
done
