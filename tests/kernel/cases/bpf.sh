# alone: others would record its programs
# BPF programs have their names, those that were loaded before the recording as well.
need_root "BPF programs"
need_recording
bpf_run true >why || skip "no BPF program can be loaded here: $(cat why)"
[ "$(cat /proc/sys/net/core/bpf_jit_enable)" -gt 0 ] || skip "BPF programs are interpreted here"

# named WHAT: the program has its name, and nothing else has what a program without one would have.
named() {
	report --sort dso,sym
	grep -qE ' bpf_prog_[0-9a-f]{16}_prectest +\[k\] bpf_prog_[0-9a-f]{16}_prectest' report || fail "$1: no name"
	! grep -q '\[unknown\] *\[k\] 0xffffffffc' report || fail "$1: code without a name"
}

must_record -e cpu-clock -c 100000 bpf_run bpf_run
named "a program that is loaded while the recording goes on"
bpf_run $PREC_RECORD -e cpu-clock -c 100000 bpf_run >out 2>err || fail "record ended with status $?"
named "a program that was there before"
bpf_run $PREC_RECORD --no-bpf-event -e cpu-clock -c 1000000 true >out 2>err || fail "record ended with status $?"
[ -z "$(prec dump --type KSYMBOL -i perf.data)" ] || fail "BPF programs in a recording that was to have none"
