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
true
