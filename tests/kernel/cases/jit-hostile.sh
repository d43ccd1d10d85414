# What an unprivileged user has in his own mount namespace in place of his process's JIT map and dump: root copies what
# is his and he could read, as his, and nothing that is hidden from him.
need_root "to record another user's processes"
need_recording -a
command -v setpriv >/dev/null || skip "needs setpriv"
as_other="setpriv --reuid=65534 --regid=65534 --clear-groups"
$as_other unshare -Urm true 2>/dev/null || skip "no user namespaces for ordinary users"
echo "THE SECRET" >secret
chmod 600 secret
mkdir lower
mkdir -m 1777 closed
chmod 755 .
cp "$(command -v contained)" contained
pids=
cleanup() {
	for pid in $pids; do
		kill $pid 2>/dev/null || true
		rm -f /tmp/perf-$pid.map /tmp/jit-$pid.dump
	done
}
trap cleanup EXIT

# attack NAME COMMANDS: a process in a namespace of its own, in which the commands are done before; $map and $dump are
# its files.
attack() {
	$as_other unshare -Urm sh -ec "mount -t tmpfs nodev /tmp; map=/tmp/perf-\$\$.map; dump=/tmp/jit-\$\$.dump; $2
		exec ./contained - -" >"pid.$1" 2>"err.$1" &
	cp /etc/passwd lower/perf-$!.map
	pids="$pids $!"
	eval "$1=$!"
	until_so [ -s "pid.$1" ] || fail "no process '$1': $(cat "err.$1")"
}

attack own ':'
attack bound_map ': >$map; mount --bind secret $map'
attack bound_dump ': >$dump; mount --bind contained $dump'
attack link 'ln -s /etc/shadow $map'
attack overlay 'until [ -e lower/perf-$$.map ]; do sleep 0.05; done; mkdir /tmp/u /tmp/w
	mount -t overlay nodev /tmp -o lowerdir=lower,upperdir=/tmp/u,workdir=/tmp/w'
attack sparse 'echo "1000 100 name_in_the_map" >$map; truncate -s 200M $map'
# A folder that he can mount and not look into, with a file of his in it.
attack folder 'umount -l /tmp; mount --bind $PWD/closed /tmp'
echo "1000 100 hidden_name" >closed/perf-$folder.map
chown 65534 closed/perf-$folder.map
chmod 700 closed

copy_of() {
	eval "echo /tmp/perf-\$$1.map"
}
is() {
	[ "$(stat -c '%u:%g %a' "$1")" = "$2" ] || fail "$1 is $(stat -c '%u:%g %a' "$1"), not $2"
}
must_record -e cpu-clock -a await_cpu.sh 5 $pids
grep -q name_in_the_map $(copy_of own) || fail "a map of his own is not copied"
grep -q name_in_the_dump /tmp/jit-$own.dump || fail "a dump of his own is not copied"
is $(copy_of own) "65534:65534 644"
is /tmp/jit-$own.dump "65534:65534 644"
for name in bound_map link overlay folder; do
	[ ! -e $(copy_of $name) ] || fail "$name: there is a copy: $(ls -l $(copy_of $name))"
done
[ ! -e /tmp/jit-$bound_dump.dump ] || fail "a mounted dump was copied"
[ "$(stat -c %s $(copy_of sparse))" -eq 209715200 ] || fail "a map with a hole is not copied"
[ "$(du -k $(copy_of sparse) | cut -f1)" -lt 1024 ] || fail "a hole takes room: $(du -k $(copy_of sparse))"
# As a user of sudo's the copies are his, and they say whose they were.
SUDO_UID=4242 SUDO_GID=4243 PERF_BUILDID_DIR=$PWD/none $PREC_RECORD -e cpu-clock -p $own await_cpu.sh 5 $own >out 2>err ||
	fail "for sudo's user: status $?"
is $(copy_of own) "4242:4243 644"
