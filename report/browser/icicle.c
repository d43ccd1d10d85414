#include "report/browser/icicle.h"

#include "common/text.h"
#include "report/browser/elide.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer names are cut before they are shortened. */
#define NAME_MAX_BYTES 4096

static int make_tree(struct icicle *i, const struct rows *rows, uint32_t event)
{
	const struct stacks_choice choice = { .event = event,
					      .way = STACKS_WHOLE,
					      .frame = FRAMES_NONE,
					      .joins_recursion = i->joins_recursion,
					      .dropped = i->dropped };

	i->at = i->top = 0;
	i->first = 0;
	return stack_tree_init(&i->tree, rows, &choice);
}

int icicle_init(struct icicle *i, const struct rows *rows, uint32_t event)
{
	*i = (struct icicle){ .dropped = calloc(rows->frames->n + 1ull, sizeof(*i->dropped)),
			      .n_dropped = rows->frames->n };
	if (i->dropped && !make_tree(i, rows, event))
		return 0;
	icicle_fini(i);
	return -ENOMEM;
}

void icicle_fini(struct icicle *i)
{
	stack_tree_fini(&i->tree);
	free(i->dropped);
	*i = (struct icicle){ 0 };
}

static int remake(struct icicle *i)
{
	const struct rows *rows = i->tree.rows;
	uint32_t event = i->tree.choice.event;

	stack_tree_fini(&i->tree);
	if (!make_tree(i, rows, event))
		return 1;
	icicle_fini(i);
	return -ENOMEM;
}

/* --- other rows -------------------------------------------------------------------------------------- */

/* The node below the same functions as one of another tree, or as much of the way to it as there is. */
static uint32_t same_node(const struct stack_tree *t, const struct stack_tree *before, uint32_t node)
{
	uint32_t parent, child;

	if (!node)
		return 0;
	parent = same_node(t, before, before->nodes[node].parent);
	if (t->nodes[parent].depth != before->nodes[before->nodes[node].parent].depth)
		return parent;
	for (child = t->nodes[parent].first_child; child; child = t->nodes[child].next_sibling)
		if (t->nodes[child].frame == before->nodes[node].frame)
			break;
	return child ? child : parent;
}

int icicle_renew(struct icicle *i, const struct rows *rows, uint32_t event)
{
	struct icicle before = *i;
	int result = icicle_init(i, rows, event);

	i->joins_recursion = before.joins_recursion;
	if (!result) {
		memcpy(i->dropped, before.dropped, before.n_dropped * sizeof(*i->dropped));
		result = remake(i) < 0 ? -ENOMEM : 0;
	}
	if (!result) {
		i->top = same_node(&i->tree, &before.tree, before.top);
		i->at = same_node(&i->tree, &before.tree, before.at);
		i->first = before.first;
	}
	icicle_fini(&before);
	return result;
}

/* --- keys ------------------------------------------------------------------------------------------- */

static uint32_t sibling_before(const struct stack_tree *t, uint32_t node)
{
	uint32_t before = node;

	for (uint32_t at = t->nodes[t->nodes[node].parent].first_child; at != node; at = t->nodes[at].next_sibling)
		before = at;
	return before;
}

static int drop(struct icicle *i)
{
	if (!i->at)
		return 1;
	i->dropped[i->tree.nodes[i->at].frame] = true;
	return remake(i);
}

static int show_dropped(struct icicle *i)
{
	memset(i->dropped, 0, i->n_dropped * sizeof(*i->dropped));
	return remake(i);
}

static int join_recursion(struct icicle *i)
{
	i->joins_recursion = !i->joins_recursion;
	return remake(i);
}

int icicle_key(struct icicle *i, const struct browse_event *e)
{
	const struct stack_node *at = &i->tree.nodes[i->at];

	switch (e->key) {
	case BROWSE_UP: i->at = i->at == i->top ? i->at : at->parent; break;
	case 'j':
	case BROWSE_DOWN: i->at = at->first_child ? at->first_child : i->at; break;
	case BROWSE_RIGHT: i->at = i->at != i->top && at->next_sibling ? at->next_sibling : i->at; break;
	case BROWSE_LEFT: i->at = i->at != i->top ? sibling_before(&i->tree, i->at) : i->at; break;
	case BROWSE_HOME: i->at = i->top; break;
	case BROWSE_ENTER: i->top = i->at; break;
	case BROWSE_ESC:
		if (!i->top)
			return 0;
		i->at = i->top;
		i->top = i->tree.nodes[i->top].parent;
		break;
	case 'D': return drop(i);
	case 'U': return show_dropped(i);
	case 'R': return join_recursion(i);
	default: return 0;
	}
	return 1;
}

/* --- drawing ------------------------------------------------------------------------------------------ */

struct picture {
	const struct icicle *icicle;
	struct cells *cells;
	unsigned first, lines;
	const struct name_pattern *pattern;
};

static const char *node_name(const struct icicle *i, uint32_t node, char *text, size_t size)
{
	const struct frames *frames = i->tree.rows->frames;
	uint32_t frame = i->tree.nodes[node].frame;

	return frame == FRAMES_NONE ? "all" : frame_text(frames, frame, text, size);
}

static void draw_block(const struct picture *p, uint32_t node, unsigned line, unsigned from, unsigned to)
{
	const struct icicle *i = p->icicle;
	char name[NAME_MAX_BYTES], room[FRAME_TEXT_MIN];
	enum cell_style style = i->tree.nodes[node].depth % 2 ? STYLE_MENU : STYLE_HEAD;

	snprintf(name, sizeof(name) - 4, "%s", node_name(i, node, room, sizeof(room)));
	if (node == i->at)
		style = STYLE_HOT;
	else if (p->pattern->text && name_pattern_matches(p->pattern, name, NULL, NULL))
		style = STYLE_MATCH;
	for (unsigned k = from; k < to; k++)
		cells_put(p->cells, line, k, 1, style, k == from ? "|" : " ");
	if (to - from < 3)
		return;
	elide_name(p->cells, name, sizeof(name), to - from - 1);
	cells_put(p->cells, line, from + 1, to - from - 1, style, name);
}

/* What is narrower than a column has no block, and the chosen one has at least one. */
static void draw_node(const struct picture *p, uint32_t node, double from, double to)
{
	const struct icicle *i = p->icicle;
	const struct stack_tree *t = &i->tree;
	unsigned level = t->nodes[node].depth - t->nodes[i->top].depth;
	unsigned left = (unsigned)from, right = (unsigned)to;
	double at = from, unit = t->nodes[node].total ? (to - from) / (double)t->nodes[node].total : 0;

	if (right == left && node == i->at)
		right = left + 1;
	if (right <= left || level >= i->first + p->lines)
		return;
	if (level >= i->first)
		draw_block(p, node, p->first + level - i->first, left, right);
	for (uint32_t child = t->nodes[node].first_child; child; child = t->nodes[child].next_sibling) {
		double end = at + unit * (double)t->nodes[child].total;

		draw_node(p, child, at, end);
		at = end;
	}
}

void icicle_draw(struct icicle *i, struct cells *c, unsigned first, unsigned lines, const struct name_pattern *pattern)
{
	const struct picture p = { .icicle = i, .cells = c, .first = first, .lines = lines, .pattern = pattern };
	unsigned level = i->tree.nodes[i->at].depth - i->tree.nodes[i->top].depth;

	if (level < i->first)
		i->first = level;
	if (lines && level >= i->first + lines)
		i->first = level - lines + 1;
	draw_node(&p, i->top, 0, c->columns);
}

void icicle_status(const struct icicle *i, char *text, size_t size)
{
	const struct stack_node *at = &i->tree.nodes[i->at];
	char room[FRAME_TEXT_MIN];

	snprintf(text, size, "%.2f%% %s%s", percent_of(at->total, i->tree.nodes[0].total),
		 node_name(i, i->at, room, sizeof(room)), i->joins_recursion ? "  (recursion joined)" : "");
}
