#include "report/profile/frames.h"

#include "common/hash.h"
#include "common/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define FRAMES_FIRST_SLOTS 1024

int frames_init(struct frames *f, struct strtab *strings)
{
	memset(f, 0, sizeof(*f));
	f->strings = strings;
	f->n_slots = FRAMES_FIRST_SLOTS;
	f->capacity = f->n_slots / 2;
	f->slots = calloc(f->n_slots, sizeof(*f->slots));
	f->list = calloc(f->capacity, sizeof(*f->list));
	f->unknown_dso = strtab_add_string(strings, "[unknown]");
	if (f->slots && f->list && f->unknown_dso != STRTAB_NONE)
		return 0;
	frames_fini(f);
	return -ENOMEM;
}

void frames_fini(struct frames *f)
{
	free(f->slots);
	free(f->list);
	memset(f, 0, sizeof(*f));
}

static uint32_t *frames_slot(const struct frames *f, const struct frame *frame)
{
	uint64_t hash = hash_pair(frame->start, (uint64_t)frame->dso << 8 | frame->kind);
	uint32_t i = (uint32_t)hash & (f->n_slots - 1);

	for (; f->slots[i]; i = (i + 1) & (f->n_slots - 1)) {
		const struct frame *have = &f->list[f->slots[i] - 1];

		if (have->start == frame->start && have->dso == frame->dso && have->kind == frame->kind &&
		    have->name == frame->name)
			break;
	}
	return &f->slots[i];
}

static int frames_grow(struct frames *f)
{
	uint32_t n_slots = f->n_slots * 2;
	uint32_t *slots = calloc(n_slots, sizeof(*slots));
	struct frame *list = realloc(f->list, n_slots / 2 * sizeof(*list));

	if (list)
		f->list = list;
	if (!slots || !list) {
		free(slots);
		return -ENOMEM;
	}
	free(f->slots);
	f->slots = slots;
	f->n_slots = n_slots;
	f->capacity = n_slots / 2;
	for (uint32_t i = 0; i < f->n; i++)
		*frames_slot(f, &f->list[i]) = i + 1;
	return 0;
}

void frames_met(struct frames *f, uint32_t number, char level)
{
	struct frame *frame = &f->list[number];

	/* Not the level that came first, which depends on the workers. */
	if (level < frame->level)
		frame->level = level;
}

uint32_t frames_intern(struct frames *f, const struct frame *frame)
{
	uint32_t *slot;

	if (frame->name == STRTAB_NONE)
		return FRAMES_NONE;
	slot = frames_slot(f, frame);
	if (*slot) {
		frames_met(f, *slot - 1, frame->level);
		return *slot - 1;
	}
	if (f->n == f->capacity) {
		if (frames_grow(f))
			return FRAMES_NONE;
		slot = frames_slot(f, frame);
	}
	f->list[f->n] = *frame;
	*slot = ++f->n;
	return f->n - 1;
}

/* What of a text is not its name: punctuation, a number and the NUL. */
#define FRAME_TEXT_REST 32

static void bounds_text(const char *dso, uint64_t start, char *text, size_t size)
{
	char *p = text_bytes(text, dso, strnlen(dso, size - FRAME_TEXT_REST));

	p = text_hex(text_bytes(p, "[+0x", 4), start, 0);
	memcpy(p, "]", 2);
}

/* As "%#.16x" has it, where 0 has no prefix. */
static void address_text(uint64_t address, char *text)
{
	char *digits = text_bytes(text, "0x", address ? 2 : 0);

	*text_hex(digits, address, 16) = 0;
	for (; *digits == ' '; digits++)
		*digits = '0';
}

const char *frame_text(const struct frames *f, uint32_t number, char *text, size_t size)
{
	const struct frame *frame = &f->list[number];

	switch (frame->kind) {
	case FRAME_SYMBOL: return strtab_get(f->strings, frame->name);
	case FRAME_BOUNDS: bounds_text(strtab_get(f->strings, frame->dso), frame->start, text, size); break;
	case FRAME_UNNAMED: snprintf(text, size, "(%s)", unresolved_words(frame->why)); break;
	default: address_text(frame->start, text); break;
	}
	return text;
}
