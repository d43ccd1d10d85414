. "$TESTS/cli/fixtures.sh"
fixture expanding
# Offsets are those of one zstd; which frame is meant is seen in what is left.
commands() {
	show prec report --stats "$@" -i expanding.data
	show prec script --show-task-events "$@" -i expanding.data >script.txt
	grep -c COMM script.txt
	show prec dump --type COMM "$@" -i expanding.data | wc -l
	show prec dump --validate "$@" -i expanding.data
	show prec recover "$@" expanding.data -f -o recovered.data
	show prec dump --validate recovered.data
}
{
	commands
	commands --max-expansion 10000
	for wrong in 0 x -1 1x ''; do
		show prec report --max-expansion "$wrong" -i expanding.data
	done
	show prec recover expanding.data -o new.data --max-expansion
} 2>&1 | sed 's/offset [0-9]*/offset N/; s/^\(expanding.data: \)0x[0-9a-f]*/\1N/'
