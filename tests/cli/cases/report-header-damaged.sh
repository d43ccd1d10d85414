# Sections that are cut off are named, and what can be shown is.
tool=$BUILD/tests/support/header_file
for cut in 0 70; do
	"$tool" --cut $cut perf.data
	touch -d '2026-11-21 06:02:29 UTC' perf.data
	prec report --header-only -I || exit
done
