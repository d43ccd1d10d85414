# A list of build-ids that is damaged: what stands before the damage is shown.
. "$TESTS/cli/fixtures.sh"
fixture flat
HOME=$PWD
# The size of the entry, 30 bytes before its name, which no later byte of the file repeats.
at=$(grep -abo /nowhere/bin/program flat.data | tail -n 1 | cut -d: -f1)
printf '\377\377' | dd of=flat.data bs=1 seek=$((at - 30)) conv=notrunc 2>dd.log || cat dd.log
show prec buildid-list flat.data
show prec buildid-cache -M flat.data
echo "--- an archive of the files: what perf archive has and prec archive has not"
show prec archive --all flat.data
show prec archive --unpack flat.data.tar.zst
show prec archive --exclude-buildids nothing flat.data
