/*
 * abi: defines the numbers and the attr of the perf_event interface and of perf.data, as the kernel and Linux perf do.
 *
 * The system's headers are not used, so that a build on an old system knows the fields of newer kernels. Sources:
 * include/uapi/linux/perf_event.h (Linux 6.18), perf_event_open(2), tools/perf/Documentation/perf.data-file-format.txt.
 */
#ifndef PREC_FORMATS_RECORD_ABI_H
#define PREC_FORMATS_RECORD_ABI_H

#include <stdint.h>

/* --- perf_event_attr ------------------------------------------------------ */

enum perf_type {
	PERF_TYPE_HARDWARE = 0,
	PERF_TYPE_SOFTWARE = 1,
	PERF_TYPE_TRACEPOINT = 2,
	PERF_TYPE_HW_CACHE = 3,
	PERF_TYPE_RAW = 4,
	PERF_TYPE_BREAKPOINT = 5,
};

/* In events of PERF_TYPE_HARDWARE and PERF_TYPE_HW_CACHE, config has the type of their PMU from this bit on. */
#define PERF_PMU_TYPE_SHIFT 32

enum perf_hw_id {
	PERF_COUNT_HW_CPU_CYCLES = 0,
	PERF_COUNT_HW_INSTRUCTIONS = 1,
	PERF_COUNT_HW_CACHE_REFERENCES = 2,
	PERF_COUNT_HW_CACHE_MISSES = 3,
	PERF_COUNT_HW_BRANCH_INSTRUCTIONS = 4,
	PERF_COUNT_HW_BRANCH_MISSES = 5,
	PERF_COUNT_HW_BUS_CYCLES = 6,
	PERF_COUNT_HW_STALLED_CYCLES_FRONTEND = 7,
	PERF_COUNT_HW_STALLED_CYCLES_BACKEND = 8,
	PERF_COUNT_HW_REF_CPU_CYCLES = 9,
};

enum perf_sw_id {
	PERF_COUNT_SW_CPU_CLOCK = 0,
	PERF_COUNT_SW_TASK_CLOCK = 1,
	PERF_COUNT_SW_PAGE_FAULTS = 2,
	PERF_COUNT_SW_CONTEXT_SWITCHES = 3,
	PERF_COUNT_SW_CPU_MIGRATIONS = 4,
	PERF_COUNT_SW_PAGE_FAULTS_MIN = 5,
	PERF_COUNT_SW_PAGE_FAULTS_MAJ = 6,
	PERF_COUNT_SW_ALIGNMENT_FAULTS = 7,
	PERF_COUNT_SW_EMULATION_FAULTS = 8,
	PERF_COUNT_SW_DUMMY = 9,
	PERF_COUNT_SW_BPF_OUTPUT = 10,
	PERF_COUNT_SW_CGROUP_SWITCHES = 11,
};

/* sample_type */
#define PERF_SAMPLE_IP             (1ull << 0)
#define PERF_SAMPLE_TID            (1ull << 1)
#define PERF_SAMPLE_TIME           (1ull << 2)
#define PERF_SAMPLE_ADDR           (1ull << 3)
#define PERF_SAMPLE_READ           (1ull << 4)
#define PERF_SAMPLE_CALLCHAIN      (1ull << 5)
#define PERF_SAMPLE_ID             (1ull << 6)
#define PERF_SAMPLE_CPU            (1ull << 7)
#define PERF_SAMPLE_PERIOD         (1ull << 8)
#define PERF_SAMPLE_STREAM_ID      (1ull << 9)
#define PERF_SAMPLE_RAW            (1ull << 10)
#define PERF_SAMPLE_BRANCH_STACK   (1ull << 11)
#define PERF_SAMPLE_REGS_USER      (1ull << 12)
#define PERF_SAMPLE_STACK_USER     (1ull << 13)
#define PERF_SAMPLE_WEIGHT         (1ull << 14)
#define PERF_SAMPLE_DATA_SRC       (1ull << 15)
#define PERF_SAMPLE_IDENTIFIER     (1ull << 16)
#define PERF_SAMPLE_TRANSACTION    (1ull << 17)
#define PERF_SAMPLE_REGS_INTR      (1ull << 18)
#define PERF_SAMPLE_PHYS_ADDR      (1ull << 19)
#define PERF_SAMPLE_AUX            (1ull << 20)
#define PERF_SAMPLE_CGROUP         (1ull << 21)
#define PERF_SAMPLE_DATA_PAGE_SIZE (1ull << 22)
#define PERF_SAMPLE_CODE_PAGE_SIZE (1ull << 23)
#define PERF_SAMPLE_WEIGHT_STRUCT  (1ull << 24)

/* read_format */
#define PERF_FORMAT_TOTAL_TIME_ENABLED (1ull << 0)
#define PERF_FORMAT_TOTAL_TIME_RUNNING (1ull << 1)
#define PERF_FORMAT_ID                 (1ull << 2)
#define PERF_FORMAT_GROUP              (1ull << 3)
#define PERF_FORMAT_LOST               (1ull << 4)

/* branch_sample_type */
#define PERF_SAMPLE_BRANCH_USER       (1ull << 0)
#define PERF_SAMPLE_BRANCH_KERNEL     (1ull << 1)
#define PERF_SAMPLE_BRANCH_HV         (1ull << 2)
#define PERF_SAMPLE_BRANCH_ANY        (1ull << 3)
#define PERF_SAMPLE_BRANCH_ANY_CALL   (1ull << 4)
#define PERF_SAMPLE_BRANCH_ANY_RETURN (1ull << 5)
#define PERF_SAMPLE_BRANCH_IND_CALL   (1ull << 6)
#define PERF_SAMPLE_BRANCH_ABORT_TX   (1ull << 7)
#define PERF_SAMPLE_BRANCH_IN_TX      (1ull << 8)
#define PERF_SAMPLE_BRANCH_NO_TX      (1ull << 9)
#define PERF_SAMPLE_BRANCH_COND       (1ull << 10)
#define PERF_SAMPLE_BRANCH_CALL_STACK (1ull << 11) /* the branches are a callchain */
#define PERF_SAMPLE_BRANCH_IND_JUMP   (1ull << 12)
#define PERF_SAMPLE_BRANCH_CALL       (1ull << 13)
#define PERF_SAMPLE_BRANCH_NO_FLAGS   (1ull << 14)
#define PERF_SAMPLE_BRANCH_NO_CYCLES  (1ull << 15)
#define PERF_SAMPLE_BRANCH_TYPE_SAVE  (1ull << 16)
#define PERF_SAMPLE_BRANCH_HW_INDEX   (1ull << 17)
#define PERF_SAMPLE_BRANCH_PRIV_SAVE  (1ull << 18)
#define PERF_SAMPLE_BRANCH_COUNTERS   (1ull << 19)

/* The attr's bitfield as one number, in the order of the header: bit 0 is `disabled`. */
#define ATTR_DISABLED                 (1ull << 0)
#define ATTR_INHERIT                  (1ull << 1)
#define ATTR_PINNED                   (1ull << 2)
#define ATTR_EXCLUSIVE                (1ull << 3)
#define ATTR_EXCLUDE_USER             (1ull << 4)
#define ATTR_EXCLUDE_KERNEL           (1ull << 5)
#define ATTR_EXCLUDE_HV               (1ull << 6)
#define ATTR_EXCLUDE_IDLE             (1ull << 7)
#define ATTR_MMAP                     (1ull << 8)
#define ATTR_COMM                     (1ull << 9)
#define ATTR_FREQ                     (1ull << 10)
#define ATTR_INHERIT_STAT             (1ull << 11)
#define ATTR_ENABLE_ON_EXEC           (1ull << 12)
#define ATTR_TASK                     (1ull << 13)
#define ATTR_WATERMARK                (1ull << 14)
#define ATTR_PRECISE_IP_SHIFT         15
#define ATTR_PRECISE_IP_MASK          (3ull << ATTR_PRECISE_IP_SHIFT)
#define ATTR_MMAP_DATA                (1ull << 17)
#define ATTR_SAMPLE_ID_ALL            (1ull << 18)
#define ATTR_EXCLUDE_HOST             (1ull << 19)
#define ATTR_EXCLUDE_GUEST            (1ull << 20)
#define ATTR_EXCLUDE_CALLCHAIN_KERNEL (1ull << 21)
#define ATTR_EXCLUDE_CALLCHAIN_USER   (1ull << 22)
#define ATTR_MMAP2                    (1ull << 23)
#define ATTR_COMM_EXEC                (1ull << 24)
#define ATTR_USE_CLOCKID              (1ull << 25)
#define ATTR_CONTEXT_SWITCH           (1ull << 26)
#define ATTR_WRITE_BACKWARD           (1ull << 27)
#define ATTR_NAMESPACES               (1ull << 28)
#define ATTR_KSYMBOL                  (1ull << 29)
#define ATTR_BPF_EVENT                (1ull << 30)
#define ATTR_AUX_OUTPUT               (1ull << 31)
#define ATTR_CGROUP                   (1ull << 32)
#define ATTR_TEXT_POKE                (1ull << 33)
#define ATTR_BUILD_ID                 (1ull << 34)
#define ATTR_INHERIT_THREAD           (1ull << 35)
#define ATTR_REMOVE_ON_EXEC           (1ull << 36)
#define ATTR_SIGTRAP                  (1ull << 37)
#define ATTR_DEFER_CALLCHAIN          (1ull << 38)
#define ATTR_DEFER_OUTPUT             (1ull << 39)

/*
 * struct perf_event_attr in this machine's byte order. Only its flags have their bits as on a little-endian machine:
 * attr_to_kernel() makes what perf_event_open(2) takes. A field with two names in the kernel's header
 * (sample_period/sample_freq, config1/bp_addr ...) has one here.
 */
struct event_attr {
	uint32_t type;
	uint32_t size; /* how many bytes of this structure the writer knew, ATTR_SIZE_* */
	uint64_t config;
	uint64_t sample_period; /* or the frequency in Hz, with ATTR_FREQ */
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t flags;         /* ATTR_* */
	uint32_t wakeup_events; /* or wakeup_watermark, with ATTR_WATERMARK */
	uint32_t bp_type;
	uint64_t config1; /* bp_addr, kprobe_func, uprobe_path */
	uint64_t config2; /* bp_len, kprobe_addr, probe_offset */
	uint64_t branch_sample_type;
	uint64_t sample_regs_user;
	uint32_t sample_stack_user;
	int32_t clockid;
	uint64_t sample_regs_intr;
	uint32_t aux_watermark;
	uint16_t sample_max_stack;
	uint16_t reserved_2;
	uint32_t aux_sample_size;
	uint32_t aux_action; /* AUX_ACTION_* */
	uint64_t sig_data;
	uint64_t config3;
	uint64_t config4;
};

_Static_assert(sizeof(struct event_attr) == 144, "struct event_attr is the kernel's structure");

enum aux_action {
	AUX_ACTION_START_PAUSED = 1,
	AUX_ACTION_PAUSE = 2,
	AUX_ACTION_RESUME = 4,
};

/* Flags of AUX records. */
enum aux_flag {
	AUX_FLAG_TRUNCATED = 1,
	AUX_FLAG_OVERWRITE = 2,
	AUX_FLAG_PARTIAL = 4,
	AUX_FLAG_COLLISION = 8,
};

#define ATTR_SIZE_VER0 64
#define ATTR_SIZE_VER7 128 /* the largest that Linux perf 6.1 accepts */
#define ATTR_SIZE_VER8 136
#define ATTR_SIZE_VER9 144

/* --- records -------------------------------------------------------------- */

enum perf_record_type {
	PERF_RECORD_MMAP = 1,
	PERF_RECORD_LOST = 2,
	PERF_RECORD_COMM = 3,
	PERF_RECORD_EXIT = 4,
	PERF_RECORD_THROTTLE = 5,
	PERF_RECORD_UNTHROTTLE = 6,
	PERF_RECORD_FORK = 7,
	PERF_RECORD_READ = 8,
	PERF_RECORD_SAMPLE = 9,
	PERF_RECORD_MMAP2 = 10,
	PERF_RECORD_AUX = 11,
	PERF_RECORD_ITRACE_START = 12,
	PERF_RECORD_LOST_SAMPLES = 13,
	PERF_RECORD_SWITCH = 14,
	PERF_RECORD_SWITCH_CPU_WIDE = 15,
	PERF_RECORD_NAMESPACES = 16,
	PERF_RECORD_KSYMBOL = 17,
	PERF_RECORD_BPF_EVENT = 18,
	PERF_RECORD_CGROUP = 19,
	PERF_RECORD_TEXT_POKE = 20,
	PERF_RECORD_AUX_OUTPUT_HW_ID = 21,
	PERF_RECORD_CALLCHAIN_DEFERRED = 22,
	PERF_RECORD_KERNEL_MAX = 23,

	/* of recorders: the kernel does not write these */
	PERF_RECORD_USER_TYPE_START = 64,
	PERF_RECORD_HEADER_ATTR = 64,
	PERF_RECORD_HEADER_EVENT_TYPE = 65,
	PERF_RECORD_HEADER_TRACING_DATA = 66,
	PERF_RECORD_HEADER_BUILD_ID = 67,
	PERF_RECORD_FINISHED_ROUND = 68,
	PERF_RECORD_ID_INDEX = 69,
	PERF_RECORD_AUXTRACE_INFO = 70,
	PERF_RECORD_AUXTRACE = 71,
	PERF_RECORD_AUXTRACE_ERROR = 72,
	PERF_RECORD_THREAD_MAP = 73,
	PERF_RECORD_CPU_MAP = 74,
	PERF_RECORD_STAT_CONFIG = 75,
	PERF_RECORD_STAT = 76,
	PERF_RECORD_STAT_ROUND = 77,
	PERF_RECORD_EVENT_UPDATE = 78,
	PERF_RECORD_TIME_CONV = 79,
	PERF_RECORD_HEADER_FEATURE = 80,
	PERF_RECORD_COMPRESSED = 81,
	PERF_RECORD_FINISHED_INIT = 82,
	PERF_RECORD_COMPRESSED2 = 83,
	PERF_RECORD_BPF_METADATA = 84,
	PERF_RECORD_USER_TYPE_END = 85,

	/* of simpleperf: formats/record/simpleperf_items.h */
	SIMPLEPERF_RECORD_START = 32768,
	SIMPLEPERF_RECORD_KERNEL_SYMBOL = 32769,
	SIMPLEPERF_RECORD_DSO = 32770,
	SIMPLEPERF_RECORD_SYMBOL = 32771,
	SIMPLEPERF_RECORD_SPLIT = 32772,
	SIMPLEPERF_RECORD_SPLIT_END = 32773,
	SIMPLEPERF_RECORD_EVENT_ID = 32774,
	SIMPLEPERF_RECORD_CALLCHAIN = 32775,
	SIMPLEPERF_RECORD_UNWINDING_RESULT = 32776,
	SIMPLEPERF_RECORD_TRACING_DATA = 32777,
	SIMPLEPERF_RECORD_DEBUG = 32778,
	SIMPLEPERF_RECORD_END = 32779,
};

/* simpleperf's kinds of files with symbols. */
enum simpleperf_type {
	SIMPLEPERF_KERNEL,
	SIMPLEPERF_MODULE,
	SIMPLEPERF_ELF,
	SIMPLEPERF_DEX,
	SIMPLEPERF_SYMBOL_MAP, /* perf-PID.map */
	SIMPLEPERF_UNKNOWN,
};

/* What an EVENT_UPDATE record changes of an event. */
enum event_update_type {
	EVENT_UPDATE_UNIT = 0,
	EVENT_UPDATE_SCALE = 1,
	EVENT_UPDATE_NAME = 2,
	EVENT_UPDATE_CPUS = 3,
};

#define RECORD_HEADER_SIZE 8
#define RECORD_SIZE_MAX    65535

/* Bits of the header's misc. */
#define RECORD_MISC_CPUMODE_MASK       7u
#define RECORD_MISC_CPUMODE_UNKNOWN    0u
#define RECORD_MISC_KERNEL             1u
#define RECORD_MISC_USER               2u
#define RECORD_MISC_HYPERVISOR         3u
#define RECORD_MISC_GUEST_KERNEL       4u
#define RECORD_MISC_GUEST_USER         5u
#define RECORD_MISC_MMAP_DATA          (1u << 13)
#define RECORD_MISC_COMM_EXEC          (1u << 13)
#define RECORD_MISC_FORK_EXEC          (1u << 13)
#define RECORD_MISC_LOST_SAMPLES_BPF   (1u << 15) /* dropped by a filter */
#define RECORD_MISC_SWITCH_OUT         (1u << 13)
#define RECORD_MISC_MMAP_BUILD_ID      (1u << 14)
#define RECORD_MISC_SWITCH_OUT_PREEMPT (1u << 14)
#define RECORD_MISC_EXACT_IP           (1u << 14)
#define RECORD_MISC_BUILD_ID_SIZE      (1u << 15)

/* Markers in callchains. */
#define CALLCHAIN_HV            ((uint64_t)-32)
#define CALLCHAIN_KERNEL        ((uint64_t)-128)
#define CALLCHAIN_USER          ((uint64_t)-512)
#define CALLCHAIN_USER_DEFERRED ((uint64_t)-640)
#define CALLCHAIN_GUEST         ((uint64_t)-2048)
#define CALLCHAIN_GUEST_KERNEL  ((uint64_t)-2176)
#define CALLCHAIN_GUEST_USER    ((uint64_t)-2560)
#define CALLCHAIN_MARKER_MIN    ((uint64_t)-4095) /* this and all greater values are markers */

/* --- the file ------------------------------------------------------------- */

#define FILE_MAGIC_V2         0x32454c4946524550ull /* "PERFILE2" read on a little-endian machine */
#define FILE_MAGIC_V1         0x454c494646524550ull /* "PERFFILE", likewise */
#define FILE_HEADER_SIZE      104
#define FILE_PIPE_HEADER_SIZE 16
#define FILE_FEATURE_BITS     256
#define FILE_FEATURE_WORDS    (FILE_FEATURE_BITS / 64)

enum file_feature {
	FEATURE_RESERVED = 0, /* set by prec 0.1 during a recording */
	FEATURE_TRACING_DATA = 1,
	FEATURE_BUILD_ID = 2,
	FEATURE_HOSTNAME = 3,
	FEATURE_OSRELEASE = 4,
	FEATURE_VERSION = 5,
	FEATURE_ARCH = 6,
	FEATURE_NRCPUS = 7,
	FEATURE_CPUDESC = 8,
	FEATURE_CPUID = 9,
	FEATURE_TOTAL_MEM = 10,
	FEATURE_CMDLINE = 11,
	FEATURE_EVENT_DESC = 12,
	FEATURE_CPU_TOPOLOGY = 13,
	FEATURE_NUMA_TOPOLOGY = 14,
	FEATURE_BRANCH_STACK = 15,
	FEATURE_PMU_MAPPINGS = 16,
	FEATURE_GROUP_DESC = 17,
	FEATURE_AUXTRACE = 18,
	FEATURE_STAT = 19,
	FEATURE_CACHE = 20,
	FEATURE_SAMPLE_TIME = 21,
	FEATURE_MEM_TOPOLOGY = 22,
	FEATURE_CLOCKID = 23,
	FEATURE_DIR_FORMAT = 24,
	FEATURE_BPF_PROG_INFO = 25,
	FEATURE_BPF_BTF = 26,
	FEATURE_COMPRESSED = 27,
	FEATURE_CPU_PMU_CAPS = 28,
	FEATURE_CLOCK_DATA = 29,
	FEATURE_HYBRID_TOPOLOGY = 30,
	FEATURE_PMU_CAPS = 31,
	FEATURE_CPU_DOMAIN_INFO = 32,
	FEATURE_E_MACHINE = 33,
	FEATURE_CLN_SIZE = 34,
	FEATURE_LAST_KNOWN = 34,
	/* simpleperf */
	FEATURE_SIMPLEPERF_FILE = 128,
	FEATURE_SIMPLEPERF_META_INFO = 129,
	FEATURE_SIMPLEPERF_DEBUG_UNWIND = 130,
	FEATURE_SIMPLEPERF_DEBUG_UNWIND_FILE = 131,
	FEATURE_SIMPLEPERF_FILE2 = 132,
	FEATURE_SIMPLEPERF_ETM_BRANCH_LIST = 133,
	FEATURE_SIMPLEPERF_INIT_MAP = 134,
	FEATURE_PREC_BLOCK_INDEX = 200, /* written by prec 0.1; perf inject crashes on it */
};

#define BUILD_ID_SIZE_MAX 20

struct build_id {
	uint8_t size; /* 0: none */
	uint8_t data[BUILD_ID_SIZE_MAX];
};

#endif
