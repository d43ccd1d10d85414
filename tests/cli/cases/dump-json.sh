# The same as JSON: one object a line.
tool=$BUILD/tests/support/dump_file
"$tool" perf.data && prec dump --json >native || exit
cat native
echo "--- in the other byte order"
"$tool" --swap perf.data && prec dump --json | diff native -
echo "--- with bytes"
prec dump --json --hex --type comm
