# The perf map and the jitdump of another user's process: those that belong to its user are believed, also when it is gone;
# what a third user put there is not, nor is what is no file.
need_root "to record another user's processes"
need_recording -a
command -v setpriv >/dev/null || skip "needs setpriv"
as_other="setpriv --reuid=65534 --regid=65534 --clear-groups"
chmod 755 .
cp "$(command -v contained)" contained
pids=
cleanup() {
	for pid in $pids; do
		kill $pid 2>/dev/null || true
		rm -rf /tmp/perf-$pid.map /tmp/jit-$pid.dump
	done
}
trap cleanup EXIT

# start NAME COMMANDS: a process of another user; root does the commands before, where $map and $dump are its files.
start() {
	sh -ec "map=/tmp/perf-\$\$.map; dump=/tmp/jit-\$\$.dump; rm -f \$map \$dump; $2
		exec $as_other ./contained - -" >"pid.$1" 2>"err.$1" &
	pids="$pids $!"
	eval "$1=$!"
	until_so [ -s "pid.$1" ] || fail "no process '$1': $(cat "err.$1")"
}
kept() {
	eval "ls \$PERF_BUILDID_DIR/.prec-jit/$2-\$$1-*" 2>/dev/null
}

start own ':'
start third 'echo "1000 100 name_of_a_third" >$map; chown 4242 $map'
start link 'ln -s /etc/shadow $map; chown -h 65534 $map'
start pipe 'mkfifo $map; chown 65534 $map'
start hidden 'echo "1000 100 name_in_the_map" >$map; chown 65534 $map; chmod 600 $map'
start folder 'mkdir $map; chown 65534 $map'
must_record -e cpu-clock -a await_cpu.sh 5 $pids
[ -n "$(kept own perf)" ] && [ -n "$(kept own jit)" ] || fail "the map or the dump is not kept"
grep -q name_in_the_map $(kept own perf) || fail "the map is not kept"
grep -q name_in_the_dump $(kept own jit) || fail "the dump is not kept"
[ -n "$(kept hidden perf)" ] || fail "a map that only its user may read is not kept"
[ "$(stat -c '%u %a' $(kept hidden perf))" = "0 400" ] || fail "all may read its copy"
for name in third link pipe folder; do
	[ -z "$(kept $name perf)" ] || fail "$name: there is a copy"
done

# Whoever is the user of sudo gets no copy of what he may not read.
mkdir his
chown 1 his
SUDO_UID=1 SUDO_GID=1 PERF_BUILDID_DIR=$PWD/his $PREC_RECORD -e cpu-clock -p $hidden await_cpu.sh 5 $hidden >out 2>err ||
	fail "for sudo's user: status $?"
[ -d his/.build-id ] || fail "sudo's user has no cache"
! ls his/.prec-jit/perf-$hidden-* 2>/dev/null || fail "a copy of what sudo's user may not read"

# Names, while the process runs and when it is gone, and another one's file is there.
must_record -e cpu-clock:u -p $own await_cpu.sh 5 $own
report -v
! grep -q 'not used' err || fail "the process runs, and its map is refused"
kill $own
until_so [ ! -e /proc/$own ]
echo "1000 100 name_of_a_third" >/tmp/perf-$own.map
chown 4242 /tmp/perf-$own.map
report -v
! grep -q 'not used' err || fail "the process is gone, and the copy is not taken"
rm -rf "$PERF_BUILDID_DIR"
