# prec stat record keeps exactly what happens: calls of write with 3583 bytes, which nothing else makes.
need_tracepoints
write="-e syscalls:sys_enter_write --filter count==3583"
five='for i in 1 2 3 4 5; do printf %3583s; done'

# calls FILE [OPTIONS]: the sum of counts that the report shows.
calls() {
	prec stat report -x, "$@" >out 2>shown || fail "report of $1: $(cat shown)"
	sed 's/<not counted>/0/' shown | awk -F, -v at="${at:-1}" '{ sum += $at } END { print sum }'
}

prec stat record -x, $write sh -c "$five" 2>printed >out || fail "status $?: $(cat printed)"
[ "$(cut -d, -f 1 printed)" = 5 ] && [ "$(calls perf.data)" = 5 ] || fail "five calls: $(cat printed shown)"
cmp -s printed shown || fail "the report differs from what was printed: $(diff printed shown)"
# The words before "record" count, too, and -o is the recording's name; an older one is kept.
prec stat -I 20 -o perf.data record $write sh -c "$five; until [ \$(grep -c sys_enter printed) -ge 5 ]; do sleep 0.01; done; $five" >out 2>printed || fail "intervals: status $?"
[ "$(calls perf.data.old)" = 5 ] || fail "the older one"
[ "$(at=2 calls perf.data)" = 10 ] || fail "intervals: $(cat shown)"
[ "$(wc -l <shown)" -ge 5 ] || fail "too few intervals"
[ "$(prec stat report --summary -x, 2>&1 | sed -n 's/ *summary,\([0-9]*\),.*/\1/p')" = 10 ] || fail "the summary"
# Each thread by its name.
mkfifo go
sh -c "read word; $five" <go >out &
pid=$!
prec stat record --per-thread -p $pid -o threads.data $write 2>printed &
counter=$!
is_watched() {
	ls -l /proc/$counter/fd 2>/dev/null | grep -q pidfd
}
until_so is_watched || fail "the process is not watched"
echo >go
wait $counter || fail "threads: status $?"
prec stat report threads.data 2>shown || fail "threads: $(cat shown)"
grep -q "sh-$pid  *5 " shown || fail "threads: $(cat shown)"

# Process 1 alone is not all there are, of which idle ones are left out; and what this machine cannot count is shown so.
for asked in "--per-thread -p 1 -e context-switches:u --timeout 50" "-e r7fffffffffffffff true"; do
	prec stat record -o asked.data -x, $asked 2>printed || fail "$asked: $(cat printed)"
	prec stat report -x, asked.data 2>shown || fail "$asked: $(cat shown)"
	[ -s printed ] && cmp -s printed shown || fail "$asked: $(cat printed shown)"
done

# A pipe: the command's own output does not go into it.
prec stat record -o - $write sh -c "$five" 2>printed | prec stat report -x, 2>shown || fail "a pipe: $(cat shown)"
[ "$(cut -d, -f 1 shown)" = 5 ] || fail "a pipe: $(cat shown)"
# What convert writes is the same, the program's own times included, whose events are dummies.
prec stat record -q -o times.data -e task-clock,duration_time,user_time true || fail "times: status $?"
prec convert -f times.data -o converted.data >out 2>&1 || fail "convert: $(cat out)"
for file in times converted; do
	prec stat report -x, $file.data 2>$file || fail "times: $(cat $file)"
done
[ "$(cut -d, -f 3 times | xargs)" = "task-clock duration_time user_time" ] && cmp -s times converted || fail "times: $(cat times converted)"

# Killed: what was counted up to the last interval is there.
prec stat record -o killed.data -I 10 $write sh -c "$five; echo >done; exec sleep 600" >out 2>printed &
pid=$!
until_so [ -e done ] || fail "the command does not run"
before=$(grep -c sys_enter printed || true)
more_intervals() {
	[ "$(grep -c sys_enter printed)" -gt $((before + 1)) ]
}
until_so more_intervals || fail "no more intervals"
child=$(cat /proc/$pid/task/$pid/children)
kill -KILL $pid
wait $pid || true
kill $child
[ "$(at=2 calls killed.data)" = 5 ] || fail "killed: $(cat shown)"
# The file may not grow: counting goes on, and the counts are shown.
mkfifo lines
cat lines >printed &
set +e
(ulimit -f 60; exec prec stat record -o full.data -I 5 -x, $write sh -c "$five; until [ \$(grep -c sys_enter printed) -ge 300 ]; do sleep 0.05; done; $five" 2>lines >/dev/null)
status=$?
set -e
wait $!
[ $status = 1 ] || fail "a file that may not grow: status $status"
grep -q 'full.data: .*too large.*readable up to there' printed || fail "no word of the limit: $(tail -n 2 printed)"
[ "$(sed 's/<not counted>/0/' printed | awk -F, '/sys_enter/ { sum += $2 } END { print sum }')" = 10 ] || fail "counts of a full file"
[ "$(at=2 calls full.data)" = 5 ] || fail "a full file: $(cat shown)"
# What cannot begin leaves older files, and a pipe, as they are; what cannot be shown is recorded nevertheless.
cp perf.data older
cp perf.data.old oldest
untouched() {
	cmp -s perf.data older && cmp -s perf.data.old oldest || fail "$*: the older recordings are touched"
}
set +e
for wrong in no-such-program "-p 4194305" "-e nosuch:event true" "-G no/such/cgroup -a true"; do
	prec stat record -o perf.data $wrong 2>err
	[ $? != 0 ] || fail "$wrong: no error"
	untouched "$wrong"
done
mkfifo reader
cat reader >/dev/null &
prec stat record -o reader -e page-faults true 2>err || fail "a named pipe: $(cat err)"
[ -p reader ] || fail "a named pipe is removed"
if mknod full c 1 7 2>/dev/null && : <full; then
	prec stat record -o full -e page-faults true 2>err
	[ $? = 1 ] && grep -q 'No space' err || fail "a full device: $(cat err)"
	[ -c full ] || fail "a device is removed"
fi
prec stat record -o unseen.data $write sh -c "$five" >out 2>/dev/full
[ $? = 1 ] || fail "counts that cannot be shown"
[ "$(calls unseen.data)" = 5 ] || fail "counts that cannot be shown: $(cat shown)"
"$PREC_BUILDDIR/prec" dump --validate unseen.data >validate || fail "counts that cannot be shown: $(cat validate)"
set -e
# Nothing was counted: no file is left.
set +e
prec stat record -o nothing.data no-such-program 2>err
[ $? = 127 ] || fail "no such program: status $?"
mkdir nowhere
(cd nowhere && ulimit -f 4 && exec prec stat record -o ../nothing.data $write true) 2>err
[ $? = 1 ] && [ ! -e nothing.data ] || fail "no room for the head of the file: status $?"
echo '#!/nonexistent' >script
chmod 755 script
prec stat record -o nothing.data ./script 2>err
[ $? = 127 ] && [ ! -e nothing.data ] || fail "a script without its program: status $?"
prec stat record -o nothing.data -r 2 true 2>err
[ $? = 129 ] || fail "-r: status $?"
prec stat record -o nothing.data -n true 2>err
[ $? = 129 ] || fail "-n: status $?"
prec stat record -o nothing/at/all true 2>err
[ $? = 1 ] || fail "no such folder: status $?"
set -e
[ ! -e nothing.data ] || fail "an empty file is left"
# Without the program that reads files.
mkdir alone
cp "$PREC_BUILDDIR/prec-record" alone/
set +e
alone/prec-record stat report 2>err
[ $? = 127 ] || fail "without prec-report: status $?"
set -e
grep -q 'prec-report is neither' err || fail "without prec-report: $(cat err)"
