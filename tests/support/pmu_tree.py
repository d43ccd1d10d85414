#!/usr/bin/env python3
"""pmu_tree.py MACHINE FOLDER: writes the part of /sys that says which events a machine has, below FOLDER.

Machines: hybrid (Intel client with two kinds of cores), server (Intel with uncore PMUs), client (older Intel), amd (AMD
server), zen5 (newer AMD), arm (arm64 server), and those of pmu_machines.py. SYSFS_PATH=FOLDER has prec and Linux perf
read it.
"""
import os
import sys

sys.dont_write_bytecode = True
import pmu_machines  # noqa: E402
from pmu_parts import (AMD_FORMAT, ARM_EVENTS, ARM_FORMAT, BIG_EVENTS, CHA_FORMAT, CMN_EVENTS, CMN_FORMAT,  # noqa: E402
                       IMC_EVENTS, INTEL_EVENTS, INTEL_FORMAT, POWER_EVENTS, PT_CAPS, PT_FORMAT, SMALL_EVENTS,
                       SPE_FORMAT, UNCORE_FORMAT, generic, pmu, several)


def hybrid():
    return "0-23", {
        **generic(),
        "cpu_core": pmu(4, INTEL_FORMAT, BIG_EVENTS, cpus="0-15"),
        "cpu_atom": pmu(10, INTEL_FORMAT, SMALL_EVENTS, cpus="16-23"),
        "intel_pt": pmu(8, PT_FORMAT, nr_addr_filters="2", caps=PT_CAPS),
        "msr": pmu(11, {"event": "config:0-63"}, {"tsc": "event=0x00", "aperf": "event=0x01", "mperf": "event=0x02"}),
        "power": pmu(12, {"event": "config:0-7"}, POWER_EVENTS, cpumask="0"),
        "cstate_core": pmu(13, {"event": "config:0-63"}, {"c6-residency": "event=0x02"}, cpumask="0,2,4,6,16-23"),
        "uncore_arb": pmu(14, UNCORE_FORMAT, {"clockticks": "event=0xff"}, cpumask="0"),
        **several("uncore_imc", range(2), 15, formats=UNCORE_FORMAT, events=IMC_EVENTS, cpumask="0"),
        "i915": pmu(20, {"i915_eventid": "config:0-20"}, {"rcs0-busy": "config=0x0"}, cpumask="0"),
    }


def server():
    return "0-63", {
        **generic(),
        "cpu": pmu(4, INTEL_FORMAT, BIG_EVENTS),
        "intel_pt": pmu(8, PT_FORMAT, nr_addr_filters="2", caps=PT_CAPS), "intel_bts": pmu(9),
        "msr": pmu(11, {"event": "config:0-63"}, {"tsc": "event=0x00"}),
        "power": pmu(12, {"event": "config:0-7"}, POWER_EVENTS, cpumask="0,32"),
        "cstate_core": pmu(13, {"event": "config:0-63"}, {"c6-residency": "event=0x02"}, cpumask="0-31"),
        "cstate_pkg": pmu(14, {"event": "config:0-63"}, {"c6-residency": "event=0x02"}, cpumask="0,32"),
        **several("uncore_imc", range(8), 20, formats=UNCORE_FORMAT, events=IMC_EVENTS, cpumask="0,32"),
        "uncore_imc_free_running_0": pmu(30, {"event": "config:0-7", "umask": "config:8-15"},
                                         {"dclk": "event=0xff,umask=0x10"}, cpumask="0,32"),
        **several("uncore_cha", range(12), 40, formats=CHA_FORMAT, cpumask="0,32"),
        "uncore_pcu": pmu(60, UNCORE_FORMAT, cpumask="0,32"),
        "uncore_type_7_0": pmu(61, UNCORE_FORMAT, alias="uncore_upi_0", cpumask="0,32"),
    }


def amd():
    return "0-127", {
        **generic(),
        "cpu": pmu(4, AMD_FORMAT, {k: v for k, v in INTEL_EVENTS.items() if k not in ("bus-cycles", "ref-cycles")}),
        "ibs_fetch": pmu(8, {"rand_en": "config:57", "l3missonly": "config:59", "swfilt": "config2:0"}),
        "ibs_op": pmu(9, {"cnt_ctl": "config:19", "l3missonly": "config:16", "swfilt": "config2:0"}),
        "amd_df": pmu(10, {"event": "config:0-7,32-37", "umask": "config:8-15,24-27"}, cpumask="0,64"),
        "amd_l3": pmu(11, {"event": "config:0-7", "umask": "config:8-15", "coreid": "config:42-44",
                           "enallcores": "config:47", "enallslices": "config:46", "sliceid": "config:48-50",
                           "threadmask": "config:56-57"}, cpumask="0,8,16,24,32,40,48,56,64,72,80,88,96,104,112,120"),
        "msr": pmu(12, {"event": "config:0-63"}, {"tsc": "event=0x00", "irperf": "event=0x05"}),
        "power": pmu(13, {"event": "config:0-7"}, {"energy-pkg": "event=0x02"}, cpumask="0,64"),
        **several("amd_umc", range(12), 14, formats={"event": "config:0-7", "rdwrmask": "config:8-9"}, cpumask="0"),
    }


def client():
    """Without mem-loads-aux, as before Sapphire Rapids."""
    return "0-7", {**generic(), "cpu": pmu(4, INTEL_FORMAT, {k: v for k, v in BIG_EVENTS.items() if k != "mem-loads-aux"})}


def zen5():
    """Whose IBS filters by latency."""
    return "0-15", {
        **generic(),
        "cpu": pmu(4, AMD_FORMAT, {"cpu-cycles": "event=0x76"}),
        "ibs_op": pmu(9, {"cnt_ctl": "config:19", "l3missonly": "config:16", "ldlat": "config1:0-11",
                          "swfilt": "config2:0"}, caps={"ldlat": "1", "zen4_ibs_extensions": "1"}),
    }


def arm():
    return "0-79", {
        **generic(),
        "armv8_pmuv3_0": pmu(8, ARM_FORMAT, ARM_EVENTS, cpus="0-79"),
        "arm_spe_0": pmu(9, SPE_FORMAT, cpumask="0-79", nr_addr_filters="0", caps={"min_interval": "1024"}),
        "arm_cmn_0": pmu(10, CMN_FORMAT, CMN_EVENTS, cpumask="0"),
        "smmuv3_pmcg_100000": pmu(11, {"event": "config:0-15"}, {"cycles": "event=0x0"}, cpumask="0"),
        "smmuv3_pmcg_140000": pmu(12, {"event": "config:0-15"}, {"cycles": "event=0x0"}, cpumask="0"),
        "cs_etm": pmu(13, {"branch_broadcast": "config:8", "cycacc": "config:12", "contextid": "config:15",
                           "contextid1": "config:14", "contextid2": "config:15", "timestamp": "config:28",
                           "retstack": "config:29", "sinkid": "config2:0-31"}, sinks={"tmc_etr0": "0x6d2c0de1"}),
    }


MACHINES = {"hybrid": hybrid, "server": server, "client": client, "amd": amd, "zen5": zen5, "arm": arm,
            **pmu_machines.MACHINES}


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as f:
        f.write(f"{text}\n")


def make(machine, folder):
    cpus, pmus = MACHINES[machine]()
    for name in ("online", "possible", "present"):
        write(folder, f"devices/system/cpu/{name}", cpus)
    for name, files in pmus.items():
        base = f"bus/event_source/devices/{name}"
        for key, value in files.items():
            if isinstance(value, dict):
                for entry, text in value.items():
                    write(folder, f"{base}/{key}/{entry}", text)
            else:
                write(folder, f"{base}/{key}", value)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in MACHINES:
        sys.exit(__doc__)
    make(sys.argv[1], sys.argv[2])
