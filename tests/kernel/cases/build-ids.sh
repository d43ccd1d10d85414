# prec buildid-list and buildid-cache beside Linux perf's: the same lines, and one cache for both.
command -v perf >/dev/null || skip "needs Linux perf"
need_recording
HOME=$PWD
export HOME
cp "$(command -v burn)" prog

# alike OPTIONS...: both print the same lines. perf 6.1 has an order of its own, and keeps silent about each vdso of a cache.
alike() {
	prec "$@" >all 2>err || fail "'prec $*' ended with status $?"
	perf "$@" 2>perf.err | sort >theirs
	case $1 in
	buildid-cache) sed '/ \[vdso\]$/d' all >mine ;;
	*) cp all mine ;;
	esac
	sort mine | cmp -s - theirs || fail "'$*': $(diff mine theirs)"
	[ -s mine ] || fail "'$*' prints nothing"
}

must_record -e cpu-clock:u -c 1000000 ./prog 200
alike buildid-list -i perf.data
alike buildid-list -H -i perf.data
alike buildid-list -i prog
alike buildid-list -k
if [ "$(id -u)" -eq 0 ]; then
	prec buildid-list -m >mine 2>err || fail "-m ended with status $?"
	perf buildid-list -m 2>err | head -n 1 >theirs
	head -n 1 mine | cmp -s - theirs || fail "-m: $(cat mine theirs)"
fi
alike buildid-cache -l
# What perf adds prec lists and removes, and the other way.
perf buildid-cache -P >out 2>err
[ -z "$(prec buildid-cache -l)" ] || fail "perf has removed all, and prec lists something"
perf buildid-cache -a prog >out 2>err
alike buildid-cache -l
prec buildid-cache -r prog >out 2>err || fail "-r ended with status $?"
[ -z "$(perf buildid-cache -l 2>err)" ] || fail "prec has removed it, and perf lists it"
prec buildid-cache -a prog >out 2>err || fail "-a ended with status $?"
alike buildid-cache -l
prec buildid-cache -M perf.data >mine 2>err || fail "-M ended with status $?"
perf buildid-cache -M perf.data 2>err | sort >theirs
sort mine | cmp -s - theirs || fail "-M: $(diff mine theirs)"
# perf finds names in a cache that prec has made.
rm -rf .debug
must_record -e cpu-clock:u -c 1000000 ./prog 200
rm prog
perf report -i perf.data --stdio --sort sym >out 2>err
grep -q burn_half out || fail "perf has no names"
