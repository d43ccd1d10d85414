# Who gets the output on a terminal, and what becomes of messages and the exit status.
. "$TESTS/cli/fixtures.sh"
. "$TESTS/cli/terminal.sh"
fixture flat controls damaged-records expanding
report='prec report -q -s comm -i'
number='sed s/^/[/'

echo "--- all commands have the pager, which gets no control characters of the file's"
export PREC_PAGER="$number"
terminal 80x24 $report controls.data
terminal 80x24 prec script -q -F comm -i controls.data
terminal 80x24 prec dump -q --type COMM controls.data
terminal 80x24 prec report --stats -i flat.data
terminal 80x24 prec report --header-only -i controls.data | grep -v captured

terminal 80x24 prec list page-faults
PREC_PAGER="nosuchpager 2>/dev/null" terminal 80x24 prec list page-faults
terminal 80x24 prec list nonesuch
terminal 80x24 sh -mc "prec list page-faults & wait"

echo "--- which one"
unset PREC_PAGER
PAGER="$number" terminal 80x24 $report flat.data
PREC_PAGER="$number" PAGER='sed s/^/no/' terminal 80x24 $report flat.data
PREC_PAGER= PAGER="$number" terminal 80x24 $report flat.data
PREC_PAGER=cat terminal 80x24 $report flat.data
PAGER= terminal 80x24 $report flat.data
PAGER="$number" TERMINAL=dumb terminal 80x24 $report flat.data
PREC_PAGER="$number" TERMINAL=dumb terminal 80x24 $report flat.data

echo "--- none is wanted, or there is nobody to read"
export PREC_PAGER="$number"
terminal 80x24 $report flat.data --no-pager
terminal 80x24 prec script -q -F comm --no-pager -C 3 -i flat.data
terminal 80x24 prec dump -q --no-pager --type COMM flat.data
terminal 80x24 prec --no-pager report -q -s comm -i flat.data
terminal 80x24 prec report -t, -q -s comm -i flat.data
terminal --other-session 80x24 $report flat.data
terminal 80x24 sh -mc "$report flat.data & wait"
terminal 80x24 sh -c "$report flat.data | cat"
terminal 80x24 sh -c "$report flat.data >out; cat out"

echo "--- it is not in the sandbox, and does not start before there is something to show"
PREC_PAGER='cat >seen' terminal 80x24 $report flat.data
cat seen
rm seen
PREC_PAGER='cat >seen' terminal 80x24 $report nowhere.data
ls

echo "--- one that cannot be run"
PREC_PAGER='/nowhere/pager -x' terminal 80x24 prec report -s comm -i flat.data | sed 's/^sh: .*/sh: .../'

echo "--- messages wait for it; those that go elsewhere do not"
terminal 80x24 prec report -s comm -i damaged-records.data
PREC_PAGER='cat errors' terminal --errors errors 80x24 prec report -s comm -i damaged-records.data

echo "--- it ends early: what is written is more than a pipe holds"
export PREC_PAGER='head -n 1 | cut -c1-20'
terminal 80x24 prec dump -q --max-expansion 10000 --type COMM expanding.data
terminal 80x24 prec script -q -F comm --show-task-events --max-expansion 10000 -i expanding.data
terminal 80x24 sh -c 'prec dump --max-expansion 10000 --hex expanding.data; echo "status $?"'

echo "--- ^C is the pager's"
export PREC_PAGER='trap "echo caught; exit" INT; read line; echo "$line"; echo ready; while :; do sleep 0.05; done'
terminal --keys 'ready=\x03' 80x24 $report flat.data

echo "--- ended from outside it waits, too"
export PREC_PAGER='read line; kill -TERM $(cut -d" " -f4 /proc/$PPID/stat); echo "$line"; echo left'
terminal 80x24 sh -c "$report flat.data; echo status \$?"
