#include "report/export/firefox_meta.h"

#include "common/text.h"
#include "report/export/firefox_markers.h"
#include "report/export/recording_facts.h"

#include <errno.h>
#include <inttypes.h>
#include <time.h>

static const struct {
	const char *name, *color;
} categories[FIREFOX_N_CATEGORIES] = {
	[FIREFOX_USER] = { "User", "yellow" },
	[FIREFOX_KERNEL] = { "Kernel", "orange" },
	[FIREFOX_JIT] = { "JIT", "green" },
	[FIREFOX_OTHER] = { "Other", "grey" },
};

_Static_assert((int)FIREFOX_USER == (int)STACK_CODE_USER && (int)FIREFOX_KERNEL == (int)STACK_CODE_KERNEL &&
		       (int)FIREFOX_JIT == (int)STACK_CODE_JIT && (int)FIREFOX_OTHER == (int)STACK_CODE_OTHER,
	       "categories are kinds of code");

/* What meta is put of. */
struct meta {
	const struct export *export;
	struct firefox_tables *tables;
	struct json *json;
	struct recording_facts facts;
	uint64_t zero;
};

static void put_categories(struct json *j)
{
	json_name(j, "categories");
	json_begin(j, '[');
	for (unsigned i = 0; i < FIREFOX_N_CATEGORIES; i++) {
		json_begin(j, '{');
		json_name(j, "name");
		json_string(j, categories[i].name);
		json_name(j, "color");
		json_string(j, categories[i].color);
		json_name(j, "subcategories");
		json_begin(j, '[');
		json_string(j, "Other");
		json_end(j, ']');
		json_end(j, '}');
	}
	json_end(j, ']');
}

/* The time between two samples in ms: as the first event that has samples was asked for; 1 where that is no time. */
static double interval_of(const struct export *x)
{
	const struct perf_file *file = x->profile->file;
	uint32_t i = 0;

	while (i < file->n_events && !x->events[i].count)
		i++;
	if (i < file->n_events && file->events[i].attr.sample_period) {
		const struct event_attr *attr = &file->events[i].attr;

		if (attr->flags & ATTR_FREQ)
			return 1000.0 / (double)attr->sample_period;
		if (x->events[i].is_time && attr->sample_period > 1000)
			return (double)attr->sample_period / 1e6;
	}
	return 1;
}

static void put_text(const struct meta *m, const char *name, const char *text)
{
	json_name(m->json, name);
	firefox_put_name(m->tables, m->json, text);
}

static void put_number(const struct meta *m, const char *name, uint64_t number)
{
	json_name(m->json, name);
	json_u64(m->json, number);
}

static void put_units(struct json *j)
{
	json_name(j, "sampleUnits");
	json_begin(j, '{');
	json_name(j, "time");
	json_string(j, "ms");
	json_name(j, "eventDelay");
	json_string(j, "ms");
	json_name(j, "threadCPUDelta");
	json_string(j, "ns");
	json_end(j, '}');
}

/* --- meta.extra: the table of the profile's information ---------------------------------------------- */

static void put_entry(const struct meta *m, const char *label, const char *value)
{
	if (!*value)
		return;
	json_begin(m->json, '{');
	put_text(m, "label", label);
	put_text(m, "format", "string");
	put_text(m, "value", value);
	json_end(m->json, '}');
}

static void put_number_entry(const struct meta *m, const char *label, uint64_t value)
{
	json_begin(m->json, '{');
	put_text(m, "label", label);
	put_text(m, "format", "integer");
	put_number(m, "value", value);
	json_end(m->json, '}');
}

static void put_events(const struct meta *m)
{
	for (uint32_t i = 0; i < m->export->profile->file->n_events; i++) {
		const struct export_event *e = &m->export->events[i];
		char text[128];

		if (!e->count)
			continue;
		snprintf(text, sizeof(text),
			 e->is_time ? "%" PRIu64 " samples, weight: ms"
				    : "%" PRIu64 " samples, weight: events, %" PRIu64,
			 e->count, e->period);
		put_entry(m, e->name, text);
	}
}

static void put_section(const struct meta *m, const char *label)
{
	json_begin(m->json, '{');
	put_text(m, "label", label);
	json_name(m->json, "entries");
	json_begin(m->json, '[');
}

static void end_section(const struct meta *m)
{
	json_end(m->json, ']');
	json_end(m->json, '}');
}

static void put_extra(const struct meta *m)
{
	char first[32];

	json_name(m->json, "extra");
	json_begin(m->json, '[');
	put_section(m, "Recording");
	put_entry(m, "File", m->export->input);
	put_entry(m, "Host", m->facts.host);
	put_entry(m, "Kernel", m->facts.kernel);
	put_entry(m, "Machine", m->facts.arch);
	put_entry(m, "Command", m->facts.command);
	put_entry(m, "Recorded by", m->facts.recorder);
	put_entry(m, "Exported by", PACKAGE_STRING);
	snprintf(first, sizeof(first), "%" PRIu64 ".%09" PRIu64, m->zero / 1000000000, m->zero % 1000000000);
	put_entry(m, "Time 0 on the recording's clock", first);
	put_number_entry(m, "Lost records", export_lost(m->export));
	end_section(m);
	put_section(m, "Events");
	put_events(m);
	end_section(m);
	json_end(m->json, ']');
}

/* --- all of it --------------------------------------------------------------------------------------- */

static void put_clock(const struct meta *m)
{
	json_name(m->json, "startTime");
	json_fixed(m->json, m->facts.wall.is_known ? wall_clock_at(&m->facts.wall, m->zero) : 0, 6);
	if (m->facts.has_clock_id && m->facts.clock_id == CLOCK_MONOTONIC)
		put_number(m, "startTimeAsClockMonotonicNanosecondsSinceBoot", m->zero);
}

static void put_machine(const struct meta *m)
{
	char system[256];

	snprintf(system, sizeof(system), "Linux%s%s%s%s", *m->facts.kernel ? " " : "", m->facts.kernel,
		 *m->facts.arch ? " " : "", m->facts.arch);
	put_text(m, "oscpu", system);
	put_text(m, "platform", "Linux");
	put_text(m, "arguments", m->facts.command);
	put_text(m, "CPUName", m->facts.cpu);
	if (m->facts.cpus)
		put_number(m, "logicalCPUs", m->facts.cpus);
}

static void put_meta(const struct time_walk *w, const struct meta *m)
{
	struct json *j = m->json;

	json_name(j, "meta");
	json_begin(j, '{');
	put_number(m, "preprocessedProfileVersion", 60);
	put_number(m, "version", 24);
	json_name(j, "interval");
	json_double(j, interval_of(m->export), 6);
	put_clock(m);
	put_number(m, "processType", 0);
	put_number(m, "stackwalk", 1);
	put_text(m, "product", m->export->input);
	put_text(m, "importedFrom", PACKAGE_STRING);
	put_machine(m);
	json_name(j, "symbolicated");
	json_bool(j, true);
	json_name(j, "usesOnlyOneStackType");
	json_bool(j, true);
	json_name(j, "sourceCodeIsNotOnSearchfox");
	json_bool(j, true);
	json_name(j, "keepProfileThreadOrder");
	json_bool(j, true);
	put_units(j);
	put_categories(j);
	firefox_put_schemas(w, m->tables, j);
	put_extra(m);
	json_end(j, '}');
}

int firefox_put_meta(const struct time_walk *w, struct firefox_tables *t, struct json *j, uint64_t zero)
{
	struct meta m = { .export = w->export, .tables = t, .json = j, .zero = zero };
	int result = recording_facts_read(&m.facts, w->export->profile->file);

	if (!result)
		put_meta(w, &m);
	recording_facts_fini(&m.facts);
	return result;
}
