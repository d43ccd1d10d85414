#include "record/session/session_file.h"

#include "common/clock_ns.h"
#include "record/buildid/kernel_images.h"
#include "record/drain/losses.h"
#include "record/output/output_stamp.h"
#include "record/session/prior_state.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NEXT_SUFFIX  ".next"
#define OTHER_SUFFIX ".next2"

/* What others do to the file counts from here on. */
static int write_start(struct session_file *f, struct error *err)
{
	struct perf_writer *writer = &f->drain->streams->writer;
	struct recording_facts facts = *f->facts;
	int result;

	session_clock_start(&f->clock, &event_set_sideband(facts.set)->attr);
	facts.clock = &f->clock;
	result = file_features_start(f->output, writer, &facts, err);

	if (!result)
		output_watch_mark(&f->output->watch, perf_writer_size(writer));
	return result;
}

int session_file_init(struct session_file *f, struct error *err)
{
	rotation_init(&f->rotation, &f->config->rotation);
	f->name = f->output->asked;
	return write_start(f, err);
}

void session_file_fini(struct session_file *f)
{
	rotation_fini(&f->rotation);
}

/* Mappings of a vdso have no build-id by the kernel. */
static int add_vdso32(struct streams *streams, struct error *err)
{
	struct build_id id;
	int fd = streams->kept.kernel.has_vdso32 ? kernel_images_vdso32(&id) : -ENOENT;

	if (fd < 0)
		return 0;
	close(fd);
	return build_id_set_add(&streams->ids, RECORD_MISC_USER, "[vdso32]", &id) ? error_nomem(err) : 0;
}

int session_file_finish(struct session_file *f, struct error *err)
{
	struct streams *streams = f->drain->streams;
	struct recording_end end = { .blocks = &streams->blocks,
				     .ids = f->config->wants_build_ids ? &streams->ids : NULL,
				     .clock = &f->clock };
	int result = losses_count_all(f->drain, err);

	if (!result)
		result = drain_cut(f->drain, err);
	if (!result && end.ids)
		result = add_vdso32(streams, err);
	if (result)
		return result;
	if (!f->output->is_pipe && event_set_trace(f->facts->set))
		end.traces = &streams->traces;
	drain_sample_times(f->drain, &end.first_sample, &end.last_sample);
	session_clock_end(&f->clock, &event_set_sideband(f->facts->set)->attr);
	return file_features_finish(&streams->writer, f->facts, &end, err);
}

static void hand_over(struct session_file *f)
{
	int result = output_hand_over(f->output);

	if (result)
		diagnostics_add(f->diagnostics, NOTICE_WARNING, "a recording cannot be handed over: %s",
				strerror(-result));
}

void session_file_name(struct session_file *f)
{
	struct rotation *r = &f->rotation;
	struct output *out = f->output;
	struct error why = ERROR_INIT;

	r->bytes += perf_writer_size(&f->drain->streams->writer);
	r->raw_bytes += f->drain->streams->blocks.raw_bytes;
	r->packed_bytes += f->drain->streams->blocks.file_bytes;
	if (out->heir) {
		hand_over(f);
		return;
	}
	if (f->config->is_stamped && output_stamp(out, f->diagnostics, &why))
		diagnostics_add(f->diagnostics, NOTICE_WARNING, "%s", why.message);
	if (rotation_keep(r, out->path, f->diagnostics))
		diagnostics_add(f->diagnostics, NOTICE_WARNING, "no memory to remember %s, which will not be removed",
				out->path);
}

/*
 * Under a name of its own: the recording's is still that of the file that ends. That one may have the name, where it
 * could not get the recording's.
 */
static int open_next(struct session_file *f, struct output *next, char path[PATH_MAX], struct error *err)
{
	int size;

	if (f->output->heir)
		return output_open_nameless(next, f->output->heir, err);
	size = snprintf(path, PATH_MAX, "%s" NEXT_SUFFIX, f->name);
	if (size < PATH_MAX && !strcmp(path, f->output->path))
		size = snprintf(path, PATH_MAX, "%s" OTHER_SUFFIX, f->name);
	if (size >= PATH_MAX)
		return error_set(err, -ENAMETOOLONG, "%s" NEXT_SUFFIX ": %s", f->name, strerror(ENAMETOOLONG));
	return output_next_open(next, path, f->diagnostics, err);
}

/* Every ring for the last time. The new file has what comes after that. */
static int drain_last(struct session_file *f, struct error *err)
{
	int result = drain_rounds(f->drain, err);

	if (!result)
		result = drain_snapshot(f->drain, err);
	if (!result)
		result = drain_sideband(f->drain, err);
	f->drain->streams->sideband.copy = NULL;
	if (!result)
		result = cpu_gaps_copy(f->gaps, f->drain, err);
	return result;
}

static int end_file(struct session_file *f, struct error *err)
{
	int result = session_file_finish(f, err);
	int closed;

	if (result)
		return result;
	session_file_name(f);
	diagnostics_add(f->diagnostics, NOTICE_NOTE, "%s is finished", f->output->path);
	closed = output_close(f->output);
	if (closed)
		diagnostics_add(f->diagnostics, NOTICE_WARNING, "%s: %s", f->output->path, strerror(-closed));
	return 0;
}

static int begin_file(struct session_file *f, struct error *err)
{
	int result = write_start(f, err);

	if (result) {
		output_discard(f->output);
		return result;
	}
	result = streams_put_next(f->drain->streams, err);
	if (!result)
		result = perf_writer_flush(&f->drain->streams->writer, err);
	output_watch_mark(&f->output->watch, perf_writer_size(&f->drain->streams->writer));
	rotation_begin(&f->rotation, clock_now());
	return result;
}

/* What ran before goes into the next file; meanwhile, and after that, most of what waits goes into this one. */
static int prepare_next(struct session_file *f, struct error *err)
{
	struct streams *streams = f->drain->streams;
	int result = streams_prepare_next(streams) ? error_nomem(err) : 0;

	if (!result)
		result = prior_state_write(f->drain, f->config, &streams->next, err);
	return result ? result : drain_round(f->drain, err);
}

/* next: is open, and becomes the session's output, or is closed. */
static int switch_to(struct session_file *f, struct output *next, int result, struct error *err)
{
	struct output *out = f->output;

	if (!result)
		result = drain_last(f, err);
	if (!result)
		result = end_file(f, err);
	if (result) {
		output_discard(next);
		return result;
	}
	*out = *next;
	if (!out->heir)
		output_rename(out, f->name, f->diagnostics);
	streams_end_file(f->drain->streams);
	drain_reset_times(f->drain);
	return begin_file(f, err);
}

int session_file_switch(struct session_file *f, struct error *err)
{
	struct output *out = f->output;
	struct error why = ERROR_INIT;
	char path[PATH_MAX];
	struct output next;
	int result = output_check(out, f->diagnostics, err);

	if (result)
		return result;
	if (open_next(f, &next, path, &why)) {
		if (rotation_postpone(&f->rotation, clock_now()))
			diagnostics_add(f->diagnostics, NOTICE_WARNING, "the recording goes on in %s: %s", out->path,
					why.message);
		*err = why;
		return 1;
	}
	result = prepare_next(f, err);
	drain_pause(f->drain);
	result = switch_to(f, &next, result, err);
	drain_resume(f->drain);
	return result;
}
