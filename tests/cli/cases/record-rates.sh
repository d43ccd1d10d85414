# -F above what the kernel allows: lowered, or refused with --strict-freq; max is the limit.
setting=/proc/sys/kernel/perf_event_max_sample_rate
max=$(cat $setting) || exit 77
above=$((max + 1))
rate() {
	echo "\$ prec record $*" | sed "s/$above/ABOVE/; s/\b$max\b/MAX/"
	prec record --dry-run -C 0 -e cpu-clock "$@" 2>&1 | grep -E 'freq|warn|note|error|sample_rate' | sed "s/$above/ABOVE/g; s/\b$max\b/MAX/g; s/  */ /g"
}
rate -F max
rate -F $max
rate -F $above
rate -F $above --strict-freq
rate -F max --strict-freq
rate -c 1000
rate -n
# The kernel lowers it by itself where samples take too long.
[ "$(cat $setting)" = "$max" ] || { echo "perf_event_max_sample_rate has changed meanwhile"; exit 77; }
