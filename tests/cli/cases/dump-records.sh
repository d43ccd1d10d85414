# A record of every type, in both byte orders; within frames they are the same but for where they lie.
tool=$BUILD/tests/support/dump_file
"$tool" perf.data && prec dump >native || exit
cat native
echo "--- in the other byte order"
"$tool" --swap perf.data && prec dump >swapped || exit
diff native swapped
echo "--- in frames"
"$tool" --frames perf.data && prec dump -q >frames || exit
grep '^0x' native | sed 's/^[0-9a-fx+]* //' >want
sed 's/^[0-9a-fx+]* //' frames | diff want - | grep '^>'
echo "--- some types"
prec dump --type comm,sample,73 --hex
