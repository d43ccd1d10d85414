#include "formats/feature/build_id_list.h"

#include <errno.h>

#define ENTRY_BUILD_ID_SIZE 24 /* 20 used; byte 20 holds their number, where misc says so */

int build_id_list_next(struct cursor *c, struct build_id_entry *ret_entry)
{
	struct build_id_entry e = { 0 };
	const uint8_t *build_id;
	struct cursor body;
	uint16_t size;

	if (!cursor_left(c))
		return 0;
	cursor_u32(c); /* type: of no meaning here */
	e.misc = cursor_u16(c);
	size = cursor_u16(c);
	if (!cursor_ok(c) || size < RECORD_HEADER_SIZE)
		return -EBADMSG;
	body = cursor_sub(c, size - RECORD_HEADER_SIZE);
	cursor_u32(&body); /* pid: -1 for the host */
	build_id = cursor_bytes(&body, ENTRY_BUILD_ID_SIZE);
	e.filename = (const char *)body.pos;
	if (!cursor_ok(&body))
		return -EBADMSG;
	e.build_id.size = BUILD_ID_SIZE_MAX;
	if (e.misc & RECORD_MISC_BUILD_ID_SIZE && build_id[BUILD_ID_SIZE_MAX] < BUILD_ID_SIZE_MAX)
		e.build_id.size = build_id[BUILD_ID_SIZE_MAX];
	memcpy(e.build_id.data, build_id, e.build_id.size);
	e.filename_size = strnlen(e.filename, cursor_left(&body));
	*ret_entry = e;
	return 1;
}
