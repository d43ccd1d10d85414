#include "report/profile/frames.h"

#include "common/hash_table.h"
#include "common/list.h"
#include "common/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int frames_init(struct frames *f, struct strtab *strings)
{
	memset(f, 0, sizeof(*f));
	f->strings = strings;
	f->unknown_dso = strtab_add_string(strings, "[unknown]");
	return f->unknown_dso == STRTAB_NONE ? -ENOMEM : 0;
}

void frames_fini(struct frames *f)
{
	hash_table_fini(&f->table);
	free(f->list);
	memset(f, 0, sizeof(*f));
}

static uint64_t frame_hash(const struct frame *frame)
{
	uint64_t hash = hash_pair(frame->start, (uint64_t)frame->dso << 8 | frame->kind);

	/* Functions have many lines, and many others inlined. */
	return frame->line || frame->address || frame_is_inlined(frame)
		       ? hash_pair(hash ^ frame->address, (uint64_t)frame->line << 32 | frame->name)
		       : hash;
}

static bool same_frame(const void *context, uint32_t number, const void *wanted)
{
	const struct frame *have = &((const struct frames *)context)->list[number];
	const struct frame *frame = wanted;

	return have->start == frame->start && have->dso == frame->dso && have->kind == frame->kind &&
	       have->name == frame->name && have->line == frame->line && have->address == frame->address;
}

void frames_met(struct frames *f, uint32_t number, char level)
{
	struct frame *frame = &f->list[number];

	/* Not the level that came first, which depends on the workers. */
	if (level < frame->level)
		frame->level = level;
}

/* The number of the frame of its function alone; FRAMES_NONE without memory. */
static uint32_t intern_function(struct frames *f, const struct frame *frame)
{
	struct frame function = *frame;

	function.line = 0;
	function.has_line = false;
	function.address = 0;
	return frames_intern(f, &function);
}

uint32_t frames_intern(struct frames *f, const struct frame *frame)
{
	uint32_t number, function = FRAMES_NONE;

	if (frame->name == STRTAB_NONE || frame->line == STRTAB_NONE)
		return FRAMES_NONE;
	number = hash_table_find(&f->table, frame_hash(frame), same_frame, f, frame);
	if (number != HASH_TABLE_NONE) {
		frames_met(f, number, frame->level);
		return number;
	}
	if (frame->line || frame->address) {
		function = intern_function(f, frame);
		if (function == FRAMES_NONE)
			return FRAMES_NONE;
	}
	if (!list_reserve(&f->list, f->n, &f->capacity, sizeof(*f->list)) ||
	    hash_table_add(&f->table, frame_hash(frame), f->n))
		return FRAMES_NONE;
	f->list[f->n] = *frame;
	f->list[f->n].function = function == FRAMES_NONE ? f->n : function;
	return f->n++;
}

/* What of a text is not its name: punctuation, a number and the NUL. */
#define FRAME_TEXT_REST 32

#define INLINED " (inlined)"

static void inlined_text(const char *name, char *text, size_t size)
{
	char *p = text_bytes(text, name, strnlen(name, size - sizeof(INLINED)));

	memcpy(p, INLINED, sizeof(INLINED));
}

static void bounds_text(const char *dso, uint64_t start, char *text, size_t size)
{
	char *p = text_bytes(text, dso, strnlen(dso, size - FRAME_TEXT_REST));

	p = text_hex(text_bytes(p, "[+0x", 4), start, 0);
	memcpy(p, "]", 2);
}

void frame_address_text(uint64_t address, char *text)
{
	char *digits = text_bytes(text, "0x", address ? 2 : 0);

	*text_hex(digits, address, 16) = 0;
	for (; *digits == ' '; digits++)
		*digits = '0';
}

static int compare_strings(const struct frames *f, uint32_t a, uint32_t b)
{
	return a == b ? 0 : strcmp(strtab_get(f->strings, a), strtab_get(f->strings, b));
}

int frames_compare(const struct frames *f, uint32_t a, uint32_t b)
{
	const struct frame *x = &f->list[a], *y = &f->list[b];
	int result;

	if (a == b)
		return 0;
	if (frame_is_named(x) != frame_is_named(y))
		return frame_is_named(x) ? -1 : 1;
	result = compare_strings(f, x->name, y->name);
	if (!result)
		result = compare_strings(f, x->dso, y->dso);
	if (!result && x->start != y->start)
		result = x->start < y->start ? -1 : 1;
	if (!result)
		result = (int)x->kind - (int)y->kind;
	if (!result)
		result = compare_strings(f, x->line, y->line);
	if (!result && x->address != y->address)
		result = x->address < y->address ? -1 : 1;
	return result;
}

const char *frame_text(const struct frames *f, uint32_t number, char *text, size_t size)
{
	const struct frame *frame = &f->list[number];

	switch (frame->kind) {
	case FRAME_SYMBOL: return strtab_get(f->strings, frame->name);
	case FRAME_INLINED: inlined_text(strtab_get(f->strings, frame->name), text, size); break;
	case FRAME_BOUNDS: bounds_text(strtab_get(f->strings, frame->dso), frame->start, text, size); break;
	case FRAME_UNNAMED: snprintf(text, size, "(%s)", missing_reason_words(frame->why)); break;
	case FRAME_ADDRESS:
	case FRAME_DSO: frame_address_text(frame->start, text); break;
	}
	return text;
}
