# -o -: pipe mode, read from a pipe and from a file that was saved.
need_recording
$PREC_RECORD -o - burn 500 2>err >piped.data || fail "status $?"
[ "$(head -c 8 piped.data)" = PERFILE2 ] || fail "no magic"
[ "$(od -An -t u8 -j 8 -N 8 piped.data | tr -d ' ')" = 16 ] || fail "not pipe mode"
$PREC_REPORT -i - --stdio --sort sym <piped.data >report 2>err || fail "report -i -: status $?"
within "share of burn_half from a pipe" "$(share_of_burn burn_half)" 40 60

# Into a pipe that nobody has asked for: said, but not where prec or Linux perf reads it.
$PREC_RECORD -e cpu-clock:u burn 10 2>err | cat >/dev/null
grep -q 'standard output is a pipe, so the recording went there, to cat, .* -o FILE' err || fail "not said: $(cat err)"
$PREC_RECORD -e cpu-clock:u burn 10 2>err | $PREC_REPORT --stdio >report 2>&1
! grep -q 'is a pipe' err || fail "said to one who reads it: $(cat err)"
$PREC_RECORD -e cpu-clock:u -o - burn 10 2>err | cat >/dev/null
! grep -q 'is a pipe' err || fail "said to one who asked: $(cat err)"
