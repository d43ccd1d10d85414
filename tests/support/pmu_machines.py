"""More machines for pmu_tree.py: units with gaps in their numbers, three kinds of cores, names that end in hexadecimal
numbers or have numbers within, event files with parameters, and no PMU of cores at all.

Facts: the drivers' attributes in Linux (arch, drivers/perf, drivers/cxl, drivers/dma/idxd) and
Documentation/admin-guide/perf/.
"""
from pmu_parts import (AMD_FORMAT, ARM_EVENTS, ARM_FORMAT, BIG_EVENTS, CHA_FORMAT, CMN_EVENTS, CMN_FORMAT, DEEP_EVENTS,
                       IMC_EVENTS, INTEL_EVENTS, INTEL_FORMAT, POWER_EVENTS, PT_CAPS, PT_FORMAT, SMALL_EVENTS,
                       SPE_FORMAT, TSX_EVENTS, UNCORE_FORMAT, generic, pmu, several)

CODE = {"event": "config:0-63"}
WIDE = {"event": "config:0-31"}


def xeon():
    """Sapphire Rapids: units that some parts lack, CXL, accelerators, units that have their name in an alias."""
    free_running = {"event": "config:0-7", "umask": "config:8-15"}
    cxl = {"event": "config:0-15", "vid": "config1:0-15", "mask": "config:16-47", "gid": "config:48-63"}
    dsa = {"event": "config:0-59", "event_category": "config:60-63", "filter_wq": "config1:0-31"}
    return "0-7", {
        **generic(),
        "cpu": pmu(4, INTEL_FORMAT, DEEP_EVENTS),
        "intel_pt": pmu(9, PT_FORMAT, nr_addr_filters="2", caps=PT_CAPS),
        "msr": pmu(10, CODE, {"tsc": "event=0x00", "smi": "event=0x04"}),
        **several("uncore_cha", (0, 1, 2, 5, 6, 10, 11), 20, formats=CHA_FORMAT, cpumask="0,4"),
        **several("uncore_iio", (0, 2, 3, 11), 40, cpumask="0,4",
                  formats={"event": "config:0-7", "umask": "config:8-15", "thresh": "config:24-35",
                           "ch_mask": "config:36-47", "fc_mask": "config:48-50"}),
        **several("uncore_iio_free_running", (0, 2, 3), 50, formats=free_running, cpumask="0,4",
                  events={"ioclk": "event=0xff,umask=0x10", "bw_in_port0": "event=0xff,umask=0x20",
                          "bw_in_port0.scale": "3.814697266e-6", "bw_in_port0.unit": "MiB"}),
        **several("uncore_upi", (0, 1, 3), 60, formats=UNCORE_FORMAT, events={"clockticks": "event=0x1"},
                  cpumask="0,4"),
        **several("uncore_m3upi", (0, 1), 64, formats=UNCORE_FORMAT, cpumask="0,4"),
        **several("uncore_imc", (0, 1, 4, 5, 12), 70, formats=UNCORE_FORMAT, events=IMC_EVENTS, cpumask="0,4"),
        **{f"cxl_pmu_mem{n}.0": pmu(90 + n, cxl, {"clock_ticks": "vid=0x1e98,gid=0x0,mask=0x1"}, cpumask="0")
           for n in (0, 1)},
        **{f"dsa{n}": pmu(100 + n, dsa, cpumask="0") for n in (0, 2)},
        **{f"uncore_type_11_{n}": pmu(100 + n, UNCORE_FORMAT, {"b2c": "event=9"}, alias=f"uncore_b2hot_{n}",
                                      cpumask="0") for n in (7, 9)},
    }


def arrow():
    """Arrow Lake: three kinds of cores, whose counters reload each other."""
    formats = {**INTEL_FORMAT, "umask": "config:8-15,40-47", "acr_mask": "config2:0-63"}
    return "0-11", {
        **generic(),
        "cpu_core": pmu(4, formats, BIG_EVENTS, cpus="0-3"),
        "cpu_atom": pmu(10, formats, SMALL_EVENTS, cpus="4-7"),
        "cpu_lowpower": pmu(11, formats, SMALL_EVENTS, cpus="8-11"),
        "power": pmu(12, {"event": "config:0-7"}, POWER_EVENTS, cpumask="0"),
        **several("uncore_cbox", (0, 1, 3), 20, formats=UNCORE_FORMAT, events={"clockticks": "event=0xff"},
                  cpumask="0"),
        "uncore_imc_free_running_0": pmu(30, {"event": "config:0-7", "umask": "config:8-15"},
                                         {"data_total": "event=0xff,umask=0x20"}, cpumask="0"),
        "i915_0000_00_02.0": pmu(40, {"i915_eventid": "config:0-20"},
                                 {"rcs0-busy": "config=0x0", "actual-frequency": "config=0x100000"}, cpumask="0"),
    }


def turin():
    return "0-15", {
        **generic(),
        "cpu": pmu(4, AMD_FORMAT, {k: v for k, v in INTEL_EVENTS.items() if k not in ("bus-cycles", "ref-cycles")}),
        "ibs_fetch": pmu(8, {"rand_en": "config:57", "l3missonly": "config:59", "swfilt": "config2:0"}),
        "ibs_op": pmu(9, {"cnt_ctl": "config:19", "l3missonly": "config:16", "swfilt": "config2:0",
                          "ldlat": "config1:0-11"}),
        "amd_df": pmu(10, {"event": "config:0-7,32-37", "umask": "config:8-15,24-27"}, cpumask="0,8"),
        "amd_l3": pmu(11, {"event": "config:0-7", "umask": "config:8-15", "coreid": "config:42-44"}, cpumask="0,8"),
        **several("amd_umc", (0, 1, 4, 9, 10), 14, formats={"event": "config:0-7", "rdwrmask": "config:8-9"},
                  cpumask="0"),
        **several("amd_iommu", range(4), 30, cpumask="0",
                  formats={"csource": "config:0-7", "devid": "config:8-23", "domid": "config:24-39",
                           "pasid": "config:40-59", "devid_mask": "config1:0-15"},
                  events={"mem_pass_untrans": "csource=0x01", "int_dte_hit": "csource=0x13"}),
        "power": pmu(40, {"event": "config:0-7"}, {"energy-pkg": "event=0x02"}, cpumask="0,8"),
        "power_core": pmu(41, {"event": "config:0-7"}, {"energy-core": "event=0x01"}, cpumask="0-7"),
        "msr": pmu(42, CODE, {"tsc": "event=0x00", "irperf": "event=0x05"}),
    }


def neoverse():
    """arm64 with two kinds of cores, and the units of many makers."""
    smmu = {"event": "config:0-15", "filter_enable": "config1:33", "filter_stream_id": "config1:0-31"}
    hisi = {"event": "config:0-7", "tt_core": "config1:0-7", "tt_req": "config1:8-10"}
    dsu = {"cycles": "event=0x11", "bus_cycles": "event=0x1d", "l3d_cache_refill": "event=0x2a"}
    return "0-7", {
        **generic(),
        "armv8_cortex_a53": pmu(8, ARM_FORMAT, ARM_EVENTS, cpus="0-3"),
        "armv8_cortex_a76": pmu(9, ARM_FORMAT, {**ARM_EVENTS, "l3d_cache": "event=0x002b"}, cpus="4-7"),
        **{f"arm_dsu_{n}": pmu(10 + n, WIDE, dsu, cpumask=str(4 * n)) for n in (0, 1)},
        **{f"arm_cmn_{n}": pmu(12 + n, CMN_FORMAT, CMN_EVENTS, cpumask=str(4 * n)) for n in (0, 1)},
        **{f"smmuv3_pmcg_{place}": pmu(20 + i, smmu, {"cycles": "event=0x0", "transaction": "event=0x1"}, cpumask="0")
           for i, place in enumerate(("2b402", "2b442", "3f062", "100000"))},
        **{f"hisi_sccl{s}_ddrc{d}": pmu(40 + 4 * s + d, hisi, {"flux_rd": "config=0x1"}, cpumask="0")
           for s in (1, 3) for d in (0, 1)},
        **{f"hisi_sccl{s}_l3c{d}": pmu(60 + 4 * s + d, hisi, {"rd_cpipe": "event=0x00"}, cpumask="0")
           for s in (1, 3) for d in (10, 11)},
        "arm_spe_0": pmu(90, SPE_FORMAT, cpumask="4-7", nr_addr_filters="0"),
        "cs_etm": pmu(89, {"timestamp": "config:28", "sinkid": "config2:0-31"}, sinks={"tmc_etr0": "0x12ab34cd"}),
        "imx8_ddr0": pmu(91, {"event": "config:0-7", "axi_id": "config1:0-15"}, {"read-cycles": "event=0x2a"},
                         cpumask="0"),
        **{f"nvidia_scf_pmu_{n}": pmu(92 + n, WIDE, {"scf_cache": "event=0xf2"}, cpumask=str(4 * n)) for n in (0, 1)},
        "dwc_rootport_2b": pmu(94, {"eventid": "config:0-15", "type": "config:16-19", "lane": "config:20-27"},
                               {"rx_payload": "eventid=0x22,type=0x0", "tx_ack_dllp": "eventid=0x600,type=0x1,lane=?"},
                               cpumask="0"),
    }


def power():
    """POWER: generic names as event files, and parameters."""
    return "0-15", {
        **generic(),
        "cpu": pmu(4, {"event": "config:0-59", "pmcxsel": "config:0-7", "pmc": "config:16-19",
                       "radix_scope": "config:9"},
                   {"cpu-cycles": "event=0x600f4", "instructions": "event=0x500fa", "branch-misses": "event=0x400f6",
                    "L1-dcache-load-misses": "event=0x3e054", "L1-dcache-loads": "event=0x100fc",
                    "LLC-load-misses": "event=0x300fe", "branch-load-misses": "event=0x400f6",
                    "mem-loads": "event=0x34340401e0", "cache-misses": "event=0x3e054"}),
        "hv_24x7": pmu(20, {"domain": "config:0-3", "core": "config:16-31", "chip": "config:16-31",
                            "lpar": "config1:0-15", "offset": "config:32-63"},
                       {"HPM_CCYC__PHYS_CORE": "domain=0x2,offset=0xd58,core=?,lpar=0x0",
                        "PM_XLINK_CYCLES": "domain=0x1,offset=0x95,chip=?,lpar=0x0"}, cpumask="0"),
        "hv_gpci": pmu(21, {"request": "config:0-31", "phys_processor_idx": "config:32-63", "offset": "config1:32-63"},
                       {"bus_utilization": "request=0x50,phys_processor_idx=?,offset=0x0"}, cpumask="0"),
        **{f"nest_mcs{n:02}_imc": pmu(30 + n, WIDE, {"PM_MCS_UP": "event=0x118"}, cpumask="0,8") for n in (1, 23)},
        "core_imc": pmu(60, WIDE, {"CPM_CCYC": "event=0x0"}, cpumask="0,4,8,12"),
        "thread_imc": pmu(61, WIDE, {"CPM_CCYC": "event=0x0"}),
    }


def s390():
    return "0-3", {
        **generic(),
        "cpum_cf": pmu(8, CODE, {"CPU_CYCLES": "event=0x0000", "INSTRUCTIONS": "event=0x0001",
                                 "L1I_DIR_WRITES": "event=0x0002", "TX_NC_TEND": "event=0x0081"}),
        "cpum_cf_diag": pmu(9, CODE, {"CF_DIAG": "event=0xbc000"}),
        "cpum_sf": pmu(4, CODE, {"SF_CYCLES_BASIC": "event=0xB0000"}),
        "pai_crypto": pmu(10, CODE, {"CRYPTO_ALL": "event=0x1000", "KM_DEA": "event=0x1001"}),
    }


def skylake():
    """Whose slots are events of their own, and which has transactional memory."""
    return "0-7", {**generic(),
                   "cpu": pmu(4, {**INTEL_FORMAT, "in_tx": "config:32", "in_tx_cp": "config:33"}, TSX_EVENTS)}


def riscv():
    return "0-3", {
        **generic(),
        "cpu": pmu(4, {"event": "config:0-55", "firmware": "config:62-63"}),
        "starfive_starlink_pmu": pmu(20, WIDE, {"cycles": "event=0x60", "read_hit": "event=0x1a"}, cpumask="0"),
    }


def vm():
    """A virtual machine without counters."""
    return "0-3", {**generic(), "msr": pmu(10, CODE, {"tsc": "event=0x00"})}


MACHINES = {f.__name__: f for f in (xeon, arrow, turin, neoverse, power, s390, skylake, riscv, vm)}
