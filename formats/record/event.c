#include "formats/record/event.h"

#include <inttypes.h>
#include <stdio.h>

struct fixed_field {
	uint64_t bit;
	size_t member;
};

/* In the order of the record. Every field takes eight bytes (TID: pid and tid, CPU: cpu and a reserved word). */
static const struct fixed_field sample_fields[] = {
	{ PERF_SAMPLE_IDENTIFIER, offsetof(struct event_layout, identifier) },
	{ PERF_SAMPLE_IP, offsetof(struct event_layout, ip) },
	{ PERF_SAMPLE_TID, offsetof(struct event_layout, tid) },
	{ PERF_SAMPLE_TIME, offsetof(struct event_layout, time) },
	{ PERF_SAMPLE_ADDR, offsetof(struct event_layout, addr) },
	{ PERF_SAMPLE_ID, offsetof(struct event_layout, id) },
	{ PERF_SAMPLE_STREAM_ID, offsetof(struct event_layout, stream_id) },
	{ PERF_SAMPLE_CPU, offsetof(struct event_layout, cpu) },
	{ PERF_SAMPLE_PERIOD, offsetof(struct event_layout, period) },
};

/* From the record's end backwards. */
static const struct fixed_field trailer_fields[] = {
	{ PERF_SAMPLE_IDENTIFIER, offsetof(struct event_layout, trailer_identifier) },
	{ PERF_SAMPLE_CPU, offsetof(struct event_layout, trailer_cpu) },
	{ PERF_SAMPLE_STREAM_ID, offsetof(struct event_layout, trailer_stream_id) },
	{ PERF_SAMPLE_ID, offsetof(struct event_layout, trailer_id) },
	{ PERF_SAMPLE_TIME, offsetof(struct event_layout, trailer_time) },
	{ PERF_SAMPLE_TID, offsetof(struct event_layout, trailer_tid) },
};

static void layout_set(struct event_layout *layout, size_t member, uint16_t offset)
{
	memcpy((char *)layout + member, &offset, sizeof(offset));
}

void event_layout_make(struct event_layout *ret_layout, const struct event_attr *attr)
{
	uint16_t offset = RECORD_HEADER_SIZE;

	memset(ret_layout, 0, sizeof(*ret_layout));
	for (size_t i = 0; i < ARRAY_SIZE(sample_fields); i++) {
		if (!(attr->sample_type & sample_fields[i].bit))
			continue;
		layout_set(ret_layout, sample_fields[i].member, offset);
		offset += 8;
	}
	ret_layout->fixed_end = offset;
	if (!(attr->flags & ATTR_SAMPLE_ID_ALL))
		return;
	offset = 0;
	for (size_t i = 0; i < ARRAY_SIZE(trailer_fields); i++) {
		if (!(attr->sample_type & trailer_fields[i].bit))
			continue;
		offset += 8;
		layout_set(ret_layout, trailer_fields[i].member, offset);
	}
	ret_layout->trailer_size = offset;
}

static const char *const hardware_names[] = {
	"cycles",        "instructions", "cache-references",        "cache-misses",           "branches",
	"branch-misses", "bus-cycles",   "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles",
};

static const char *const software_names[] = {
	"cpu-clock",        "task-clock",   "page-faults",  "context-switches",
	"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy",        "bpf-output",   "cgroup-switches",
};

static const char *const cache_names[] = { "L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node" };
static const char *const cache_op_names[] = { "load", "store", "prefetch" };

static bool event_cache_name(uint64_t config, char *name, size_t size)
{
	unsigned cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16 & 0xff;

	if (cache >= ARRAY_SIZE(cache_names) || op >= ARRAY_SIZE(cache_op_names) || result > 1)
		return false;
	if (result)
		snprintf(name, size, "%s-%s-misses", cache_names[cache], cache_op_names[op]);
	else
		snprintf(name, size, "%s-%ss", cache_names[cache], cache_op_names[op]);
	return true;
}

void event_attr_name(const struct event_attr *attr, char *name, size_t size)
{
	if (attr->type == PERF_TYPE_HARDWARE && (attr->config & 0xffffffff) < ARRAY_SIZE(hardware_names))
		snprintf(name, size, "%s", hardware_names[attr->config & 0xffffffff]);
	else if (attr->type == PERF_TYPE_SOFTWARE && attr->config < ARRAY_SIZE(software_names))
		snprintf(name, size, "%s", software_names[attr->config]);
	else if (attr->type == PERF_TYPE_HW_CACHE && event_cache_name(attr->config, name, size))
		return;
	else if (attr->type == PERF_TYPE_RAW)
		snprintf(name, size, "raw 0x%" PRIx64, attr->config);
	else if (attr->type == PERF_TYPE_BREAKPOINT)
		snprintf(name, size, "mem:0x%" PRIx64, attr->config1);
	else if (attr->type == PERF_TYPE_TRACEPOINT)
		snprintf(name, size, "unknown tracepoint");
	else
		snprintf(name, size, "unknown attr type: %u", attr->type);
}
