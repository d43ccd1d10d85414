#include "report/browser/browse_find.h"

#include <stdlib.h>

/* A frame in a graph; node 0: the row itself. */
struct found {
	uint32_t node, frame;
};

struct finding {
	struct browse *b;
	const struct name_pattern *pattern;
	uint8_t *known; /* by frame: 0: not compared yet; 1: it does not match; 2: it does */
};

static bool frame_matches(struct finding *f, uint32_t frame)
{
	const struct frames *frames = f->b->source->rows->frames;
	char room[FRAME_TEXT_MIN];

	if (!f->known[frame])
		f->known[frame] =
			name_pattern_matches(f->pattern, frame_text(frames, frame, room, sizeof(room)), NULL, NULL) ? 2
														    : 1;
	return f->known[frame] == 2;
}

static bool row_matches(const struct finding *f, const struct row *row)
{
	char name[TABLE_CELL_MAX];

	row_list_name(&f->b->list, row, name, sizeof(name));
	return name_pattern_matches(f->pattern, name, NULL, NULL);
}

/* In the order of lines when all is open. 0: the end. */
static uint32_t next_node(const struct row_graph *graph, uint32_t node)
{
	if (graph->nodes[node].first_child)
		return graph->nodes[node].first_child;
	while (node && !graph->nodes[node].next_sibling)
		node = graph->nodes[node].parent;
	return graph->nodes[node].next_sibling;
}

/*
 * Finds the first match behind `from` or, backward, the last before it; from NULL: of all. False: there is none, among
 * frames.
 */
static bool find_in_graph(struct finding *f, const struct row_graph *graph, const struct found *from, bool backward,
			  struct found *ret_found)
{
	bool is_behind = !from || !from->node, found = false;

	for (uint32_t node = next_node(graph, 0); node; node = next_node(graph, node)) {
		for (uint32_t i = 0; i < graph->nodes[node].n; i++) {
			bool is_from = from && from->node == node && from->frame == i;

			if (backward && is_from)
				return found;
			if ((backward || is_behind) && frame_matches(f, graph->frames[graph->nodes[node].begin + i])) {
				*ret_found = (struct found){ node, i };
				found = true;
				if (!backward)
					return true;
			}
			is_behind |= is_from;
		}
	}
	return found;
}

static void go(struct browse *b, uint32_t row, struct found found)
{
	b->at.row = row;
	b->at.line = found.node ? row_graphs_show(&b->graphs, browse_row(b, row), found.node, found.frame) : 0;
}

/* Looks at a row and its graph. from: where the cursor is, if it is there. */
static bool find_in_row(struct finding *f, uint32_t number, const struct found *from, bool backward)
{
	const struct row *row = browse_row(f->b, number);
	const struct row_graph *graph;
	struct found found = { 0 };

	if (!backward && !from && row_matches(f, row)) {
		go(f->b, number, found);
		return true;
	}
	graph = backward && from && !from->node ? NULL : row_graphs_make(&f->b->graphs, row);
	if (graph && find_in_graph(f, graph, from, backward, &found)) {
		go(f->b, number, found);
		return true;
	}
	row_graphs_release(&f->b->graphs, row);
	if (!backward || (from && !from->node) || !row_matches(f, row))
		return false;
	go(f->b, number, (struct found){ 0 });
	return true;
}

static struct found at_cursor(struct browse *b)
{
	const struct row_graph *graph = b->at.line ? row_graphs_of(&b->graphs, browse_row(b, b->at.row)) : NULL;

	if (!graph || b->at.line > graph->n_lines)
		return (struct found){ 0 };
	return (struct found){ graph->lines[b->at.line - 1].node, graph->lines[b->at.line - 1].frame };
}

static bool find(struct finding *f, bool backward)
{
	struct browse *b = f->b;
	struct found from = at_cursor(b);
	uint32_t row = b->at.row;

	if (find_in_row(f, row, &from, backward))
		return true;
	while (backward ? row-- > 0 : ++row < b->list.n)
		if (find_in_row(f, row, NULL, backward))
			return true;
	return false;
}

void browse_find_next(struct browse *b, bool backward)
{
	struct finding f = { .b = b, .pattern = b->find.text ? &b->find : &b->list.filter };

	if (!f.pattern->text) {
		browse_say(b, "nothing to find yet: f asks for a name");
		return;
	}
	if (!b->list.n)
		return;
	f.known = calloc(b->source->rows->frames->n + 1ull, 1);
	if (!f.known || !find(&f, backward))
		browse_say(b, "no %s line has '%.100s'", backward ? "earlier" : "later", f.pattern->text);
	free(f.known);
}
