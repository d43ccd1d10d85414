# What prec convert --redact leaves of a file that has one record of every type and one feature of every kind, and of a
# sample with all fields. The salt is the test's, so that the hashes are always the same.
. "$TESTS/cli/fixtures.sh"
fixture dummy simpleperf
"$BUILD/tests/support/dump_file" all.data
"$BUILD/tests/support/dump_file" --swap swapped.data
printf '0123456789abcdef' >salt
echo '--- options'
show prec convert all.data -o out.data --redact=everything
show prec convert all.data -o out.data --salt salt
show prec convert all.data -o out.data --redact=args --keep-stacks
show prec convert all.data -o out.data --redact=names --bundle --source
show prec bundle all.data -o out.data --redact=names --code
printf 'short' >small
show prec convert all.data -o out.data --redact=args --salt small
ls *.data
echo '--- a salt'
show prec convert dummy.data -o one.data --redact=names --salt new
show prec convert dummy.data -o two.data --redact=names --salt new
stat -c '%a %s' new
cmp one.data two.data && echo "the same hashes"
prec convert dummy.data -f -o two.data --redact=names
cmp -s one.data two.data || echo "others"
for level in stacks args names; do
	echo "--- $level"
	show prec convert all.data -o $level.data --redact=$level --salt salt
	prec dump -q $level.data | sed 's/^0x[0-9a-f]* //'
	prec dump --validate $level.data
	prec convert -q swapped.data -o $level.swapped --redact=$level --salt salt
	prec dump -q $level.swapped | sed 's/^0x[0-9a-f]* //' >swapped
	prec dump -q $level.data | sed 's/^0x[0-9a-f]* //' | diff - swapped && echo "the same for the other byte order"
done
echo '--- what simpleperf has of files'
for level in args names; do
	prec convert -q simpleperf.data -o simpleperf.$level --redact=$level --salt salt
	prec report -q -i simpleperf.$level -s dso,sym -g none
done
grep -q 'foo\|libcode' simpleperf.names || echo 'no name is left'
