/* rewrite_records: copies the records, in new blocks and with the rounds that readers need. */
#include "report/rewrite/rewrite_state.h"

#include "formats/file/bundle_parts.h"
#include "formats/file/resync.h"
#include "formats/record/private_record.h"
#include "formats/record/record_fields.h"
#include "formats/record/record_types.h"
#include "formats/record/sample_decode.h"
#include "report/rewrite/rewrite_times.h"

#include <errno.h>

/* A compressed file gets no rounds within small blocks, since each would end a block. */
#define ROUND_BLOCK_MIN (ZFRAME_RAW_MAX / 2)

/* Size of the pieces in which data after a record are copied. */
#define TRAILING_STEP (1u << 20)

/* --- blocks ---------------------------------------------------------------------- */

static void about_clear(struct rewrite *w)
{
	w->about = (struct block_entry){ .first_time = UINT64_MAX };
}

/* Ends the current block. */
static int cut(struct rewrite *w, struct error *err)
{
	int result = 0;

	if (!buffer_ok(&w->staging))
		return error_nomem(err);
	if (!w->staging.size)
		return 0;
	if (w->is_plain)
		result = rewrite_written(perf_writer_append(&w->writer, w->staging.data, w->staging.size, NULL, err),
					 err);
	else
		result = rewrite_written(block_writer_put(&w->blocks, w->staging.data, w->staging.size, &w->about, err),
					 err);
	buffer_clear(&w->staging);
	about_clear(w);
	return result;
}

/*
 * Reserves space for a record of up to `size` bytes. Records of the recorder are never compressed; the kernel's may be.
 */
static int make_room(struct rewrite *w, size_t size, bool of_recorder, struct error *err)
{
	bool plain = of_recorder && w->options->level;
	int result = 0;

	if (w->is_plain != plain || w->staging.size + size > block_writer_max(&w->blocks))
		result = cut(w, err);
	w->is_plain = plain;
	return result;
}

static int put_round(struct rewrite *w, uint16_t misc, struct error *err)
{
	int result = make_room(w, RECORD_HEADER_SIZE, true, err);

	/* Leaves out the body that prec 0.1 wrote, an old table of features. */
	buffer_put_u32(&w->staging, PERF_RECORD_FINISHED_ROUND);
	buffer_put_u16(&w->staging, misc);
	buffer_put_u16(&w->staging, RECORD_HEADER_SIZE);
	w->outcome->n_records++;
	return result;
}

/* Handles n rounds of the input, the last of them here, or, if not exact, anywhere in the block. */
static int take_rounds(struct rewrite *w, unsigned n, bool exact, uint16_t misc, struct error *err)
{
	/* The files of a directory are written one after another, so a round of one says nothing about the others. */
	if (w->f->parts.n > 1)
		return 0;
	w->rounds = n < 2 ? w->rounds + n : 2;
	if (w->rounds < 2)
		return 0;
	w->rounds = 2;
	if (w->options->level && (w->is_plain || w->staging.size < ROUND_BLOCK_MIN))
		return 0;
	w->rounds = exact;
	return put_round(w, misc, err);
}

/* --- what is whole ------------------------------------------------------------------ */

static void ignore_field(void *context, const struct field *field)
{
	(void)context, (void)field;
}

/* Whether readers understand a record other than a sample. Reports it if not. */
static bool record_is_good(struct rewrite *w, const struct record *r, const struct file_event *e)
{
	static const struct field_sink nobody = { .put = ignore_field };
	struct error loss = ERROR_INIT;
	int result = record_fields(r, e, REGS_UNKNOWN, &nobody, &loss);

	/* simpleperf's own types have no fields here; at other unknown types Linux perf would stop. */
	if (!result || (result == -ENOTSUP && resync_type_known(r->type)))
		return true;
	if (result == -ENOTSUP)
		w->outcome->n_unknown++;
	else
		w->outcome->n_damaged++;
	rewrite_report_loss(w, &loss);
	return false;
}

#define FIELDS_OF_FIXED_SIZE                                                                               \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | \
	 PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

/* Checks the size of the most frequent kinds of samples. False: sample_decode must check. */
static bool sample_fits(const struct record *r, const struct file_event *e)
{
	size_t end = e->layout.fixed_end;

	switch (e->attr.sample_type & ~FIELDS_OF_FIXED_SIZE) {
	case 0: return r->size == end;
	case PERF_SAMPLE_CALLCHAIN:
		return r->size >= end + 8 && load_u64_order(r->data + end, r->swap) == (r->size - end - 8) / 8 &&
		       (r->size - end) % 8 == 0;
	case PERF_SAMPLE_RAW: return r->size >= end + 4 && load_u32_order(r->data + end, r->swap) == r->size - end - 4;
	default: return false;
	}
}

/*
 * The same for a sample. *ret_surplus: bytes after its last field, which no reader understands: its size or its event's
 * sample_type is damaged. They are left out and reported.
 */
static bool sample_is_good(struct rewrite *w, const struct record *r, const struct file_event *e, uint16_t *ret_surplus)
{
	struct error loss; /* filled on errors only: clearing it for each sample takes time */
	struct sample s;

	*ret_surplus = 0;
	if (!e) {
		error_at(&loss, -ENOTSUP, r->offset, r->type, "a sample of no event the file names");
		w->outcome->n_eventless++;
		rewrite_report_loss(w, &loss);
		return false;
	}
	if (sample_fits(r, e))
		return true;
	if (sample_decode(r, &e->attr, &s, &loss)) {
		w->outcome->n_damaged++;
		rewrite_report_loss(w, &loss);
		return false;
	}
	if (s.unknown || !s.rest.size)
		return true;
	error_at(&loss, -EBADMSG, r->offset, r->type, "a sample of %u bytes has %llu bytes after its fields", r->size,
		 (unsigned long long)s.rest.size);
	rewrite_report_loss(w, &loss);
	w->outcome->n_bytes_lost += s.rest.size;
	*ret_surplus = (uint16_t)s.rest.size;
	return true;
}

/* --- the kernel's records ------------------------------------------------------------ */

static void note_time(struct rewrite *w, uint64_t time)
{
	if (record_time_is_none(time))
		return;
	if (time < w->about.first_time)
		w->about.first_time = time;
	if (time > w->about.last_time)
		w->about.last_time = time;
}

static int take_sample(struct rewrite *w, const struct record *r, struct error *err)
{
	const struct file_event *e = event_finder_find(&w->finder, r);
	struct record written = *r;
	uint64_t time = 0;
	uint16_t surplus;
	size_t start;
	int result;

	if (!sample_is_good(w, r, e, &surplus))
		return 0;
	if (rewrite_event_goes(&w->events, e)) {
		w->is_sampled = true;
		return -EAGAIN;
	}
	if (e->layout.time)
		time = load_u64_order(r->data + e->layout.time, r->swap);
	if (w->options->times && !time_ranges_has(w->options->times, time)) {
		w->outcome->n_outside++;
		return 0;
	}
	written.size -= surplus;
	result = w->options->bundle ? rewrite_bundled(w, &written, e, err) : 1;
	if (result > 0)
		result = rewrite_redacted(w, &written, e, err);
	if (result <= 0)
		return result;
	result = make_room(w, written.size, false, err);
	start = w->staging.size;
	buffer_append(&w->staging, written.data, written.size);
	if (buffer_ok(&w->staging))
		buffer_set_u16(&w->staging, start + 6, written.size);
	time = rewrite_times_round(&w->staging, start, e, w->options->time_unit, time);
	w->about.n_samples++;
	w->outcome->n_samples++;
	w->outcome->n_records++;
	if (e->layout.time) {
		note_time(w, time);
		w->times.first_sample = time < w->times.first_sample ? time : w->times.first_sample;
		w->times.last_sample = time > w->times.last_sample ? time : w->times.last_sample;
	}
	return result;
}

static int take_sideband(struct rewrite *w, const struct record *r, struct error *err)
{
	const struct file_event *e = perf_file_event_of(w->f, r);
	struct record written = *r;
	struct error loss;
	uint64_t time = 0;
	size_t start;
	bool goes;
	int result;

	if (!record_is_good(w, r, e))
		return 0;
	if (e->layout.trailer_time && r->size >= RECORD_HEADER_SIZE + e->layout.trailer_size)
		time = load_u64_order(r->data + r->size - e->layout.trailer_time, r->swap);
	/* After the last sample that is wanted may be a part of it. */
	if (time > w->times.last_stop && !record_time_is_none(time) && !record_type_is(r->type, RECORD_COMPLETES)) {
		w->outcome->n_outside++;
		return 0;
	}
	result = w->options->bundle ? w->options->bundle->other(w->options->bundle->context, r, e, err) : 0;
	if (result)
		return result;
	result = rewrite_redacted(w, &written, e, err);
	if (result <= 0)
		return result;
	goes = rewrite_event_goes(&w->events, e);
	result = make_room(w, written.size + (goes ? REWRITE_EVENTS_GROWTH : 0), false, err);
	start = w->staging.size;
	if (!goes) {
		buffer_append(&w->staging, written.data, written.size);
	} else if (!rewrite_events_put(&w->events, &w->staging, &written, e)) {
		error_at(&loss, -E2BIG, r->offset, r->type,
			 "a record of %u bytes has no room for what its event's have", written.size);
		w->outcome->n_damaged++;
		rewrite_report_loss(w, &loss);
		return result;
	}
	w->about.flags |= BLOCK_SIDEBAND;
	time = rewrite_times_round(&w->staging, start, goes ? w->events.carrier : e, w->options->time_unit, time);
	w->outcome->n_records++;
	note_time(w, time);
	return result;
}

/* --- the recorder's ------------------------------------------------------------------- */

/* Copies the data after a record from the input. */
static int copy_trailing(struct rewrite *w, const struct file_part *part, uint64_t from, uint64_t size,
			 struct error *err)
{
	int result = 0;

	while (size && !result) {
		size_t step = size < TRAILING_STEP ? size : TRAILING_STEP;
		uint8_t *room = buffer_reserve(&w->staging, step);
		ssize_t n = room ? file_part_pread(part, room, step, from) : -ENOMEM;

		if (n != (ssize_t)step)
			return error_at(err, n < 0 ? (int)n : -EIO, from, ERROR_NO_RECORD, "the file cannot be read");
		result = rewrite_written(perf_writer_append(&w->writer, room, step, NULL, err), err);
		from += step;
		size -= step;
	}
	return result;
}

/* Writes a record with data after it. */
static int put_with_trailing(struct rewrite *w, const struct record *r, uint64_t trailing, struct error *err)
{
	const struct file_part *part = perf_file_part_at(w->f, r->offset);
	uint64_t offset;
	int result;

	if (trailing > file_part_data_end(part) - r->offset - r->size) {
		w->outcome->n_damaged++;
		return 0; /* its data are cut off; the reader has reported that */
	}
	result = cut(w, err);
	if (!result)
		result = rewrite_written(perf_writer_append(&w->writer, r->data, r->size, &offset, err), err);
	if (result)
		return result;
	w->outcome->n_records++;
	if (r->type == PERF_RECORD_AUXTRACE) {
		buffer_put_u64(&w->auxtrace, offset);
		buffer_put_u64(&w->auxtrace, r->size); /* without data: Linux perf compares it with the header */
	}
	return copy_trailing(w, part, r->offset + r->size, trailing, err);
}

/*
 * Whether a record is not copied: records of a pipe that become the header of a file, and of packing; and in a pipe
 * prec's private records, which quipper takes for event names.
 */
static bool record_is_layout(const struct rewrite *w, const struct record *r)
{
	struct private_record private;

	switch (r->type) {
	case PERF_RECORD_HEADER_BUILD_ID: return w->f->pipe;
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_HEADER_FEATURE:
	case PERF_RECORD_HEADER_TRACING_DATA:
	case PERF_RECORD_COMPRESSED:
	case PERF_RECORD_COMPRESSED2: return true;
	default:
		return private_record_parse(r, &private) && (w->options->to_pipe || private_record_is_layout(&private));
	}
}

/* Limit of a bundle that is copied: of its records, in bytes. */
#define BUNDLE_COPIED_MAX BUNDLE_MAX

/*
 * Keeps a record of the input's bundle for the end of the output, unless that gets a bundle of its own, or is a pipe.
 * False: it is none.
 */
static bool keep_bundled(struct rewrite *w, const struct record *r)
{
	struct private_record private;

	if (!private_record_parse(r, &private) || private.kind != PRIVATE_RECORD_BUNDLE)
		return false;
	if ((!w->options->bundle || w->options->bundle->is_beside) && !w->options->to_pipe &&
	    w->bundle.size + r->size <= BUNDLE_COPIED_MAX) {
		buffer_append(&w->bundle, r->data, r->size);
		w->outcome->n_records++;
	}
	return true;
}

/* EVENT_UPDATE of names is obsolete; other updates of a removed event do not apply to the carrier. */
static bool update_is_void(const struct rewrite *w, const struct record *r)
{
	const struct file_event *e;

	if (r->type != PERF_RECORD_EVENT_UPDATE || r->size < RECORD_HEADER_SIZE + 16)
		return false;
	if (w->f->pipe && load_u64_order(r->data + RECORD_HEADER_SIZE, r->swap) == EVENT_UPDATE_NAME)
		return true;
	e = perf_file_event_by_id(w->f, load_u64_order(r->data + RECORD_HEADER_SIZE + 8, r->swap));
	return e && rewrite_event_goes(&w->events, e);
}

static int take_recorders(struct rewrite *w, const struct record *r, bool decompressed, struct error *err)
{
	struct record written = *r;
	uint64_t trailing = 0;
	struct error loss = ERROR_INIT;
	int result;

	if (keep_bundled(w, r) || record_is_layout(w, r) || update_is_void(w, r))
		return 0;
	if (r->type == PERF_RECORD_FINISHED_ROUND)
		return take_rounds(w, 1, true, r->misc, err);
	if (!record_is_good(w, r, perf_file_event_of(w->f, r)))
		return 0;
	if (!record_trailing_size(r, &trailing, &loss) && trailing && decompressed)
		error_at(&loss, -ENODATA, r->offset, r->type, "a compressed record's data are not after it");
	if (loss.code) {
		w->outcome->n_damaged++;
		rewrite_report_loss(w, &loss);
		return 0;
	}
	result = rewrite_redacted(w, &written, perf_file_event_of(w->f, r), err);
	/* What is behind a record is of any kind, and is left out with it. */
	if (result <= 0 || (trailing && w->options->redact))
		return result < 0 ? result : 0;
	if (trailing || r->type == PERF_RECORD_AUXTRACE)
		return put_with_trailing(w, r, trailing, err);
	result = make_room(w, written.size, true, err);
	buffer_append(&w->staging, written.data, written.size);
	w->outcome->n_records++;
	return result;
}

/* ----------------------------------------------------------------------------------- */

static int take_record(struct rewrite *w, const struct record *r, bool decompressed, struct error *err)
{
	int taken = w->options->n_more ? rewrite_joined_takes(&w->joined, r) : 1;

	if (taken <= 0)
		return taken ? error_nomem(err) : 0;
	if (r->type == PERF_RECORD_SAMPLE)
		return take_sample(w, r, err);
	if (r->type < PERF_RECORD_USER_TYPE_START)
		return take_sideband(w, r, err);
	return take_recorders(w, r, decompressed, err);
}

static int take_block(struct rewrite *w, const struct block *block, struct error *err)
{
	struct record r;
	size_t pos = 0;
	int result = 0;

	while (!result && block_next_record(block, w->f->swap, &pos, &r))
		result = take_record(w, &r, block->decompressed, err);
	if (!result && block->n_rounds)
		result = take_rounds(w, block->n_rounds, false, 0, err);
	return result;
}

static void damaged(void *context, const struct error *damage)
{
	rewrite_report_loss(context, damage);
}

static void show_progress(const struct rewrite *w, const struct blocks *blocks)
{
	const struct scan_progress *p = w->options->progress;

	if (p)
		p->show(p->context, blocks_taken(blocks), perf_file_data_size(w->f), w->outcome->n_samples);
}

/* Those of the recording that is read. */
static int take_records(struct rewrite *w, struct error *err)
{
	struct rewrite_outcome *outcome = w->outcome;
	struct block_reader *reader = NULL;
	struct error first = ERROR_INIT;
	struct blocks *blocks;
	struct block block;
	int result = blocks_new(&blocks, w->f, err);

	if (result)
		return result;
	blocks_watch(blocks, damaged, w);
	result = block_reader_new(&reader, blocks, err);
	while (!result && (result = block_reader_next(reader, &block, err)) > 0) {
		result = take_block(w, &block, err);
		show_progress(w, blocks);
	}
	if (!result)
		result = cut(w, err);
	outcome->n_damages += blocks_damage(blocks, &first);
	outcome->n_bytes_lost += blocks_n_lost(blocks);
	outcome->cut_off = w->f->unfinished && outcome->n_damages == 1 && first.code == -ENODATA;
	block_reader_free(reader);
	blocks_free(blocks);
	return result;
}

int rewrite_records(struct rewrite *w, struct error *err)
{
	const struct perf_file *first = w->f;
	int result;

	about_clear(w);
	w->rounds = 1; /* before the first round readers have delivered nothing */
	result = take_records(w, err);
	for (unsigned i = 0; i < w->options->n_more && !result; i++) {
		rewrite_joined_next(&w->joined);
		w->f = w->options->more[i];
		w->finder = (struct event_finder){ .file = w->f };
		result = take_records(w, err);
	}
	w->f = first;
	return result;
}
