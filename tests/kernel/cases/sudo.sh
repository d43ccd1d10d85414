# The README's first profile: root's recording, made with sudo, is read by the user who called it.
need_root "to record as root and to read as another user"
need_recording -a
command -v setpriv >/dev/null || skip "needs setpriv"
public_copy
chmod 700 users
chown 65534:65534 users
sudo_record() {
	(cd users && env SUDO_UID=65534 SUDO_GID=65533 "$@" $PREC_RECORD -q -e cpu-clock -a burn 30) >out 2>err ||
		fail "'$*': status $?"
}
is() {
	[ "$(stat -c '%u:%g %a' "$1")" = "$2" ] || fail "$1 is $(stat -c '%u:%g %a' "$1"), not $2: $3"
}
sudo_record
is users/perf.data "65534:65533 600" sudo
as_nobody ../public/prec report --sort sym || fail "the user's report: status $?"
grep -q burn_half out || fail "the user's report has no samples"
file=users/perf.data
report --sort sym
if has_perf; then
	as_nobody perf report -i perf.data --stdio --sort dso || fail "the user's perf report: status $?"
	perf report -f -i $file --stdio --sort dso >perf.out 2>perf.err || fail "root's perf report -f: status $?"
fi
# The user records over it, and root over that.
as_nobody ../public/prec record -q -e cpu-clock:u ../public/burn 30 || fail "the user's own recording: status $?"
is users/perf.data "65534:65534 600" "the user's own"
is users/perf.data.old "65534:65533 600" "the older one"
sudo_record
is users/perf.data "65534:65533 600" "sudo again"
# The build-id cache is the user's too, and root on its own puts nothing into another user's.
(cd users && env SUDO_UID=65534 SUDO_GID=65534 PERF_BUILDID_DIR="$PWD/cache" $PREC_RECORD -q -e cpu-clock ../public/burn 50) \
	>out 2>err || fail "with a cache: status $?"
elf=$(find users/cache -name elf -path '*/public/burn/*')
[ -n "$elf" ] || fail "the user's cache does not have the program"
is "$elf" "65534:65534 555" "a file of the user's cache"
mkdir users/empty
chown 65534:65534 users/empty
PERF_BUILDID_DIR=$PWD/users/empty $PREC_RECORD -v -e cpu-clock burn 30 >out 2>err || fail "root's recording: status $?"
[ -z "$(ls users/empty)" ] || fail "root wrote to another user's cache"
grep -q "another user's" err || fail "it is not said why"
# Root's own files stay root's: one that is there, and whatever the variables do not say clearly.
rm users/perf.data*
: >users/perf.data
chmod 640 users/perf.data
sudo_record
is users/perf.data "0:0 640" "a file that was there"
sudo_record
is users/perf.data.old "0:0 640" "an older file"
is users/perf.data "65534:65533 600" "a file in its place"
for variables in SUDO_UID= SUDO_UID=0 SUDO_UID=-1 SUDO_UID=4294967295 SUDO_UID=99999999999999999999 SUDO_UID=1x \
	SUDO_UID=nobody SUDO_GID=x SUDO_GID=; do
	rm users/perf.data*
	sudo_record $variables
	is users/perf.data "0:0 600" "$variables"
done
# What to type is said.
as_nobody ../public/prec report && fail "a file of root's: status 0"
grep -q "root's.*sudo chown 65534 perf.data" err || fail "a file of root's: the message has no command to type"
# The variables are nothing to a program of the user's.
rm users/perf.data*
as_nobody env SUDO_UID=0 SUDO_GID=0 ../public/prec record -q -e cpu-clock:u ../public/burn 30 ||
	fail "an ordinary user with SUDO_UID: status $?"
is users/perf.data "65534:65534 600" "an ordinary user's"
