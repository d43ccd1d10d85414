#include "report/source/source_room.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Limit of the frames of a window. */
#define FRAMES_MAX (SOURCE_WINDOW_MAX / 64)

/* Limit of the bytes of strings; names and files beyond it are unknown. */
#define STRINGS_MAX (SOURCE_WINDOW_MAX / 2)

void source_room_init(struct source_room *room)
{
	*room = (struct source_room){ .window.rows = malloc(SOURCE_ROWS_MAX * sizeof(*room->window.rows)),
				      .window.frames = malloc(FRAMES_MAX * sizeof(*room->window.frames)) };
	buffer_init(&room->strings);
	buffer_put_u8(&room->strings, 0);
	room->failed = strtab_init(&room->names) != 0 || !room->window.rows || !room->window.frames;
}

void source_room_fini(struct source_room *room)
{
	free(room->window.rows);
	free(room->window.frames);
	free(room->at);
	strtab_fini(&room->names);
	buffer_fini(&room->strings);
}

uint32_t source_room_string(struct source_room *room, const char *s)
{
	uint32_t id = s && *s ? strtab_add_string(&room->names, s) : 0;

	if (!id || id == STRTAB_NONE)
		return 0;
	while (room->n_at <= id) {
		if (!list_reserve(&room->at, room->n_at, &room->at_capacity, sizeof(*room->at)))
			return 0;
		room->at[room->n_at++] = 0;
	}
	if (!room->at[id] && room->strings.size + strlen(s) < STRINGS_MAX) {
		uint32_t at = (uint32_t)room->strings.size;

		buffer_put_string(&room->strings, s);
		room->at[id] = buffer_ok(&room->strings) ? at : 0;
	}
	return room->at[id];
}

bool source_room_add(struct source_room *room, uint64_t start, const struct source_frame *frames, uint32_t n)
{
	struct source_window *w = &room->window;
	size_t size = n * sizeof(*frames);

	if (room->failed)
		return false;
	if (w->n_rows && w->rows[w->n_rows - 1].n == n && !memcmp(w->frames + room->last, frames, size))
		return true;
	if (w->n_rows == SOURCE_ROWS_MAX || w->n_frames + n > FRAMES_MAX)
		return false;
	room->last = w->n_frames;
	memcpy(w->frames + w->n_frames, frames, size);
	w->rows[w->n_rows++] = (struct source_row){ .start = start, .first = w->n_frames, .n = n };
	w->n_frames += n;
	return true;
}

int source_room_encode(struct source_room *room, uint64_t begin, uint64_t end, struct buffer *b)
{
	struct source_window *w = &room->window;

	if (room->failed || !buffer_ok(&room->strings))
		return -ENOMEM;
	w->begin = begin;
	w->end = end;
	w->strings = (const char *)room->strings.data;
	w->strings_size = (uint32_t)room->strings.size;
	source_window_encode(w, b);
	return buffer_ok(b) ? 0 : -ENOMEM;
}
