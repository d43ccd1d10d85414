#include "report/browser/browse_sandwich.h"

#include "common/text.h"
#include "report/browser/browse_draw.h"
#include "report/browser/stack_tree.h"

#include <stdlib.h>
#include <string.h>

/* Shares below it, in percent of the event, are left out, and levels above it. */
#define LEAST_PERCENT 0.1
#define LEVELS_MAX    40u

static void put_line(const struct browse *b, const struct stack_tree *t, uint32_t node, struct buffer *text)
{
	uint64_t total = b->source->rows->totals[b->event].period;
	char name[TABLE_CELL_MAX];

	browse_frame_name(b, t->nodes[node].frame, name, sizeof(name));
	text_printf(text, "%*s%6.2f%% ", (int)(3 * t->nodes[node].depth), "", percent_of(t->nodes[node].total, total));
	text_message(text, "%s", name);
	text_put(text, "\n");
}

static bool is_shown(const struct browse *b, const struct stack_node *node)
{
	uint64_t total = b->source->rows->totals[b->event].period;

	return node->depth <= LEVELS_MAX && percent_of(node->total, total) >= LEAST_PERCENT;
}

static uint32_t next_shown(const struct browse *b, const struct stack_tree *t, uint32_t node)
{
	uint32_t next = t->nodes[node].first_child;

	if (next && is_shown(b, &t->nodes[next]))
		return next;
	while (node) {
		next = t->nodes[node].next_sibling;
		if (next && is_shown(b, &t->nodes[next]))
			return next;
		node = t->nodes[node].parent;
	}
	return 0;
}

static void put_callees(const struct browse *b, const struct stack_tree *t, struct buffer *text)
{
	for (uint32_t node = next_shown(b, t, 0); node; node = next_shown(b, t, node))
		put_line(b, t, node, text);
}

/* Callers come in the other order, so that the nearest ones stand beside the function. Returns how many there are. */
static uint32_t put_callers(const struct browse *b, const struct stack_tree *t, struct buffer *text)
{
	uint32_t *list = malloc((t->n + 1ull) * sizeof(*list));
	uint32_t n = 0;

	for (uint32_t node = list ? next_shown(b, t, 0) : 0; node; node = next_shown(b, t, node))
		list[n++] = node;
	for (uint32_t i = n; i-- > 0;)
		put_line(b, t, list[i], text);
	free(list);
	return n;
}

static int make(struct browse *b, uint32_t frame, struct buffer *text, uint32_t *ret_line)
{
	struct stacks_choice choice = { .event = b->event, .way = STACKS_ABOVE, .frame = frame };
	struct stack_tree above, below;
	int result = stack_tree_init(&above, b->source->rows, &choice);

	choice.way = STACKS_BELOW;
	if (stack_tree_init(&below, b->source->rows, &choice))
		result = -1;
	if (!result) {
		*ret_line = put_callers(b, &above, text);
		put_line(b, &below, 0, text);
		put_callees(b, &below, text);
	}
	stack_tree_fini(&above);
	stack_tree_fini(&below);
	return result;
}

void browse_show_sandwich(struct browse *b)
{
	uint32_t frame = browse_frame(b, b->at), line = 0;
	struct buffer text;

	if (frame == FRAMES_NONE || !b->graphs.rows) {
		browse_say(b, b->graphs.rows ? "this line has no function" : "the recording has no callchains");
		return;
	}
	frame = b->source->rows->frames->list[frame].function;
	buffer_init(&text);
	if (make(b, frame, &text, &line) || !buffer_append(&text, "", 1)) {
		browse_say(b, "out of memory");
		buffer_fini(&text);
	} else if (!text_page_init(&b->page, "callers above, callees below", (char *)text.data)) {
		b->page.at = line;
	}
}
