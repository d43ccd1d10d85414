# Which samples are shown.
"$BUILD/tests/support/script_file" perf.data
show() {
	echo "--- $*"
	prec script -G -F comm,tid,cpu,time,event "$@"
}
show -c prog
show --tid 11,12
show --pid 10 --tid 10
show --pid 11
show -C 1
show --time 1.25,1.55
show --time 50%/2
show --time 0%-20%,90%-100%
show --dsos prog
show --dsos '[kernel.kallsyms]'
show -S main
echo "--- short stacks"
prec script --symfs "$PWD" --max-stack 1 --tid 11 -F ip
. "$TESTS/cli/fixtures.sh"
fixture marks
for options in "--switch-on begin" "--switch-on begin --switch-off end" "--switch-on begin --switch-off end --show-on-off-events" \
	"--switch-off end" "--switch-on begin -e cpu-clock" "-C 0 --switch-on begin" "--switch-on nothing"; do
	echo "--- $options"
	prec script -i marks.data --ns -F cpu,time,event $options
done
true
