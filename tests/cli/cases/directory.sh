. "$TESTS/cli/fixtures.sh"
mkdir rec streams
"$BUILD/tests/support/make_directory" plain rec
"$BUILD/tests/support/make_directory" streams streams
# Symbols as of the recorded kernel, beside the recording.
mkdir rec/kcore_dir
printf '%s T _text\n%s T alpha\n%s T beta\n%s T omega\n' ffffffff81000000 ffffffff81001000 ffffffff81001100 \
	ffffffff81001200 >rec/kcore_dir/kallsyms
cp -r rec/kcore_dir streams
show prec script -i rec
prec script -i rec >rec.txt
prec script -i streams | diff rec.txt - && echo streams: the same script
show prec report -i rec --stats
show prec report -i rec --header-only -I | grep -v '^# captured'
show prec dump rec
prec dump --json rec | tail -n 1
show prec dump --type SAMPLE streams
show prec dump --validate rec
show prec recover rec -o one.data
prec script -i one.data --kallsyms rec/kcore_dir/kallsyms | diff rec.txt - && echo recovered: the same script
show prec recover -f rec -o rec/data.1
show prec report -i rec --sort sym
# What is missing, damaged or not of the recording.
echo note >rec/README
show prec report -i rec --stats
printf '\377' | dd of=rec/data.1 bs=1 seek=4000 2>/dev/null
show prec script -i rec -F time
show prec dump --validate rec
rm rec/data.0
show prec report -i rec --sort comm
rm rec/data.1
show prec report -i rec --sort comm
