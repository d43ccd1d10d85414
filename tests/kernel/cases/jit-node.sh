# Node.js says what code it makes, in a dump and in a map: all of it has names, and in the dump the same as Linux perf
# finds with an inject.
need_recording
command -v node >/dev/null || skip "needs node"
cat >work.js <<'END'
function fibonacci(n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
function sort() { const a = []; for (let i = 0; i < 20000; i++) a.push((i * 7919) % 10007); a.sort((x, y) => x - y); }
for (let i = 0; i < 30; i++) { fibonacci(25); sort(); }
END

# all_named DSO: no row of code made at run time is without a name, and one is of the program's own.
all_named() {
	report --sort dso,sym
	grep -E '\[JIT\].*0x|\[unknown\]' report && fail "code without a name"
	grep -qE "$1.* JS:.fibonacci .*work.js:1" report || fail "no fibonacci"
	! grep warning err || fail "a warning"
}

must_record -z 0 node --perf-prof work.js
all_named jit-
if has_perf && perf inject -j -i perf.data -o injected.data >perf.out 2>&1; then
	perf report -i injected.data --stdio -n --sort sym 2>perf.err | grep -vE '^(#|$)' >perf.rows
	$PREC_REPORT -i perf.data --stdio -n --sort sym | grep -vE '^(#|$)' >prec.rows
	for rows in perf prec; do
		awk '/ (JS|Builtin|RegExp|Stub|Script|Eval):/ { n = $2; $1 = $2 = $3 = ""; sum[$0] += n }
			END { for (name in sum) print sum[name], name }' $rows.rows | sort >$rows.names
	done
	diff perf.names prec.names >report || fail "not what perf says"
fi

must_record node --perf-prof work.js
all_named jit-

must_record sh -c 'echo $$ >pid; exec node --perf-basic-prof work.js'
trap 'rm -f "/tmp/perf-$(cat pid).map"' EXIT
all_named '\[JIT\] tid'
