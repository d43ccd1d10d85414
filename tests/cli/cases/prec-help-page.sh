# The page of a tree that is not installed, and the options where there is no page or no man.
command -v man >/dev/null || { echo "needs man"; exit 77; }
mkdir tree tree/man empty bin
cp "$BUILD/prec" tree/prec
cp "$BUILD/prec-record" "$BUILD/prec-report" tree
printf '.TH PREC-RECORD 1\n.SH NAME\nthe page of the tree\n' >tree/man/prec-record.1
for tool in sh head; do
	ln -s "$(command -v $tool)" bin
done
tree/prec help record 2>&1 | grep -o 'the page of the tree'
MANPATH=$PWD/empty "$BUILD/prec" help dump 2>&1 | head -n 1
PATH=$PWD/bin tree/prec help record 2>&1 | head -n 1
