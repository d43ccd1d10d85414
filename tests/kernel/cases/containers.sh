# Programs in a mount namespace and below a root of their own, that are gone when the recording is read.
need_root "for a mount namespace"
need_recording -a
unshare -m true 2>/dev/null || skip "no mount namespaces here"

# box NAME: a root of its own with burn in it, below a tmpfs that only its processes see.
box() {
	mkdir -p "$1"
	ldd "$(command -v burn)" | grep -o '/[^ ]*' >libraries
	cat >"$1.sh" <<END
mount -t tmpfs nodev "$PWD/$1"
mkdir -p "$PWD/$1/app" "$PWD/$1/tmp" "$PWD/$1/proc"
mount -t proc proc "$PWD/$1/proc" # for LeakSanitizer
while read -r file; do
	mkdir -p "$PWD/$1\$(dirname "\$file")"
	cp "\$file" "$PWD/$1\$file"
done <"$PWD/libraries"
cp "$(command -v burn)" "$PWD/$1/app/boxed"
exec chroot "$PWD/$1" /app/boxed "\$1" 1 gently
END
}

named() {
	[ ! -e "$PWD/$2/app/boxed" ] || fail "the box is still there"
	report --sort dso,sym
	for name in burn_half burn_third burn_sixth; do
		grep -q "boxed .* $name" report || fail "$1: no $name in boxed"
	done
}

box box
must_record -e cpu-clock:u -c 1000000 unshare -m sh box.sh 150
named "recorded from its start" box
[ -n "$(find "$PERF_BUILDID_DIR/app/boxed" -name elf)" ] || fail "it is not in the cache"

rm -rf "$PERF_BUILDID_DIR"
unshare -m sh box.sh 6000 >rounds &
pid=$!
is_running() {
	[ "$(cat /proc/$pid/comm)" = boxed ]
}
until_so is_running || fail "boxed does not start"
must_record -a -e cpu-clock:u -c 1000000 sleep 1
kill $pid
wait $pid || true
named "recorded while it runs" box
