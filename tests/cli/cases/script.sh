# All that a sample can have, in both byte orders and from a pipe; the files differ in nothing that is shown.
tool=$BUILD/tests/support/script_file
for flags in '' --swap --pipe; do
	"$tool" $flags perf.data
	prec script --symfs . >"all$flags" || exit
done
cat all
echo "--- in the other byte order"
diff all all--swap
echo "--- from a pipe, on standard input: like Linux perf with ip and sym for all, as there are callchains"
prec script --symfs . -i - <perf.data | diff all -
echo "--- one worker"
"$tool" perf.data
prec script --symfs . -j1 | diff all -
echo "--- all fields"
prec script --symfs . --ns -F comm,pid,tid,cpu,misc,time,event,ip,sym,dso,symoff
echo "--- memory"
prec script -F raw:tid,addr,data_src,weight,ins_lat,retire_lat,phys_addr,data_page_size,code_page_size -F hw: -F sw: -F trace:
echo "--- registers and branches"
prec script -F raw:tid,iregs,uregs,brstack -F hw: -F sw: -F trace:
prec script --symfs . -F raw:sym,dso,dsoff,brstacksym -F hw: -F sw: -F trace:
echo "--- other records"
prec script -F tid,time --show-task-events --show-mmap-events --show-switch-events --show-lost-events --show-namespace-events
prec script -F tid,time --show-bpf-events --show-cgroup-events | grep PERF_RECORD
echo "--- times"
prec script -F tid,time --reltime --show-task-events -j3
prec script -F tid,time --deltatime --ns -j3
echo "--- as ftrace shows it, with changes of the kernel's code"
printf 'ffffffff81000000 T _text\nffffffff810000f0 T poked\nffffffff81001000 T _etext\n' >kallsyms
prec script -L -G --show-text-poke-events -F comm,tid,cpu,time,event -f --kallsyms kallsyms
echo "--- where branches are in their files; fields that nothing has"
prec script -F raw:brstackoff,dso -F hw: -F sw: -F trace:
prec script -F tid,ipc,synth,machine_pid,vcpu
true
