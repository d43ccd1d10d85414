#include "report/recover.h"

#include "common/fileio.h"
#include "formats/attr.h"
#include "formats/features_encode.h"
#include "formats/note.h"
#include "formats/record_fields.h"
#include "formats/resync.h"
#include "formats/sample_decode.h"
#include "report/print_header.h"

#include <errno.h>
#include <stdlib.h>

/* Records are written in pieces of about this size. */
#define RECOVER_STEP (1u << 20)

#define SECTION_SIZE 16

struct recover {
	const struct perf_file *f;
	int fd;
	recover_loss loss;
	void *context;
	const struct scan_progress *progress;
	struct recovery *r;
	struct blocks *blocks;
	struct buffer out;      /* not yet written */
	uint64_t offset;        /* in the output, of what is put next */
	struct buffer auxtrace; /* entries of the AUXTRACE feature: where its records are now */
	uint32_t attr_size;
	struct file_section attrs, data;
	struct file_section features[FILE_FEATURE_BITS];
	FILE *nowhere; /* where features are printed to see whether they can be */
};

static int out_flush(struct recover *w, struct error *err)
{
	int result = buffer_ok(&w->out) ? fileio_write(w->fd, w->out.data, w->out.size, NULL) : -ENOMEM;

	buffer_clear(&w->out);
	return result ? error_set(err, result, "the file cannot be written: %s", strerror(-result)) : 0;
}

/* What was put into the buffer counts as written. */
static int out_done(struct recover *w, size_t before, struct error *err)
{
	w->offset += w->out.size - before;
	return w->out.size >= RECOVER_STEP ? out_flush(w, err) : 0;
}

static void put_section(struct buffer *b, const struct file_section *s)
{
	buffer_put_u64(b, s->offset);
	buffer_put_u64(b, s->size);
}

/* --- header, ids, attrs ----------------------------------------------------- */

static void put_header(struct recover *w, struct buffer *b)
{
	static const struct file_section no_event_types;

	buffer_put_u64(b, FILE_MAGIC_V2);
	buffer_put_u64(b, FILE_HEADER_SIZE);
	buffer_put_u64(b, w->attr_size + SECTION_SIZE);
	put_section(b, &w->attrs);
	put_section(b, &w->data);
	put_section(b, &no_event_types);
	for (unsigned word = 0; word < FILE_FEATURE_WORDS; word++) {
		uint64_t bits = 0;

		for (unsigned bit = 0; bit < 64; bit++)
			if (w->features[64 * word + bit].offset)
				bits |= 1ull << bit;
		buffer_put_u64(b, bits);
	}
}

static int write_events(struct recover *w, struct error *err)
{
	const struct perf_file *f = w->f;
	size_t before = w->out.size;
	uint64_t ids = FILE_HEADER_SIZE;

	put_header(w, &w->out);
	for (uint32_t i = 0; i < f->n_events; i++)
		for (uint32_t k = 0; k < f->events[i].n_ids; k++)
			buffer_put_u64(&w->out, f->events[i].ids[k]);
	w->attrs.offset = w->out.size;
	for (uint32_t i = 0; i < f->n_events; i++) {
		struct file_section s = { .offset = ids, .size = f->events[i].n_ids * 8ull };
		struct event_attr attr = f->events[i].attr;
		size_t start = w->out.size;

		if (attr.size < ATTR_SIZE_VER0)
			attr.size = ATTR_SIZE_VER0;
		attr_encode(&w->out, &attr);
		if (buffer_ok(&w->out))
			buffer_append(&w->out, NULL, start + w->attr_size - w->out.size);
		put_section(&w->out, &s);
		ids += s.size;
	}
	w->attrs.size = w->out.size - w->attrs.offset;
	w->data.offset = w->out.size;
	return out_done(w, before, err);
}

/* --- records ---------------------------------------------------------------- */

static void ignore_field(void *context, const struct field *field)
{
	(void)context;
	(void)field;
}

/* What says in a pipe what stands in a file's header, or how records were packed. */
static bool record_is_layout(const struct perf_file *f, const struct record *r)
{
	struct note note;

	switch (r->type) {
	/* Files of a directory follow one another here: nothing in one of them says that the others' have come so far.
	 */
	case PERF_RECORD_FINISHED_ROUND: return f->n_parts > 1;
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_HEADER_FEATURE:
	case PERF_RECORD_HEADER_TRACING_DATA:
	case PERF_RECORD_COMPRESSED:
	case PERF_RECORD_COMPRESSED2: return true;
	default: return note_parse(r, &note) && note_is_layout(&note);
	}
}

/* Whether readers can make sense of the record; what they cannot is told. */
static bool record_is_good(struct recover *w, const struct record *r)
{
	static const struct field_sink nobody = { .put = ignore_field };
	struct error loss = ERROR_INIT;
	int result = record_fields(r, perf_file_event_of(w->f, r), REGS_UNKNOWN, &nobody, &loss);

	/* simpleperf's own types have no fields here; all others Linux perf would stop at. */
	if (!result || (result == -ENOTSUP && r->type != PERF_RECORD_SAMPLE && resync_type_known(r->type)))
		return true;
	if (result == -ENOTSUP && r->type == PERF_RECORD_SAMPLE)
		w->r->n_eventless++;
	else if (result == -ENOTSUP)
		w->r->n_unknown++;
	else
		w->r->n_damaged++;
	w->loss(w->context, &loss);
	return false;
}

/*
 * How many bytes behind the last field of a sample no reader can make anything of: its size is damaged, or what its
 * event says it has. They are left out, which is told.
 */
static uint16_t sample_surplus(struct recover *w, const struct record *r)
{
	const struct file_event *e = perf_file_event_of(w->f, r);
	struct error loss = ERROR_INIT;
	struct sample s;

	if (r->type != PERF_RECORD_SAMPLE || !e || sample_decode(r, &e->attr, &s, NULL) || s.unknown || !s.rest.size)
		return 0;
	error_at(&loss, -EBADMSG, r->offset, r->type, "a sample of %u bytes has %llu bytes behind its fields", r->size,
		 (unsigned long long)s.rest.size);
	w->loss(w->context, &loss);
	w->r->n_bytes_lost += s.rest.size;
	return (uint16_t)s.rest.size;
}

/* The record without its last `surplus` bytes. */
static void put_record(struct buffer *b, const struct record *r, uint16_t surplus)
{
	size_t at = b->size;

	buffer_append(b, r->data, r->size - surplus);
	if (surplus && buffer_ok(b))
		buffer_set_u16(b, at + 6, r->size - surplus);
}

/* The data behind an AUXTRACE record, straight from the input. */
static int copy_trailing(struct recover *w, const struct file_part *part, uint64_t from, uint64_t size,
			 struct error *err)
{
	while (size) {
		size_t step = size < RECOVER_STEP ? size : RECOVER_STEP;
		size_t before = w->out.size;
		uint8_t *room = buffer_reserve(&w->out, step);
		ssize_t n = room ? file_part_pread(part, room, step, from) : -ENOMEM;
		int result;

		if (n != (ssize_t)step)
			return error_at(err, n < 0 ? (int)n : -EIO, from, ERROR_NO_RECORD, "the file cannot be read");
		w->out.size += step;
		result = out_done(w, before, err);
		if (result)
			return result;
		from += step;
		size -= step;
	}
	return 0;
}

static void note_auxtrace(struct recover *w, const struct record *r, uint64_t trailing)
{
	buffer_put_u64(&w->auxtrace, w->offset);
	buffer_put_u64(&w->auxtrace, r->size + trailing);
}

/* Without what may stand in one: it hides an old table of features, and has done its work. */
static int write_round(struct recover *w, uint16_t misc, struct error *err)
{
	size_t before = w->out.size;

	buffer_put_u32(&w->out, PERF_RECORD_FINISHED_ROUND);
	buffer_put_u16(&w->out, misc);
	buffer_put_u16(&w->out, RECORD_HEADER_SIZE);
	return out_done(w, before, err);
}

static int write_record(struct recover *w, const struct record *r, struct error *err)
{
	const struct file_part *part = perf_file_part_at(w->f, r->offset);
	size_t before = w->out.size;
	uint64_t trailing = 0;
	int result;

	if (record_is_layout(w->f, r) || !record_is_good(w, r))
		return 0;
	if (record_trailing_size(r, &trailing, NULL) || trailing > file_part_data_end(part) - r->offset - r->size) {
		w->r->n_damaged++;
		return 0; /* the reader has told that its data are cut off */
	}
	if (r->type == PERF_RECORD_AUXTRACE)
		note_auxtrace(w, r, trailing);
	if (r->type == PERF_RECORD_FINISHED_ROUND) {
		result = write_round(w, r->misc, err);
	} else {
		put_record(&w->out, r, sample_surplus(w, r));
		result = out_done(w, before, err);
	}
	if (!result && trailing)
		result = copy_trailing(w, part, r->offset + r->size, trailing, err);
	w->r->n_records++;
	w->r->n_samples += r->type == PERF_RECORD_SAMPLE;
	return result;
}

static int write_records(struct recover *w, struct error *err)
{
	struct block_reader *reader = NULL;
	struct block block;
	int result = block_reader_new(&reader, w->blocks, err);

	while (!result && (result = block_reader_next(reader, &block, err)) > 0) {
		struct record r;
		size_t pos = 0;

		result = 0;
		while (!result && block_next_record(&block, w->f->swap, &pos, &r))
			result = write_record(w, &r, err);
		if (w->progress)
			w->progress->show(w->progress->context, blocks_taken(w->blocks), perf_file_data_size(w->f),
					  w->r->n_samples);
	}
	block_reader_free(reader);
	/* No data at all would say that the recorder did not finish. */
	if (!result && w->offset == w->data.offset)
		result = write_round(w, 0, err);
	w->data.size = w->offset - w->data.offset;
	return result;
}

/* --- features --------------------------------------------------------------- */

static bool feature_is_layout(unsigned feature)
{
	return feature == FEATURE_RESERVED || feature == FEATURE_COMPRESSED || feature == FEATURE_PREC_BLOCK_INDEX ||
	       feature == FEATURE_DIR_FORMAT || feature == FEATURE_SIMPLEPERF_INIT_MAP || feature == FEATURE_AUXTRACE ||
	       feature == FEATURE_EVENT_DESC;
}

static bool feature_is_good(struct recover *w, unsigned feature)
{
	const char *name = header_feature_name(feature);
	struct error loss = ERROR_INIT;
	int result = 0;

	/* The reader has told it already. */
	if (w->f->feature_cut[feature / 64] >> feature % 64 & 1) {
		w->r->n_features_lost++;
		return false;
	}
	if (w->f->features[feature].size)
		result = header_feature_print(w->nowhere, w->f, feature, &loss);
	rewind(w->nowhere);
	if (!result || result == -ENOTSUP)
		return true;
	error_prefix(&loss, "feature %s", name ? name : "of unknown kind");
	w->loss(w->context, &loss);
	w->r->n_features_lost++;
	return false;
}

/* The events' names, which a pipe tells in records and an unfinished file perhaps not at all. */
static void put_event_desc(struct recover *w, struct buffer *b)
{
	const struct perf_file *f = w->f;
	struct feature_event *events = calloc(f->n_events, sizeof(*events));

	if (!events) {
		b->failed = true;
		return;
	}
	for (uint32_t i = 0; i < f->n_events; i++)
		events[i] = (struct feature_event){ .name = f->events[i].name,
						    .attr = &f->events[i].attr,
						    .ids = f->events[i].ids,
						    .n_ids = f->events[i].n_ids };
	feature_encode_event_desc(b, events, f->n_events, w->attr_size);
	free(events);
}

static int feature_contents(struct recover *w, unsigned feature, struct buffer *b, struct error *err)
{
	if (feature == FEATURE_EVENT_DESC) {
		put_event_desc(w, b);
	} else if (feature == FEATURE_AUXTRACE) {
		buffer_put_u64(b, w->auxtrace.size / SECTION_SIZE);
		buffer_append(b, w->auxtrace.data, w->auxtrace.size);
	} else {
		return perf_file_read_feature(w->f, feature, b, err);
	}
	return buffer_ok(b) ? 0 : error_nomem(err);
}

static bool feature_wanted(struct recover *w, unsigned feature)
{
	if (feature == FEATURE_EVENT_DESC)
		return true;
	if (feature == FEATURE_AUXTRACE)
		return w->auxtrace.size > 0;
	return perf_file_has_feature(w->f, feature) && !feature_is_layout(feature) && feature_is_good(w, feature);
}

/* The table, of which the contents' places are known only behind it; so it is written last, into its room. */
static int write_table(struct recover *w, uint64_t at, struct error *err)
{
	int result;

	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++)
		if (w->features[feature].offset)
			put_section(&w->out, &w->features[feature]);
	result = buffer_ok(&w->out) ? fileio_pwrite(w->fd, w->out.data, w->out.size, at, NULL) : -ENOMEM;
	buffer_clear(&w->out);
	return result ? error_set(err, result, "the file cannot be written: %s", strerror(-result)) : 0;
}

static int write_feature(struct recover *w, unsigned feature, struct error *err)
{
	size_t before = w->out.size;
	struct buffer contents;
	int result;

	buffer_init(&contents);
	contents.swap = w->out.swap;
	result = feature_contents(w, feature, &contents, err);
	w->features[feature] = (struct file_section){ .offset = w->offset, .size = contents.size };
	if (contents.size)
		buffer_append(&w->out, contents.data, contents.size);
	buffer_fini(&contents);
	w->r->n_features++;
	return result ? result : out_done(w, before, err);
}

static int write_features(struct recover *w, struct error *err)
{
	uint64_t table = w->offset;
	bool wanted[FILE_FEATURE_BITS];
	size_t before = w->out.size;
	unsigned n = 0;
	int result;

	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++)
		n += wanted[feature] = feature_wanted(w, feature);
	buffer_append(&w->out, NULL, n * SECTION_SIZE);
	result = out_done(w, before, err);
	for (unsigned feature = 0; feature < FILE_FEATURE_BITS && !result; feature++)
		if (wanted[feature])
			result = write_feature(w, feature, err);
	if (!result)
		result = out_flush(w, err);
	return result ? result : write_table(w, table, err);
}

/* The header, now that all is known: until then the file says that its recorder did not finish. */
static int write_header(struct recover *w, struct error *err)
{
	int result;

	put_header(w, &w->out);
	result = buffer_ok(&w->out) ? fileio_pwrite(w->fd, w->out.data, w->out.size, 0, NULL) : -ENOMEM;
	return result ? error_set(err, result, "the file cannot be written: %s", strerror(-result)) : 0;
}

static int recover_all(struct recover *w, struct error *err)
{
	struct error first = ERROR_INIT;
	int result = blocks_new(&w->blocks, w->f, err);

	if (result)
		return result;
	blocks_watch(w->blocks, w->loss, w->context);
	w->nowhere = header_nowhere();
	if (!w->nowhere)
		return error_nomem(err);
	w->attr_size = ATTR_SIZE_VER0;
	for (uint32_t i = 0; i < w->f->n_events; i++)
		if (w->f->events[i].attr.size > w->attr_size)
			w->attr_size = w->f->events[i].attr.size;
	result = write_events(w, err);
	if (!result)
		result = write_records(w, err);
	if (!result)
		result = write_features(w, err);
	if (!result)
		result = write_header(w, err);
	w->r->n_places = blocks_damage(w->blocks, &first);
	w->r->n_bytes_lost += blocks_n_lost(w->blocks);
	return result;
}

int recover_write(const struct perf_file *f, int fd, recover_loss loss, void *context,
		  const struct scan_progress *progress, struct recovery *ret_recovery, struct error *err)
{
	struct recover w = {
		.f = f, .fd = fd, .loss = loss, .context = context, .progress = progress, .r = ret_recovery
	};
	int result;

	memset(ret_recovery, 0, sizeof(*ret_recovery));
	buffer_init(&w.out);
	buffer_init(&w.auxtrace);
	w.out.swap = w.auxtrace.swap = f->swap;
	result = recover_all(&w, err);
	if (w.nowhere)
		fclose(w.nowhere);
	blocks_free(w.blocks);
	buffer_fini(&w.out);
	buffer_fini(&w.auxtrace);
	return result;
}
