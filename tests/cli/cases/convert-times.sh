# Times that are rounded down: prec convert --times.
. "$TESTS/cli/fixtures.sh"
fixture chains chains-swapped
"$BUILD/tests/support/dump_file" all.data
"$BUILD/tests/support/dump_file" --swap all-swapped.data
# How often each time is there, in records of which types; FORK and its like have two.
when() {
	prec dump --json "$1" | awk -F '"' '{ for (i = 1; i < NF; i++) {
		if ($i == "type" && type == "") type = $(i + 2)
		if ($i == "time") print substr($(i + 1), 2) + 0, type
	} type = "" }' | sort | uniq -c | sed 's/^ *//'
}
for name in chains chains-swapped all all-swapped; do
	echo "--- $name"
	prec convert -q --times=us $name.data -o $name.us
	prec convert -q --times ms $name.data -o $name.ms
	when $name.data >$name.before
	[ "$(awk '{ print int($2 / 1000) * 1000, $3 }' $name.before | sort)" = "$(when $name.us | awk '{ print $2, $3 }' | sort)" ] &&
		echo 'rounded to us'
	when $name.ms
done
echo '--- what is not rounded is the same'
prec script -q -F comm,tid,period,ip,sym chains.data >want
prec script -q -F comm,tid,period,ip,sym chains.ms | cmp - want && echo same
prec dump --validate chains.ms
echo '--- ranges are of the times before'
show prec convert --times=ms --time 50%/1 chains.data -o part.data
echo '--- others'
show prec convert --times=s chains.data -o other.data
show prec convert --times chains.data -o other.data
