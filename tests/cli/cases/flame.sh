# prec flame: the page and the picture, where they are written, and what is refused.
. "$TESTS/cli/fixtures.sh"
fixture chains some-chains
mv chains.data perf.data

# What the page knows, without its columns.
about() {
	sed -n 's|^<script type="application/json" id="meta">\(.*\)</script>$|\1|p' "$1" | sed 's/"columns".*//'
}

show prec flame
about flame.html
show prec flame
show prec flame -f perf.data some-chains.data
about flame.html
show prec flame --svg -o -
show prec flame --svg perf.data some-chains.data
show prec flame -c nobody -o nobody.html
about nobody.html
show prec flame perf.data some-chains.data perf.data
show prec flame -o /dev/full
prec flame -o - | head -n 1
umask 022
prec flame -q -o mode.html && stat -c %a mode.html
show prec flame nothere.data
show prec flame perf.data nothere.data
mkdir folder
show prec flame -o folder
show prec flame -f -o folder
