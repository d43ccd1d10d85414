# Root with the HOME of another user writes nothing where that user's links lead: no program, no symbols of the kernel,
# no lines, and nothing by the command that changes the cache.
need_root "to be root with another user's home"
need_recording
unset PERF_BUILDID_DIR XDG_CACHE_HOME
chmod 755 .
mkdir home victim
ln -s "$PWD/victim" home/.debug
ln -s "$PWD/victim" home/.cache
mkdir home/folder
ln -s "$PWD/victim" home/folder/link
chown -hR 65534:65534 home
export HOME=$PWD/home

untouched() {
	[ -z "$(find victim -mindepth 1)" ] || fail "$1 wrote where the link leads: $(find victim -mindepth 1 | head -n 3)"
	[ -z "$(find home -user 0)" ] || fail "$1 wrote to the other user's home: $(find home -user 0 | head -n 3)"
}
must_record -v -e cpu-clock:u burn 100
untouched "prec record"
grep -q "build-id cache .*another user's" err || fail "prec record does not say why it keeps nothing"
# inlines have lines looked up
report --sort sym,srcline
untouched "prec report"
must_record --buildid-dir home/folder/link/below -e cpu-clock:u burn 30
untouched "prec record --buildid-dir"
XDG_CACHE_HOME=$HOME/folder/link report --sort sym,srcline
untouched "prec report with XDG_CACHE_HOME"
"$PREC_BUILDDIR/prec" buildid-cache -a "$(command -v burn)" >out 2>err && fail "prec buildid-cache -a: status 0"
untouched "prec buildid-cache"
grep -q "another user's" err || fail "prec buildid-cache does not say why"
# Root's own, though the home is another's, is written; it is a folder that was looked at, not a name.
unlink home/.debug
mkdir home/.debug
must_record -v -e cpu-clock:u burn 100
[ -n "$(find home/.debug -path '*/burn/*' -name elf)" ] || fail "a cache of root's own is not written"
