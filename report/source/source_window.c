#include "report/source/source_window.h"

#include "common/cursor.h"
#include "common/sorting.h"

#include <errno.h>
#include <stdlib.h>

/* Encoded sizes of the head, a row, a frame. */
#define HEAD_SIZE  28u
#define ROW_SIZE   16u
#define FRAME_SIZE 12u

void source_window_encode(const struct source_window *w, struct buffer *b)
{
	buffer_put_u64(b, w->begin);
	buffer_put_u64(b, w->end);
	buffer_put_u32(b, w->n_rows);
	buffer_put_u32(b, w->n_frames);
	buffer_put_u32(b, w->strings_size);
	for (uint32_t i = 0; i < w->n_rows; i++) {
		buffer_put_u64(b, w->rows[i].start);
		buffer_put_u32(b, w->rows[i].first);
		buffer_put_u32(b, w->rows[i].n);
	}
	for (uint32_t i = 0; i < w->n_frames; i++) {
		buffer_put_u32(b, w->frames[i].name);
		buffer_put_u32(b, w->frames[i].file);
		buffer_put_u32(b, w->frames[i].line);
	}
	buffer_append(b, w->strings, w->strings_size);
}

/* Allocates a window, and fills its head. NULL without memory. */
static struct source_window *window_new(const struct source_window *head, size_t *ret_size)
{
	size_t rows = sizeof(*head), frames = rows + head->n_rows * sizeof(*head->rows);
	size_t strings = frames + head->n_frames * sizeof(*head->frames);
	char *piece = calloc(1, strings + head->strings_size);
	struct source_window *w = (struct source_window *)(void *)piece;

	if (!w)
		return NULL;
	*w = *head;
	w->rows = (struct source_row *)(void *)(piece + rows);
	w->frames = (struct source_frame *)(void *)(piece + frames);
	w->strings = piece + strings;
	if (ret_size)
		*ret_size = strings + head->strings_size;
	return w;
}

static bool row_is_good(const struct source_window *w, uint32_t i)
{
	const struct source_row *r = &w->rows[i];
	bool in_order = i ? r->start > w->rows[i - 1].start : r->start == w->begin;

	return in_order && r->start < w->end && r->n <= SOURCE_FRAMES_MAX && r->first <= w->n_frames &&
	       r->n <= w->n_frames - r->first;
}

/* Fills in the rest of a window whose head is valid. False: it is damaged. */
static bool window_read(struct source_window *w, struct cursor *c)
{
	for (uint32_t i = 0; i < w->n_rows; i++) {
		w->rows[i].start = cursor_u64(c);
		w->rows[i].first = cursor_u32(c);
		w->rows[i].n = cursor_u32(c);
		if (!row_is_good(w, i))
			return false;
	}
	for (uint32_t i = 0; i < w->n_frames; i++) {
		struct source_frame *f = &w->frames[i];

		f->name = cursor_u32(c);
		f->file = cursor_u32(c);
		f->line = cursor_u32(c);
		if (f->name >= w->strings_size || f->file >= w->strings_size)
			return false;
	}
	memcpy((char *)w->strings, c->pos, w->strings_size);
	return !w->strings[0] && !w->strings[w->strings_size - 1];
}

int source_window_decode(struct source_window **ret_window, const void *data, size_t size, size_t *ret_size)
{
	struct cursor c = cursor_make(data, size, false);
	struct source_window head = { .begin = cursor_u64(&c), .end = cursor_u64(&c) };
	struct source_window *w;
	uint64_t whole;

	head.n_rows = cursor_u32(&c);
	head.n_frames = cursor_u32(&c);
	head.strings_size = cursor_u32(&c);
	whole = HEAD_SIZE + (uint64_t)head.n_rows * ROW_SIZE + (uint64_t)head.n_frames * FRAME_SIZE + head.strings_size;
	if (!cursor_ok(&c) || size > SOURCE_WINDOW_MAX || whole != size || head.begin >= head.end || !head.n_rows ||
	    !head.strings_size)
		return -EBADMSG;
	w = window_new(&head, ret_size);
	if (!w)
		return -ENOMEM;
	if (!window_read(w, &c)) {
		free(w);
		return -EBADMSG;
	}
	*ret_window = w;
	return 0;
}

struct source_window *source_window_empty(uint64_t begin, uint64_t end)
{
	const struct source_window head = { .begin = begin, .end = end, .n_rows = 1, .strings_size = 1 };
	struct source_window *w = window_new(&head, NULL);

	if (w)
		w->rows[0].start = begin;
	return w;
}

const struct source_row *source_window_row(const struct source_window *w, uint64_t address)
{
	return &w->rows[BISECT(1, w->n_rows, i, w->rows[i].start <= address) - 1];
}
