#include "report/browser/browse_live.h"

#include "report/browser/graph_path.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* What is to be as before. */
struct held {
	struct rows *rows;
	struct row_graphs graphs;
	struct columns order; /* the columns, of which the order is taken */
	bool is_reversed;
	bool has_row;
	struct row_key key;        /* of the row under the cursor */
	char name[TABLE_CELL_MAX]; /* its names */
	struct graph_path path;    /* of the line below it */
	uint32_t offset;           /* lines from the first one of the screen to the cursor */
};

/* --- before ------------------------------------------------------------------------------------------ */

static uint32_t screen_offset(struct browse *b)
{
	struct browse_place place = b->top;
	uint32_t n = 0;

	while ((place.row != b->at.row || place.line != b->at.line) && n < b->lines && browse_next(b, &place))
		n++;
	return n;
}

/* 0 or -ENOMEM. */
static int hold(struct browse *b, struct held *h)
{
	const struct row *row = b->list.n ? browse_row(b, b->at.row) : NULL;

	*h = (struct held){ .rows = b->source->rows,
			    .order = *b->source->columns,
			    .is_reversed = b->list.is_reversed,
			    .has_row = row && b->was_moved };
	if (!h->has_row)
		return 0;
	h->key = *row_key(h->rows, row);
	row_list_name(&b->list, row, h->name, sizeof(h->name));
	h->offset = screen_offset(b);
	return b->at.line ? graph_path_of(&h->path, row_graphs_of(&b->graphs, row), b->at.line) : 0;
}

/* --- after ------------------------------------------------------------------------------------------- */

static const struct row *same_row(const struct browse *b, const struct row_key *key)
{
	uint32_t number = key->values ? ROW_NONE : row_keys_find(&b->source->rows->keys, key);

	return number == ROW_NONE ? NULL : &b->source->rows->list[number];
}

static int open_same(struct browse *b, const struct held *h)
{
	const struct row_graphs *before = &h->graphs;
	int result = 0;

	b->graphs.all_open = b->graphs.rows && before->all_open;
	for (uint32_t i = 0; before->rows && i < h->rows->keys.n && !result; i++) {
		const struct row *row =
			before->graphs[i] && before->graphs[i]->is_shown ? same_row(b, &h->rows->keys.list[i]) : NULL;

		if (row)
			result = graph_path_open_same(&b->graphs, row, before->graphs[i]);
	}
	return result;
}

static bool is_held(struct browse *b, const struct held *h, const struct row *row)
{
	char name[TABLE_CELL_MAX];

	if (!h->key.values)
		return !memcmp(row_key(b->source->rows, row), &h->key, sizeof(h->key));
	row_list_name(&b->list, row, name, sizeof(name));
	return !strcmp(name, h->name);
}

/* The cursor's row is no more: then the one that is where it was. */
static void find_place(struct browse *b, const struct held *h)
{
	uint32_t row = 0;

	while (row < b->list.n && !is_held(b, h, browse_row(b, row)))
		row++;
	if (row == b->list.n)
		return;
	b->at = (struct browse_place){ .row = row };
	if (h->path.n)
		b->at.line = graph_path_find(&h->path, row_graphs_of(&b->graphs, browse_row(b, row)));
}

/* At the top of the list the first line stays, as long as the cursor is on the screen. */
static void scroll_as_before(struct browse *b, const struct held *h, bool was_at_top)
{
	b->top = (struct browse_place){ 0 };
	if (was_at_top)
		return;
	b->top = b->at;
	for (uint32_t i = 0; i < h->offset && browse_previous(b, &b->top); i++)
		;
}

/* Columns of one query are the same each time, but for what was made of them. */
static void order_as_before(struct browse *b, const struct held *h)
{
	struct columns *columns = b->source->columns;

	if (columns->n_keys != h->order.n_keys)
		return;
	columns->n_order = h->order.n_order;
	memcpy(columns->order, h->order.order, sizeof(columns->order));
}

static int list_as_before(struct browse *b, const struct held *h)
{
	const struct browse_place at = b->at, top = b->top;
	bool was_moved = b->was_moved;
	uint32_t event = b->event;
	int result = browse_list_event(b, event < b->source->rows->analysis->file->n_events ? event : 0);

	if (result)
		return result;
	b->list.is_reversed = h->is_reversed;
	b->was_moved = was_moved;
	if (h->has_row) {
		b->at = at;
		b->top = top;
	}
	return 0;
}

static int put_back(struct browse *b, const struct held *h)
{
	bool was_at_top = !b->top.row && !b->top.line;
	int result;

	order_as_before(b, h);
	if (row_graphs_init(&b->graphs, b->source->rows, b->source->callgraph))
		return -ENOMEM;
	result = list_as_before(b, h);
	if (!result)
		result = open_same(b, h);
	if (!result && icicle_is_open(&b->icicle))
		result = icicle_renew(&b->icicle, b->source->rows, b->event);
	if (result)
		return result;
	if (h->has_row)
		find_place(b, h);
	browse_check_place(b);
	scroll_as_before(b, h, was_at_top);
	return 0;
}

int browse_live_renew(struct browse *b, struct error *err)
{
	struct held h;
	int result = hold(b, &h), news = 0;

	if (!result) {
		h.graphs = b->graphs;
		news = b->source->live->renew(b->source, err);
		result = news < 0 ? news : 0;
	}
	b->must_load = b->must_load || news > 1;
	if (news == 1) {
		b->graphs = (struct row_graphs){ 0 };
		result = put_back(b, &h);
		row_graphs_fini(&h.graphs);
	}
	graph_path_fini(&h.path);
	return result == -ENOMEM ? error_nomem(err) : result;
}

/* --- keys ---------------------------------------------------------------------------------------------- */

static void toggle_pause(struct browse *b)
{
	struct browse_live *live = b->source->live;

	live->pause(b->source, !live->is_paused);
	browse_say(b, live->is_paused ? "nothing is recorded until p is pressed again" : "it goes on");
}

static void toggle_zero(struct browse *b)
{
	struct browse_live *live = b->source->live;

	live->is_zeroing = !live->is_zeroing;
	browse_say(b, live->is_zeroing ? "each screen has its own samples alone"
				       : "counts are kept, with less weight each time");
}

static void forget(struct browse *b)
{
	b->source->live->forget(b->source);
	browse_say(b, "all counts begin anew");
}

static void save(struct browse *b)
{
	struct error err = ERROR_INIT;
	char text[BROWSE_NOTE_MAX];
	int result = b->source->live->save(b->source, text, sizeof(text), &err);

	browse_say(b, "%s", result ? err.message : text);
}

static void hide(struct browse *b, bool *hides, const bool *other, const char *what)
{
	if (*other) {
		browse_say(b, "%s is all that is shown", what);
	} else {
		*hides = !*hides;
		b->must_load = true;
	}
}

bool browse_live_key(struct browse *b, uint32_t key)
{
	if (!b->source->live)
		return false;
	switch (key) {
	case 'p': toggle_pause(b); break;
	case 'z': toggle_zero(b); break;
	case 'Z': forget(b); break;
	case 's': save(b); break;
	case 'K': hide(b, &b->hides_kernel, &b->hides_user, "the kernel"); break;
	case 'U': hide(b, &b->hides_user, &b->hides_kernel, "user space"); break;
	default: return false;
	}
	return true;
}
