# Code made at run time at one address, 5,000 times, and some that is moved: every sample has the name of what was there
# at its time. Where a sample fell tells the truth (see remaker.c).
need_recording
remaker 2 2>/dev/null || skip "remaker has no code for this processor"
rm -f jit-*.dump
must_record -F 20000 -m 4M remaker 5000
for jobs in 1 2 8; do
	$PREC_REPORT -i perf.data -j $jobs --stdio -n --sort dso,sym -q | grep -vE '\[k\]' >rows.$jobs
	cmp rows.1 rows.$jobs || fail "$jobs workers say something else than one"
done
[ "$(grep -c ' even_0$' rows.1)" -eq 1 ] || fail "a function has several rows"
${PREC_REPORT% report} script -i perf.data -F ip,sym,symoff,dso >lines 2>err || fail "script ended with status $?"
awk '/jit-[0-9]*\.dump/ {
		split($2, symbol, /\+/)
		kind = symbol[1]
		sub(/_[0-3]$/, "", kind)
		place = symbol[2] ~ /^0x[0-9a-f]$/ ? "low" : symbol[2] ~ /^0x80[0-9a-f]$/ ? "high" : "nowhere"
		n[kind " " place]++
		page[kind " " substr($1, 1, length($1) - 3)]++
	}
	END {
		for (what in n) print what, n[what]
		for (what in page) print "page of", what, page[what]
	}' lines >report
grep -vE '^(even low|odd high|helper low|page of)' report && fail "a sample of the wrong code"
for what in 'even low' 'odd high' 'helper low'; do
	grep -q "^$what" report || fail "no sample of $what"
done
[ "$(grep -c 'page of helper' report)" -eq 2 ] || fail "no sample of the code that was moved, or before that"
[ "$(grep -cE 'page of (even|odd)' report)" -eq 2 ] || fail "code at several addresses"
grep -E '\[JIT\]|//anon|perf-[0-9]*\.map' lines && fail "samples in memory of no file"
# With another clock the time of a turn is not that exact, but all have names.
rm jit-*.dump
must_record -k perf -F 20000 -m 4M remaker 1000
report --sort dso,sym
grep -E '\[JIT\]|(anon|unknown\]|\.dump|\.map) +\[.\] 0x' report && fail "code without a name"
grep -q even_ report && grep -q odd_ report && grep -q helper report || fail "no samples of some"
