#include "formats/file/event_desc.h"

#include "formats/feature/features_decode.h"
#include "formats/record/attr.h"

#include <errno.h>

int event_desc_begin(struct event_desc *ret_desc, struct cursor *c)
{
	struct event_desc desc = { .c = c, .left = cursor_u32(c) };

	desc.attr_size = cursor_u32(c);
	if (!cursor_ok(c) || desc.attr_size < ATTR_SIZE_VER0)
		return -EBADMSG;
	*ret_desc = desc;
	return 0;
}

/* One event: its attr, the number of ids, the name, the ids. */
int event_desc_next(struct event_desc *desc, struct event_desc_entry *ret_entry)
{
	struct event_desc_entry e;
	struct cursor attr;

	if (!desc->left)
		return cursor_ok(desc->c) ? 0 : -EBADMSG;
	desc->left--;
	attr = cursor_sub(desc->c, desc->attr_size);
	e.n_ids = cursor_u32(desc->c);
	e.name = feature_get_string(desc->c);
	e.ids = cursor_sub(desc->c, (uint64_t)e.n_ids * 8);
	if (!cursor_ok(desc->c))
		return -EBADMSG;
	e.attr_size = load_u32_order(attr.pos + sizeof(uint32_t), attr.swap);
	if (attr_decode(&e.attr, &attr, NULL))
		return -EBADMSG;
	*ret_entry = e;
	return 1;
}

int event_desc_apply(struct perf_file *f, struct error *err)
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
