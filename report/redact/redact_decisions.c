#include "report/redact/redact_decisions.h"

enum redact_level redact_record_goes(uint32_t type)
{
	/* Types that are not known are none of the enum's. */
	switch ((enum perf_record_type)type) {
	/* Processes, mappings, losses, counts, and what belongs to events. */
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
	case PERF_RECORD_SAMPLE:
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE:
	case PERF_RECORD_READ:
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
	case PERF_RECORD_ITRACE_START:
	case PERF_RECORD_KSYMBOL:
	case PERF_RECORD_BPF_EVENT:
	case PERF_RECORD_CGROUP:
	case PERF_RECORD_CALLCHAIN_DEFERRED:
	case PERF_RECORD_HEADER_BUILD_ID:
	case PERF_RECORD_FINISHED_ROUND:
	case PERF_RECORD_FINISHED_INIT:
	case PERF_RECORD_ID_INDEX:
	case PERF_RECORD_THREAD_MAP:
	case PERF_RECORD_CPU_MAP:
	case PERF_RECORD_STAT_CONFIG:
	case PERF_RECORD_STAT:
	case PERF_RECORD_STAT_ROUND:
	case PERF_RECORD_EVENT_UPDATE:
	case PERF_RECORD_TIME_CONV:
	case SIMPLEPERF_RECORD_EVENT_ID:
	case SIMPLEPERF_RECORD_DSO:
	case SIMPLEPERF_RECORD_SYMBOL: return REDACT_NEVER;
	/* Traces hold data, and what describes a trace means nothing without it. */
	case PERF_RECORD_AUX:
	case PERF_RECORD_AUX_OUTPUT_HW_ID:
	case PERF_RECORD_AUXTRACE_INFO:
	case PERF_RECORD_AUXTRACE:
	case PERF_RECORD_AUXTRACE_ERROR: return REDACT_STACKS;
	/* Bytes of code. */
	case PERF_RECORD_TEXT_POKE: return REDACT_STACKS;
	/* Registers and stacks; pieces of records of any kind; texts of any kind. */
	case SIMPLEPERF_RECORD_UNWINDING_RESULT:
	case SIMPLEPERF_RECORD_CALLCHAIN:
	case SIMPLEPERF_RECORD_SPLIT:
	case SIMPLEPERF_RECORD_SPLIT_END:
	case SIMPLEPERF_RECORD_DEBUG: return REDACT_STACKS;
	/* Names and values that programs chose. */
	case PERF_RECORD_BPF_METADATA:
	case SIMPLEPERF_RECORD_TRACING_DATA: return REDACT_ARGS;
	/* Inodes of namespaces, which are those of one boot of one machine; the kernel's names. */
	case PERF_RECORD_NAMESPACES:
	case SIMPLEPERF_RECORD_KERNEL_SYMBOL: return REDACT_NAMES;
	/* The layout of the input; the rewrite makes its own, and prec's records are redact_private_goes. */
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_HEADER_EVENT_TYPE:
	case PERF_RECORD_HEADER_TRACING_DATA:
	case PERF_RECORD_HEADER_FEATURE:
	case PERF_RECORD_COMPRESSED:
	case PERF_RECORD_COMPRESSED2: return REDACT_STACKS;
	/* No types. */
	case PERF_RECORD_KERNEL_MAX:
	case PERF_RECORD_USER_TYPE_END:
	case SIMPLEPERF_RECORD_START:
	case SIMPLEPERF_RECORD_END: break;
	}
	return REDACT_STACKS;
}

enum redact_level redact_private_goes(enum private_record_kind kind)
{
	switch (kind) {
	case PRIVATE_RECORD_CPU_GAP:
	case PRIVATE_RECORD_EVENT_CGROUP: return REDACT_NEVER;
	/* Written anew, by redact_clock. */
	case PRIVATE_RECORD_CLOCK: return REDACT_NEVER;
	/* The rewrite writes one of the highest level. */
	case PRIVATE_RECORD_REDACTED: break;
	/* The layout of the input; a bundle is redacted as a whole; what was lost is not there. */
	case PRIVATE_RECORD_FOOTER:
	case PRIVATE_RECORD_BLOCK_INDEX:
	case PRIVATE_RECORD_BUNDLE:
	case PRIVATE_RECORD_HOLE: break;
	}
	return REDACT_STACKS;
}

enum redact_level redact_feature_goes(unsigned feature)
{
	switch ((enum file_feature)feature) {
	/* The machine, and how it was recorded. */
	case FEATURE_ARCH:
	case FEATURE_NRCPUS:
	case FEATURE_CPUDESC:
	case FEATURE_CPUID:
	case FEATURE_TOTAL_MEM:
	case FEATURE_CPU_TOPOLOGY:
	case FEATURE_NUMA_TOPOLOGY:
	case FEATURE_BRANCH_STACK:
	case FEATURE_PMU_MAPPINGS:
	case FEATURE_STAT:
	case FEATURE_CACHE:
	case FEATURE_SAMPLE_TIME:
	case FEATURE_MEM_TOPOLOGY:
	case FEATURE_CLOCKID:
	case FEATURE_CPU_PMU_CAPS:
	case FEATURE_CLOCK_DATA:
	case FEATURE_HYBRID_TOPOLOGY:
	case FEATURE_PMU_CAPS:
	case FEATURE_CPU_DOMAIN_INFO:
	case FEATURE_E_MACHINE:
	case FEATURE_CLN_SIZE: return REDACT_NEVER;
	/* Written in another way. */
	case FEATURE_TRACING_DATA:
	case FEATURE_BUILD_ID:
	case FEATURE_GROUP_DESC:
	case FEATURE_EVENT_DESC:
	case FEATURE_SIMPLEPERF_FILE:
	case FEATURE_SIMPLEPERF_FILE2:
	case FEATURE_SIMPLEPERF_META_INFO: return REDACT_NEVER;
	/* Traces, and what was there to unwind stacks. */
	case FEATURE_AUXTRACE:
	case FEATURE_SIMPLEPERF_DEBUG_UNWIND:
	case FEATURE_SIMPLEPERF_DEBUG_UNWIND_FILE:
	case FEATURE_SIMPLEPERF_ETM_BRANCH_LIST: return REDACT_STACKS;
	/* Who recorded what; programs of BPF. */
	case FEATURE_HOSTNAME:
	case FEATURE_CMDLINE:
	case FEATURE_BPF_PROG_INFO:
	case FEATURE_BPF_BTF: return REDACT_ARGS;
	/* Which kernel: names of its functions could be looked up by that. perf has the version of its kernel. */
	case FEATURE_OSRELEASE:
	case FEATURE_VERSION: return REDACT_NAMES;
	/* The layout of the input; the rewrite makes its own. */
	case FEATURE_RESERVED:
	case FEATURE_DIR_FORMAT:
	case FEATURE_COMPRESSED:
	case FEATURE_SIMPLEPERF_INIT_MAP:
	case FEATURE_PREC_BLOCK_INDEX: break;
	}
	return REDACT_STACKS;
}

enum redact_level redact_part_goes(uint32_t kind)
{
	switch ((enum bundle_part_kind)kind) {
	case BUNDLE_NAMES:
	case BUNDLE_LINES:
	case BUNDLE_STACKS: return REDACT_NEVER;
	}
	return REDACT_STACKS;
}

enum redact_level redact_field_goes(uint64_t bit)
{
	switch (bit) {
	case PERF_SAMPLE_IP:
	case PERF_SAMPLE_TID:
	case PERF_SAMPLE_TIME:
	case PERF_SAMPLE_READ:
	case PERF_SAMPLE_CALLCHAIN:
	case PERF_SAMPLE_ID:
	case PERF_SAMPLE_CPU:
	case PERF_SAMPLE_PERIOD:
	case PERF_SAMPLE_STREAM_ID:
	case PERF_SAMPLE_BRANCH_STACK:
	case PERF_SAMPLE_WEIGHT:
	case PERF_SAMPLE_DATA_SRC:
	case PERF_SAMPLE_IDENTIFIER:
	case PERF_SAMPLE_TRANSACTION:
	case PERF_SAMPLE_CGROUP:
	case PERF_SAMPLE_DATA_PAGE_SIZE:
	case PERF_SAMPLE_CODE_PAGE_SIZE:
	case PERF_SAMPLE_WEIGHT_STRUCT: return REDACT_NEVER;
	case PERF_SAMPLE_ADDR:
	case PERF_SAMPLE_PHYS_ADDR:
	case PERF_SAMPLE_RAW: return REDACT_ARGS;
	case PERF_SAMPLE_REGS_USER:
	case PERF_SAMPLE_STACK_USER:
	case PERF_SAMPLE_REGS_INTR:
	case PERF_SAMPLE_AUX:
	default: return REDACT_STACKS;
	}
}

enum redact_text redact_record_text(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_HEADER_BUILD_ID:
	case SIMPLEPERF_RECORD_DSO: return REDACT_TEXT_PATH;
	case PERF_RECORD_COMM:
	case PERF_RECORD_THREAD_MAP: return REDACT_TEXT_COMM;
	case PERF_RECORD_KSYMBOL:
	case SIMPLEPERF_RECORD_SYMBOL: return REDACT_TEXT_FUNCTION;
	case PERF_RECORD_CGROUP: return REDACT_TEXT_CGROUP;
	case PERF_RECORD_EVENT_UPDATE: return REDACT_TEXT_UNIT;
	case PERF_RECORD_BPF_METADATA: return REDACT_TEXT_VALUE;
	default: return REDACT_TEXT_UNKNOWN;
	}
}
