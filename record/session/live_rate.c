#include "record/session/live_rate.h"

#include "record/sampler/live_events.h"
#include "record/session/live_targets.h"

#include <errno.h>
#include <stdlib.h>

/* Higher than all ids that the kernel has given so far. */
static uint64_t next_id(const struct open_rings *o)
{
	uint64_t last = 0;

	for (size_t i = 0; i < o->n_events; i++)
		if (o->events[i].fd >= 0 && o->events[i].opened > last)
			last = o->events[i].opened;
	return last + 1;
}

/* What could not be opened once more stays as it was. */
static int change_owner(struct session *s, uint32_t event, pid_t owner, bool *ret_fatal, struct error *err)
{
	struct sampler *sampler = s->setup.sampler;
	uint64_t next = next_id(&sampler->rings);
	int result = sampler_open_again(sampler, event, owner, next, err);

	if (!result)
		result = live_events_replace(&sampler->rings, event, owner, next, s->cpus.sampling, err);
	return result ? result : live_close(s, owner, event, next, ret_fatal, err);
}

static int change_event(struct session *s, uint32_t event, bool *ret_fatal, struct error *err)
{
	pid_t *owners;
	size_t n;
	int result = 0;

	if (live_events_owners(&s->setup.sampler->rings, &owners, &n))
		return error_nomem(err);
	for (size_t i = 0; i < n && !result; i++)
		result = change_owner(s, event, owners[i], ret_fatal, err);
	free(owners);
	return result;
}

/* What threads of -t have started is known to the kernel alone. */
static int check_target(const struct target *target, struct error *err)
{
	if (target->per_thread)
		return error_set(err, -EINVAL, "--per-thread: the rate stays as it is");
	if (target->kind == TARGET_THREADS)
		return error_set(err, -EINVAL, "-t: the rate stays as it is, or what the threads have started is lost");
	return 0;
}

int live_set_rate(struct session *s, const char *name, uint64_t rate, bool freq, bool *ret_fatal, struct error *err)
{
	struct event_set *set = &s->setup.sampler->set;
	bool *changed = calloc(set->n, sizeof(*changed));
	int result = changed ? check_target(s->setup.sampler->target, err) : error_nomem(err);

	if (!result)
		result = live_events_set_rate(set, name, rate, freq, changed, err);
	for (uint32_t i = 0; i < set->n && !result; i++)
		if (changed[i])
			result = change_event(s, i, ret_fatal, err);
	free(changed);
	return result;
}
