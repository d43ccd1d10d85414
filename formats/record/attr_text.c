#include "formats/record/attr_text.h"

#include "common/bytes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define VALUE_MAX         1024
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

#define NAME_OF(names, index) ((index) < ARRAY_SIZE(names) ? (names)[index] : NULL)

static void put_number(const struct attr_text_sink *sink, const char *name, uint64_t value)
{
	char text[32];

	if (!value)
		return;
	snprintf(text, sizeof(text), "%" PRIu64, value);
	sink->put(sink->context, name, text);
}

static void put_hex(const struct attr_text_sink *sink, const char *name, uint64_t value)
{
	char text[32];

	if (!value)
		return;
	snprintf(text, sizeof(text), "%#" PRIx64, value);
	sink->put(sink->context, name, text);
}

/* Adds a word to those before it, "IP|TID". */
static void words_add(char *words, const char *word)
{
	size_t used = strlen(words);

	snprintf(words + used, VALUE_MAX - used, "%s%s", used ? "|" : "", word);
}

static void put_bits(const struct attr_text_sink *sink, const char *field, uint64_t value, const struct bit_name *names,
		     size_t n)
{
	char words[VALUE_MAX] = "";

	if (!value)
		return;
	for (size_t i = 0; i < n; i++)
		if (value & names[i].bit)
			words_add(words, names[i].name);
	sink->put(sink->context, field, words);
}

static void put_branch_type(const struct attr_text_sink *sink, uint64_t value)
{
	char words[VALUE_MAX] = "";

	if (!value)
		return;
	for (size_t bit = 0; bit < ARRAY_SIZE(branch_type_names); bit++)
		if (value >> bit & 1)
			words_add(words, branch_type_names[bit]);
	sink->put(sink->context, "branch_sample_type", words);
}

static void put_flags(const struct attr_text_sink *sink, uint64_t flags)
{
	for (unsigned bit = 0; bit < ARRAY_SIZE(flag_names); bit++)
		if (bit == ATTR_PRECISE_IP_SHIFT)
			put_number(sink, flag_names[bit], flags >> bit & 3);
		else if (flag_names[bit])
			put_number(sink, flag_names[bit], flags >> bit & 1);
}

static void put_aux_action(const struct attr_text_sink *sink, uint32_t action)
{
	put_number(sink, "aux_start_paused", !!(action & AUX_ACTION_START_PAUSED));
	put_number(sink, "aux_pause", !!(action & AUX_ACTION_PAUSE));
	put_number(sink, "aux_resume", !!(action & AUX_ACTION_RESUME));
}

static const char *pmu_of(const struct attr_text_names *names, uint32_t type)
{
	return names->pmu ? names->pmu(names->context, type) : NULL;
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

/* What the config of a generic event means; NULL where there is no word for it. room: for words that are put together.
 */
static const char *config_words(const struct event_attr *attr, char *room, size_t size)
{
	switch (attr->type) {
	case PERF_TYPE_HARDWARE: return NAME_OF(hardware_names, attr->config & CONFIG_EVENT_MASK);
	case PERF_TYPE_SOFTWARE: return NAME_OF(software_names, attr->config);
	case PERF_TYPE_HW_CACHE: return cache_words(attr->config, room, size);
	default: return NULL;
	}
}

/* "0x1 (WHAT)" or, where the event is meant for one PMU, "0x100000001 (PMU/WHAT/)". */
static void put_config(const struct attr_text_sink *sink, const struct event_attr *attr,
		       const struct attr_text_names *names)
{
	uint64_t config = attr->config;
	uint32_t pmu_type = (uint32_t)(config >> PERF_PMU_TYPE_SHIFT);
	bool generic = attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE;
	const char *pmu = generic && pmu_type ? pmu_of(names, pmu_type) : NULL;
	const char *colon = names->event ? strchr(names->event, ':') : NULL;
	char room[128], text[VALUE_MAX];
	const char *words = config_words(attr, room, sizeof(room));

	if (pmu && words)
		snprintf(text, sizeof(text), "%#" PRIx64 " (%s/%s/)", config, pmu, words);
	else if (pmu)
		snprintf(text, sizeof(text), "%#" PRIx64 " (%s/config=%#" PRIx64 "/)", config, pmu, config);
	else if (words)
		snprintf(text, sizeof(text), "%#" PRIx64 " (%s)", config, words);
	else if (attr->type == PERF_TYPE_TRACEPOINT && colon) /* modifiers may follow after a second colon */
		snprintf(text, sizeof(text), "%#" PRIx64 " (%.*s)", config,
			 (int)(colon + 1 + strcspn(colon + 1, ":") - names->event), names->event);
	else
		snprintf(text, sizeof(text), "%#" PRIx64, config);
	sink->put(sink->context, "config", text);
}

static void put_type(const struct attr_text_sink *sink, uint32_t type, const struct attr_text_names *names)
{
	bool is_pmu = type == PERF_TYPE_RAW || type > PERF_TYPE_BREAKPOINT;
	const char *name = is_pmu ? pmu_of(names, type) : NULL;
	char text[VALUE_MAX];

	if (!name)
		name = NAME_OF(type_names, type);
	snprintf(text, sizeof(text), name ? "%u (%s)" : "%u", type, name);
	sink->put(sink->context, "type", text);
}

static void put_clockid(const struct attr_text_sink *sink, int32_t clockid)
{
	char text[16];

	if (!clockid)
		return;
	snprintf(text, sizeof(text), "%" PRId32, clockid);
	sink->put(sink->context, "clockid", text);
}

void attr_text(const struct event_attr *attr, uint32_t size, const struct attr_text_names *names,
	       const struct attr_text_sink *sink)
{
	put_type(sink, attr->type, names);
	put_number(sink, "size", size);
	put_config(sink, attr, names);
	put_number(sink, "{ sample_period, sample_freq }", attr->sample_period);
	put_bits(sink, "sample_type", attr->sample_type, sample_type_names, ARRAY_SIZE(sample_type_names));
	put_bits(sink, "read_format", attr->read_format, read_format_names, ARRAY_SIZE(read_format_names));
	put_flags(sink, attr->flags);
	put_number(sink, "{ wakeup_events, wakeup_watermark }", attr->wakeup_events);
	put_number(sink, "bp_type", attr->bp_type);
	put_hex(sink, "{ bp_addr, config1 }", attr->config1);
	put_hex(sink, "{ bp_len, config2 }", attr->config2);
	put_branch_type(sink, attr->branch_sample_type);
	put_hex(sink, "sample_regs_user", attr->sample_regs_user);
	put_number(sink, "sample_stack_user", attr->sample_stack_user);
	put_clockid(sink, attr->clockid);
	put_hex(sink, "sample_regs_intr", attr->sample_regs_intr);
	put_number(sink, "aux_watermark", attr->aux_watermark);
	put_number(sink, "sample_max_stack", attr->sample_max_stack);
	put_number(sink, "aux_sample_size", attr->aux_sample_size);
	put_number(sink, "sig_data", attr->sig_data);
	put_aux_action(sink, attr->aux_action);
	put_hex(sink, "config3", attr->config3);
	put_hex(sink, "config4", attr->config4);
}
