/* rewrite_changed: what a record becomes on its way: stacks are unwound for a bundle, and secrets are taken out. */
#include "report/rewrite/rewrite_state.h"

#include <errno.h>

int rewrite_bundled(struct rewrite *w, struct record *r, const struct file_event *e, struct error *err)
{
	const struct rewrite_bundle *bundle = w->options->bundle;
	struct error loss;
	int result;

	buffer_clear(&w->unwound);
	result = bundle->sample(bundle->context, r, e, &w->unwound, err);
	if (result || !bundle->unwinds || !event_has_user_stacks(&e->attr))
		return result ? result : 1;
	if (!buffer_ok(&w->unwound))
		return error_nomem(err);
	if (!w->unwound.size || w->unwound.size > RECORD_SIZE_MAX) {
		error_at(&loss, -E2BIG, r->offset, r->type, "a sample cannot hold its callchain");
		w->outcome->n_damaged++;
		rewrite_report_loss(w, &loss);
		return 0;
	}
	r->data = w->unwound.data;
	r->size = (uint16_t)w->unwound.size;
	return 1;
}

int rewrite_redacted(struct rewrite *w, struct record *r, const struct file_event *e, struct error *err)
{
	const bool is_sideband = r->type < PERF_RECORD_USER_TYPE_START && r->type != PERF_RECORD_SAMPLE;
	struct event_attr attr;
	int result;

	if (!w->options->redact)
		return 1;
	buffer_clear(&w->redacted);
	if (r->type == PERF_RECORD_SAMPLE) {
		attr = e->attr;
		if (w->options->bundle && w->options->bundle->unwinds && event_has_user_stacks(&attr))
			rewrite_attr_drop_stacks(&attr);
		result = redact_sample(w->options->redact, r, &attr, &w->redacted);
	} else {
		result = redact_record(w->options->redact, r, e, &w->redacted);
	}
	if (result < 0)
		return error_nomem(err);
	r->data = w->redacted.data;
	r->size = (uint16_t)w->redacted.size;
	/* Where only some events have trailers, what was taken for one may have been other bytes. */
	if (result && is_sideband && perf_file_event_of(w->f, r) != e) {
		w->options->redact->counts[REDACTED_RECORDS]++;
		return 0;
	}
	return result;
}
