. "$TESTS/cli/fixtures.sh"
fixture flat
chmod 0 flat.data
if [ "$(id -u)" -eq 0 ]; then
	command -v setpriv >/dev/null || { echo "needs setpriv"; exit 77; }
	chmod 755 . .. 2>/dev/null
	chown 65534 flat.data
	setpriv --reuid 65534 --clear-groups "$BUILD/prec-report" report -i flat.data 2>message
	status=$?
	grep -q 'prec-report: ' message && { echo "another user cannot run what is built here"; exit 77; }
	cat message
	echo "exit status $status"
else
	show prec report -i flat.data
fi
