# Linux perf's recording of stacks that are empty: its compression makes 1:2,000 of them, and every command reads all.
# plain: with sanitizers the stacks are not empty
command -v perf >/dev/null || skip "needs Linux perf"
need_recording
perf record --buildid-mmap -z1 -e cpu-clock -c 500000 --call-graph dwarf,65528 -o perf.data empty_stack 0.8 >out 2>err ||
	skip "perf cannot record compressed stacks: $(tail -n 1 err)"
want=$(perf report --stats -i perf.data 2>err | awk '/SAMPLE events:/ { print $3; exit }')
[ "$(stat -c %s perf.data)" -lt $((want * 66)) ] || skip "the stacks are not empty"

samples() {
	"$@" >shown 2>err || fail "'$*' ended with status $?"
	[ ! -s err ] || ! grep -q 'left out' err || fail "'$*' leaves something out"
}

samples prec report --stats -i perf.data
have=$(awk '/SAMPLE events:/ { print $3; exit }' shown)
within "samples of report" "$have" "$want" "$want"
samples prec script -F ip -G -i perf.data
within "samples of script" "$(wc -l <shown)" "$want" "$want"
samples prec dump --type SAMPLE perf.data
within "samples of dump" "$(wc -l <shown)" "$want" "$want"
samples prec dump --validate perf.data
grep -q " $want of them samples" shown || fail "validated: $(cat shown)"
samples prec recover perf.data -o recovered.data
have=$(perf report --stats -i recovered.data 2>err | awk '/SAMPLE events:/ { print $3; exit }')
within "samples recovered" "$have" "$want" "$want"
