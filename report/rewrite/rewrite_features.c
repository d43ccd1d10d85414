/* rewrite_features: copies the features, and makes anew those about the layout of the file. */
#include "report/rewrite/rewrite_state.h"

#include "formats/file/file_features.h"

#include <errno.h>

#define SECTION_SIZE 16

/* BUILD_ID entries: the offset of the name, and the multiple that it is padded to (perf build-id.c write_buildid). */
#define BUILD_ID_NAME_AT    (RECORD_HEADER_SIZE + 28)
#define BUILD_ID_NAME_ALIGN 64

/* Limit of a feature in a record of a pipe: header, feature number, contents, padded to 8. */
#define PIPE_FEATURE_MAX ((RECORD_SIZE_MAX & ~7) - RECORD_HEADER_SIZE - 8)

static bool feature_is_layout(unsigned feature)
{
	return feature == FEATURE_RESERVED || feature == FEATURE_COMPRESSED || feature == FEATURE_PREC_BLOCK_INDEX ||
	       feature == FEATURE_DIR_FORMAT || feature == FEATURE_SIMPLEPERF_INIT_MAP || feature == FEATURE_AUXTRACE ||
	       feature == FEATURE_EVENT_DESC || feature == FEATURE_SAMPLE_TIME;
}

static void feature_lost(struct rewrite *w, unsigned feature, struct error *loss)
{
	const char *name = feature_name(feature);

	error_prefix(loss, "feature %s", name ? name : "of unknown kind");
	rewrite_report_loss(w, loss);
	w->outcome->n_features_lost++;
}

/* Whether a feature can be read. *ret_left: the bytes after its contents, if known. */
static bool feature_is_good(struct rewrite *w, unsigned feature, size_t *ret_left)
{
	struct error loss = ERROR_INIT;
	int result = 0;

	*ret_left = 0;
	/* The reader has reported this loss already. */
	if (w->f->features.cut[feature / 64] >> feature % 64 & 1) {
		w->outcome->n_features_lost++;
		return false;
	}
	if (w->f->features.list[feature].size)
		result = file_feature_check(w->f, feature, ret_left, &loss);
	if (!result || result == -ENOTSUP)
		return true;
	feature_lost(w, feature, &loss);
	return false;
}

/*
 * Whether a readable feature is written. Reports those that do not fit: simpleperf's into a pipe, a large one into a
 * record of a pipe, and overlapping features, of which a small file could hold any amount.
 */
static bool feature_fits(struct rewrite *w, unsigned feature)
{
	uint64_t size = w->f->features.list[feature].size;
	struct error loss = ERROR_INIT;

	if (w->options->to_pipe && feature >= FEATURE_SIMPLEPERF_FILE)
		error_set(&loss, -ENOTSUP, "only files have it: left out");
	else if (w->options->to_pipe && size > PIPE_FEATURE_MAX && feature != FEATURE_TRACING_DATA &&
		 feature != FEATURE_BUILD_ID)
		error_set(&loss, -E2BIG, "%llu bytes, a record of a pipe holds %d: left out", (unsigned long long)size,
			  PIPE_FEATURE_MAX);
	else if (size > w->f->size - w->feature_bytes)
		error_set(&loss, -EBADMSG, "the features are larger together than the file: left out");
	if (loss.code)
		feature_lost(w, feature, &loss);
	else
		w->feature_bytes += size;
	return !loss.code;
}

/* --- what the input has ---------------------------------------------------------------- */

/* Returns the padding of contents in a pipe, whose records have sizes in multiples of 8. */
static void cut_padding(struct buffer *b, size_t start, size_t left)
{
	if (!buffer_ok(b) || left >= 8 || left > b->size - start)
		return;
	for (size_t i = 0; i < left; i++)
		if (b->data[b->size - left + i])
			return;
	b->size -= left;
}

/* Returns the size of an entry with the name padding of Linux perf in files, without the padding of a pipe. */
static uint16_t build_id_size(const uint8_t *entry, uint16_t size)
{
	size_t name = BUILD_ID_NAME_AT, exact;

	if (size <= name)
		return size;
	exact = name + align_up(strnlen((const char *)entry + name, size - name) + 1, BUILD_ID_NAME_ALIGN);
	return exact < size && size - exact < 8 ? (uint16_t)exact : size;
}

/* Writes an entry of the feature, or a record; the record has another type and, for Linux perf 7, another padding. */
static void put_build_id(struct buffer *b, const uint8_t *entry, uint16_t size, bool as_record)
{
	uint16_t exact = build_id_size(entry, size);
	size_t whole = as_record ? align_up(exact, 8) : exact;
	size_t start = b->size;

	if (whole > RECORD_SIZE_MAX)
		whole = exact;
	buffer_append(b, entry, exact);
	buffer_append(b, NULL, whole - exact);
	if (!buffer_ok(b))
		return;
	buffer_set_u32(b, start, as_record ? PERF_RECORD_HEADER_BUILD_ID : 0);
	buffer_set_u16(b, start + 6, (uint16_t)whole);
}

/* Writes all complete entries. redacts: as they are when secrets are taken out. */
static int put_build_ids(struct rewrite *w, struct buffer *b, bool as_records, bool redacts, struct error *err)
{
	struct buffer section;
	size_t pos = 0;
	int result;

	buffer_init(&section);
	result = perf_file_read_feature(w->f, FEATURE_BUILD_ID, &section, err);
	if (!result && redacts && w->options->redact)
		result = redact_feature(w->options->redact, FEATURE_BUILD_ID, &section, err) < 0 ? -ENOMEM : 0;
	while (!result && section.size - pos >= RECORD_HEADER_SIZE) {
		uint16_t size = load_u16_order(section.data + pos + 6, section.swap);

		if (size < RECORD_HEADER_SIZE || size > section.size - pos)
			break;
		put_build_id(b, section.data + pos, size, as_records);
		pos += size;
	}
	buffer_fini(&section);
	return result;
}

int rewrite_pipe_build_ids(struct rewrite *w, struct error *err)
{
	struct buffer records;
	int result = 0;

	buffer_init(&records);
	records.swap = w->f->swap;
	if (w->has_build_ids)
		result = put_build_ids(w, &records, true, true, err);
	if (!result && !buffer_ok(&records))
		result = error_nomem(err);
	if (!result && records.size)
		result = rewrite_written(perf_writer_append(&w->writer, records.data, records.size, NULL, err), err);
	buffer_fini(&records);
	return result;
}

static bool has_entry(const struct buffer *b, size_t start, const uint8_t *entry, uint16_t size)
{
	for (size_t pos = start; pos + size <= b->size; pos += load_u16_order(b->data + pos + 6, b->swap))
		if (!memcmp(b->data + pos, entry, size))
			return true;
	return false;
}

/* Adds the build-ids of recordings that go on with this one, each once. start: where those of this one begin. */
static int join_build_ids(struct rewrite *w, struct buffer *b, size_t start, struct error *err)
{
	const struct perf_file *first = w->f;
	struct buffer ids;
	int result = 0;

	buffer_init(&ids);
	ids.swap = b->swap;
	for (unsigned i = 0; i < w->options->n_more && !result; i++) {
		w->f = w->options->more[i];
		if (perf_file_has_feature(w->f, FEATURE_BUILD_ID))
			result = put_build_ids(w, &ids, false, false, err);
	}
	w->f = first;
	for (size_t pos = 0; !result && buffer_ok(&ids) && pos < ids.size;) {
		uint16_t size = load_u16_order(ids.data + pos + 6, ids.swap);

		if (!has_entry(b, start, ids.data + pos, size))
			buffer_append(b, ids.data + pos, size);
		pos += size;
	}
	if (!result && !buffer_ok(&ids))
		result = error_nomem(err);
	buffer_fini(&ids);
	return result;
}

/* Copies the contents without the padding of a pipe. left: of feature_is_good. */
static int put_contents(struct rewrite *w, unsigned feature, size_t left, struct buffer *b, struct error *err)
{
	size_t start = b->size;
	int result;

	if (feature == FEATURE_BUILD_ID && w->options->n_more)
		result = put_build_ids(w, b, false, false, err);
	if (feature == FEATURE_BUILD_ID && w->options->n_more)
		return result ? result : join_build_ids(w, b, start, err);
	if (w->f->pipe && feature == FEATURE_BUILD_ID)
		return put_build_ids(w, b, false, false, err);
	result = perf_file_read_feature(w->f, feature, b, err);
	if (!result && w->f->pipe)
		cut_padding(b, start, left);
	return result;
}

/* Puts the contents without secrets. 1; 0: the feature is left out; or a negative errno. */
static int put_redacted(struct rewrite *w, unsigned feature, size_t left, struct buffer *b, struct error *err)
{
	struct buffer section;
	int result;

	buffer_init(&section);
	section.swap = b->swap;
	result = put_contents(w, feature, left, &section, err);
	if (!result)
		result = redact_feature(w->options->redact, feature, &section, err);
	if (result > 0)
		buffer_append(b, section.data, section.size);
	buffer_fini(&section);
	return result;
}

static int copy_feature(struct rewrite *w, unsigned feature, struct feature_list *list, struct error *err)
{
	size_t start = list->bytes.size;
	size_t left;
	int result;

	/* In a pipe other features without contents would be misread: see formats/file/perf_pipe.c. */
	if (!perf_file_has_feature(w->f, feature) || feature_is_layout(feature) ||
	    (w->options->to_pipe && !w->f->features.list[feature].size && !feature_has_no_contents(feature)))
		return 0;
	if (!feature_is_good(w, feature, &left) || !feature_fits(w, feature))
		return 0;
	if (w->options->to_pipe && feature == FEATURE_BUILD_ID) {
		w->has_build_ids = true;
		return 0;
	}
	if (w->options->redact) {
		result = put_redacted(w, feature, left, &list->bytes, err);
		if (result <= 0)
			return result;
		result = 0;
	} else {
		result = put_contents(w, feature, left, &list->bytes, err);
	}
	if (!result)
		feature_list_add(list, feature, start);
	return result;
}

/* --- what is written anew -------------------------------------------------------------- */

/* EVENT_DESC has the events' names, which a pipe has in records and an unfinished file may lack. */
static void put_event_desc(struct rewrite *w, struct buffer *b)
{
	feature_encode_event_desc(b, w->events.list, w->events.n, w->events.list[0].attr->size);
}

static void put_auxtrace(struct rewrite *w, struct buffer *b)
{
	if (!w->auxtrace.size)
		return;
	buffer_put_u64(b, w->auxtrace.size / SECTION_SIZE);
	buffer_append(b, w->auxtrace.data, w->auxtrace.size);
}

/* In a pipe it comes first, when only that of the input is known. */
static void put_sample_time(struct rewrite *w, struct buffer *b)
{
	uint64_t first = w->times.first_sample, last = w->times.last_sample;

	if (w->options->to_pipe)
		sample_times(w->f, &first, &last);
	if (last && first <= last && !(w->options->to_pipe && w->options->times))
		feature_encode_sample_time(b, first, last);
}

static void put_compressed(struct rewrite *w, struct buffer *b)
{
	const struct feature_compression c =
		block_writer_compression(w->options->level, w->blocks.raw_bytes, w->blocks.file_bytes);

	if (w->options->level)
		feature_encode_compressed(b, &c);
}

static void put_anew(struct rewrite *w, unsigned feature, struct feature_list *list)
{
	size_t start = list->bytes.size;

	switch (feature) {
	case FEATURE_EVENT_DESC: put_event_desc(w, &list->bytes); break;
	case FEATURE_AUXTRACE: put_auxtrace(w, &list->bytes); break;
	case FEATURE_SAMPLE_TIME: put_sample_time(w, &list->bytes); break;
	case FEATURE_COMPRESSED: put_compressed(w, &list->bytes); break;
	}
	if (list->bytes.size > start)
		feature_list_add(list, feature, start);
}

int rewrite_features(struct rewrite *w, struct feature_list *list, struct error *err)
{
	int result = 0;

	for (unsigned feature = 0; feature < FILE_FEATURE_BITS && !result; feature++) {
		put_anew(w, feature, list);
		result = copy_feature(w, feature, list, err);
	}
	w->outcome->n_features = list->n;
	return result || buffer_ok(&list->bytes) ? result : error_nomem(err);
}
