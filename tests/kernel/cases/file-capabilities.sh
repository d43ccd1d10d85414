# With capabilities of its own prec-record lets a user record what others do. It lets him do nothing else: attempts to
# read, write and run what is not his, made with the capabilities that the README gives, with those that open
# everything, and with the set-user-ID bit.
# alone: it changes what others may record
need_plain_build "what the kernel lets others do"
need_file_capabilities
victim=
recorder=
reader=
trap 'restore_paranoid; kill $victim $recorder $reader 2>/dev/null || true' EXIT

# What is another user's: behind a folder that he alone may enter all is open. His process leads there.
mkdir -m 755 private others
mkdir -m 1777 sticky
mkdir -m 777 private/open private/open/tp
echo SECRET-FILE >private/open/secret
cp public/burn private/open/program
echo data | tee private/open/file others/file >sticky/file
: >private/open/empty
echo 1 >private/open/tp/id
mkfifo private/open/fifo
chmod 666 private/open/file private/open/empty private/open/fifo
chown -R 60001:60001 private
chmod 700 private
cat private/open/fifo >fifo.out &
reader=$!
SECRET=SECRET-ENVIRONMENT unshare -m sh -c 'mount --bind private/open /mnt && cd private/open && exec 3<>empty 4<. &&
	exec setpriv --reuid=60001 --regid=60001 --clear-groups ./program 600000 1 gently SECRET-ARGUMENT' >/dev/null &
victim=$!
until_so grep -qs private/open/program /proc/$victim/maps || fail "no process to attack"
proc=/proc/$victim
ln -s $proc/cwd/new users/link
ln -s $proc/cwd users/folder
ln -s "$PWD/others/file" users/known

snapshot() {
	find private others sticky fifo.out ! -path private/open/fifo -printf '%p %y %m %U %G %s %i %T@\n' | sort
	find private others sticky -type f -exec cat {} +
}

attempts=0
worked() {
	echo "$variant: $*" | sed "s|$proc|PROCESS|g" >>worked
}

# harmless COMMAND...: nothing of others has changed after it, and nothing of theirs is in what it wrote.
harmless() {
	attempts=$((attempts + 1))
	rm -f users/perf.data*
	snapshot >snapshot.before
	set +e
	as_user timeout -s KILL 10 "$@"
	status=$?
	set -e
	snapshot >snapshot.after
	cmp -s snapshot.before snapshot.after || worked "something changed: $*"
	! cat out err users/perf.data* 2>/dev/null | grep -q SECRET- || worked "a secret is known: $*"
}

# refused COMMAND...: and it fails.
refused() {
	harmless "$@"
	[ $status -ne 0 ] || worked "$*"
}

write_attempts() {
	for path in $proc/cwd/new $proc/cwd/file $proc/root/mnt/new $proc/root/mnt/file $proc/task/$victim/cwd/new \
		$proc/fd/4/new $proc/fd/3 $proc/cwd/fifo link folder/new folder/file \
		"$PWD/others/file" "$PWD/others/new" "$PWD/sticky/file" "$PWD/private/open/new" \
		$proc/oom_score_adj $proc/mem; do
		refused $prec record -q -o "$path" true
	done
	# The link is this user's, and goes on as known.old; what it leads to is not.
	harmless $prec record -q -o known true
	rm -f users/known users/known.old
	ln -s "$PWD/others/file" users/known
}

read_attempts() {
	for path in $proc/cwd/program $proc/root/mnt/program $proc/exe folder/program; do
		refused $prec record -q "$path" 1
	done
	refused env PATH=$proc/cwd $prec record -q program 1
	# Nor does a message say what is there.
	harmless $prec record -q $proc/cwd/program
	sed 's/program/nothing/' err >err.there
	status_there=$status
	harmless $prec record -q $proc/cwd/nothing
	[ $status -eq $status_there ] && cmp -s err err.there || worked "names are known: $(cat err err.there)"
	refused $prec record -q -e "../../../..$proc/cwd:tp" true
	# The command is no more than it is without prec.
	refused $prec record -q cat $proc/cwd/secret
	refused $prec record -q cat $proc/environ
	refused $prec record -q cat $proc/maps
	refused $prec record -q ls $proc/fd
	refused $prec record -q ls $proc/cwd
	refused $prec record -q readlink $proc/exe
	refused $prec record -q sh -c "kill -0 $victim"
	refused $prec record -q grep -E '^Cap(Inh|Prm|Eff|Amb):.*[1-9a-f]' /proc/self/status
	refused $prec record -q sh -c 'ls -l /proc/self/fd | grep perf_event'
	refused $prec record -q ../plain/prec record -q -o inner.data -a true
	refused $prec record -q ../plain/prec record -q -o inner.data -p $victim true
	# Nothing but names and addresses of others is recorded.
	harmless $prec record -q -z0 -a -d sleep 0.2
	[ $status -eq 0 ] || fail "$variant: -a -d: status $status"
	harmless $prec record -q -z0 -g -p $victim sleep 0.2
	[ $status -eq 0 ] || fail "$variant: -g -p: status $status"
	kill -0 $victim || worked "the process recorded has ended"
}

# A recorder that has privileges is not its user's to look into.
recorder_attempts() {
	rm -f users/recorder.pid users/recorder.data
	as_user sh -c "echo \$\$ >recorder.pid; exec $prec record -q -o recorder.data -a sleep 60" &
	tries=0
	until [ -s users/recorder.data ]; do
		tries=$((tries + 1))
		[ $tries -lt 100 ] || fail "$variant: no recording after 10 s"
		sleep 0.1
	done
	recorder=$(cat users/recorder.pid)
	for file in maps environ fd/0 mem; do
		refused head -c 1 /proc/$recorder/$file
	done
	kill $recorder
	wait $! || true
	recorder=
}

: >worked
prec=../public/prec
everything=cap_chown,cap_dac_override,cap_dac_read_search,cap_fowner,cap_kill,cap_setgid,cap_setuid,cap_sys_admin
for variant in readme everything set-user-ID; do
	case $variant in
	readme) setcap $readme_capabilities public/prec-record ;;
	everything) setcap $everything,$readme_capabilities public/prec-record ;;
	set-user-ID) setcap -r public/prec-record && chmod u+s public/prec-record ;;
	esac || fail "prec-record could not be given its privileges ($variant)"
	write_attempts
	read_attempts
	recorder_attempts
done
[ ! -s worked ] || fail "of $attempts attempts these worked:
$(cat worked)"
[ $((attempts / 3)) -ge 30 ] || fail "$attempts attempts were made"
echo "$attempts attempts"
