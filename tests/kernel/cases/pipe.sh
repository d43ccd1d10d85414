# -o -: pipe mode, read from a pipe and from a file that was saved.
need_recording
$PREC_RECORD -o - burn 500 2>err >piped.data || fail "status $?"
[ "$(head -c 8 piped.data)" = PERFILE2 ] || fail "no magic"
[ "$(od -An -t u8 -j 8 -N 8 piped.data | tr -d ' ')" = 16 ] || fail "not pipe mode"
$PREC_REPORT -i - --stdio --sort sym <piped.data >report 2>err || fail "report -i -: status $?"
within "share of burn_half from a pipe" "$(share_of_burn burn_half)" 40 60
