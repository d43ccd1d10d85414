#include "report/scan/sample_decoder.h"

#include "report/stream/read_shares.h"

#define PID_MASK 0xffffffffull

void sample_decoder_make(struct sample_decoder *ret_decoder, const struct perf_file *f, uint32_t event,
			 const struct sample_plan *plan)
{
	const struct event_layout *l = &f->events[event].layout;
	struct sample_decoder d = {
		.ip = l->ip,
		.tid = l->tid,
		.time = l->time,
		.period = l->period,
		.cpu = l->cpu,
		.fixed_end = l->fixed_end,
		.has_time = f->timed,
		.has_period = l->period,
		.is_deferred = plan->by_chain && event_has_deferred_chains(&f->events[event].attr),
		.from_branches = plan->by_chain && event_has_call_branches(&f->events[event].attr),
		.has_history =
			plan->by_chain && plan->branch_history && event_has_branch_history(&f->events[event].attr),
		.is_unwound = plan->by_chain && event_has_user_stacks(&f->events[event].attr),
		.is_ordered = (plan->by_shares && event_has_read_shares(&f->events[event].attr)) ||
			      (plan->stitch && plan->by_chain && event_has_call_branches(&f->events[event].attr)),
		.is_left_out = !sample_choice_has_event(plan->choice, event),
		.fixed = (uint64_t)event << 32,
		.period_fixed = f->events[event].attr.sample_period,
	};

	if (f->n_events > 1 && f->same_id_offset)
		d.id = event_layout_sample_id(l);
	if (plan->by_address) {
		d.ip_mask = l->ip ? ~0ull : 0;
		d.mode_mask = ~0ull;
		d.thread_mask[0] = PID_MASK;
	}
	if (plan->by_mode)
		d.mode_mask = ~0ull;
	if (plan->by_chain &&
	    (f->events[event].attr.sample_type & (PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_READ)) == PERF_SAMPLE_CALLCHAIN)
		d.chain = l->fixed_end;
	if (plan->by_chain)
		d.thread_mask[0] = d.thread_mask[1] = PID_MASK;
	if (plan->by_thread)
		d.thread_mask[0] = d.thread_mask[1] = ~0ull;
	if (plan->by_cpu && l->cpu)
		d.cpu_mask = -1u;
	else if (plan->by_cpu)
		d.cpu_none = -1u;
	*ret_decoder = d;
}
