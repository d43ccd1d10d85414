. "$TESTS/cli/fixtures.sh"
fixture flat
show prec report -i flat.data -F overhead,sample,comm,sym
show prec report -q -i flat.data -F comm,period -s comm
show prec report -q -i flat.data -s dso -n
# Columns of given widths.
for widths in 5,2,3,8 0,9 30,0,6 1,1,1,1,1,1,1; do
	show prec report -i flat.data -s comm,dso,sym -w $widths --percent-limit 20
done
show prec report -q -i flat.data -s comm,dso -w 9,2 -t,
show prec report -q -i flat.data -s pid,cpu -w 0,2,1 --percent-limit 20
for wrong in "" 1, x 1,-2 1001 3\ -H; do
	show prec report -i flat.data -w $wrong
done
