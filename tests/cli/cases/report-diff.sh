# The recipe of prec-report(1) by which two recordings are compared, on recordings with callchains.
. "$TESTS/cli/fixtures.sh"
fixture chains many-chains
mv chains.data a.data
mv many-chains.data b.data
sed -n '/what became faster first/,/^\.fi/p' "$TESTS/../man/prec-report.1" |
	sed '1,/^\.nf/d; /^\.fi/d; s/\\-/-/g; s/\\e/\\/g' >recipe
[ -s recipe ] || echo "the manual has no such recipe"
show sh ./recipe 2>err
grep error err || :
