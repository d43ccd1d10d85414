#include "formats/record/private_record.h"

#include <string.h>
#include <time.h>

const struct field_word clock_words[] = { { CLOCK_REALTIME, "realtime" },
					  { CLOCK_MONOTONIC, "monotonic" },
					  { CLOCK_MONOTONIC_RAW, "monotonic_raw" },
					  { CLOCK_BOOTTIME, "boottime" },
					  { CLOCK_TAI, "tai" },
					  { CLOCK_OF_PERF, "perf" },
					  { 0, NULL } };

size_t private_record_begin(struct buffer *b, enum private_record_kind kind)
{
	size_t start = b->size;

	buffer_put_u32(b, PERF_RECORD_HEADER_EVENT_TYPE);
	buffer_put_u32(b, 0); /* misc and size */
	buffer_put_u64(b, PRIVATE_RECORD_MAGIC);
	buffer_put_u32(b, kind);
	buffer_put_u32(b, PRIVATE_RECORD_VERSION);
	return start;
}

void private_record_end(struct buffer *b, size_t start)
{
	size_t size = align_up(b->size - start, 8);

	if (size < PRIVATE_RECORD_SIZE_MIN)
		size = PRIVATE_RECORD_SIZE_MIN;
	buffer_append(b, NULL, size - (b->size - start));
	if (size > RECORD_SIZE_MAX)
		b->failed = true;
	else if (buffer_ok(b))
		buffer_set_u16(b, start + 6, (uint16_t)size);
}

void private_record_put_footer(struct buffer *b, bool finished, uint64_t index, uint64_t bundle)
{
	size_t start = private_record_begin(b, PRIVATE_RECORD_FOOTER);

	buffer_put_u32(b, finished ? FOOTER_FINISHED : FOOTER_OPEN);
	buffer_put_u32(b, 0);
	buffer_put_u64(b, index);
	buffer_put_u64(b, bundle);
	private_record_end(b, start);
}

void private_record_put_cpu_gap(struct buffer *b, uint32_t cpu, uint64_t from, uint64_t until)
{
	size_t start = private_record_begin(b, PRIVATE_RECORD_CPU_GAP);

	buffer_put_u32(b, cpu);
	buffer_put_u32(b, 0);
	buffer_put_u64(b, from);
	buffer_put_u64(b, until);
	private_record_end(b, start);
}

void private_record_put_event_cgroup(struct buffer *b, uint32_t event, const char *cgroup)
{
	size_t start = private_record_begin(b, PRIVATE_RECORD_EVENT_CGROUP);

	buffer_put_u32(b, event);
	buffer_put_u32(b, 0);
	buffer_append(b, cgroup, strlen(cgroup) + 1);
	private_record_end(b, start);
}

void private_record_put_clock(struct buffer *b, const struct clock_note *note)
{
	size_t start = private_record_begin(b, PRIVATE_RECORD_CLOCK);

	buffer_put_u32(b, note->clock);
	buffer_put_u32(b, 0);
	buffer_append(b, note->boot, sizeof(note->boot));
	buffer_put_u64(b, note->start.time);
	buffer_put_u64(b, note->start.wall);
	buffer_put_u64(b, note->end.time);
	buffer_put_u64(b, note->end.wall);
	private_record_end(b, start);
}

const struct field_word redaction_words[] = {
	{ REDACTION_STACKS, "stacks" }, { REDACTION_ARGS, "args" }, { REDACTION_NAMES, "names" }, { 0, NULL }
};

void private_record_put_redacted(struct buffer *b, enum redaction level)
{
	size_t start = private_record_begin(b, PRIVATE_RECORD_REDACTED);

	buffer_put_u32(b, level);
	buffer_put_u32(b, 0);
	private_record_end(b, start);
}

enum redaction private_record_redacted(const struct private_record *private)
{
	struct cursor c = private->content;
	uint32_t level = cursor_u32(&c);

	if (private->kind != PRIVATE_RECORD_REDACTED || private->version != PRIVATE_RECORD_VERSION ||
	    level > REDACTION_NAMES)
		return REDACTION_NONE;
	return (enum redaction)level;
}

bool private_record_is_layout(const struct private_record *private)
{
	return private->kind == PRIVATE_RECORD_FOOTER || private->kind == PRIVATE_RECORD_BLOCK_INDEX ||
	       private->kind == PRIVATE_RECORD_CLOCK;
}

static bool private_record_read(struct cursor *c, struct private_record *ret_private)
{
	uint64_t magic = cursor_u64(c);

	ret_private->kind = cursor_u32(c);
	ret_private->version = cursor_u32(c);
	ret_private->content = *c;
	return cursor_ok(c) && magic == PRIVATE_RECORD_MAGIC;
}

bool private_record_parse(const struct record *r, struct private_record *ret_private)
{
	struct cursor c = cursor_make(r->data + RECORD_HEADER_SIZE, r->size - RECORD_HEADER_SIZE, r->swap);
	struct private_record private;

	if (r->type != PERF_RECORD_HEADER_EVENT_TYPE || !private_record_read(&c, &private))
		return false;
	if (ret_private)
		*ret_private = private;
	return true;
}

bool private_record_parse_clock(const struct private_record *private, struct clock_note *ret_note)
{
	struct cursor c = private->content;
	struct clock_note note = { .clock = cursor_u32(&c) };
	const uint8_t *boot;

	if (private->kind != PRIVATE_RECORD_CLOCK || private->version != PRIVATE_RECORD_VERSION)
		return false;
	cursor_skip(&c, 4);
	boot = cursor_bytes(&c, sizeof(note.boot));
	if (boot)
		memcpy(note.boot, boot, sizeof(note.boot));
	note.start.time = cursor_u64(&c);
	note.start.wall = cursor_u64(&c);
	note.end.time = cursor_u64(&c);
	note.end.wall = cursor_u64(&c);
	if (cursor_ok(&c))
		*ret_note = note;
	return cursor_ok(&c);
}

bool private_record_parse_footer(const uint8_t *data, bool swap, struct footer *ret_footer)
{
	struct cursor c = cursor_make(data, FOOTER_SIZE, swap);
	uint32_t type = cursor_u32(&c);
	struct private_record private;
	uint32_t state;

	cursor_skip(&c, 2);
	ret_footer->size = cursor_u16(&c);
	if (type != PERF_RECORD_HEADER_EVENT_TYPE || ret_footer->size < FOOTER_SIZE ||
	    !private_record_read(&c, &private) || private.kind != PRIVATE_RECORD_FOOTER ||
	    private.version != PRIVATE_RECORD_VERSION)
		return false;
	state = cursor_u32(&private.content);
	cursor_skip(&private.content, 4);
	ret_footer->index = cursor_u64(&private.content);
	ret_footer->bundle = cursor_u64(&private.content);
	ret_footer->finished = state == FOOTER_FINISHED;
	return true;
}
