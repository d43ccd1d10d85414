#include "report/browser/browse_zoom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As Linux perf and prec name the kernel's own code. */
#define KERNEL_DSO "[kernel.kallsyms]"

const char *browse_zoom_word(enum browse_zoom kind)
{
	static const char *const words[] = {
		[ZOOM_COMM] = "command", [ZOOM_THREAD] = "thread", [ZOOM_DSO] = "file",  [ZOOM_SYMBOL] = "function",
		[ZOOM_CPU] = "CPU",      [ZOOM_SOCKET] = "socket", [ZOOM_TIME] = "time", [ZOOM_WITHIN] = "calls of"
	};

	return words[kind];
}

bool browse_zoom_cell(const struct browse *b, const char *key, char *text)
{
	const struct columns *columns = &b->list.table.columns;

	for (unsigned i = 0; i < columns->n_keys; i++) {
		if (strcmp(columns->keys[i].key->name, key) != 0)
			continue;
		table_cell_key(&b->list.table, &columns->keys[i], browse_row(b, b->at.row), text, TABLE_CELL_MAX);
		memmove(text, text + strspn(text, " "), strlen(text + strspn(text, " ")) + 1);
		return *text != 0;
	}
	return false;
}

/* A row of threads has the tid; one of commands has no more than the name, and that is narrowed to, as in Linux perf.
 */
static bool thread_value(const struct browse *b, enum browse_zoom *kind, char *value, char *label)
{
	const struct rows *r = b->source->rows;
	const struct row_key *key = row_key(r, browse_row(b, b->at.row));

	if (columns_have(b->list.columns, KEY_TID)) {
		snprintf(value, TABLE_CELL_MAX, "%d", (int)key->tid);
		if (!browse_zoom_cell(b, "tid", label))
			snprintf(label, TABLE_CELL_MAX, "thread %s", value);
		return true;
	}
	*kind = ZOOM_COMM;
	if (!columns_have(b->list.columns, KEY_COMM))
		return false;
	snprintf(value, TABLE_CELL_MAX, "%s", strtab_get(r->frames->strings, key->comm));
	snprintf(label, TABLE_CELL_MAX, "%s", value);
	return true;
}

/* A line of a graph has a function and a file as well as a row has. */
static bool code_value(struct browse *b, enum browse_zoom kind, char *value, char *label)
{
	const struct frames *frames = b->source->rows->frames;
	uint32_t frame = browse_frame(b, b->at);
	char room[FRAME_TEXT_MIN];
	const struct row_key *key = row_key(b->source->rows, browse_row(b, b->at.row));

	if (kind == ZOOM_DSO && frame == FRAMES_NONE) {
		if (!columns_have(b->list.columns, KEY_DSO))
			return false;
		snprintf(value, TABLE_CELL_MAX, "%s", strtab_get(frames->strings, key->dso));
	} else if (frame == FRAMES_NONE || (kind != ZOOM_DSO && frame_is_merged(&frames->list[frame]))) {
		return false;
	} else if (kind == ZOOM_DSO) {
		snprintf(value, TABLE_CELL_MAX, "%s", strtab_get(frames->strings, frames->list[frame].dso));
	} else {
		snprintf(value, TABLE_CELL_MAX, "%s", frame_text(frames, frame, room, sizeof(room)));
	}
	snprintf(label, TABLE_CELL_MAX, "%s%s", kind == ZOOM_WITHIN ? "calls of " : "", value);
	return true;
}

bool browse_zoom_value(struct browse *b, enum browse_zoom *kind, char *value, char *label)
{
	if (!b->list.n)
		return false;
	switch (*kind) {
	case ZOOM_COMM:
	case ZOOM_THREAD: return thread_value(b, kind, value, label);
	case ZOOM_DSO:
	case ZOOM_WITHIN:
	case ZOOM_SYMBOL: return code_value(b, *kind, value, label);
	case ZOOM_CPU:
	case ZOOM_SOCKET:
		if (!browse_zoom_cell(b, *kind == ZOOM_CPU ? "cpu" : "socket", value))
			return false;
		snprintf(label, TABLE_CELL_MAX, "%s %.64s", browse_zoom_word(*kind), value);
		return true;
	case ZOOM_TIME:
	case ZOOM_KINDS: break;
	}
	return false;
}

bool browse_zoom_out(struct browse *b)
{
	if (!b->n_steps)
		return false;
	b->n_steps--;
	free(b->steps[b->n_steps].value);
	free(b->steps[b->n_steps].label);
	b->must_load = true;
	return true;
}

void browse_zoom_to(struct browse *b, enum browse_zoom kind, const char *value, const char *label)
{
	struct browse_step step = { .kind = kind, .value = strdup(value), .label = strdup(label) };

	if (!step.value || !step.label || b->n_steps == BROWSE_STEPS_MAX) {
		browse_say(b, "no more than %d steps; ESC takes the last one back", BROWSE_STEPS_MAX);
		free(step.value);
		free(step.label);
		return;
	}
	b->steps[b->n_steps++] = step;
	b->must_load = true;
}

static void in_or_out(struct browse *b, enum browse_zoom kind, const char *value, const char *label)
{
	const struct browse_step *last = b->n_steps ? &b->steps[b->n_steps - 1] : NULL;

	if (last && last->kind == kind && !strcmp(last->value, value))
		browse_zoom_out(b);
	else
		browse_zoom_to(b, kind, value, label);
}

void browse_zoom_kernel(struct browse *b)
{
	in_or_out(b, ZOOM_DSO, KERNEL_DSO, "kernel");
}

void browse_zoom_in(struct browse *b, enum browse_zoom kind)
{
	char value[TABLE_CELL_MAX], label[TABLE_CELL_MAX];

	if (kind == ZOOM_WITHIN && !b->graphs.rows)
		browse_say(b, "the recording has no callchains; prec record -g records them");
	else if (browse_zoom_value(b, &kind, value, label))
		in_or_out(b, kind, value, label);
	else
		browse_say(b, "this line has no %s; o adds sort keys", browse_zoom_word(kind));
}
