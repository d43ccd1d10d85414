# What is left of damaged files is well-formed, and nothing but the damage is lost.
tool=$BUILD/tests/support/dump_file
recover() {
	echo "--- $1"
	prec recover "$1" -o out.data $2
	echo "status $?"
	prec dump --validate out.data
}
"$tool" good.data
recover good.data ""
prec dump -q good.data | sed 's/^[0-9a-fx+]* //' | grep -v '^TRACING_DATA\|^FEATURE' >want
prec dump -q out.data | sed 's/^[0-9a-fx+]* //' | diff want - && echo same records
"$tool" --damage --swap damaged.data
recover damaged.data -f
prec dump --type MMAP,COMM out.data
"$tool" --frames frames.data
head -c 2200 frames.data >short.data
recover short.data -f
recover short.data ""
recover nothing.data -f
prec recover -f out.data -o out.data
prec recover out.data
