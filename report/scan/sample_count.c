#include "report/scan/sample_count.h"

#include "formats/record/sample_decode.h"

void scan_short_sample(struct scan_worker *w, const struct record *r)
{
	struct error err = ERROR_INIT;

	error_at(&err, -EBADMSG, r->offset, r->type, "a sample of %u bytes is too small for its event's fields",
		 r->size);
	scan_bad_record(w, &err);
}

void scan_find_phase(const struct scan *scan, const struct sample_key *key, uint64_t time, struct scan_phase *p)
{
	p->thread = key->w[1];
	p->phase = timeline_phase(scan->timeline, sample_key_pid(key), sample_key_tid(key), scan->comms, time,
				  &p->stretch);
}

/* The tuple of a sample, or of one of its branches, in the worker's memory. */
static struct extra_fields scan_tuple(const struct scan *scan, struct scan_worker *w, const struct file_event *e,
				      const struct sample *s, const struct sample_branch *branch, uint64_t ip,
				      uint64_t time)
{
	const struct sample_plan *plan = &scan->plan;
	struct extra_fields tuple = { .ip = ip, .data = w->tuple };
	struct sample_context context = { .branch = branch, .time = time };

	if (plan->time_quantum)
		context.time -= time % plan->time_quantum;
	if (plan->values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP_SPACE))
		context.cgroup_space = cgroup_spaces_at(&scan->timeline->cgroup_spaces, s->tid, time);
	if (plan->values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING))
		context.running = running_at(&scan->timeline->running, time);
	tuple.size = sample_values_put(plan->values, s, &context, w->tuple);
	if (plan->values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_RAW) && e->attr.type == PERF_TYPE_TRACEPOINT && s->raw.size) {
		memcpy(w->tuple + tuple.size, s->raw.data, s->raw.size);
		tuple.size += (uint32_t)s->raw.size;
	}
	return tuple;
}

/* Each branch of a sample counts once: at the address it went to. */
static int scan_branches(const struct scan *scan, struct scan_worker *w, const struct record *r,
			 const struct file_event *e, const struct sample_key *key, const struct sample *s,
			 uint64_t time)
{
	int result = 0;

	for (uint32_t i = 0; i < s->branches.n && !result; i++) {
		struct sample_branch branch = sample_branch(&s->branches, i);
		struct extra_fields tuple = scan_tuple(scan, w, e, s, &branch, branch.to, time);
		struct sample_key one = *key;

		result = scan_count_key(scan, w, r, &one, &tuple, NULL, 0, 1, time);
	}
	return result;
}

int scan_count_values(const struct scan *scan, struct scan_worker *w, const struct record *r,
		      const struct file_event *e, struct sample_key *key, const uint8_t *addrs, uint64_t n,
		      uint64_t period, uint64_t time)
{
	struct error err = ERROR_INIT;
	struct extra_fields tuple;
	struct sample s;

	if (sample_decode(r, &e->attr, &s, &err)) {
		/* One with a chain is known to be damaged by now. */
		if (!scan->plan.by_chain)
			scan_bad_record(w, &err);
		memset(&s, 0, sizeof(s));
	}
	if (scan->plan.by_branch)
		return scan_branches(scan, w, r, e, key, &s, time);
	if (scan->plan.by_weight) {
		uint64_t weight = s.type & PERF_SAMPLE_WEIGHT_STRUCT ? SAMPLE_WEIGHT_VAR1(s.weight) : s.weight;

		period = weight ? weight : 1;
	}
	tuple = scan_tuple(scan, w, e, &s, NULL, key->w[0], time);
	return scan_count_key(scan, w, r, key, &tuple, addrs, n, period, time);
}
