/* redact_event: the attrs and names of events. */
#include "report/redact/redact.h"

#include "report/redact/redact_text.h"
#include "report/redact/redact_tracing.h"

#include <ctype.h>
#include <stdio.h>

/* The attr's flags that are known; each says what is recorded, and nothing of what. */
#define FLAGS_KNOWN (ATTR_DEFER_OUTPUT * 2 - 1)

static bool is_probe(const struct redact *r, uint32_t type)
{
	return type > PERF_TYPE_BREAKPOINT &&
	       (redact_pmu_is(r, type, "uprobe", 6) || redact_pmu_is(r, type, "kprobe", 6));
}

static uint64_t sample_type_left(const struct redact *r, uint64_t type)
{
	uint64_t left = 0;

	for (unsigned i = 0; i < 64; i++)
		if (type >> i & 1 && r->level < redact_field_goes(1ull << i))
			left |= 1ull << i;
	return left;
}

void redact_attr(const struct redact *r, struct event_attr *attr)
{
	const bool hides_args = r->level >= REDACT_ARGS;
	/* Addresses of data, of probes and of the recorder's memory. Of other events these are parts of the event. */
	const bool has_address =
		attr->type == PERF_TYPE_BREAKPOINT || attr->type == PERF_TYPE_TRACEPOINT || is_probe(r, attr->type);
	const uint64_t type = sample_type_left(r, attr->sample_type);
	const struct event_attr made = {
		.type = attr->type,
		.size = attr->size,
		.config = attr->config,
		.sample_period = attr->sample_period,
		.sample_type = type,
		.read_format = attr->read_format,
		.flags = attr->flags & FLAGS_KNOWN,
		.wakeup_events = attr->wakeup_events,
		.bp_type = attr->bp_type,
		.config1 = hides_args && has_address ? 0 : attr->config1,
		/* Of a breakpoint its length. */
		.config2 = hides_args && has_address && attr->type != PERF_TYPE_BREAKPOINT ? 0 : attr->config2,
		.branch_sample_type = attr->branch_sample_type,
		.sample_regs_user = type & PERF_SAMPLE_REGS_USER ? attr->sample_regs_user : 0,
		.sample_stack_user = type & PERF_SAMPLE_STACK_USER ? attr->sample_stack_user : 0,
		.clockid = attr->clockid,
		.sample_regs_intr = type & PERF_SAMPLE_REGS_INTR ? attr->sample_regs_intr : 0,
		.aux_watermark = 0,
		.sample_max_stack = attr->sample_max_stack,
		.reserved_2 = 0,
		.aux_sample_size = 0,
		.aux_action = attr->aux_action,
		/* A number of the user's, which comes with signals. */
		.sig_data = hides_args ? 0 : attr->sig_data,
		.config3 = attr->config3,
		.config4 = attr->config4,
	};

	*attr = made;
}

/* --- names ------------------------------------------------------------------------------ */

/* The part of a name before its modifiers: "cycles" of "cycles:u". */
static size_t base_size(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon && strspn(colon + 1, "ukhHGpPSDWebIR") == strlen(colon + 1) ? (size_t)(colon - name)
										 : strlen(name);
}

/* Whether a name is the one that events of this attr have anyway. */
static bool is_by_attr(const struct event_attr *attr, const char *name)
{
	char made[128];
	size_t size = base_size(name);

	if (attr->type == PERF_TYPE_TRACEPOINT || attr->type >= PERF_TYPE_BREAKPOINT)
		return false;
	event_attr_name(attr, made, sizeof(made));
	return size == base_size(made) && !memcmp(made, name, size);
}

/* A tracepoint of the kernel: "sched:sched_switch". */
static bool is_of_kernel(const struct event_attr *attr, const char *name)
{
	const char *colon = strchr(name, ':');
	size_t i;

	if (attr->type != PERF_TYPE_TRACEPOINT || !colon || !redact_is_kernels(name, (size_t)(colon - name)))
		return false;
	for (i = 1; isalnum((unsigned char)colon[i]) || colon[i] == '_'; i++)
		continue;
	return !colon[i] || colon[i] == ':';
}

/* An event of a PMU by its terms: "cpu/event=0x3c,umask=1/u". A name can be given by a term, too. */
static bool is_of_pmu(const struct redact *r, const struct event_attr *attr, const char *name)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789_=,.-";
	const char *slash = strchr(name, '/'), *end = slash ? slash + 1 + strspn(slash + 1, characters) : NULL;

	return slash && *end == '/' && end[1 + strspn(end + 1, "ukhHGpPSDWebIR")] == 0 && !strstr(slash, "name=") &&
	       !is_probe(r, attr->type) && redact_pmu_is(r, attr->type, name, (size_t)(slash - name));
}

/* At `args` a name may be anything but a path, an address and the definition of a probe. */
static bool name_stays(const struct redact *r, const struct event_attr *attr, const char *name)
{
	const char *slash = strchr(name, '/');

	if (is_by_attr(attr, name) || is_of_kernel(attr, name) || is_of_pmu(r, attr, name))
		return true;
	if (attr->type == PERF_TYPE_SOFTWARE && !strcmp(name, EVENT_OFF_CPU_NAME))
		return true;
	if (r->level >= REDACT_NAMES || attr->type == PERF_TYPE_BREAKPOINT || is_probe(r, attr->type))
		return false;
	/* Probes of perf probe are called by the program and the function, those of -e by its path. */
	if (attr->type == PERF_TYPE_TRACEPOINT)
		return !slash && strncmp(name, "uprobe:", 7) && strncmp(name, "kprobe:", 7);
	/* "cpu/event=0x3c/" has its terms, a path has more. */
	for (const char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("_.:,=-/@{}%", *p))
			return false;
	return !slash || (slash != name && (!strchr(slash + 1, '/') || !strchr(strchr(slash + 1, '/') + 1, '/')));
}

const char *redact_event_name(struct redact *r, const struct event_attr *attr, const char *name)
{
	char made[128];
	uint8_t hash[SHA256_SIZE];
	uint32_t id;

	if (r->level < REDACT_ARGS || name_stays(r, attr, name)) {
		snprintf(made, sizeof(made), "%s", "");
	} else if (attr->type == PERF_TYPE_BREAKPOINT) {
		event_attr_name(attr, made, sizeof(made));
	} else {
		redact_key_hash(&r->key, 'e', name, strlen(name), hash);
		snprintf(made, sizeof(made), "%se_%02x%02x%02x%02x",
			 attr->type == PERF_TYPE_TRACEPOINT ? "probes:" : "", hash[0], hash[1], hash[2], hash[3]);
	}
	r->counts[REDACTED_EVENTS] += made[0] != 0;
	id = strtab_add_string(&r->kept, made[0] ? made : name);
	return id == STRTAB_NONE ? NULL : strtab_get(&r->kept, id);
}
