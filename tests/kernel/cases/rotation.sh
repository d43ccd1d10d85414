# When a recording samples, when it ends by itself, and what its files are called.
need_recording

# ended STATUS ARGS...: a recording whose command would run on, and is ended.
ended() {
	want=$1
	shift
	set +e
	record "$@"
	status=$?
	set -e
	[ $status -eq "$want" ] || fail "'record $*': status $status, not $want"
}

# Ranges of time: the last one ends the recording. A terminated command is what perf's exit status says, too.
ended 143 -D 1-2,3-4 sleep 600
[ "$(count finished)" -eq 1 ] || fail "-D 1-2,3-4: the file is not finished"
ended 143 -D 0-20 burn 600000
[ "$(count finished)" -eq 1 ] || fail "-D 0-20: the file is not finished"

# Never: what ran is recorded, and no sample.
must_record -D -1 burn 20
[ "$(count type_9)" -eq 0 ] || fail "-D -1: $(count type_9) samples"
[ "$(count type_10)" -ge 3 ] || fail "-D -1: only $(count type_10) mappings"

# The size is reached, and not exceeded by more than a buffer has.
ended 143 --max-size=100K -z0 -F max -m 64K burn 600000
within "size of the file" "$(stat -c %s perf.data)" 102400 400000
grep -q max-size err || fail "no word of the size"
[ "$(count finished)" -eq 1 ] || fail "--max-size: the file is not finished"
perf_reads

# A name with a time: the older file stays where it is.
rm -f perf.data*
must_record true
cp perf.data older
rm perf.data
record -o new --timestamp-filename true || fail "--timestamp-filename: status $?"
ls new.20?????????????? >names || fail "no name with a time: $(ls)"
[ ! -e new ] || fail "the file has its old name, too"
file=$(cat names)
grep -q "$file" err || fail "the name is not shown"
[ "$(count finished)" -eq 1 ] || fail "--timestamp-filename: the file is not finished"
perf_reads
for path in - /dev/null; do
	record --timestamp-filename -o $path true && fail "--timestamp-filename -o $path: status 0"
	grep -q timestamp-filename err || fail "-o $path: the message does not name the option"
done
[ -c /dev/null ] || fail "/dev/null was renamed"
