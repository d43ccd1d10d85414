# A bundle has the names of what was hit, so that they are there where the files are not. See jit_files.c for the
# recording, whose code is described in a jitdump.
. "$TESTS/cli/fixtures.sh"
mkdir -p jit
names() {
	prec report -q "$@" -s dso,sym,srcline
	prec script "$@" -F time,ip,sym,symoff,dso
}
"$BUILD/tests/support/jit_files" mono .
names --symfs . >home
show prec bundle --symfs .
show prec bundle --symfs .
show prec convert --bundle --symfs . perf.data -z -o packed.data
rm jit/jit-42.dump
names -i perf.data >gone 2>&1
cmp -s home gone && echo "the files are not needed"
names -i perf.data.bundle | diff home -
names -i packed.data | diff home -
prec report -v -s sym -i perf.data.bundle 2>&1 >out | grep 'symbols of'
echo '--- the other byte order'
"$BUILD/tests/support/jit_files" mono . --swap
prec bundle -q --symfs . perf.data -o swapped.data
rm jit/jit-42.dump
names -i swapped.data | diff home -
echo '--- copies keep it, and a bundle of it has its names'
show prec convert -q perf.data.bundle -o copy.data
names -i copy.data | diff home -
show prec bundle -q perf.data.bundle -o again.data
names -i again.data | diff home -
prec dump --validate again.data
prec dump -q perf.data.bundle | grep ' part=' | sed 's/^[^ ]* //; s/size=[0-9]*/size=.../g; s/packed=.*/packed=.../'
echo '--- damaged'
size=$(stat -c %s perf.data.bundle)
at=$(grep -abo PRECNOTE perf.data.bundle | head -n 1 | cut -d: -f1)
cp perf.data.bundle damaged.data
printf '\377' | dd of=damaged.data bs=1 seek=$((at + 60)) conv=notrunc 2>dd.err
prec report -i damaged.data -s dso,sym 2>&1 >damaged.out | sed "s/$size/SIZE/"
echo '--- refused'
show prec bundle perf.data.bundle -o - | cat
show prec bundle <perf.data.bundle -i -
show prec bundle nothing.data
show prec convert --bundle perf.data
show prec bundle --frobnicate
