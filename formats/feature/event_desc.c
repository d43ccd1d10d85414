#include "formats/feature/event_desc.h"

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
