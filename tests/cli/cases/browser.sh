# The browser of prec report: what it shows, what keys and the mouse do, how it ends.
. "$TESTS/cli/fixtures.sh"
. "$TESTS/cli/browser.sh"
fixture wide chains two-events controls group

# Moving; names that have no room, control characters, letters that are not ASCII.
browse 80x24 prec report -i wide.data
await "1 of 12"
shot
press Down
await "2 of 12"
press End
await "12 of 12"
press Up Up
await "10 of 12"
press PageUp
await "1 of 12"
# Other sizes.
resize 200x50
await "Hashtable<>::_M_find_before_node                     "
shot
resize 40x10
await "1 of 12"
shot
press q
gone

# Callchains: a level, all, none.
browse 80x24 prec report -i chains.data
await "1 of 6"
press +
await "60.00% do_main"
await "20.00% leaf"
press Down +
await "+ 60.00% do_main"
shot
press E
await "15.00% helper"
press C Home e
await "20.00% leaf"
shot
# Found in a callchain that is closed.
press C
press f m a i n Enter
await "60.00% do_main"
press n
await "15.00% do_main"
press N N
await "no earlier line"
shot
press q
gone

# Only what a function called, whoever was sampled; other formats have that, too, where stacks are counted.
browse 80x24 prec report -i chains.data
await "1 of 6"
press f h e l p e r Enter w
await "1 of 4"
shot
press P f o l d e d Enter
await "written to prec.report.1"
press P f i r e f o x Enter
await "cannot choose samples by who called"
press r
await "cannot be chosen by who called"
press q
gone
cat prec.report.1
rm prec.report.1

# Samples over time, and a range of it.
browse 80x24 prec report -i wide.data
await "1 of 12"
press T
await "SPACE marks"
press End Space Left
await ": 1 samples"
shot
press Enter
await " 1 samples of cpu-clock"
shot
press Escape
await "1 042 samples"
press q
gone

# Callers above, callees below; and a picture of all.
browse 80x24 prec report -i chains.data
await "1 of 6"
press Down Down b
await "callers above"
shot
press q g
await "widen"
press Down Down Enter f l e a f
await "find: leaf"
press Enter
await " 85.00% do_work"
shot
press q q
gone

# A filter holds as it is typed, with how many rows match; ESC takes it back.
browse 120x40 prec report -i wide.data -s sym
await "1 of 8"
press / o p e r
await "filter: oper "
shot
press Enter
await "/oper: 1 of 8 rows"
press Escape
await "1 of 8"
press L BSpace 5 Enter
await "1 of 3"
shot
press q
gone

# Narrower: the path in the first line, undone by ESC and by the same key.
browse 100x20 prec report -i wide.data -s comm,dso,sym
await "1 of 12"
press End d
await "1 of 2"
shot
press t
await "1 of 1"
press F
await "shares of these"
shot
press Escape Escape
await "1 of 12"
press k
await "no sample is chosen"
press k
await "1 of 12"
press Enter
await "Only the file"
shot
press Down Down Enter
await "1 of 2"
press q
gone

# Events, titles, another order, other keys.
browse 80x24 prec report -i two-events.data
await "event 1 of 2"
press Tab
await "event 2 of 2"
shot
press Tab
await "event 1 of 2"
press '>'
await "Command▼"
click 2 60
await "Symbol▼"
click 2 60
await "Symbol▲"
shot
press H
press o s y m Enter
await "   100.00%  [k] leaf"
await " leaf  leaf "
shot
press q
gone

# Of a group, the event whose numbers come first; more of what functions are.
browse 80x24 prec report -i group.data -s sym
await "1 of"
press 1
await "sorted by"
shot
press 9
await "the group has events 0 to"
press V V
await "also addresses"
press V
await "also whole paths"
shot
press q
gone

# Another recording of the directory, and back.
mkdir near
cp chains.data near/a.data
cp two-events.data near/b.data
touch -d '2026-01-01' near/a.data
echo no recording >near/c
mkfifo near/d
browse 80x24 prec report -i near/a.data
await "1 of 6"
press d
await "near/a.data  100 samples of cpu-clock › leaf"
press s
await " near/b.data"
shot
press Enter
await "near/b.data  3 samples"
press s
await " near/a.data"
press Enter
await "1 of 6"
press q
gone

# What is missing, help, the recording; a page is left by q.
browse 80x24 prec report -i wide.data
await "1 of 12"
press M
await "what is missing"
shot
press q
press h
await "Callchains"
press q
press i
await "captured on"
press Escape
await "1 of 12"
wheel 5 5
await "4 of 12"
click 3 20
await "1 of 12"
press C-c
gone

# What is seen goes into a new file, which the sandbox would not allow.
browse 80x24 prec report -i chains.data
await "1 of 6"
press + P
await "write as"
press Enter
await "written to prec.report.1"
press P t e x t Enter
await "written to prec.report.2"
# The samples of what is seen in other formats: by each of the ways that these are made.
file=3
for format in pprof firefox folded csv flamescope; do
	press P
	await "write as"
	mux send-keys -l $format
	press Enter
	await "written to prec.report.$file"
	file=$((file + 1))
done
press P x Enter
await "formats are text, firefox, perfetto"
press r
await "line 1 of"
shot
press q q
gone
cat prec.report.1
cmp prec.report.1 prec.report.2 2>&1 | sed 's/:.*//'
gzip -dc prec.report.3 | head -c 2 | od -An -tx1
head -c 20 prec.report.4; echo
cat prec.report.5 prec.report.6
grep -c . prec.report.7

# The code of a function, whose file is not here.
browse 80x24 prec report -i chains.data
await "1 of 6"
press a
await "no code of 'leaf' with samples is known"
press q
gone

# The code of functions: jumps, calls and the way back, bytes, other numbers.
"$BUILD/tests/support/code_files" x86
if prec annotate --symfs . 2>&1 | grep -q "no disassembler"; then
	echo "no libLLVM or libcapstone"
	exit 77
fi
browse 90x24 prec report --symfs . --sort sym -e cycles
await "1 of 2"
press a
await "line 5 of 11"
shot
press Down Down Down Down
await "calls hot: ENTER opens it"
press Enter
await "line 5 of 7"
press Up
await "jumps to hot: ENTER goes there"
press o J t Enter
await "jumps that come here: 1"
shot
press h
await "What is shown"
press q
press Left
await "line 9 of 11"
press / n o p Enter
await "line 2 of 11"
press q q
gone

# Nothing of a name is a command to the terminal.
browse 80x24 prec report -i controls.data
await "ENTER menu"
shot
press q
gone

# Without UTF-8, without colors.
export LC_ALL=C
browse 80x24 prec report -i wide.data
await "1 of 12"
shot
press q
gone
export LC_ALL=C.UTF-8

# A signal restores the terminal first.
for signal in TERM ABRT HUP; do
	browse 80x24 prec report -i wide.data
	await "1 of 12"
	end_by $signal
	gone
done

# There is no browser where none is wanted, nor where none can be.
browse 80x24 env PREC_BROWSER=0 PREC_PAGER=cat prec report -s dso -i wide.data
gone
browse 80x24 env PREC_PAGER=cat prec report --no-browser -s dso -i wide.data
gone
browse 80x24 env TERM=dumb prec report -s dso -i wide.data
gone
browse 80x24 env TERM=nothing PREC_PAGER=cat prec report -s dso -i wide.data
gone
