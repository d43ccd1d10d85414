#include "formats/record/simpleperf_record.h"

#include <errno.h>

/* --- those that hold symbols ------------------------------------------------------- */

int simpleperf_decode_dso(const struct simpleperf_record *r, struct simpleperf_dso *ret_dso)
{
	struct cursor c = r->body;
	struct simpleperf_dso d;

	d.type = cursor_u64(&c);
	d.id = cursor_u64(&c);
	d.min_vaddr = cursor_u64(&c);
	d.path = cursor_string(&c);
	if (!cursor_ok(&c))
		return -EBADMSG;
	*ret_dso = d;
	return 0;
}

int simpleperf_decode_symbol(const struct simpleperf_record *r, struct simpleperf_dso_symbol *ret_symbol)
{
	struct simpleperf_dso_symbol s;
	struct cursor c = r->body;

	s.symbol.vaddr = cursor_u64(&c);
	s.symbol.size = cursor_u64(&c);
	s.dso = cursor_u64(&c);
	s.symbol.name = cursor_string(&c);
	if (!cursor_ok(&c))
		return -EBADMSG;
	s.symbol.name_size = strlen(s.symbol.name);
	*ret_symbol = s;
	return 0;
}

int simpleperf_decode_kallsyms(const struct simpleperf_record *r, const char **ret_text, size_t *ret_size,
			       bool *ret_is_piece)
{
	struct cursor c = r->body;
	uint32_t size = cursor_u32(&c);
	const uint8_t *text;

	/* No text has a size of 0 or 1: that is the mark of the last piece. */
	*ret_is_piece = size <= 1;
	if (*ret_is_piece)
		size = cursor_u32(&c);
	text = cursor_bytes(&c, size);
	if (!text)
		return -EBADMSG;
	*ret_text = (const char *)text;
	*ret_size = size;
	return 0;
}

/* --- split ones --------------------------------------------------------------------- */

/* Begins another record if the last one has ended. */
static void split_next(struct simpleperf_join *j)
{
	if (!j->ended)
		return;
	buffer_clear(&j->bytes);
	j->ended = j->failed = false;
}

static int split_add(struct simpleperf_join *j, const struct record *r)
{
	size_t size = r->size - RECORD_HEADER_SIZE;

	if (j->bytes.size + size > SIMPLEPERF_JOIN_MAX)
		j->failed = true;
	if (!j->failed && !buffer_append(&j->bytes, r->data + RECORD_HEADER_SIZE, size))
		return -ENOMEM;
	return 0;
}

/* Ends a split record. simpleperf's records have a size of 32 bits, whose upper half is in place of misc. */
static int split_end(struct simpleperf_join *j, bool swap, struct simpleperf_record *ret_record)
{
	struct cursor c = cursor_make(j->bytes.data, j->bytes.size, swap);
	uint32_t type = cursor_u32(&c);
	uint32_t size = (uint32_t)cursor_u16(&c) << 16;

	size |= cursor_u16(&c);
	if (j->failed)
		return -E2BIG;
	if (!cursor_ok(&c) || size != j->bytes.size)
		return -EBADMSG;
	*ret_record = (struct simpleperf_record){ .type = type, .body = c };
	return 1;
}

int simpleperf_join(struct simpleperf_join *j, const struct record *r, struct simpleperf_record *ret_record)
{
	int result;

	if (r->type == SIMPLEPERF_RECORD_SPLIT || r->type == SIMPLEPERF_RECORD_SPLIT_END)
		split_next(j);
	if (r->type == SIMPLEPERF_RECORD_SPLIT)
		return split_add(j, r);
	if (r->type == SIMPLEPERF_RECORD_SPLIT_END) {
		result = split_end(j, r->swap, ret_record);
		/* The bytes stay until the next call: the record borrows them. */
		j->ended = true;
		return result;
	}
	*ret_record = (struct simpleperf_record){
		.type = r->type,
		.body = cursor_make(r->data + RECORD_HEADER_SIZE, r->size - RECORD_HEADER_SIZE, r->swap),
	};
	return 1;
}
