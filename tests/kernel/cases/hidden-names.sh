# If the kernel hides the addresses of its functions from a user, prec says so and names the setting.
need_root "a recording of the kernel, and an ordinary user to read it"
need_recording
command -v setpriv >/dev/null || skip "needs setpriv"
restricted=$(cat /proc/sys/kernel/kptr_restrict)
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
[ "$restricted" -gt 0 ] || [ "$paranoid" -gt 1 ] || skip "kptr_restrict 0 and perf_event_paranoid 1 hide nothing"
must_record -e cpu-clock:k -- syscaller 300
chmod 644 perf.data
public_copy
as_nobody ../public/prec report -i ../perf.data --stdio -v -s sym || fail "report ended with status $?"
grep -q '\[kernel.kallsyms\]: hidden from this user$' err || fail "it is not said that names are hidden"
want="For the kernel:  sudo sysctl"
[ "$restricted" -eq 0 ] || want="$want kernel.kptr_restrict=0"
[ "$paranoid" -le 1 ] || want="$want kernel.perf_event_paranoid=1"
grep -q "^  $want\( \|\$\)" err || fail "it is not said: $want"
