#include "formats/file/event_names.h"

#include "formats/feature/event_desc.h"
#include "formats/file/tracing_names.h"

/* The names of EVENT_DESC, in the order of the section. */
static int event_desc_names(struct perf_file *f, struct error *err)
{
	struct event_desc_entry entry;
	struct event_desc desc;
	struct buffer b;
	struct cursor c;
	int result;

	if (!perf_file_has_feature(f, FEATURE_EVENT_DESC))
		return 0;
	buffer_init(&b);
	result = perf_file_read_feature(f, FEATURE_EVENT_DESC, &b, err);
	if (result)
		goto out;
	c = cursor_make(b.data, b.size, f->swap);
	if (event_desc_begin(&desc, &c))
		goto out;
	/* Where the section is cut off, the remaining events get names from their attrs. */
	for (uint32_t i = 0; i < f->n_events && event_desc_next(&desc, &entry) > 0; i++) {
		if (f->events[i].name)
			continue;
		f->events[i].name = strdup(entry.name);
		if (!f->events[i].name) {
			result = error_nomem(err);
			break;
		}
	}
out:
	buffer_fini(&b);
	return result;
}

int event_names_apply(struct perf_file *f, struct error *err)
{
	int result = event_desc_names(f, err);

	if (!result)
		result = tracing_names_apply(f, err);
	for (uint32_t i = 0; i < f->n_events && !result; i++) {
		char name[64];

		if (f->events[i].name)
			continue;
		event_attr_name(&f->events[i].attr, name, sizeof(name));
		f->events[i].name = strdup(name);
		if (!f->events[i].name)
			result = error_nomem(err);
	}
	return result;
}
