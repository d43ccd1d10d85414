# The browser of prec report on terminals of other sizes and kinds: every key on each.
. "$TESTS/cli/fixtures.sh"
. "$TESTS/cli/browser.sh"
command -v script >/dev/null || { echo "needs script"; exit 77; }
fixture wide chains

# What a key shows, and the keys that take it back. Rows are in the first order, closed, before and after.
key() {
	press "$1"
	await "$2"
	shift 2
	[ $# = 0 ] || press "$@"
}

every_key() {
	key Down "2 of 6"
	key j "3 of 6"
	key Up "2 of 6" Home
	await "1 of 6"
	key End "6 of 6"
	key PageUp "1 of 6"
	key PageDown "6 of 6" Home
	await "1 of 6"
	key + "60.00% do_main" C
	key e "20.00% leaf" C
	key E "15.00% helper" C
	key V "the files of callchains"
	key V "addresses of functions"
	key V "whole paths of files"
	key V "shown: names"
	key a "no code of 'leaf'"
	key b "callers above" q
	key g "ESC narrow" q
	key T "SPACE marks" Escape
	key i "captured on" q
	key M "what is missing" q
	key r "line 1 of 320" q
	key h "Home End" q
	key ? "Home End" q
	key F1 "Home End" q
	key / "filter: " Escape
	key f "find: " Escape
	key n "nothing to find yet"
	key N "nothing to find yet"
	key L "percent limit: " Escape
	key o "sort keys: " Escape
	key P "write as" Escape
	key m "Leave (q)" Escape
	key Enter "Leave (q)" Escape
	key Right "Leave (q)" Escape
	key s "wide.data" Escape
	key d "samples of cpu-clock › leaf" Left
	key t "samples of cpu-clock › alpha" Escape
	key y "samples of cpu-clock › leaf" Escape
	key w "samples of cpu-clock › calls of leaf" Escape
	key c "this line has no CPU"
	key S "this line has no socket"
	key k "no sample is chosen" k
	await "1 of 6"
	key F "shares of these" F
	key 0 "in no group"
	key 9 "in no group"
	key Tab "no other event"
	key BTab "no other event"
	key '<' "Symbol▼"
	key '>' "Self▼"
	key H "1 of 6"
	press H
	key C-l "1 of 6"
	key Y "copied: leaf"
	key Escape "ESC again leaves" Home
}

browse 80x24 prec report -i chains.data
await "1 of 6"
every_key
# The clipboard is the terminal's; tmux has one.
mux show-buffer
echo
resize 120x40
every_key
resize 200x50
every_key
click 4 30
await "2 of 6"
click 4 30
await "helper"
wheel 10 10
resize 20x5
await "hel… helper 2 of 6"
resize 80x24
press C Home
await "10.00%    85.00%"
shot
press q
gone

# Without colors, where none are wanted or there are none: nothing sets one.
colors() {
	mux capture-pane -p -e | grep -c "$(printf '\033')\[[0-9;]*3[1-8][;m]"
}
browse 80x24 prec report -i wide.data
await "1 of 12"
[ "$(colors)" -gt 0 ] && echo "in colors"
press q
gone
browse 80x24 env NO_COLOR=1 prec report -i wide.data
await "1 of 12"
colors
press q
gone
TERMINAL=screen browse 80x24 env TERM=vt100 prec report -i wide.data
await "1 of 12"
colors
press Down
await "2 of 12"
shot
press q
gone

# ^Z: the shell has the terminal, until it gives that back.
browse 80x24 sh -c 'set -m; prec report -i chains.data; echo "stopped with $?"; read answer; fg >/dev/null; echo "and ended with $?"'
await "1 of 6"
press Down
await "2 of 6"
press C-z
await "stopped with"
press Enter
await "2 of 6"
press q
await "and ended with"
screen_text | sed -n '/./p'
mux kill-server

# Many samples: first a part of them, then all, and meanwhile one may move. The records of a file, as often as it takes.
python3 - chains.data many.data <<'PROGRAM'
import struct, sys
data = open(sys.argv[1], "rb").read()
offset, size = struct.unpack_from("<QQ", data, 40)
head = bytearray(data[:offset])
struct.pack_into("<Q", head, 48, size * 6000)
head[72:104] = bytes(32)
with open(sys.argv[2], "wb") as out:
    out.write(head)
    for _ in range(6000):
        out.write(data[offset:offset + size])
PROGRAM
browse 100x20 script -qfc 'prec report -i many.data -j1 2>/dev/null' log
await "1 of 6"
shot
press q
gone
grep -ao "about [0-9]* [0-9]* samples of cpu-clock" log | head -1
grep -ao "a first look at one of [0-9]* samples: all of them are being read" log | head -1
# A key that needs all rows waits for them; leaving does not.
browse 100x20 prec report -i many.data -j1
await "samples of cpu-clock"
press Down +
await "15.00% do_main"
press q
gone
browse 100x20 prec report -i many.data -j1
await "samples of cpu-clock"
press q
gone
