#include "report/header/print_attr.h"

#include <inttypes.h>

#define CONFIG_PMU_SHIFT  32 /* of hardware and cache events: the type of the PMU they are meant for */
#define CONFIG_EVENT_MASK 0xffffffffull

static const char *const type_names[] = {
	"PERF_TYPE_HARDWARE", "PERF_TYPE_SOFTWARE", "PERF_TYPE_TRACEPOINT",
	"PERF_TYPE_HW_CACHE", "PERF_TYPE_RAW",      "PERF_TYPE_BREAKPOINT",
};

static const char *const hardware_names[] = {
	"PERF_COUNT_HW_CPU_CYCLES",
	"PERF_COUNT_HW_INSTRUCTIONS",
	"PERF_COUNT_HW_CACHE_REFERENCES",
	"PERF_COUNT_HW_CACHE_MISSES",
	"PERF_COUNT_HW_BRANCH_INSTRUCTIONS",
	"PERF_COUNT_HW_BRANCH_MISSES",
	"PERF_COUNT_HW_BUS_CYCLES",
	"PERF_COUNT_HW_STALLED_CYCLES_FRONTEND",
	"PERF_COUNT_HW_STALLED_CYCLES_BACKEND",
	"PERF_COUNT_HW_REF_CPU_CYCLES",
};

static const char *const software_names[] = {
	"PERF_COUNT_SW_CPU_CLOCK",        "PERF_COUNT_SW_TASK_CLOCK",
	"PERF_COUNT_SW_PAGE_FAULTS",      "PERF_COUNT_SW_CONTEXT_SWITCHES",
	"PERF_COUNT_SW_CPU_MIGRATIONS",   "PERF_COUNT_SW_PAGE_FAULTS_MIN",
	"PERF_COUNT_SW_PAGE_FAULTS_MAJ",  "PERF_COUNT_SW_ALIGNMENT_FAULTS",
	"PERF_COUNT_SW_EMULATION_FAULTS", "PERF_COUNT_SW_DUMMY",
	"PERF_COUNT_SW_BPF_OUTPUT",       "PERF_COUNT_SW_CGROUP_SWITCHES",
};

static const char *const cache_names[] = {
	"PERF_COUNT_HW_CACHE_L1D",  "PERF_COUNT_HW_CACHE_L1I", "PERF_COUNT_HW_CACHE_LL",   "PERF_COUNT_HW_CACHE_DTLB",
	"PERF_COUNT_HW_CACHE_ITLB", "PERF_COUNT_HW_CACHE_BPU", "PERF_COUNT_HW_CACHE_NODE",
};

static const char *const cache_op_names[] = {
	"PERF_COUNT_HW_CACHE_OP_READ",
	"PERF_COUNT_HW_CACHE_OP_WRITE",
	"PERF_COUNT_HW_CACHE_OP_PREFETCH",
};

static const char *const cache_result_names[] = {
	"PERF_COUNT_HW_CACHE_RESULT_ACCESS",
	"PERF_COUNT_HW_CACHE_RESULT_MISS",
};

struct bit_name {
	uint64_t bit;
	const char *name;
};

/* The order is Linux perf's, not that of the bits. */
static const struct bit_name sample_type_names[] = {
	{ PERF_SAMPLE_IP, "IP" },
	{ PERF_SAMPLE_TID, "TID" },
	{ PERF_SAMPLE_TIME, "TIME" },
	{ PERF_SAMPLE_ADDR, "ADDR" },
	{ PERF_SAMPLE_READ, "READ" },
	{ PERF_SAMPLE_CALLCHAIN, "CALLCHAIN" },
	{ PERF_SAMPLE_ID, "ID" },
	{ PERF_SAMPLE_CPU, "CPU" },
	{ PERF_SAMPLE_PERIOD, "PERIOD" },
	{ PERF_SAMPLE_STREAM_ID, "STREAM_ID" },
	{ PERF_SAMPLE_RAW, "RAW" },
	{ PERF_SAMPLE_BRANCH_STACK, "BRANCH_STACK" },
	{ PERF_SAMPLE_REGS_USER, "REGS_USER" },
	{ PERF_SAMPLE_STACK_USER, "STACK_USER" },
	{ PERF_SAMPLE_IDENTIFIER, "IDENTIFIER" },
	{ PERF_SAMPLE_REGS_INTR, "REGS_INTR" },
	{ PERF_SAMPLE_DATA_SRC, "DATA_SRC" },
	{ PERF_SAMPLE_WEIGHT, "WEIGHT" },
	{ PERF_SAMPLE_PHYS_ADDR, "PHYS_ADDR" },
	{ PERF_SAMPLE_AUX, "AUX" },
	{ PERF_SAMPLE_CGROUP, "CGROUP" },
	{ PERF_SAMPLE_DATA_PAGE_SIZE, "DATA_PAGE_SIZE" },
	{ PERF_SAMPLE_CODE_PAGE_SIZE, "CODE_PAGE_SIZE" },
	{ PERF_SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT" },
	{ PERF_SAMPLE_TRANSACTION, "TRANSACTION" },
};

static const struct bit_name read_format_names[] = {
	{ PERF_FORMAT_TOTAL_TIME_ENABLED, "TOTAL_TIME_ENABLED" },
	{ PERF_FORMAT_TOTAL_TIME_RUNNING, "TOTAL_TIME_RUNNING" },
	{ PERF_FORMAT_ID, "ID" },
	{ PERF_FORMAT_GROUP, "GROUP" },
	{ PERF_FORMAT_LOST, "LOST" },
};

/* By bit: enum perf_branch_sample_type_shift of linux/perf_event.h. */
static const char *const branch_type_names[] = {
	"USER",     "KERNEL",    "HV",        "ANY",      "ANY_CALL",   "ANY_RETURN", "IND_CALL",
	"ABORT_TX", "IN_TX",     "NO_TX",     "COND",     "CALL_STACK", "IND_JUMP",   "CALL",
	"NO_FLAGS", "NO_CYCLES", "TYPE_SAVE", "HW_INDEX", "PRIV_SAVE",  "COUNTERS",
};

/* By bit of struct event_attr's flags; precise_ip takes two. */
static const char *const flag_names[] = {
	"disabled",
	"inherit",
	"pinned",
	"exclusive",
	"exclude_user",
	"exclude_kernel",
	"exclude_hv",
	"exclude_idle",
	"mmap",
	"comm",
	"freq",
	"inherit_stat",
	"enable_on_exec",
	"task",
	"watermark",
	"precise_ip",
	NULL,
	"mmap_data",
	"sample_id_all",
	"exclude_host",
	"exclude_guest",
	"exclude_callchain_kernel",
	"exclude_callchain_user",
	"mmap2",
	"comm_exec",
	"use_clockid",
	"context_switch",
	"write_backward",
	"namespaces",
	"ksymbol",
	"bpf_event",
	"aux_output",
	"cgroup",
	"text_poke",
	"build_id",
	"inherit_thread",
	"remove_on_exec",
	"sigtrap",
	"defer_callchain",
	"defer_output",
};

static void print_bits(FILE *out, uint64_t value, const struct bit_name *names, size_t n)
{
	const char *between = "";

	for (size_t i = 0; i < n; i++) {
		if (!(value & names[i].bit))
			continue;
		fprintf(out, "%s%s", between, names[i].name);
		between = "|";
	}
}

static void print_branch_type(FILE *out, uint64_t value)
{
	const char *between = "";

	for (size_t bit = 0; bit < ARRAY_SIZE(branch_type_names); bit++) {
		if (!(value >> bit & 1))
			continue;
		fprintf(out, "%s%s", between, branch_type_names[bit]);
		between = "|";
	}
}

static void print_number(FILE *out, const char *name, uint64_t value)
{
	if (value)
		fprintf(out, ", %s = %" PRIu64, name, value);
}

static void print_hex(FILE *out, const char *name, uint64_t value)
{
	if (value)
		fprintf(out, ", %s = %#" PRIx64, name, value);
}

static void print_flags(FILE *out, uint64_t flags)
{
	for (unsigned bit = 0; bit < ARRAY_SIZE(flag_names); bit++)
		if (bit == ATTR_PRECISE_IP_SHIFT)
			print_number(out, flag_names[bit], flags >> bit & 3);
		else if (flag_names[bit])
			print_number(out, flag_names[bit], flags >> bit & 1);
}

/* Bits of aux_action, linux/perf_event.h. */
static void print_aux_action(FILE *out, uint32_t action)
{
	print_number(out, "aux_start_paused", action & 1);
	print_number(out, "aux_pause", action >> 1 & 1);
	print_number(out, "aux_resume", action >> 2 & 1);
}

#define NAME_OF(names, index) ((index) < ARRAY_SIZE(names) ? (names)[index] : NULL)

/* " (WHAT)" or, where the event is meant for one PMU, " (PMU/WHAT/)". */
static void print_config_words(FILE *out, const char *pmu, const char *words, uint64_t config)
{
	if (pmu && words)
		fprintf(out, " (%s/%s/)", pmu, words);
	else if (pmu)
		fprintf(out, " (%s/config=%#" PRIx64 "/)", pmu, config);
	else if (words)
		fprintf(out, " (%s)", words);
}

static const char *cache_words(uint64_t config, char *words, size_t size)
{
	const char *cache = NAME_OF(cache_names, config & 0xff);
	const char *op = NAME_OF(cache_op_names, config >> 8 & 0xff);
	const char *result = NAME_OF(cache_result_names, config >> 16 & 0xff);

	if (!cache || !op || !result)
		return NULL;
	snprintf(words, size, "%s | %s | %s", result, op, cache);
	return words;
}

/* "SYSTEM:NAME" of an event's name, which modifiers may follow after a second colon. */
static void print_tracepoint(FILE *out, const char *event)
{
	const char *colon = event ? strchr(event, ':') : NULL;

	if (colon)
		fprintf(out, " (%.*s)", (int)(colon + 1 + strcspn(colon + 1, ":") - event), event);
}

static void print_config(FILE *out, const struct event_attr *attr, const char *event, const struct pmu_names *pmus)
{
	uint64_t config = attr->config;
	uint32_t pmu_type = (uint32_t)(config >> CONFIG_PMU_SHIFT);
	const char *pmu = pmu_type ? pmu_names_by_type(pmus, pmu_type) : NULL;
	char words[128];

	fprintf(out, ", config = %#" PRIx64, config);
	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		print_config_words(out, pmu, NAME_OF(hardware_names, config & CONFIG_EVENT_MASK), config);
		break;
	case PERF_TYPE_SOFTWARE: print_config_words(out, NULL, NAME_OF(software_names, config), config); break;
	case PERF_TYPE_HW_CACHE: print_config_words(out, pmu, cache_words(config, words, sizeof(words)), config); break;
	case PERF_TYPE_TRACEPOINT: print_tracepoint(out, event); break;
	default: break;
	}
}

static void print_type(FILE *out, uint32_t type, const struct pmu_names *pmus)
{
	bool is_pmu = type == PERF_TYPE_RAW || type > PERF_TYPE_BREAKPOINT;
	const char *name = is_pmu ? pmu_names_by_type(pmus, type) : NULL;

	if (!name)
		name = NAME_OF(type_names, type);
	fprintf(out, ", type = %u", type);
	if (name)
		fprintf(out, " (%s)", name);
}

void print_attr(FILE *out, const struct event_attr *attr, uint32_t size, const char *event,
		const struct pmu_names *pmus)
{
	print_type(out, attr->type, pmus);
	print_number(out, "size", size);
	print_config(out, attr, event, pmus);
	print_number(out, "{ sample_period, sample_freq }", attr->sample_period);
	if (attr->sample_type) {
		fputs(", sample_type = ", out);
		print_bits(out, attr->sample_type, sample_type_names, ARRAY_SIZE(sample_type_names));
	}
	if (attr->read_format) {
		fputs(", read_format = ", out);
		print_bits(out, attr->read_format, read_format_names, ARRAY_SIZE(read_format_names));
	}
	print_flags(out, attr->flags);
	print_number(out, "{ wakeup_events, wakeup_watermark }", attr->wakeup_events);
	print_number(out, "bp_type", attr->bp_type);
	print_hex(out, "{ bp_addr, config1 }", attr->config1);
	print_hex(out, "{ bp_len, config2 }", attr->config2);
	if (attr->branch_sample_type) {
		fputs(", branch_sample_type = ", out);
		print_branch_type(out, attr->branch_sample_type);
	}
	print_hex(out, "sample_regs_user", attr->sample_regs_user);
	print_number(out, "sample_stack_user", attr->sample_stack_user);
	if (attr->clockid)
		fprintf(out, ", clockid = %" PRId32, attr->clockid);
	print_hex(out, "sample_regs_intr", attr->sample_regs_intr);
	print_number(out, "aux_watermark", attr->aux_watermark);
	print_number(out, "sample_max_stack", attr->sample_max_stack);
	print_number(out, "aux_sample_size", attr->aux_sample_size);
	print_number(out, "sig_data", attr->sig_data);
	print_aux_action(out, attr->aux_action);
}
