# less, as it is started where nothing else is asked for: the largest rows are on the screen, and a name that is too long
# for it is there to the right.
. "$TESTS/cli/fixtures.sh"
. "$TESTS/cli/terminal.sh"
command -v less >/dev/null || { echo "needs less"; exit 77; }
fixture wide flat expanding
# Versions of less differ in what marks a line that goes on.
less_screen() {
	terminal --screen "$@" | sed 's/[ >]*$//'
}

less_screen --keys '(END)=q' 80x24 prec report -s dso,sym --percent-limit 1 -i wide.data | cut -c1-60
terminal --keys '(END)=\x1b)' --keys '(END)=q' 80x24 prec report -s sym -i wide.data |
	grep -o _from_anything
echo "--- a report that fits with an explanation that does not: its first lines stay"
less_screen --keys ':\x1b[K=q' 80x16 prec report -i flat.data
echo "--- its variable says otherwise: names are cut, and it would show the codes of colors"
terminal 80x24 env LESS=FX PREC_PAGER=less prec report -s sym -i wide.data | grep -o -e 'Extend<>>::e~' -e '\[31m'
echo "--- quit early"
less_screen --keys ':\x1b[K=q' 80x24 prec dump --max-expansion 10000 expanding.data | grep -e FILE -e status | cut -c1-30
