# Files of all kinds of records, and the same in the other byte order, say the same.
. "$TESTS/cli/fixtures.sh"

# same NAME COMMAND...: of NAME.data and NAME-swap.data.
same() {
	name=$1
	shift
	for kind in "$name" "$name-swap"; do
		"$@" -i "$kind.data" 2>&1 | sed "s/$kind\.data/FILE/; s/little/ORDER/; s/big/ORDER/; s/^# captured on .*//" >"$kind.out"
	done
	[ -s "$name.out" ] || echo "nothing: $name: $*"
	cmp "$name.out" "$name-swap.out" && echo "same: $name: $*"
}

for name in script dump; do
	"$BUILD/tests/support/${name}_file" "$name.data"
	"$BUILD/tests/support/${name}_file" --swap "$name-swap.data"
	same $name prec dump
	same $name prec dump --json
	same $name prec dump --validate
	same $name prec report --stats
	same $name prec report --header-only -I
	same $name prec report --tasks
	same $name prec report --mmaps
	same $name prec report --sort comm,pid,tid,cpu,dso,sym -g caller
	same $name prec script
	same $name prec script --show-task-events --show-mmap-events --show-switch-events --show-lost-events \
		--show-namespace-events
done
same script prec script -F raw:tid,addr,data_src,weight,ins_lat,retire_lat,phys_addr,data_page_size,code_page_size
same script prec script -F raw:tid,iregs,uregs,brstack
same script prec script -F +brstacksym --ns
