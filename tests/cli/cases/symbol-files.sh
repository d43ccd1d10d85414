# What the user names is there, or that is an error: no report of addresses.
. "$TESTS/cli/fixtures.sh"
fixture flat
mkdir folder
echo '0000000000000000 T _stext' >zeros
echo 'ffffffff81000000 T _stext' >kallsyms
echo 'no symbols' >text
for command in report script; do
	for options in '--symfs nowhere' '--symfs text' '-k nowhere' '-k folder' '--kallsyms nowhere' '--kallsyms text'; do
		show prec $command -i flat.data $options
	done
	prec $command -i flat.data --kallsyms zeros 2>&1 | sed 's/(on this machine.*/(on this machine .../'
	prec $command -i flat.data --kallsyms kallsyms --symfs folder -k text >out 2>&1 || cat out
done
