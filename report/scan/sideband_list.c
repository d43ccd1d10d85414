#include "report/scan/sideband_list.h"

#include "common/hash_table.h"
#include "common/list.h"
#include "report/timeline/timeline_make.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void sideband_list_init(struct sideband_list *l)
{
	*l = (struct sideband_list){ 0 };
	arena_init(&l->arena);
}

void sideband_list_fini(struct sideband_list *l)
{
	arena_fini(&l->arena);
	free(l->records);
	*l = (struct sideband_list){ 0 };
}

void sideband_list_sum(struct sideband_list *l, const struct record *r)
{
	l->sum += hash_pair(r->offset, hash_bytes(r->data, r->size));
}

int sideband_list_add(struct sideband_list *l, const struct record *r, uint64_t time, uint64_t order)
{
	uint8_t *copy = arena_alloc(&l->arena, r->size);
	struct sideband *s;

	if (!copy || !list_reserve(&l->records, l->n, &l->capacity, sizeof(*s)))
		return -ENOMEM;
	memcpy(copy, r->data, r->size);
	s = &l->records[l->n++];
	*s = (struct sideband){ .time = time, .order = order, .record = *r };
	s->record.data = copy;
	return 0;
}

static int add_mmap(struct timeline *t, const struct sideband *s, struct error *err)
{
	struct record_mmap mmap;
	int result = record_decode_mmap(&s->record, &mmap, err);

	return result ? result : timeline_add_mmap(t, s->time, &mmap, s->record.misc);
}

static int add_comm(struct timeline *t, const struct sideband *s, struct error *err)
{
	struct record_comm comm;
	int result = record_decode_comm(&s->record, &comm, err);

	return result ? result : timeline_add_comm(t, s->time, &comm);
}

static int add_fork(struct timeline *t, const struct sideband *s, struct error *err)
{
	struct record_task task;
	int result = record_decode_task(&s->record, &task, err);

	return result ? result : timeline_add_fork(t, s->time, &task, s->record.misc & RECORD_MISC_FORK_EXEC);
}

static int add_ksymbol(struct timeline *t, const struct sideband *s, struct error *err)
{
	struct record_ksymbol ksymbol;
	int result = record_decode_ksymbol(&s->record, &ksymbol, err);

	return result ? result : timeline_add_ksymbol(t, s->time, &ksymbol);
}

static int add_cgroup(struct timeline *t, const struct sideband *s, struct error *err)
{
	struct record_cgroup cgroup;
	int result = record_decode_cgroup(&s->record, &cgroup, err);

	return result ? result : timeline_add_cgroup(t, &cgroup);
}

static int add_namespaces(struct timeline *t, const struct sideband *s, struct error *err)
{
	struct record_namespaces namespaces;
	int result = record_decode_namespaces(&s->record, &namespaces, err);

	return result ? result : cgroup_spaces_add(&t->cgroup_spaces, s->time, &namespaces);
}

static int add_exit(struct timeline *t, const struct sideband *s, struct error *err)
{
	(void)err;
	return running_add(&t->running, s->time, true);
}

static int add_switch(struct timeline *t, const struct sideband *s, struct error *err)
{
	(void)err;
	return running_add(&t->running, s->time, s->record.misc & RECORD_MISC_SWITCH_OUT);
}

/* Does nothing: TIME_CONV is kept because timeline_build converts the times of jitdumps by it. */
static int pass_over(struct timeline *t, const struct sideband *s, struct error *err)
{
	(void)t;
	(void)s;
	(void)err;
	return 0;
}

static const struct {
	int (*add)(struct timeline *t, const struct sideband *s, struct error *err); /* NULL: changes nothing */
	uint64_t values; /* bits of enum sample_value: plans with one of them need it; 0: all plans need it */
} replays[PERF_RECORD_USER_TYPE_END] = {
	[PERF_RECORD_MMAP] = { add_mmap, 0 },
	[PERF_RECORD_MMAP2] = { add_mmap, 0 },
	[PERF_RECORD_COMM] = { add_comm, 0 },
	[PERF_RECORD_FORK] = { add_fork, 0 },
	[PERF_RECORD_KSYMBOL] = { add_ksymbol, 0 },
	[PERF_RECORD_TIME_CONV] = { pass_over, 0 },
	[PERF_RECORD_CGROUP] = { add_cgroup, SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP) },
	[PERF_RECORD_NAMESPACES] = { add_namespaces, SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP_SPACE) },
	[PERF_RECORD_EXIT] = { add_exit, SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING) },
	[PERF_RECORD_SWITCH] = { add_switch, SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING) },
	[PERF_RECORD_SWITCH_CPU_WIDE] = { add_switch, SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING) },
};

bool timeline_replays(const struct sample_plan *plan, uint32_t type)
{
	uint64_t values = plan->values | (plan->wants_cgroups ? SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP) : 0);

	if (type >= ARRAY_SIZE(replays) || !replays[type].add)
		return false;
	return !replays[type].values || replays[type].values & values;
}

int timeline_replay(struct timeline *t, const struct sideband *s, struct error *err)
{
	return replays[s->record.type].add(t, s, err);
}
