# Code made at run time, by the dump of it: what was where at a sample's time, by which clock, and what is said of dumps
# that are damaged or not there. See jit_files.c for what is in them.
. "$TESTS/cli/fixtures.sh"
mkdir -p jit
make() {
	echo "--- $*"
	"$BUILD/tests/support/jit_files" "$1" . ${2:+"$2"}
}
make mono
show prec report --symfs . --sort sym
show prec script --symfs . -F time,ip,sym,symoff,dso
show prec script --symfs . -F time,ip,sym,srcline
show prec report -q --symfs . --sort srcline
prec report -q --symfs . --sort dso,sym >one
prec script --symfs . -F time,ip,sym,symoff,dso >lines
for kind in clock day cut counter; do
	make $kind
	prec report -q --symfs . --sort dso,sym | diff one -
	prec script --symfs . -F time,ip,sym,symoff,dso | diff lines -
done
make mono --swap
prec report -q --symfs . --sort dso,sym | diff one -
make damaged
show prec report --symfs . --sort dso,sym >two
grep -v '^[#$]' two | grep . | diff one -
make before
show prec report --symfs . --sort dso,sym
echo "--- a dump that is not there"
rm jit/jit-42.dump
show prec report --symfs . --sort dso,sym
prec report --symfs . -v --sort dso 2>&1 >two | grep jit-42
echo "--- files that are none"
: >jit/jit-42.dump
show prec report --symfs . --sort dso
echo "no dump at all" >jit/jit-42.dump
show prec report --symfs . --sort dso >two
printf 'DTiJ' >jit/jit-42.dump
show prec report --symfs . --sort dso >two
