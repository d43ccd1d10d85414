"""What the readers have to say of the small files in broken/ that break no rule."""
from broken import callgrind, chrome, firefox, folded, otlp, perfetto, pprof, speedscope

# reader: [(module, ending of the file's name, {event: {function: [self, total]}})]
SAMPLES = {
    "pprof": [(pprof, ".pb.gz", {"samples": {"inlined": [3, 3], "main": [1, 4]},
                                 "cycles": {"inlined": [3000, 3000], "main": [900, 3900]}})],
    "firefox": [(firefox, ".json", {"": {"work": [4, 4], "main": [2, 6]}}),
                (folded, ".folded", {"": {"work": [10, 10], "main": [5, 15], "a": [0, 15]}})],
    "speedscope": [(speedscope, ".speedscope.json", {"cycles": {"work": [4, 4], "main": [2, 6]},
                                                     "a 7/7": {"work": [1, 1], "main": [7, 8]}}),
                   (callgrind, ".callgrind", {"sample.callgrind -- samples": {"work": [4, 4], "main": [3, 7]},
                                              "sample.callgrind -- cycles": {"work": [400, 400], "main": [300, 700]}})],
    "callgrind": [(callgrind, ".out", {"samples": {"work": [4, 4], "main": [3, 7]},
                                       "cycles": {"work": [400, 400], "main": [300, 700]}})],
    "otlp": [(otlp, ".otlp", {"samples": {"main": [9, 9]}})],
    "perfetto": [(perfetto, ".pftrace", {"cycles": {"main": [1000, 1000], "0x5": [0, 1000]},
                                         "faults": {"main": [4, 4]}})],
    "chrome": [(chrome, ".json", {"cycles": {"work": [4, 4], "main": [2, 6]}})],
    "folded": [(folded, ".folded", {"": {"work": [10, 10], "main": [5, 15], "a": [0, 15]}})],
}


def good_file(module):
    return next(data for rule, data in module.files() if rule is None)


def differences(found, wanted):
    functions = {name: event["functions"] for name, event in found["events"].items()}
    return [] if functions == wanted else [f"{functions}, not {wanted}"]
