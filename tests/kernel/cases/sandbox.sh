# What is shown of a recording of this machine is the same in the sandbox and without, by root and by others, and the
# running kernel's symbols go to the build-id cache all the same.
need_recording
# Listing directories is mostly the kernel's work, whose symbols are then wanted.
must_record -g sh -c "burn 60; ls -lR /usr/include"
unset PERF_BUILDID_DIR
export HOME="$PWD/home"
mkdir -p home free

both() {
	command=$1
	shift
	HOME=$PWD/free $PREC_BUILDDIR/prec "$command" --no-sandbox "$@" perf.data >without.out 2>without.err
	echo $? >>without.out
	$PREC_BUILDDIR/prec "$command" "$@" perf.data >with.out 2>with.err
	echo $? >>with.out
	cmp with.out without.out && cmp with.err without.err || fail "'$command $*' differs in the sandbox"
	[ "$(wc -l <with.out)" -gt 10 ] || fail "'$command $*' shows nothing"
}

tree() {
	(cd "$1" && find . | sort)
}

both report --header -I -g -i
both script -i
both dump
[ "$(tree home)" = "$(tree free)" ] || fail "the cache has $(tree home), without the sandbox $(tree free)"
[ "$(id -u)" -ne 0 ] || tree home | grep -q '/kallsyms$' || fail "the kernel's symbols were not kept"

# Where files may not be so large none is left there, and the report is the same.
if [ "$(id -u)" -eq 0 ]; then
	mkdir -p small
	prec report -i perf.data >large.out 2>large.err
	HOME=$PWD/small sh -c 'ulimit -f 1; exec prec report -i perf.data' 2>&1 | cat >small.out
	cat large.err large.out >large.all
	cmp large.all small.out || fail "the report differs where files may not be large"
	find small -type f >left
	[ ! -s left ] || fail "left behind: $(cat left)"
fi

# Somebody else, who sees no kernel symbols and may write nowhere.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	public_copy
	cp perf.data public/
	chmod 644 public/perf.data
	for option in --sandbox --no-sandbox; do
		as_nobody ../public/prec report $option -i ../public/perf.data || fail "nobody with $option"
		mv out nobody$option
		mv err nobody-err$option
	done
	cmp nobody--sandbox nobody--no-sandbox && cmp nobody-err--sandbox nobody-err--no-sandbox ||
		fail "what nobody is shown differs in the sandbox"
fi

# From the cache, and from an empty one that cannot be written.
both report -i
rm -rf home
echo file >home
both report -i
