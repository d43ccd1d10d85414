#!/usr/bin/env python3
"""pmu_tree.py MACHINE FOLDER: writes the part of /sys that says which events a machine has, below FOLDER.

Machines: hybrid (Intel client with two kinds of cores), server (Intel with uncore PMUs), client (older Intel), amd (AMD
server), zen5 (newer AMD), arm (arm64 server). SYSFS_PATH=FOLDER has prec and Linux perf read it. Facts: Documentation/ABI/testing/sysfs-bus-event_source-*,
Documentation/admin-guide/perf/, and the drivers' attributes in Linux (arch/x86/events, drivers/perf).
"""
import os
import sys

INTEL_FORMAT = {
    "event": "config:0-7", "umask": "config:8-15", "edge": "config:18", "pc": "config:19", "inv": "config:23",
    "cmask": "config:24-31", "offcore_rsp": "config1:0-63", "ldlat": "config1:0-15", "frontend": "config1:0-23",
}
INTEL_EVENTS = {
    "cpu-cycles": "event=0x3c", "instructions": "event=0xc0", "cache-references": "event=0x2e,umask=0x4f",
    "cache-misses": "event=0x2e,umask=0x41", "branch-instructions": "event=0xc4", "branch-misses": "event=0xc5",
    "bus-cycles": "event=0x3c,umask=0x01", "ref-cycles": "event=0x00,umask=0x03",
}
BIG_EVENTS = {
    **INTEL_EVENTS, "mem-loads": "event=0xcd,umask=0x1,ldlat=3", "mem-stores": "event=0xcd,umask=0x2",
    "mem-loads-aux": "event=0x03,umask=0x82", "slots": "event=0x00,umask=0x4",
    "topdown-retiring": "event=0x00,umask=0x80", "topdown-bad-spec": "event=0x00,umask=0x81",
    "topdown-fe-bound": "event=0x00,umask=0x82", "topdown-be-bound": "event=0x00,umask=0x83",
}
SMALL_EVENTS = {
    **INTEL_EVENTS, "mem-loads": "event=0xd0,umask=0x5,ldlat=3", "mem-stores": "event=0xd0,umask=0x6",
    "topdown-retiring": "event=0xc2,umask=0x0", "topdown-bad-spec": "event=0x73,umask=0x0",
}
UNCORE_FORMAT = {
    "event": "config:0-7", "umask": "config:8-15", "edge": "config:18", "inv": "config:23", "thresh": "config:24-31",
}
IMC_EVENTS = {
    "clockticks": "event=0x00,umask=0x00", "cas_count_read": "event=0x04,umask=0x03",
    "cas_count_read.scale": "6.103515625e-5", "cas_count_read.unit": "MiB",
    "cas_count_write": "event=0x04,umask=0x0c", "cas_count_write.scale": "6.103515625e-5",
    "cas_count_write.unit": "MiB",
}
CHA_FORMAT = {
    **UNCORE_FORMAT, "umask": "config:8-15,32-55", "tid_en": "config:16", "filter_tid": "config1:0-9",
}
POWER_EVENTS = {
    "energy-pkg": "event=0x02", "energy-pkg.scale": "2.3283064365386962890625e-10", "energy-pkg.unit": "Joules",
    "energy-ram": "event=0x03", "energy-ram.scale": "2.3283064365386962890625e-10", "energy-ram.unit": "Joules",
}
PT_FORMAT = {
    "pt": "config:0", "cyc": "config:1", "pwr_evt": "config:4", "fup_on_ptw": "config:5", "mtc": "config:9",
    "tsc": "config:10", "noretcomp": "config:11", "ptw": "config:12", "branch": "config:13",
    "mtc_period": "config:14-17", "cyc_thresh": "config:19-22", "psb_period": "config:24-27",
}
PT_CAPS = {
    "mtc": "1", "mtc_periods": "249", "psb_cyc": "1", "psb_periods": "3f", "cycle_thresholds": "3fff",
}
AMD_FORMAT = {
    "event": "config:0-7,32-35", "umask": "config:8-15", "edge": "config:18", "inv": "config:23",
    "cmask": "config:24-31",
}
ARM_FORMAT = {
    "event": "config:0-15", "long": "config1:0", "rdpmc": "config1:1", "threshold": "config1:5-16",
    "threshold_compare": "config1:3-4", "threshold_count": "config1:2",
}
ARM_EVENTS = {
    "sw_incr": "event=0x0000", "l1i_cache_refill": "event=0x0001", "l1d_cache_refill": "event=0x0003",
    "l1d_cache": "event=0x0004", "inst_retired": "event=0x0008", "exc_taken": "event=0x0009",
    "br_mis_pred": "event=0x0010", "cpu_cycles": "event=0x0011", "br_pred": "event=0x0012",
    "mem_access": "event=0x0013", "bus_access": "event=0x0019", "stall_frontend": "event=0x0023",
    "stall_backend": "event=0x0024", "l2d_cache": "event=0x0016", "ll_cache_miss_rd": "event=0x0037",
}
SPE_FORMAT = {
    "ts_enable": "config:0", "pa_enable": "config:1", "pct_enable": "config:2", "jitter": "config:16",
    "branch_filter": "config:32", "load_filter": "config:33", "store_filter": "config:34",
    "event_filter": "config1:0-63", "min_latency": "config2:0-11", "inv_event_filter": "config3:0-63",
}
CMN_FORMAT = {
    "type": "config:0-15", "eventid": "config:16-26", "occupid": "config:27-30", "bynodeid": "config:31",
    "nodeid": "config:32-47", "wp_grp": "config:52", "wp_val": "config1:0-63", "wp_mask": "config2:0-63",
}
CMN_EVENTS = {
    "dtc_cycles": "type=0x3", "hnf_cache_miss": "type=0x5,eventid=0x1", "hnf_mc_reqs": "type=0x5,eventid=0xd",
    "mxp_n_dat_txflit_valid": "type=0x6,eventid=0x8",
}


def pmu(type_number, formats=None, events=None, **files):
    return {"type": type_number, "format": formats or {}, "events": events or {}, **files}


def generic():
    """What every machine has."""
    return {
        "software": pmu(1), "tracepoint": pmu(2), "breakpoint": pmu(5),
        "kprobe": pmu(6, {"retprobe": "config:0"}),
        "uprobe": pmu(7, {"retprobe": "config:0", "ref_ctr_offset": "config:32-63"}),
    }


def several(name, numbers, first_type, **of_pmu):
    return {f"{name}_{n}": pmu(first_type + i, **of_pmu) for i, n in enumerate(numbers)}


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


MACHINES = {"hybrid": hybrid, "server": server, "client": client, "amd": amd, "zen5": zen5, "arm": arm}


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
