/*
 * Blocks of files that have their records in several parts.
 */
#include "tests/support/built_file.h"
#include "tests/support/seen.h"
#include "tests/support/test.h"

#include <errno.h>

enum part_kind {
	PART_PLAIN,
	PART_FRAMES,
	PART_STREAM,
};

static void add_part(struct perf_builder *b, enum part_kind kind, uint32_t from, uint32_t to)
{
	perf_builder_next_part(b);
	if (kind != PART_PLAIN)
		perf_builder_compress_begin(b);
	seen_records(b, from, to);
	if (kind == PART_FRAMES)
		perf_builder_compress_end(b, PERF_RECORD_COMPRESSED2, 1, 0);
	if (kind == PART_STREAM)
		perf_builder_compress_stream_end(b, 1, 70000);
}

/* Each part is read on its own, whatever it has been packed into; one of them is empty. */
TEST(parts)
{
	for (unsigned flags = 0; flags < 2; flags++)
		for (unsigned kinds = 0; kinds < 27; kinds++) {
			struct seen want = { 0 };
			struct perf_builder b;

			seen_builder(&b, flags);
			if (kinds)
				perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
			seen_records(&b, 0, 50);
			add_part(&b, kinds % 3, 50, 1500);
			add_part(&b, PART_PLAIN, 1500, 1500);
			add_part(&b, kinds / 3 % 3, 1500, 1510);
			add_part(&b, kinds / 9, 1510, 3000);
			seen_want(&want, 0, 3000);
			seen_check(&b, &want);
			perf_builder_fini(&b);
		}
}

/* Data after a record, as far as the end of their part; they may be cut off there. */
TEST(data_after_records_in_parts)
{
	static const size_t sizes[] = { 8, 250000, 300000 };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		for (unsigned compressed = 0; compressed < 2; compressed++)
			for (unsigned cut = 0; cut < 2; cut++) {
				struct seen want = { .others = 2, .n_damaged = cut };
				struct perf_builder b;
				struct seen have;

				seen_builder(&b, 0);
				if (compressed)
					perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
				seen_records(&b, 0, 10);
				add_part(&b, PART_PLAIN, 10, 500);
				seen_auxtrace(&b, sizes[i]);
				seen_records(&b, 500, 600);
				seen_auxtrace(&b, sizes[i]);
				b.records.size -= cut;
				add_part(&b, PART_PLAIN, 600, 1000);
				seen_want(&want, 0, 1000);
				have = seen_check(&b, &want);
				CHECK_EQ_I64(have.damage.code, cut ? -ENODATA : 0);
				perf_builder_fini(&b);
			}
}

/* Damage at the end of a part, and within one: it does not reach into the next. */
TEST(damage_stays_within_its_part)
{
	for (unsigned kind = PART_PLAIN; kind <= PART_STREAM; kind += PART_STREAM) {
		struct seen want = { .n_damaged = 1 };
		struct perf_builder b;
		struct seen have;

		seen_builder(&b, 0);
		if (kind)
			perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		seen_records(&b, 0, 20);
		add_part(&b, PART_PLAIN, 20, 40);
		/* Its last record says that it has more bytes than there are. */
		perf_builder_header(&b, PERF_RECORD_SAMPLE, 0, 4000);
		add_part(&b, kind, 40, 1000);
		seen_want(&want, 0, 1000);
		have = seen_check(&b, &want);
		CHECK_EQ_I64(have.damage.code, -ENODATA);
		perf_builder_fini(&b);
	}
}

/* The blocks of single parts are those of all parts together, by number and place. */
TEST(one_part_alone)
{
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;
	uint64_t last = 0, n = 0;

	seen_builder(&b, 0);
	seen_records(&b, 0, 3000);
	add_part(&b, PART_PLAIN, 3000, 6000);
	add_part(&b, PART_PLAIN, 6000, 6100);
	f = built_open(&b, &err);
	CHECK(f && f->parts.n == 3);
	for (uint32_t i = 0; i < f->parts.n; i++) {
		struct block_reader *reader;
		struct blocks *blocks;
		struct block block;

		CHECK(!blocks_new_part(&blocks, f, i, &err) && !block_reader_new(&reader, blocks, &err));
		while (block_reader_next(reader, &block, &err) > 0) {
			CHECK(!n || block.number > last);
			CHECK(perf_file_part_at(f, block.offset) == &f->parts.list[i]);
			last = block.number;
			n++;
		}
		CHECK_EQ_U64(blocks_taken(blocks), f->parts.list[i].data.size);
		block_reader_free(reader);
		blocks_free(blocks);
	}
	CHECK(n >= 4);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* What a walk over all records hands out, and where it is to end. */
struct walk {
	uint64_t n, end_at;
	int end_with;
	bool in_order;
	uint64_t n_damaged;
};

static int walk_take(void *context, const struct record *r, struct error *err)
{
	struct walk *w = context;
	uint64_t number = r->type == PERF_RECORD_COMM ? load_u32_order(r->data + 12, r->swap)
						      : load_u64_order(r->data + 8, r->swap);

	w->in_order &= number == w->n++;
	if (w->n != w->end_at)
		return 0;
	return w->end_with < 0 ? error_set(err, w->end_with, "the walk's own") : w->end_with;
}

static void walk_damaged(void *context, const struct error *damage)
{
	struct walk *w = context;

	w->n_damaged += damage->code == -ENODATA;
}

/* Every record of every part, in order; the end of one part is damaged. It ends early where it is asked to. */
TEST(each_record)
{
	static const struct walk walks[] = { { 0 },
					     { .end_at = 7, .end_with = 1 },
					     { .end_at = 990, .end_with = -EIO } };

	for (unsigned flags = 0; flags < 2; flags++) {
		struct error err = ERROR_INIT;
		struct perf_builder b;
		struct perf_file *f;

		seen_builder(&b, flags);
		perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		seen_records(&b, 0, 20);
		perf_builder_header(&b, PERF_RECORD_SAMPLE, 0, 4000);
		add_part(&b, PART_FRAMES, 20, 1000);
		f = built_open(&b, &err);
		CHECK(f && f->parts.n == 2);
		for (size_t i = 0; i < ARRAY_SIZE(walks); i++) {
			struct walk w = walks[i];
			int want = w.end_with < 0 ? w.end_with : 0;

			w.in_order = true;
			CHECK_EQ_I64(blocks_each_record(f, walk_damaged, walk_take, &w, &err), want);
			CHECK_EQ_U64(w.n, w.end_at ? w.end_at : 1000);
			CHECK(w.in_order);
			CHECK_EQ_U64(w.n_damaged, 1);
		}
		CHECK_STR(err.message, "the walk's own");
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}
