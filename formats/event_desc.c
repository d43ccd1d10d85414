#include "formats/event_desc.h"

#include "common/cursor.h"

#include <errno.h>
#include <stdlib.h>

/* One event: its attr, the number of ids, the name (with its padded size before it), the ids. */
static const char *event_desc_next(struct cursor *c, uint32_t attr_size, size_t *ret_size)
{
	uint32_t n_ids, name_size;
	const char *name;

	cursor_skip(c, attr_size);
	n_ids = cursor_u32(c);
	name_size = cursor_u32(c);
	name = (const char *)cursor_bytes(c, name_size);
	cursor_skip(c, (uint64_t)n_ids * 8);
	if (!name || !cursor_ok(c))
		return NULL;
	*ret_size = strnlen(name, name_size);
	return name;
}

int event_desc_apply(struct perf_file *f, struct error *err)
{
	uint32_t n, attr_size;
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
	n = cursor_u32(&c);
	attr_size = cursor_u32(&c);
	for (uint32_t i = 0; i < n && i < f->n_events; i++) {
		size_t size;
		const char *name = event_desc_next(&c, attr_size, &size);

		if (!name)
			break; /* cut off: the remaining events get names from their attrs */
		if (f->events[i].name)
			continue;
		f->events[i].name = strndup(name, size);
		if (!f->events[i].name) {
			result = error_nomem(err);
			break;
		}
	}
out:
	buffer_fini(&b);
	return result;
}
