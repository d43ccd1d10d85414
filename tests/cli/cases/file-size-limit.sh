# Where no file may be larger than a block, half a KiB, or is to stay empty: what was written of it stays where it was asked for, the error is said,
# and what is made beside it is removed.
. "$TESTS/cli/fixtures.sh"
fixture flat chains
blocks=1
limited() {
	echo "$ prec $*"
	{ sh -c "ulimit -f $blocks"'; exec prec "$@"' sh "$@" >out; echo "exit status $?"; } 2>&1 | cat
	echo "$(stat -c %s out) bytes"
}
limited report -i chains.data
limited report --header-only -i chains.data
limited report --help
limited script -i chains.data
limited script --header-only -i chains.data
limited script --header -i chains.data
limited dump chains.data
limited dump --json chains.data
limited dump --help
echo '$ prec report -i - <chains.data'
{ cat chains.data | TMPDIR=$PWD sh -c 'ulimit -f 1; exec prec report -i -' >out; echo "exit status $?"; } 2>&1 | cat
blocks=0
limited report --mmaps -i chains.data
limited report --stats -i chains.data
limited dump --validate flat.data
for sandbox in --sandbox --no-sandbox; do
	limited recover $sandbox chains.data -o new.data
	ls
done
blocks=1
for sandbox in --sandbox --no-sandbox; do
	limited recover $sandbox chains.data -o new.data
	ls
done
