/* print_feature_events: features about events, groups and PMUs. */
#include "report/header/print_features.h"

#include "formats/feature/features_decode.h"
#include "formats/record/attr_text.h"
#include "report/header/pmu_names.h"

#include <inttypes.h>
#include <stdlib.h>

static void print_ids(FILE *out, struct cursor ids, uint32_t n)
{
	fputs(", id = {", out);
	for (uint32_t i = 0; i < n; i++)
		fprintf(out, "%s %" PRIu64, i ? "," : "", cursor_u64(&ids));
	fputs(" }", out);
}

static const char *pmu_name(const void *pmus, uint32_t type)
{
	return pmu_names_by_type(pmus, type);
}

static void print_attr_field(void *out, const char *field, const char *value)
{
	fprintf(out, ", %s = %s", field, value);
}

static void print_event(FILE *out, const struct event_desc_entry *event, const struct pmu_names *pmus)
{
	const struct attr_text_names names = { event->name, pmu_name, pmus };
	const struct attr_text_sink sink = { print_attr_field, out };

	fputs("# event : name = ", out);
	print_masked(out, event->name);
	fputs(", ", out);
	if (event->n_ids)
		print_ids(out, event->ids, event->n_ids);
	attr_text(&event->attr, event->attr_size, &names, &sink);
	fputc('\n', out);
}

void print_event_desc(FILE *out, const struct perf_file *file)
{
	struct event_desc_entry event;
	struct event_desc desc;
	struct pmu_names pmus;
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	pmu_names_init(&pmus, file);
	if (!perf_file_read_feature(file, FEATURE_EVENT_DESC, &b, NULL)) {
		c = cursor_make(b.data, b.size, file->swap);
		if (!event_desc_begin(&desc, &c))
			while (event_desc_next(&desc, &event) > 0)
				print_event(out, &event, &pmus);
	}
	pmu_names_fini(&pmus);
	buffer_fini(&b);
}

void print_group_desc(const struct feature_text *t, enum text_event event, const char *list,
		      const struct text_fields *f)
{
	uint64_t leader = text_fields_number(f, "leader"), n = text_fields_number(f, "n_members");
	const struct field *name = text_fields_find(f, "name");

	(void)list;
	if (event != TEXT_ITEM || n < 2)
		return;
	fputs("# group: ", t->out);
	/* the name of groups without one */
	if (strcmp((const char *)name->bytes, FEATURE_GROUP_UNNAMED) != 0)
		text_fields_print(t->out, f, "name");
	for (uint64_t i = 0; i < n; i++) {
		fputc(i ? ',' : '{', t->out);
		print_masked(t->out, t->file->events[leader + i].name);
	}
	fputs("}\n", t->out);
}

void print_pmu_mappings(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f)
{
	(void)list;
	switch (event) {
	case TEXT_LIST:
		fprintf(t->out, "# pmu mappings: %s", text_fields_number(f, "n_pmus") ? "" : "not available");
		break;
	case TEXT_ITEM:
		fputs(f->index ? ", " : "", t->out);
		text_fields_print(t->out, f, "name");
		fprintf(t->out, " = %" PRIu64, text_fields_number(f, "type"));
		break;
	case TEXT_END_LIST: fputc('\n', t->out); break;
	case TEXT_END: break;
	}
}

/* One line of a PMU's capabilities. pmu: its name, NULL: of the fields. */
static void print_caps(FILE *out, enum text_event event, const char *pmu, const struct text_fields *f)
{
	switch (event) {
	case TEXT_LIST:
		fputs("# ", out);
		if (pmu)
			fputs(pmu, out);
		else
			text_fields_print(out, f, "name");
		fprintf(out, " pmu capabilities: %s", text_fields_number(f, "n_caps") ? "" : "not available");
		break;
	case TEXT_ITEM:
		fputs(f->index ? ", " : "", out);
		text_fields_print(out, f, "name");
		fputc('=', out);
		text_fields_print(out, f, "value");
		break;
	case TEXT_END_LIST: fputc('\n', out); break;
	case TEXT_END: break;
	}
}

void print_cpu_pmu_caps(const struct feature_text *t, enum text_event event, const char *list,
			const struct text_fields *f)
{
	(void)list;
	print_caps(t->out, event, "cpu", f);
}

/* Whether the core PMU says that it has no precise events. */
static bool cpu_is_imprecise(const struct perf_file *f)
{
	struct feature_items items;
	struct feature_cap cap;
	bool imprecise = false;
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	if (perf_file_read_feature(f, FEATURE_CPU_PMU_CAPS, &b, NULL))
		goto out;
	c = cursor_make(b.data, b.size, f->swap);
	if (feature_items_begin(&items, &c))
		goto out;
	while (!imprecise && feature_next_cap(&items, &cap) > 0)
		imprecise = !strcmp(cap.name, "max_precise") && !strtol(cap.value, NULL, 10);
out:
	buffer_fini(&b);
	return imprecise;
}

/* On AMD's processors precise events are those of another PMU. */
static void print_ibs_note(const struct feature_text *t)
{
	struct pmu_names pmus;

	pmu_names_init(&pmus, t->file);
	if (pmu_names_has(&pmus, "ibs_op") && cpu_is_imprecise(t->file))
		fputs("# AMD systems uses ibs_op// PMU for some precise events, e.g.: cycles:p, see the 'perf list' "
		      "man page for further details.\n",
		      t->out);
	pmu_names_fini(&pmus);
}

void print_pmu_caps(const struct feature_text *t, enum text_event event, const char *list, const struct text_fields *f)
{
	if (list && !strcmp(list, "caps"))
		print_caps(t->out, event, NULL, f);
	if (event == TEXT_END)
		print_ibs_note(t);
}
