#include "report/rewrite/rewrite.h"

#include "formats/file/wall_clock.h"
#include "report/rewrite/rewrite_state.h"

#include <errno.h>
#include <unistd.h>

static uint64_t last_stop(const struct time_ranges *times)
{
	uint64_t last = 0;

	for (unsigned i = 0; times && i < times->n; i++)
		if (times->ranges[i].end > last)
			last = times->ranges[i].end;
	return times ? last : UINT64_MAX;
}

/* Says in the file what was taken out of it, now or before. */
static int put_redaction(struct rewrite *w, struct error *err)
{
	struct buffer b;
	int result;

	buffer_init(&b);
	b.swap = w->f->swap;
	private_record_put_redacted(&b, redact_level_of(w->options->redact));
	result = buffer_ok(&b) ? rewrite_written(perf_writer_append(&w->writer, b.data, b.size, NULL, err), err)
			       : error_nomem(err);
	buffer_fini(&b);
	return result;
}

static int start(struct rewrite *w, struct error *err)
{
	const struct rewrite_options *o = w->options;
	struct perf_writer_setup setup = {
		.events = w->events.list, .n_events = w->events.n, .swap = w->f->swap, .is_copy = true
	};
	struct perf_writer_feature features[FILE_FEATURE_BITS];
	struct feature_list list;
	struct clock_note clock = { 0 };
	int result = 0;

	feature_list_init(&list, w->f->swap);
	if (wall_clock_note(w->f, &clock))
		setup.clock = &clock;
	if (o->redact)
		redact_clock(o->redact, &clock);
	/* The others end later. */
	if (o->n_more)
		clock.end = (struct clock_moment){ 0 };
	if (o->level)
		result = zframe_init(&w->zframe, o->level, err);
	/* An index of blocks that are not compressed would not help any reader. */
	block_writer_init(&w->blocks, &w->writer, o->level ? &w->zframe : NULL,
			  o->level && !o->to_pipe ? &w->index : NULL, w->f->swap);
	if (!result && o->to_pipe)
		result = rewrite_features(w, &list, err);
	setup.features = features;
	setup.n_features = feature_list_pointers(&list, features);
	if (!result)
		result = rewrite_written(perf_writer_start(&w->writer, w->fd, o->to_pipe, &setup, err), err);
	if (!result && o->redact && !o->to_pipe)
		result = put_redaction(w, err);
	if (!result && o->to_pipe)
		result = rewrite_pipe_build_ids(w, err);
	feature_list_fini(&list);
	return result;
}

/* Writes the bundle, at the end of the data: readers look for it from there. A pipe has none. */
static int put_bundle(struct rewrite *w, uint64_t *ret_offset, struct error *err)
{
	const struct rewrite_bundle *bundle = w->options->bundle;
	int result = bundle ? bundle->finish(bundle->context, &w->bundle, err) : 0;

	*ret_offset = 0;
	if (w->options->to_pipe)
		buffer_clear(&w->bundle);
	if (!result && w->options->redact && w->bundle.size)
		result = redact_bundle(w->options->redact, &w->bundle, err);
	if (!result && !buffer_ok(&w->bundle))
		result = error_nomem(err);
	if (result || !w->bundle.size)
		return result;
	return rewrite_written(perf_writer_append(&w->writer, w->bundle.data, w->bundle.size, ret_offset, err), err);
}

static int finish(struct rewrite *w, struct error *err)
{
	struct perf_writer_feature features[FILE_FEATURE_BITS];
	struct feature_list list;
	struct perf_writer_notes notes = { 0 };
	int result = put_bundle(w, &notes.bundle, err);

	if (!result)
		result = rewrite_written(block_writer_put_index(&w->blocks, &notes.index, err), err);

	feature_list_init(&list, w->f->swap);
	if (!result && !w->options->to_pipe)
		result = rewrite_features(w, &list, err);
	if (!result)
		result = rewrite_written(
			perf_writer_finish(&w->writer, features, feature_list_pointers(&list, features), &notes, err),
			err);
	feature_list_fini(&list);
	return result;
}

static int rewrite_all(struct rewrite *w, bool look, struct error *err)
{
	const struct rewrite_bundle *bundle = w->options->bundle;
	int result = rewrite_events_init(&w->events, w->f, w->options->merge_dummies, look, err);

	if (!result && bundle && bundle->unwinds)
		rewrite_events_drop_stacks(&w->events);
	if (!result && w->options->redact && rewrite_events_redact(&w->events, w->options->redact))
		result = error_nomem(err);
	if (bundle)
		bundle->begin(bundle->context);

	if (!result)
		result = start(w, err);
	if (!result)
		result = rewrite_records(w, err);
	return result ? result : finish(w, err);
}

static void rewrite_fini(struct rewrite *w)
{
	rewrite_events_fini(&w->events);
	perf_writer_fini(&w->writer);
	zframe_fini(&w->zframe);
	block_index_fini(&w->index);
	block_writer_fini(&w->blocks);
	buffer_fini(&w->staging);
	buffer_fini(&w->auxtrace);
	buffer_fini(&w->bundle);
	buffer_fini(&w->unwound);
	buffer_fini(&w->redacted);
	rewrite_joined_fini(&w->joined);
}

/* n_reported: losses that were reported before. */
static int rewrite_once(struct rewrite *w, bool look, uint64_t n_reported, struct error *err)
{
	int result;

	w->losses.n_reported = n_reported;
	w->losses.n = 0;
	w->is_sampled = w->has_build_ids = false;
	w->feature_bytes = 0;
	w->times = (struct rewrite_times){ .last_stop = last_stop(w->options->times), .first_sample = UINT64_MAX };
	w->finder = (struct event_finder){ .file = w->f };
	memset(w->outcome, 0, sizeof(*w->outcome));
	block_index_init(&w->index);
	buffer_init(&w->staging);
	buffer_init(&w->auxtrace);
	buffer_init(&w->bundle);
	buffer_init(&w->unwound);
	buffer_init(&w->redacted);
	w->staging.swap = w->auxtrace.swap = w->bundle.swap = w->unwound.swap = w->redacted.swap = w->f->swap;
	if (w->options->redact)
		memset(w->options->redact->counts, 0, sizeof(w->options->redact->counts));
	result = rewrite_all(w, look, err);
	rewrite_fini(w);
	return result;
}

int rewrite_file(const struct perf_file *f, int fd, const struct rewrite_options *options,
		 struct rewrite_reporter reporter, struct rewrite_outcome *ret_outcome, struct error *err)
{
	struct rewrite w = { .f = f,
			     .fd = fd,
			     .options = options,
			     .losses = { .report = reporter.loss, .context = reporter.context },
			     .outcome = ret_outcome };
	/* Output in a pipe cannot be revoked. */
	int result = rewrite_once(&w, options->to_pipe, 0, err);

	/* Kernels take no samples of dummy events, so that is not checked before. */
	if (!result || !w.is_sampled)
		return result;
	if (ftruncate(fd, 0))
		return error_set(err, -errno, "%s", strerror(errno));
	return rewrite_once(&w, true, w.losses.n, err);
}
