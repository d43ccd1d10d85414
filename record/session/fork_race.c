#include "record/session/fork_race.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void fork_race_fini(struct fork_race *f)
{
	free(f->list);
	u32map_fini(&f->by_tid);
	memset(f, 0, sizeof(*f));
}

void rate_change_fini(struct rate_change *c)
{
	fork_race_fini(&c->forks);
	free(c->since);
	memset(c, 0, sizeof(*c));
}

/* Whether what it forks may lack the events. */
static bool may_fail(const struct fork_race *f, struct rate_forker *forker, uint64_t time)
{
	if (forker->has_inherited)
		return false;
	if (f->round <= forker->round + 1)
		return true;
	if (forker->has_forked && time >= forker->forked_ns)
		return false;
	forker->has_forked = true;
	forker->forked_ns = time;
	return true;
}

int fork_race_take(struct fork_race *f, const struct process_tree_fork *fork)
{
	struct rate_forker *forker =
		list_element(&f->by_tid, (uint32_t)fork->forker, &f->list, &f->n, &f->capacity, sizeof(*forker));
	bool may;

	if (!forker)
		return -ENOMEM;
	may = may_fail(f, forker, fork->time);
	forker = list_element(&f->by_tid, (uint32_t)fork->tid, &f->list, &f->n, &f->capacity, sizeof(*forker));
	if (!forker)
		return -ENOMEM;
	*forker = (struct rate_forker){ .round = f->round, .has_inherited = !may };
	return may;
}
