# script -F srcline: the lines of burn's functions, and of what has none the place in its file.
need_recording
must_record -g burn 300
prec script -F ip,sym,srcline >script.out 2>err || fail "script: status $?"
line=$(grep -n '^BURN_FUNCTION(burn_half,' "$PREC_SRCDIR/tests/support/burn.c" | cut -d : -f 1)
grep -A 1 ' burn_half$' script.out | grep -q "^  burn.c:$line\$" || fail "burn_half is not at burn.c:$line"
grep -A 1 ' main$' script.out | grep -q '^  burn.c:' || fail "main has no line"
grep -qE '^  [^ ]+\[[0-9a-f]+\]$' script.out || fail "nothing is without a line"
