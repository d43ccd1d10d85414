# The build-id cache: what is added, listed, removed; what a recording names.
. "$TESTS/cli/fixtures.sh"
fixture flat
HOME=$PWD
program=$BUILD/tests/support/make_fixture
id=$(prec buildid-list "$program")
# shown COMMAND...: its output without what differs from machine to machine.
shown() {
	echo "\$ $*" | sed "s,$BUILD,BUILD,g"
	"$@" >out 2>&1 || echo "exit status $?" >>out
	sed "s,$BUILD,BUILD,g; s,$PWD,HOME,g; s,$id,ID,g" out
}
shown prec buildid-list "$program"
shown prec buildid-list flat.data
shown prec buildid-list -H flat.data
shown prec buildid-list nosuch
shown prec buildid-list -k -x
shown prec buildid-cache
shown prec buildid-cache file
shown prec buildid-cache --kcore file
shown prec buildid-cache -l
shown prec buildid-cache -v -a "$program,nosuch,flat.data"
shown prec buildid-cache -l
cmp "$program" ".debug/.build-id/$(echo "$id" | cut -c1-2)/$(echo "$id" | cut -c3-)/elf" && echo the same file
shown prec buildid-cache -v -r flat.data
shown prec buildid-cache -v -r "$program"
shown prec buildid-cache -v -r "$program"
find .debug -name elf
cp "$program" here
shown prec buildid-cache -a "$program"
shown prec buildid-cache -v -u here
shown prec buildid-cache -l
shown prec buildid-cache -v -p here
shown prec buildid-cache -v -p here
shown prec buildid-cache -a here
rm here
shown prec buildid-cache -p here
shown prec buildid-cache -l
shown prec buildid-cache -a "$program" -P -v
shown prec buildid-cache --buildid-dir other -a "$program"
find other -name elf | sed "s,$BUILD,BUILD,g; s,$id,ID,g; s,other.*/tests,other/.../tests,"
shown prec buildid-cache --buildid-dir /dev/null/x -l
shown prec buildid-cache -M flat.data
