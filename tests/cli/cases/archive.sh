# Recordings packed for storing: prec convert --archive.
. "$TESTS/cli/fixtures.sh"
fixture chains chains-swapped flat-pipe stacks damaged-records
same() {
	cmp "$1" "$2" && echo "$1 came back"
}
echo '--- there and back'
for name in chains chains-swapped flat-pipe stacks damaged-records; do
	prec convert -q --archive $name.data -o $name.archive || echo "exit status $?"
	prec convert -q $name.archive -o $name.back || echo "exit status $?"
	same $name.data $name.back
done
prec convert -q -z -o packed.data chains.data
prec convert -q --archive packed.data -o packed.archive
prec convert -q -z 19 --archive packed.data -o small.archive
prec convert -q -i - -o packed.back <packed.archive
same packed.data packed.back
cat small.archive | prec convert -q -i - -f -o packed.back
same packed.data packed.back
head -c 8 packed.archive; echo
echo '--- as if it were the recording'
prec script -q chains.data >want
prec script -q chains.archive | cmp want - && echo 'the same samples'
cat chains.archive | prec script -q -i - | cmp want - && echo 'the same through a pipe'
prec convert -q -z chains.archive -o other.data
prec script -q other.data | cmp want - && echo 'the same, compressed'
echo '--- damage'
size=$(stat -c %s chains.archive)
head -c $((size - 1)) chains.archive >cut.archive
show prec convert cut.archive -o cut.data
same chains.data cut.data
# Its records are lost.
cp chains.archive hurt.archive
printf x | dd of=hurt.archive conv=notrunc bs=1 seek=$((size / 2)) 2>dd.err
show prec convert hurt.archive -o hurt.data
prec dump --validate hurt.data
head -c $((size / 2)) chains.archive >half.archive
show prec convert half.archive -o half.data
prec dump --validate half.data
rm dd.err
head -c 20 chains.archive >short.archive
show prec convert short.archive -o short.data
show prec report --stdio short.archive
(cat chains.archive; echo more) >longer.archive
show prec convert -q longer.archive -o longer.data
same chains.data longer.data
printf PRECARCHxxxxxxxxxxxxxx >other.archive
show prec convert other.archive -o other.back
echo '--- options'
show prec convert --archive nothing.data -o part.archive
echo '--- what is packed is what is written without --archive'
# packed_as NAME COMMAND...: with --archive, and not compressed.
packed_as() {
	as=$1 && shift
	"$@" -q -z0 -o "$as.data" || echo "exit status $?"
	"$@" -q --archive -o "$as.archive" || echo "exit status $?"
	prec convert -q "$as.archive" -o "$as.back"
	same "$as.data" "$as.back"
}
mkdir dir.data; "$BUILD/tests/support/make_directory" plain dir.data
packed_as times prec convert chains.data --time 50%/1
packed_as bundled prec convert --bundle chains.data
packed_as bundle prec bundle chains.data
packed_as unwound prec convert stacks.data --stacks=chains
packed_as redacted prec convert chains.data --redact=args --salt secret
packed_as rounded prec convert chains.data --times=us
packed_as directory prec convert dir.data
packed_as archived prec convert chains.archive --time 50%/1
prec convert -q --archive chains.data --time 50%/1 -o - | cmp - times.archive && echo 'the same into a pipe'
TMPDIR=/nowhere prec convert -q --archive chains.data --time 50%/1 -o memory.archive &&
	cmp memory.archive times.archive && echo 'the same without a place for temporary files'
show prec convert --archive dir.data -o said.archive 2>&1 | sed 's/: [0-9]* bytes of/: N bytes of/'
ls -A
