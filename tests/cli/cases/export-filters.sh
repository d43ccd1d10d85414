# What chooses samples does so in every format: sums of periods are those of prec report with the same options.
. "$TESTS/cli/fixtures.sh"
fixture flat chains
cat >sums.py <<'END'
import csv, io, json, re, subprocess, sys


def prec(*words):
    return subprocess.run(["prec", *words], capture_output=True, stdin=subprocess.DEVNULL, check=True).stdout.decode()


def callgrind(text):
    return sum(map(int, re.search(r"^summary: (.*)", text, re.M)[1].split()))


def flamescope(text):
    return sum(int(period) for period in re.findall(r"^\S.* \d+\.\d+: +(\d+) \S", text, re.M))


def firefox(text):
    """Of a clock weights are ms with all ns, of all else numbers; without weights each sample is one."""
    total = 0
    for samples in (thread["samples"] for thread in json.loads(text)["threads"]):
        scale = 1e6 if samples["weightType"] == "tracing-ms" else 1
        total += samples["length"] if samples["weight"] is None else sum(round(one * scale) for one in samples["weight"])
    return total


SUMS = {
    "callgrind": callgrind,
    "chrome": lambda text: sum(sample["weight"] for sample in json.loads(text)["samples"]),
    "csv": lambda text: sum(int(row["period"]) for row in csv.DictReader(io.StringIO(text, newline=""))),
    "firefox": firefox,
    "flamescope": flamescope,
    "jsonl": lambda text: sum(json.loads(line)["period"] for line in text.splitlines()),
    "speedscope": lambda text: sum(profile["endValue"] for profile in json.loads(text)["profiles"]
                                   if profile["name"].endswith(", all threads")),
}
for line in open(sys.argv[1]):
    words = line.split()
    report = json.loads(prec("report", "-q", "--json", *words, sys.argv[2]))
    wanted = sum(row["period"] for event in report["events"] for row in event["rows"])
    found = {name: total(prec("export", "-q", "-f", name, *words, sys.argv[2])) for name, total in SUMS.items()}
    wrong = {name: number for name, number in found.items() if number != wanted}
    print(" ".join(words), wanted, wrong or "in all formats")
END
cat >options <<'END'
--no-inline
--time 50%-100%
--time 0.00102,0.00104
--comm alpha
-c beta
--pid 100
--tid 200
--cpu 0
-C 1
--dsos program
-S leaf
--symbols leaf,helper
-e cpu-clock
--event cpu-clock
END
python3 sums.py options flat.data
printf '%s\n' "-S leaf" "--dsos do_work" "--time 10%/2" >options
python3 sums.py options chains.data
