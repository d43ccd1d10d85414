#include "report/callgraph/callgraph_groups.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

int callgraph_groups_init(struct callgraph_groups *g, uint32_t n_frames)
{
	*g = (struct callgraph_groups){ .n_frames = n_frames };
	g->marks = calloc(n_frames + 1ull, sizeof(*g->marks));
	return g->marks ? 0 : -ENOMEM;
}

void callgraph_groups_fini(struct callgraph_groups *g)
{
	free(g->list);
	free(g->marks);
}

void callgraph_groups_clear(struct callgraph_groups *g)
{
	g->n = 0;
	/* When serial numbers begin anew, marks of old rounds must not look valid. */
	if (!++g->serial) {
		memset(g->marks, 0, g->n_frames * sizeof(*g->marks));
		g->serial = 1;
	}
}

int callgraph_groups_add(struct callgraph_groups *g, uint32_t frame, const struct callgraph_cursor *cursor)
{
	struct callgraph_mark *mark = &g->marks[frame];
	struct callgraph_group *group;

	if (mark->serial != g->serial) {
		if (!list_reserve(&g->list, g->n, &g->capacity, sizeof(*g->list)))
			return -ENOMEM;
		*mark = (struct callgraph_mark){ .serial = g->serial, .group = g->n };
		g->list[g->n++] = (struct callgraph_group){ 0 };
	}
	group = &g->list[mark->group];
	group->n++;
	group->total += cursor->period;
	group->total_count += cursor->count;
	return 0;
}

struct callgraph_group *callgraph_groups_of(struct callgraph_groups *g, uint32_t frame)
{
	return &g->list[g->marks[frame].group];
}
