#include "formats/record/event.h"

#include <inttypes.h>
#include <linux/hw_breakpoint.h>
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

/* What each cache can be asked for, a bit for each of cache_op_names. */
static const uint8_t cache_ops[ARRAY_SIZE(cache_names)] = { 7, 5, 7, 7, 1, 1, 7 };

static void put_cache_name(uint64_t config, char *name, size_t size)
{
	unsigned cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16 & 0xff;

	if (cache >= ARRAY_SIZE(cache_names))
		snprintf(name, size, "unknown-ext-hardware-cache-type");
	else if (op >= ARRAY_SIZE(cache_op_names))
		snprintf(name, size, "unknown-ext-hardware-cache-op");
	else if (result > 1)
		snprintf(name, size, "unknown-ext-hardware-cache-result");
	else if (!(cache_ops[cache] >> op & 1))
		snprintf(name, size, "invalid-cache");
	else if (result)
		snprintf(name, size, "%s-%s-misses", cache_names[cache], cache_op_names[op]);
	else
		snprintf(name, size, "%s-%s%s", cache_names[cache], cache_op_names[op], op == 2 ? "es" : "s");
}

static void put_breakpoint_name(const struct event_attr *attr, char *name, size_t size)
{
	const uint32_t type = attr->bp_type;

	snprintf(name, size, "mem:0x%" PRIx64 ":%s%s%s", attr->config1, type & HW_BREAKPOINT_R ? "r" : "",
		 type & HW_BREAKPOINT_W ? "w" : "", type & HW_BREAKPOINT_X ? "x" : "");
}

/* False: of an event of this type perf shows no modifiers. */
static bool put_event_name(const struct event_attr *attr, char *name, size_t size)
{
	const uint64_t hardware = attr->config & UINT32_MAX; /* a hybrid CPU's PMU is in the upper half */

	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		snprintf(name, size, "%s",
			 hardware < ARRAY_SIZE(hardware_names) ? hardware_names[hardware] : "unknown-hardware");
		return true;
	case PERF_TYPE_SOFTWARE:
		snprintf(name, size, "%s",
			 attr->config < ARRAY_SIZE(software_names) ? software_names[attr->config] : "unknown-software");
		return true;
	case PERF_TYPE_HW_CACHE: put_cache_name(attr->config, name, size); return true;
	case PERF_TYPE_RAW: snprintf(name, size, "raw 0x%" PRIx64, attr->config); return true;
	case PERF_TYPE_BREAKPOINT: put_breakpoint_name(attr, name, size); return true;
	case PERF_TYPE_TRACEPOINT: snprintf(name, size, "unknown tracepoint"); return false;
	default: snprintf(name, size, "unknown attr type: %u", attr->type); return false;
	}
}

/* Letters of those that are not excluded, if any of them is. */
static void add_kinds(char **end, uint64_t flags, const uint64_t *excluded, const char *letters)
{
	uint64_t all = 0;

	for (size_t i = 0; letters[i]; i++)
		all |= excluded[i];
	for (size_t i = 0; flags & all && letters[i]; i++)
		if (!(flags & excluded[i]))
			*(*end)++ = letters[i];
}

/* ":upp", "" for none: as Linux perf 7 (evsel__add_modifiers). */
static void modifiers_make(const struct event_attr *attr, char text[static 16])
{
	static const uint64_t modes[] = { ATTR_EXCLUDE_KERNEL, ATTR_EXCLUDE_USER, ATTR_EXCLUDE_HV };
	static const uint64_t machines[] = { ATTR_EXCLUDE_HOST, ATTR_EXCLUDE_GUEST };
	char *end = text;

	*end++ = ':';
	add_kinds(&end, attr->flags, modes, "kuh");
	for (uint64_t n = (attr->flags & ATTR_PRECISE_IP_MASK) >> ATTR_PRECISE_IP_SHIFT; n; n--)
		*end++ = 'p';
	add_kinds(&end, attr->flags, machines, "HG");
	end[end == text + 1 ? -1 : 0] = 0;
}

void event_attr_name(const struct event_attr *attr, char *name, size_t size)
{
	char modifiers[16];
	size_t used;

	if (!put_event_name(attr, name, size))
		return;
	modifiers_make(attr, modifiers);
	used = strlen(name);
	snprintf(name + used, size - used, "%s", modifiers);
}
