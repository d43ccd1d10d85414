#include "report/script/script_run.h"

#include "common/workers.h"
#include "report/script/script_sample.h"
#include "report/script/script_sideband.h"
#include "report/terminal/stdout_guard.h"

#include <errno.h>
#include <stdlib.h>

struct run {
	const struct script *script;
	struct ordered *ordered;
	int fd;
	struct write_order order; /* of batches */
	uint64_t n_written;       /* bytes; of the worker whose turn it is */
	pthread_mutex_t lock;
	struct script_result result;
};

/* Waits until all batches before this one are written, and writes its text. False: the run has ended. */
static bool run_write(struct run *run, uint64_t number, const struct buffer *out)
{
	struct error err = ERROR_INIT;
	int result = 0;

	if (!write_order_wait(&run->order, number))
		return false;
	run->n_written += out->size;
	if (run->script->max_bytes && run->n_written > run->script->max_bytes)
		result = -EFBIG;
	else if (out->size)
		result = stdout_write(run->fd, out->data, out->size);
	if (result) {
		error_set(&err, result, "the output cannot be written: %s", strerror(-result));
		write_order_end(&run->order, &err);
		return false;
	}
	write_order_pass(&run->order);
	return true;
}

/* Makes the text of a record, or of each of its shares. 0 or -ENOMEM. */
static int put_record(struct script_worker *w, const struct ordered_batch *batch, const struct ordered_ref *ref,
		      const struct record *r)
{
	const struct script_event *e = &w->script->events[ref->item.event];

	w->tail = branch_tail_of(batch->tails, ref->tail, ref->n_tail);
	if (r->type == PERF_RECORD_SAMPLE && !ref->by_shares)
		return script_put_sample(w, e, r, ref->item.time, NULL);
	if (r->type == PERF_RECORD_SAMPLE) {
		int result = 0;

		for (uint32_t i = 0; i < ref->n_shares && !result; i++)
			result = script_put_sample(w, e, r, ref->item.time, &batch->shares[ref->share + i]);
		return result;
	}
	script_put_sideband(w, e, r, ref->item.time);
	return buffer_ok(&w->out) ? 0 : -ENOMEM;
}

static int batch_show(struct script_worker *w, const struct ordered *ordered, const struct ordered_batch *batch)
{
	int result = 0;

	buffer_clear(&w->out);
	for (uint32_t i = 0; i < batch->n && !result; i++) {
		struct record r;

		ordered_record(ordered, &batch->refs[i], &r);
		result = put_record(w, batch, &batch->refs[i], &r);
	}
	w->has_text |= w->out.size != 0;
	return result;
}

static void worker_loop(struct run *run, struct script_worker *w, struct ordered_batch *batch)
{
	struct error err = ERROR_INIT;
	bool go_on = true;
	int result;

	while (go_on && (result = ordered_next(run->ordered, batch, &err)) != 0) {
		if (result > 0)
			result = batch_show(w, run->ordered, batch);
		if (result) {
			if (!err.code)
				error_nomem(&err);
			write_order_end(&run->order, &err);
			go_on = false;
		} else {
			go_on = run_write(run, batch->number, &w->out);
		}
		ordered_release(run->ordered, batch);
	}
}

static void run_work(void *context, unsigned number)
{
	struct run *run = context;
	struct script_worker *w = malloc(sizeof(*w));
	struct ordered_batch *batch = malloc(sizeof(*batch));
	struct error err = ERROR_INIT;

	(void)number;
	if (!w || !batch) {
		error_nomem(&err);
		write_order_end(&run->order, &err);
		goto out;
	}
	ordered_batch_init(batch);
	if (script_worker_init(w, run->script)) {
		error_nomem(&err);
		write_order_end(&run->order, &err);
	} else {
		worker_loop(run, w, batch);
	}
	ordered_batch_fini(batch);
	pthread_mutex_lock(&run->lock);
	if (w->n_bad && !run->result.n_bad)
		run->result.first_bad = w->first_bad;
	run->result.n_bad += w->n_bad;
	run->result.has_text |= w->has_text;
	if (run->script->unwind)
		unwind_counts_merge(&run->result.unwound, &w->stack.counts);
	ended_counts_sum(&w->ends, run->script->timeline, &run->result.unwound);
	deferred_counts_merge(&run->result.joined, &w->joined);
	pthread_mutex_unlock(&run->lock);
	script_worker_fini(w);
out:
	free(batch);
	free(w);
}

int script_run(const struct script *s, struct ordered *ordered, unsigned n_workers, int fd,
	       struct script_result *ret_result, struct error *err)
{
	struct run run = { .script = s, .ordered = ordered, .fd = fd };

	/* One worker, in the order of time, if a text depends on the texts before it: times relative to another line,
	 * event switches, and data_src, whose column is as wide as the widest so far. */
	if (s->clock != SCRIPT_CLOCK_RECORDED || event_switch_is_used(&s->filter.choice->switches))
		n_workers = 1;
	for (uint32_t i = 0; i < s->file->n_events; i++)
		if (s->events[i].fields & SCRIPT_BIT(DATA_SRC))
			n_workers = 1;
	write_order_init(&run.order);
	pthread_mutex_init(&run.lock, NULL);
	workers_run(n_workers, run_work, &run);
	pthread_mutex_destroy(&run.lock);
	write_order_fini(&run.order);
	*ret_result = run.result;
	if (run.order.error.code && err)
		*err = run.order.error;
	return run.order.error.code;
}
