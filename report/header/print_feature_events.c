#include "report/header/print_features.h"

#include "formats/feature/features_decode.h"
#include "formats/feature/event_desc.h"
#include "report/header/print_attr.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static void print_ids(FILE *out, struct cursor ids, uint32_t n)
{
	fputs(", id = {", out);
	for (uint32_t i = 0; i < n; i++)
		fprintf(out, "%s %" PRIu64, i ? "," : "", cursor_u64(&ids));
	fputs(" }", out);
}

int print_event_desc(struct feature_section *s)
{
	struct event_desc_entry event;
	struct event_desc desc;
	struct pmu_names pmus;
	int result = event_desc_begin(&desc, &s->c);

	if (result)
		return result;
	pmu_names_init(&pmus, s->file);
	while ((result = event_desc_next(&desc, &event)) > 0) {
		fputs("# event : name = ", s->out);
		print_text(s->out, event.name);
		fputs(", ", s->out);
		if (event.n_ids)
			print_ids(s->out, event.ids, event.n_ids);
		print_attr(s->out, &event.attr, event.attr_size, event.name, &pmus);
		fputc('\n', s->out);
	}
	pmu_names_fini(&pmus);
	return result;
}

int print_group_desc(struct feature_section *s)
{
	struct feature_items items;
	struct feature_group group;
	int result = feature_items_begin(&items, &s->c);

	while (!result && (result = feature_next_group(&items, &group)) > 0) {
		result = 0;
		if (group.leader >= s->file->n_events || group.n_members > s->file->n_events - group.leader)
			return -EBADMSG;
		if (group.n_members < 2)
			continue;
		fputs("# group: ", s->out);
		/* the name of groups without one */
		if (strcmp(group.name, "{anon_group}"))
			print_text(s->out, group.name);
		for (uint32_t i = 0; i < group.n_members; i++) {
			fputc(i ? ',' : '{', s->out);
			print_text(s->out, s->file->events[group.leader + i].name);
		}
		fputs("}\n", s->out);
	}
	return result;
}

int print_pmu_mappings(struct feature_section *s)
{
	const char *between = "";
	struct feature_items items;
	struct feature_pmu pmu;
	int result = feature_items_begin(&items, &s->c);

	if (result)
		return result;
	fprintf(s->out, "# pmu mappings: %s", items.left ? "" : "not available");
	while ((result = feature_next_pmu(&items, &pmu)) > 0) {
		fputs(between, s->out);
		print_text(s->out, pmu.name);
		fprintf(s->out, " = %" PRIu32, pmu.type);
		between = ", ";
	}
	fputc('\n', s->out);
	return result;
}

/* One line of a PMU's capabilities. */
static int print_caps(FILE *out, const char *pmu, struct feature_items *items)
{
	const char *between = "";
	struct feature_cap cap;
	int result;

	fputs("# ", out);
	print_text(out, pmu);
	fprintf(out, " pmu capabilities: %s", items->left ? "" : "not available");
	while ((result = feature_next_cap(items, &cap)) > 0) {
		fputs(between, out);
		print_text(out, cap.name);
		fputc('=', out);
		print_text(out, cap.value);
		between = ", ";
	}
	fputc('\n', out);
	return result;
}

int print_cpu_pmu_caps(struct feature_section *s)
{
	struct feature_items items;
	int result = feature_items_begin(&items, &s->c);

	return result ? result : print_caps(s->out, "cpu", &items);
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
static void print_ibs_note(struct feature_section *s)
{
	struct pmu_names pmus;

	pmu_names_init(&pmus, s->file);
	if (pmu_names_has(&pmus, "ibs_op") && cpu_is_imprecise(s->file))
		fputs("# AMD systems uses ibs_op// PMU for some precise events, e.g.: cycles:p, see the 'perf list' "
		      "man page for further details.\n",
		      s->out);
	pmu_names_fini(&pmus);
}

int print_pmu_caps(struct feature_section *s)
{
	struct feature_pmu_caps_entry entry;
	struct feature_items items;
	int result = feature_items_begin(&items, &s->c);

	while (!result && (result = feature_next_pmu_caps(&items, &entry)) > 0) {
		struct feature_items caps = { .c = &entry.caps, .left = entry.n_caps };

		result = print_caps(s->out, entry.pmu, &caps);
	}
	if (!result)
		print_ibs_note(s);
	return result;
}
