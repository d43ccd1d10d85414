# Verdicts: a good file, one that was not finished, one with damage of every kind, one that ends early, and none at all.
tool=$BUILD/tests/support/dump_file
validate() {
	prec dump --validate "$@"
	echo "status $?"
}
"$tool" good.data
validate good.data
"$tool" --unfinished unfinished.data
validate unfinished.data
"$tool" --damage damaged.data
validate damaged.data
"$tool" --damage --swap damaged.data
validate damaged.data
head -c 3000 good.data >short.data
validate short.data
echo "no perf.data file at all" >other.data
validate other.data
prec dump --validate --json good.data
echo "status $?"
echo "--- what a dump says of it"
prec dump -i damaged.data --type MMAP,COMM
echo "status $?"
