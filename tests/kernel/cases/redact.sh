# What prec convert --redact takes out is not in the file, in no form: secrets of a program (secrets.c) that lie on its
# stack, in registers, in its arguments and environment, in names that it chose, in what probes and tracepoints read of
# it. Without --redact they are, so that the test sees something.
need_recording
word=q7Zk2mXw9LbT4vRn
mkdir -p "D$word"
cp "$PREC_BUILDDIR/tests/support/secrets" "D$word/secrets"

# found FILE: the places that a recording tells of.
found() {
	unpack_all "$1" >bytes 2>err || return 1
	find_secret.py $word bytes
}

# has LETTERS FILE: all of these are there.
has() {
	places=$(found "$2") || fail "$what: $2 cannot be read"
	for letter in $(echo "$1" | sed 's/./& /g'); do
		case $places in
		*$letter*) ;;
		*) fail "$what: $2 has no $letter, but '$places': the test sees nothing" ;;
		esac
	done
}

# hides LETTERS FILE: none of these; "all": nothing.
hides() {
	places=$(found "$2") || fail "$what: $2 cannot be read"
	[ "$1" != all ] || [ -z "$places" ] || fail "$what: $2 tells of '$places'"
	for letter in $(echo "$1" | sed 's/./& /g'); do
		case $places in
		*$letter*) [ "$1" = all ] || fail "$what: $2 tells of '$letter' ($places)" ;;
		esac
	done
}

# Both perfs and prec read it: as many samples, and no complaint.
reads() {
	want=$(prec script -F time -i perf.data 2>/dev/null | wc -l)
	n=$(prec script -F time -i "$1" 2>err | wc -l)
	[ "$n" -eq "$want" ] && [ "$n" -gt 0 ] || fail "$what: $1 has $n samples of $want: $(cat err)"
	prec dump --validate "$1" >out 2>err || fail "$what: $1 is not well-formed: $(cat out)"
	for perf in perf "${PREC_SHARED:-/none}/tools/newest-perf"; do
		has_perf && command -v "$perf" >/dev/null || continue
		"$perf" script -F time -i "$1" >perf.out 2>perf.err || fail "$what: $perf cannot read $1: $(cat perf.err)"
		[ "$(wc -l <perf.out)" -eq "$n" ] || fail "$what: $perf has $(wc -l <perf.out) samples of $1, not $n"
	done
}

# converted LEVEL OPTIONS...: into LEVEL.data.
converted() {
	level=$1
	shift
	prec convert -f "--redact=$level" perf.data -o "$level.data" "$@" >out 2>err || fail "$what: --redact=$level $*"
}

# redacts WHAT PLAIN STACKS RECORD...: what the recording tells of, and what is gone at the first level.
redacts() {
	what=$1 plain=$2 stacks=$3
	shift 3
	record "$@" || fail "$what: no recording"
	prec convert -f perf.data -o plain.data >out 2>err || fail "$what: prec convert"
	has "$plain" plain.data
	converted stacks
	hides "$stacks" stacks.data
	reads stacks.data
	for level in args names; do
		converted $level
		hides all $level.data
		reads $level.data
		prec convert --redact=$level perf.data -o - 2>err | cat >pipe.data
		hides all pipe.data
	done
	converted args --bundle --code -z
	hides all args.data
	converted names --bundle
	hides all names.data
	! grep -aqE 'secrets|libc\.so|ld-linux|libc_start' bytes || fail "$what: names are left: $(grep -aoE '.{9}(secrets|lib).{9}' bytes)"
	reads names.data
}

# rows FILE ARGS...: the shares of its rows, and the weights and depths of its stacks, without names.
rows() {
	from=$1
	shift
	prec report -q --stdio -g none -i "$from" "$@" 2>err | awk '{ print $1, $2 }' | sort
	prec export -f folded -i "$from" -o - 2>>err | awk '{ print $NF, gsub(/;/, "") }' | sort
}

# Hashes of names make the same rows and stacks as the names.
alike() {
	prec bundle -f perf.data -o home.data 2>err || fail "$what: no bundle"
	converted names --bundle
	for keys in comm dso sym dso,sym sym,srcline srcfile; do
		rows home.data -s $keys >home.rows
		rows names.data -s $keys >names.rows
		[ -s home.rows ] || fail "$what: no rows by $keys"
		cmp -s home.rows names.rows || fail "$what: other rows by $keys: $(diff home.rows names.rows)"
	done
}

# The environment is small, and copies of stacks reach it.
echo 'exec env -i E=E'$word' "$@"' >run.sh
run="sh run.sh D$word/secrets $word A$word"
# shellcheck disable=SC2086
redacts stacks DASERTM SER --call-graph dwarf,32768 -F 199 -- $run
alike
converted args --archive
prec convert -f args.data -o unpacked.data 2>err || fail "an archive"
hides all unpacked.data
# shellcheck disable=SC2086
redacts chains DATM '' -g -F 499 -k mono -- $run
# shellcheck disable=SC2086
redacts registers DARTM SER --intr-regs -F 499 -- $run
# shellcheck disable=SC2086
redacts addresses DATMF SER -d -F 499 -- $run
# shellcheck disable=SC2086
redacts threads DATM '' --threads -F 499 -- $run
[ "$(id -u)" -eq 0 ] || exit 0
root=$(awk '$3 == "cgroup" && $4 ~ /(^|,)perf_event(,|$)/ { print $2; exit }' /proc/self/mounts)
[ -n "$root" ] || root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
if [ -n "$root" ] && mkdir "$root/C$word" 2>/dev/null; then
	trap 'rmdir "$root/C$word"' EXIT
	# shellcheck disable=SC2086,SC2016
	redacts cgroups CDATM '' --all-cgroups -F 499 -- \
		sh -c 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"' sh "$root/C$word" $run
fi
[ -r /sys/kernel/tracing/events/raw_syscalls/sys_enter/id ] || exit 0
# shellcheck disable=SC2086
redacts execs DATMX '' -e sched:sched_process_exec --filter "filename != \"X$word\"" -e cpu-clock -- $run
[ -d /sys/bus/event_source/devices/uprobe ] || exit 0
# shellcheck disable=SC2086
redacts probes DATMP '' -e "uprobe:D$word/secrets:secrets_probed(text=+0(\$arg1):string)" -e cpu-clock -- $run
