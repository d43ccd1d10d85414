# What is missing of the sandbox is said on a terminal: not elsewhere, not with -q, not where no sandbox is wanted.
. "$TESTS/cli/fixtures.sh"
deny=$BUILD/tests/support/deny_sandbox
command -v script >/dev/null || { echo "needs script(1), for a terminal"; exit 77; }
fixture flat
for missing in landlock seccomp; do
	for command in 'report -i' 'script -i' 'dump -i' 'recover -f -o out.data'; do
		for more in '' -q --no-sandbox; do
			words="$missing prec ${command%% *} $more ${command#* } flat.data"
			echo "\$ $words"
			script -qec "'$deny' $words >/dev/null" /dev/null </dev/null | grep 'not complete here' |
				grep -oi "$missing"
			"$deny" $words 2>&1 >/dev/null | grep 'not complete'
		done
	done
done
true
