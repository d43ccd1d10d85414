#include "report/scan/sample_count.h"

#include "formats/record/sample_decode.h"

void scan_short_sample(struct scan_worker *w, const struct record *r)
{
	struct error err = ERROR_INIT;

	error_at(&err, -EBADMSG, r->offset, r->type, "a sample of %u bytes is too small for its event's fields",
		 r->size);
	scan_bad_record(w, &err);
}

void scan_find_epoch(const struct scan *scan, const struct sample_key *key, uint64_t time, struct scan_epoch *p)
{
	p->thread = key->w[1];
	p->epoch = timeline_coarse_epoch(scan->timeline, sample_key_pid(key), sample_key_tid(key), scan->by_comm, time,
					 &p->range);
}

/* A sample as a whole */
#define NO_BRANCH UINT32_MAX

/* Where the branch before that of a number went to; 0: branches between them may be missing, or it is the oldest. */
static uint64_t branch_after(const struct scan_sample *s, const struct sample *fields, uint32_t number)
{
	if (number == NO_BRANCH || number + 1 >= fields->branches.n || !event_has_blocks(&s->event->attr))
		return 0;
	return sample_branch(&fields->branches, number + 1).to;
}

/* Makes the extra fields of a sample, or of the branch of a number, in the worker's memory. The address is the
 * sample's. */
static struct extra_fields scan_extra(const struct scan *scan, struct scan_worker *w, const struct scan_sample *s,
				      const struct sample *fields, uint32_t number)
{
	const struct sample_plan *plan = &scan->plan;
	struct extra_fields extra = { .ip = s->key.w[0], .data = w->extra };
	struct sample_branch branch = { 0 };
	struct sample_context context = { .time = s->time };
	bool is_traced = s->event->attr.type == PERF_TYPE_TRACEPOINT && fields->raw.size;

	if (number != NO_BRANCH) {
		branch = sample_branch(&fields->branches, number);
		context.branch = &branch;
		context.after = branch_after(s, fields, number);
	}
	if (plan->time_quantum)
		context.time -= s->time % plan->time_quantum;
	if (plan->values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_CGROUP_SPACE))
		context.cgroup_space = cgroup_spaces_at(&scan->timeline->cgroup_spaces, fields->tid, s->time);
	if (plan->values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_RUNNING))
		context.running = running_at(&scan->timeline->running, s->time);
	extra.size = sample_values_put(plan->values, fields, &context, w->extra);
	if (plan->values & SAMPLE_VALUE_BIT(SAMPLE_VALUE_RAW) && is_traced) {
		memcpy(w->extra + extra.size, fields->raw.data, fields->raw.size);
		extra.size += (uint32_t)fields->raw.size;
	}
	return extra;
}

/* Counts each branch of a sample once, at the address it went to, without a chain. 0 or -ENOMEM. */
static int scan_branches(const struct scan *scan, struct scan_worker *w, const struct scan_sample *s,
			 const struct sample *fields)
{
	int result = 0;

	for (uint32_t i = 0; i < fields->branches.n && !result; i++) {
		struct extra_fields extra = scan_extra(scan, w, s, fields, i);
		struct scan_sample one = *s;

		extra.ip = sample_branch(&fields->branches, i).to;
		one.chain.n = 0;
		one.period = 1;
		result = scan_count_key(scan, w, &one, &extra);
	}
	return result;
}

/* Counts each branch of a sample besides the sample, at the address it came from and in that one's mode. 0 or -ENOMEM.
 */
static int scan_branches_beside(const struct scan *scan, struct scan_worker *w, const struct scan_sample *s,
				const struct sample *fields)
{
	int result = 0;

	for (uint32_t i = 0; i < fields->branches.n && !result; i++) {
		struct extra_fields extra = scan_extra(scan, w, s, fields, i);
		struct scan_sample one = *s;

		extra.ip = sample_branch(&fields->branches, i).from;
		if (!extra.ip)
			continue;
		sample_key_set_mode(&one.key, address_mode(extra.ip));
		one.chain.n = 0;
		one.period = 0;
		result = scan_count_key(scan, w, &one, &extra);
	}
	return result;
}

int scan_count_values(const struct scan *scan, struct scan_worker *w, struct scan_sample *s)
{
	struct error err = ERROR_INIT;
	struct extra_fields extra;
	struct sample fields;
	int result = 0;

	if (sample_decode(s->record, &s->event->attr, &fields, &err)) {
		/* With chains, scan_find_chain has counted most damage already: nothing counts twice. */
		if (!scan->plan.by_chain)
			scan_bad_record(w, &err);
		memset(&fields, 0, sizeof(fields));
	}
	if (scan->plan.by_branch)
		return scan_branches(scan, w, s, &fields);
	if (scan->plan.by_weight) {
		bool is_struct = fields.type & PERF_SAMPLE_WEIGHT_STRUCT;
		uint64_t weight = is_struct ? SAMPLE_WEIGHT_VAR1(fields.weight) : fields.weight;

		s->period = weight ? weight : 1;
	}
	if (scan->plan.with_branches && event_has_blocks(&s->event->attr))
		result = scan_branches_beside(scan, w, s, &fields);
	extra = scan_extra(scan, w, s, &fields, NO_BRANCH);
	return result ? result : scan_count_key(scan, w, s, &extra);
}
