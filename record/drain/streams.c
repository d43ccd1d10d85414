#include "record/drain/streams.h"

#include "record/drain/rotation.h"

#include <errno.h>

static int put_block(void *context, const void *raw, size_t size, const struct block_entry *about, struct error *err)
{
	return block_writer_put(context, raw, size, about, err);
}

static bool has_off_cpu(const struct event_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->events[i].spec && set->events[i].spec->is_off_cpu)
			return true;
	return false;
}

int streams_init(struct streams *s, const struct session_config *config, const struct event_set *set, bool with_index,
		 struct error *err)
{
	const uint64_t sample_type = event_set_sideband(set)->attr.sample_type;
	const struct set_event *trace = event_set_trace(set);
	int result = 0;

	memset(s, 0, sizeof(*s));
	block_stream_init(&s->samples, sample_type, 0);
	block_stream_init(&s->sideband, sample_type, BLOCK_SIDEBAND);
	trace_stream_init(&s->traces, &s->writer, trace ? trace->spec->trace.kind : TRACE_NONE);
	block_index_init(&s->index);
	buffer_init(&s->next.records);
	if (rotation_is_wanted(&config->rotation) || has_off_cpu(set))
		s->sideband.tasks = &s->tasks;
	if (build_id_set_init(&s->ids) || cache_candidates_init(&s->kept))
		return error_nomem(err);
	if (config->level)
		result = zframe_init(&s->zframe, config->level, err);
	block_writer_init(&s->blocks, &s->writer, config->level ? &s->zframe : NULL, with_index ? &s->index : NULL,
			  false);
	s->samples.sink = s->sideband.sink = (struct block_sink){ put_block, &s->blocks, block_writer_max(&s->blocks) };
	s->sideband.ids = config->wants_build_ids ? &s->ids : NULL;
	if (config->keep_files && config->wants_build_ids && sample_type & PERF_SAMPLE_IP &&
	    sample_type & PERF_SAMPLE_TID)
		s->samples.kernel = s->sideband.kernel = &s->kept.kernel;
	return result;
}

void streams_fini(struct streams *s)
{
	block_stream_fini(&s->samples);
	block_stream_fini(&s->sideband);
	trace_stream_fini(&s->traces);
	block_writer_fini(&s->blocks);
	block_index_fini(&s->index);
	build_id_set_fini(&s->ids);
	buffer_fini(&s->next.records);
	build_id_set_fini(&s->next.ids);
	cache_candidates_fini(&s->kept);
	live_tasks_fini(&s->tasks);
	zframe_fini(&s->zframe);
	perf_writer_fini(&s->writer);
}

void streams_keep_files(struct streams *s, const struct session_config *config)
{
	if (config->keep_files && config->wants_build_ids)
		s->samples.kept = s->sideband.kept = &s->kept;
}

int streams_prepare_next(struct streams *s)
{
	build_id_set_fini(&s->next.ids);
	buffer_clear(&s->next.records);
	s->sideband.copy = &s->next.records;
	return build_id_set_init(&s->next.ids) ? -ENOMEM : 0;
}

void streams_end_file(struct streams *s)
{
	perf_writer_fini(&s->writer);
	trace_stream_end_file(&s->traces);
	block_index_fini(&s->index);
	block_index_init(&s->index);
	s->blocks.raw_bytes = s->blocks.file_bytes = 0;
	build_id_set_fini(&s->ids);
	s->ids = s->next.ids;
	s->next.ids = (struct build_id_set){ 0 };
}

/* Processes and mappings have been taken already, when the records came. */
int streams_put_next(struct streams *s, struct error *err)
{
	struct cache_candidates *kept = s->sideband.kept;
	struct candidate_kernel *kernel = s->sideband.kernel;
	int result;

	s->sideband.kept = NULL;
	s->sideband.kernel = NULL;
	buffer_append(&s->sideband.staging, s->next.records.data, s->next.records.size);
	buffer_fini(&s->next.records);
	buffer_init(&s->next.records);
	result = streams_take(&s->sideband, err);
	s->sideband.kept = kept;
	s->sideband.kernel = kernel;
	/* What describes a trace comes before its parts, which do not wait for a block to be full. */
	return result ? result : block_stream_cut(&s->sideband, err);
}

int streams_take(struct block_stream *stream, struct error *err)
{
	struct stream_counts counts = { 0 };

	return block_stream_take(stream, &counts, err);
}

int streams_cut(struct streams *s, struct error *err)
{
	int result = block_stream_cut(&s->sideband, err);

	return result ? result : block_stream_cut(&s->samples, err);
}
