# Without standard streams nothing but the recording gets into the file, and the command finds them there.
need_recording
for closed in '0<&-' '2>&-' '0<&- 2>&-' '0<&- 1>&- 2>&-'; do
	rm -f perf.data*
	eval "$PREC_RECORD sh -c 'echo x >&2' $closed" || fail "$closed: status $?"
	[ "$(count finished)" -eq 1 ] || fail "$closed: the file is not finished"
	$PREC_REPORT --stats >report 2>err || fail "$closed: report ended with status $?"
	[ ! -s err ] || fail "$closed: report prints errors"
done
