# Dumps of code made at run time that belong to other users.
. "$TESTS/cli/fixtures.sh"
[ "$(id -u)" -eq 0 ] || { echo "needs root, to make files of other users"; exit 77; }
command -v setpriv >/dev/null || { echo "needs setpriv"; exit 77; }
mkdir jit
"$BUILD/tests/support/jit_files" mono .
without_capabilities() {
	setpriv --bounding-set=-all --inh-caps=-all "$@"
}
show prec report -q --symfs . --sort dso
chown 65534 jit/jit-42.dump
show prec report --symfs . --sort dso | grep -v '^#'
show prec script --symfs . -F ip,sym >lines
grep -c unknown lines
show prec report -f -q --symfs . --sort dso
chmod 600 jit/jit-42.dump
show without_capabilities prec report --symfs . --sort dso | grep -v '^#'
chown 0 jit/jit-42.dump
show without_capabilities prec report -q --symfs . --sort dso
