# Call chains of every kind that this machine can record, and registers: each sample has what was asked for, in a file
# that Linux perf reads.
# software: page faults
need_recording

# samples_have FIELD...: every sample of the file has these fields.
samples_have() {
	prec dump --type SAMPLE --json perf.data >dumped 2>err || fail "dump ended with status $?"
	for field in "$@"; do
		[ "$(grep -c '"type":"SAMPLE"' dumped)" -eq "$(grep -c "\"$field\"" dumped)" ] ||
			fail "samples lack $field: $(head -n 1 dumped)"
	done
	within samples "$(grep -c '"type":"SAMPLE"' dumped)" 10 1000000
}

must_record -e cpu-clock:u -c 1000000 --call-graph dwarf,16384 burn 300
samples_have regs_user stack_user
prec report --header-only >header 2>err || fail "report ended with status $?"
grep -q 'sample_stack_user = 16384' header || fail "the size of the stack is not in the header: $(cat header)"
perf_reads
# Of the samples in burn's loops, those whose stack perf follows up to main.
if has_perf; then
	perf script -F ip,sym --no-inline >chains 2>err || fail "perf script ended with status $?"
	awk -v RS= '/burn_(half|third|sixth)/ { n++; if (/ burn_outer/ && / main/) whole++ }
		END { print n ? int(100 * whole / n) : 0 }' chains >share
	within "percent of stacks that perf unwinds to main" "$(cat share)" 99 100
fi

must_record -e cpu-clock/call-graph=dwarf,stack-size=1000/u -e page-faults/call-graph=fp/ burn 100
perf_reads

must_record -e cpu-clock --max-stack 2 -c 1000000 burn 100
prec script -F ip >shown 2>err || fail "script ended with status $?"
awk 'NF { n++ } !NF { if (n > most) most = n; n = 0 } END { print most }' shown >most
within "callers in a chain" "$(cat most)" 1 2

must_record -e cpu-clock:u --user-regs --intr-regs=ip,sp -c 1000000 burn 100
samples_have regs_user regs_intr
perf_reads

record -e cpu-clock --call-graph lbr true && fail "a clock records no branches"
grep -q 'call graphs of lbr need; those of dwarf and fp do without' err || fail "no way out is named"

record -e cpu-clock --max-stack $(($(cat /proc/sys/kernel/perf_event_max_stack) + 1)) true &&
	fail "more callers than the kernel records"
grep -q 'sysctl kernel.perf_event_max_stack=' err || fail "the setting is not named"

# A program that stays in one shallow function: the file has its stack, and not the room that was asked for it.
must_record -z0 -e cpu-clock:u -c 1000000 --call-graph dwarf,65528 burn 300
within "bytes of a sample" $(($(stat -c %s perf.data) / $(prec dump --type SAMPLE perf.data | wc -l))) 500 20000
perf_reads
