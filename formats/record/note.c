#include "formats/record/note.h"

#include <string.h>

size_t note_begin(struct buffer *b, enum note_kind kind)
{
	size_t start = b->size;

	buffer_put_u32(b, PERF_RECORD_HEADER_EVENT_TYPE);
	buffer_put_u32(b, 0); /* misc and size */
	buffer_put_u64(b, NOTE_MAGIC);
	buffer_put_u32(b, kind);
	buffer_put_u32(b, NOTE_VERSION);
	return start;
}

void note_end(struct buffer *b, size_t start)
{
	size_t size = align_up(b->size - start, 8);

	if (size < NOTE_SIZE_MIN)
		size = NOTE_SIZE_MIN;
	buffer_append(b, NULL, size - (b->size - start));
	if (size > RECORD_SIZE_MAX)
		b->failed = true;
	else if (buffer_ok(b))
		buffer_set_u16(b, start + 6, (uint16_t)size);
}

void note_put_tail(struct buffer *b, bool finished, uint64_t index)
{
	size_t start = note_begin(b, NOTE_TAIL);

	buffer_put_u32(b, finished ? NOTE_TAIL_FINISHED : NOTE_TAIL_OPEN);
	buffer_put_u32(b, 0);
	buffer_put_u64(b, index);
	note_end(b, start);
}

void note_put_cpu_gap(struct buffer *b, uint32_t cpu, uint64_t from, uint64_t until)
{
	size_t start = note_begin(b, NOTE_CPU_GAP);

	buffer_put_u32(b, cpu);
	buffer_put_u32(b, 0);
	buffer_put_u64(b, from);
	buffer_put_u64(b, until);
	note_end(b, start);
}

void note_put_event_cgroup(struct buffer *b, uint32_t event, const char *cgroup)
{
	size_t start = note_begin(b, NOTE_EVENT_CGROUP);

	buffer_put_u32(b, event);
	buffer_put_u32(b, 0);
	buffer_append(b, cgroup, strlen(cgroup) + 1);
	note_end(b, start);
}

bool note_is_layout(const struct note *note)
{
	return note->kind == NOTE_TAIL || note->kind == NOTE_BLOCK_INDEX;
}

static bool note_read(struct cursor *c, struct note *ret_note)
{
	uint64_t magic = cursor_u64(c);

	ret_note->kind = cursor_u32(c);
	ret_note->version = cursor_u32(c);
	ret_note->content = *c;
	return cursor_ok(c) && magic == NOTE_MAGIC;
}

bool note_parse(const struct record *r, struct note *ret_note)
{
	struct cursor c = cursor_make(r->data + RECORD_HEADER_SIZE, r->size - RECORD_HEADER_SIZE, r->swap);
	struct note note;

	if (r->type != PERF_RECORD_HEADER_EVENT_TYPE || !note_read(&c, &note))
		return false;
	if (ret_note)
		*ret_note = note;
	return true;
}

bool note_parse_tail(const uint8_t *data, bool swap, struct note_tail *ret_tail)
{
	struct cursor c = cursor_make(data, NOTE_TAIL_SIZE, swap);
	uint32_t type = cursor_u32(&c);
	struct note note;
	uint32_t state;

	cursor_skip(&c, 2);
	ret_tail->size = cursor_u16(&c);
	if (type != PERF_RECORD_HEADER_EVENT_TYPE || ret_tail->size < NOTE_TAIL_SIZE || !note_read(&c, &note) ||
	    note.kind != NOTE_TAIL || note.version != NOTE_VERSION)
		return false;
	state = cursor_u32(&note.content);
	cursor_skip(&note.content, 4);
	ret_tail->index = cursor_u64(&note.content);
	ret_tail->finished = state == NOTE_TAIL_FINISHED;
	return true;
}
