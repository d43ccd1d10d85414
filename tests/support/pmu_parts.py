"""What the machines of pmu_tree.py and pmu_machines.py are put together of: formats and events of PMUs.

Facts: Documentation/ABI/testing/sysfs-bus-event_source-*, Documentation/admin-guide/perf/, and the drivers' attributes
in Linux (arch/x86/events, drivers/perf).
"""

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
DEEP_EVENTS = {
    **BIG_EVENTS, "topdown-heavy-ops": "event=0x00,umask=0x84", "topdown-br-mispredict": "event=0x00,umask=0x85",
    "topdown-fetch-lat": "event=0x00,umask=0x86", "topdown-mem-bound": "event=0x00,umask=0x87",
}
# Skylake, where transactions are not switched off.
TSX_EVENTS = {
    **INTEL_EVENTS, "tx-start": "event=0xc9,umask=0x1", "el-start": "event=0xc8,umask=0x1",
    "cycles-t": "event=0x3c,in_tx=1", "cycles-ct": "event=0x3c,in_tx=1,in_tx_cp=1",
    "topdown-total-slots": "event=0x3c,umask=0x0", "topdown-total-slots.scale": "4",
    "topdown-slots-issued": "event=0xe,umask=0x1", "topdown-slots-retired": "event=0xc2,umask=0x2",
    "topdown-fetch-bubbles": "event=0x9c,umask=0x1", "topdown-recovery-bubbles": "event=0xd,umask=0x3,cmask=1",
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
