#include "tests/fuzz/fuzz_file.h"

#include "formats/file/blocks.h"
#include "formats/record/record_fields.h"
#include "formats/record/sample_decode.h"
#include "tests/fuzz/fuzz.h"

uint64_t fuzz_touch(const void *data, size_t size)
{
	const uint8_t *p = data;
	uint64_t sum = 0;

	for (size_t i = 0; i < size; i++)
		sum += p[i];
	return sum;
}

static uint64_t touch_words(const struct sample_words *w)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < w->n; i++)
		sum += sample_word(w, i);
	return sum;
}

uint64_t fuzz_read_sample(const struct record *r, const struct event_attr *attr)
{
	struct sample s;
	int result = sample_decode(r, attr, &s, NULL);
	uint64_t sum = touch_words(&s.callchain) + touch_words(&s.regs_user.values) + touch_words(&s.regs_intr.values);

	for (uint32_t i = 0; i < s.read.n; i++)
		sum += sample_read_value(&s.read, i).value;
	for (uint32_t i = 0; i < s.branches.n; i++)
		sum += sample_branch(&s.branches, i).flags;
	sum += touch_words(&s.branches.counters);
	sum += fuzz_touch(s.raw.data, s.raw.size) + fuzz_touch(s.stack_user.data, s.stack_user.size);
	sum += fuzz_touch(s.aux.data, s.aux.size);
	fuzz_found += !result;
	if (!result)
		sum += fuzz_touch(s.rest.data, s.rest.size);
	return sum;
}

/* --- records ------------------------------------------------------------------ */

static uint64_t decode_names(const struct record *r)
{
	struct record_mmap mmap;
	struct record_comm comm;
	uint64_t sum = 0;

	if ((r->type == PERF_RECORD_MMAP || r->type == PERF_RECORD_MMAP2) && !record_decode_mmap(r, &mmap, NULL))
		sum += fuzz_touch(mmap.filename, mmap.filename_size + 1);
	if (r->type == PERF_RECORD_COMM && !record_decode_comm(r, &comm, NULL))
		sum += fuzz_touch(comm.comm, comm.comm_size + 1);
	return sum;
}

static uint64_t decode_chain(const struct record *r, const struct file_event *e)
{
	const uint8_t *addrs;
	uint64_t n;

	if (r->size < e->layout.fixed_end || sample_find_callchain(r, e, &addrs, &n, NULL) || !n)
		return 0;
	return fuzz_touch(addrs, n * 8);
}

struct field_walk {
	uint64_t sum;
	unsigned depth;
};

static void field_put(void *context, const struct field *field)
{
	struct field_walk *walk = context;

	if (field->kind == FIELD_LIST || field->kind == FIELD_GROUP)
		walk->depth++;
	if (field->kind == FIELD_END_LIST || field->kind == FIELD_END_GROUP)
		FUZZ_CHECK(walk->depth--);
	if (field->kind == FIELD_TEXT || field->kind == FIELD_HEX || field->kind == FIELD_BYTES)
		walk->sum += fuzz_touch(field->bytes, field->size);
}

static uint64_t decode_fields(const struct record *r, const struct file_event *e)
{
	struct field_walk walk = { 0 };
	const struct field_sink sink = { .context = &walk, .put = field_put };

	record_fields(r, e, REGS_X86, &sink, NULL);
	FUZZ_CHECK(!walk.depth);
	return walk.sum;
}

static uint64_t decode(const struct perf_file *file, const struct record *r)
{
	const struct file_event *event = perf_file_event_of(file, r);
	struct record_ksymbol ksymbol;
	struct record_task task;
	struct record_lost lost;
	struct record_id id;
	uint64_t sum = fuzz_touch(r->data, r->size) + decode_names(r) + decode_fields(r, event);

	fuzz_found++;
	if (r->type == PERF_RECORD_FORK || r->type == PERF_RECORD_EXIT)
		sum += !record_decode_task(r, &task, NULL);
	if (r->type == PERF_RECORD_KSYMBOL)
		sum += !record_decode_ksymbol(r, &ksymbol, NULL);
	if (r->type == PERF_RECORD_LOST || r->type == PERF_RECORD_LOST_SAMPLES)
		sum += !record_decode_lost(r, &lost, NULL);
	if (event && r->type != PERF_RECORD_SAMPLE)
		sum += !record_decode_id(r, &event->layout, &id, NULL);
	if (event && r->type == PERF_RECORD_SAMPLE)
		sum += decode_chain(r, event) + fuzz_read_sample(r, &event->attr);
	return sum;
}

static uint64_t read_blocks(const struct perf_file *file)
{
	struct block_reader *reader = NULL;
	struct blocks *blocks = NULL;
	uint64_t sum = 0;

	if (blocks_new(&blocks, file, NULL))
		return 0;
	if (!block_reader_new(&reader, blocks, NULL)) {
		struct record r;
		struct block b;

		while (block_reader_next(reader, &b, NULL) == 1) {
			size_t pos = 0;

			while (block_next_record(&b, file->swap, &pos, &r))
				sum += decode(file, &r);
			FUZZ_CHECK(pos == b.size);
		}
	}
	block_reader_free(reader);
	blocks_free(blocks);
	return sum;
}

static uint64_t read_features(const struct perf_file *file)
{
	uint64_t sum = 0;

	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		struct buffer b;

		buffer_init(&b);
		if (perf_file_has_feature(file, feature) && !perf_file_read_feature(file, feature, &b, NULL))
			sum += fuzz_touch(b.data, b.size);
		buffer_fini(&b);
	}
	return sum;
}

uint64_t fuzz_read_file(const struct perf_file *file)
{
	return read_features(file) + read_blocks(file);
}
