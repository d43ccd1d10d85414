#include "report/header/print_attr.h"

#include <inttypes.h>

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

void print_attr(FILE *out, const struct event_attr *attr, uint32_t size, const char *event,
		const struct pmu_names *pmus)
{
	print_attr_type(out, attr->type, pmus);
	print_number(out, "size", size);
	print_attr_config(out, attr, event, pmus);
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
