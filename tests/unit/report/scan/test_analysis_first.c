/*
 * Files whose block index says where the sideband records are: the timeline is there before the samples are counted,
 * each frame is unpacked once, and the result is that of the same file without an index, also where the index is wrong.
 */
#include "report/scan/analysis.h"
#include "tests/support/built_file.h"
#include "tests/support/random.h"
#include "tests/support/report_text.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>

#define PIDS     5
#define PAGES    4
#define SIDEBAND 3  /* blocks of it */
#define SAMPLES  4  /* blocks of samples after each of these */
#define RECORDS  60 /* of a block */
#define BLOCKS   (SIDEBAND * (1 + SAMPLES))
#define TIMES    1000

/* At any time of the recording, as records of many CPUs come. */
static void random_at(struct perf_builder *b)
{
	b->at.time = 1000 + random_below(TIMES);
	b->at.pid = b->at.tid = 100 + random_below(PIDS);
}

static void put_map(struct perf_builder *b, uint64_t page)
{
	char text[32];

	snprintf(text, sizeof(text), "/lib/%u", random_below(20));
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = b->at.pid,
							  .tid = b->at.pid,
							  .start = 0x1000 * page,
							  .size = 0x1000,
							  .name = text,
							  .misc = RECORD_MISC_USER });
}

/* The thread has a comm and all pages are mapped. */
static void put_program(struct perf_builder *b)
{
	char text[32];

	snprintf(text, sizeof(text), "comm%u", random_below(4));
	perf_builder_comm(b, b->at.pid, b->at.pid, text, RECORD_MISC_COMM_EXEC);
	for (uint64_t page = 0; page < PAGES; page++)
		put_map(b, page);
}

/* All that is mapped is replaced at once. */
static void put_replaced(struct perf_builder *b)
{
	random_at(b);
	if (random_below(4))
		put_map(b, random_below(PAGES));
	else
		put_program(b);
}

static void put_sideband(struct perf_builder *b)
{
	char text[32];

	random_at(b);
	switch (random_below(8)) {
	case 0:
		snprintf(text, sizeof(text), "comm%u", random_below(4));
		perf_builder_comm(b, b->at.pid, b->at.pid, text, random_below(2) ? RECORD_MISC_COMM_EXEC : 0);
		break;
	case 1: perf_builder_fork(b, b->at.pid, 100 + random_below(PIDS), b->at.pid, b->at.pid); break;
	case 2: perf_builder_exit(b, b->at.pid, b->at.pid, b->at.pid, b->at.pid); break;
	default: put_map(b, random_below(PAGES)); break;
	}
}

static void put_sample(struct perf_builder *b)
{
	uint64_t ip = 0x1000ull * random_below(PAGES) + 0x10;
	uint64_t chain[] = { CALLCHAIN_USER, ip, 0x1000ull * random_below(PAGES) + 0x20 };

	random_at(b);
	perf_builder_sample(
		b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = ip, .chain = chain, .n_chain = 3 });
}

enum {
	SWAPPED = 1,
	PLAIN = 2, /* not compressed */
	MIXED = 4, /* sideband blocks hold samples too */
	WHOLE = 8, /* no address is ever free */
};

static void put_block(struct perf_builder *b, unsigned kind, uint32_t flags, bool samples)
{
	perf_builder_block_begin(b);
	for (int i = 0; i < RECORDS; i++) {
		if (samples || (kind & MIXED && i % 3 == 0))
			put_sample(b);
		else if (kind & WHOLE)
			put_replaced(b);
		else
			put_sideband(b);
	}
	perf_builder_block_end(b, flags | (kind & PLAIN ? 0 : BLOCK_COMPRESSED));
}

/* Without its index, which is in b->index. */
static void file_init(struct perf_builder *b, unsigned kind)
{
	perf_builder_init(b, kind & SWAPPED ? PERF_BUILDER_SWAP : 0);
	perf_builder_event(b, &perf_builder_clock, "cpu-clock", NULL, 0);
	if (!(kind & PLAIN))
		perf_builder_feature_compressed(b, 1, 1, 1 << 20);
	b->at.time = 1;
	perf_builder_block_begin(b);
	for (b->at.pid = 100; kind & WHOLE && b->at.pid < 100 + PIDS; b->at.pid++) {
		b->at.tid = b->at.pid;
		put_program(b);
	}
	if (kind & WHOLE)
		perf_builder_block_end(b, BLOCK_SIDEBAND | (kind & PLAIN ? 0 : BLOCK_COMPRESSED));
	for (int i = 0; i < SIDEBAND; i++) {
		put_block(b, kind, BLOCK_SIDEBAND, false);
		for (int k = 0; k < SAMPLES; k++)
			put_block(b, kind, 0, true);
	}
}

static struct perf_file *file_open(struct perf_builder *b)
{
	struct error err = ERROR_INIT;
	struct perf_file *f = built_open(b, &err);

	CHECK(f);
	return f;
}

static const struct report_text_options texts[] = {
	{ .sort = "comm,dso,sym" },
	{ .sort = "pid,dso", .callgraph = "graph,0,callee" },
	{ .sort = "dso", .workers = 3 },
};

static void texts_of(struct perf_builder *b, char *ret_texts[ARRAY_SIZE(texts)])
{
	struct perf_file *f = file_open(b);

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		ret_texts[i] = report_text(f, &texts[i], NULL);
		CHECK(ret_texts[i] && strlen(ret_texts[i]) > 200);
	}
	perf_file_close(f);
}

static void analyse(struct analysis *a, struct perf_builder *b, struct perf_file **ret_file, struct strtab *strings,
		    const struct analysis_options *options)
{
	struct error err = ERROR_INIT;

	*ret_file = file_open(b);
	CHECK(!strtab_init(strings));
	CHECK_EQ_I64(analysis_run(a, *ret_file, strings, options, &err), 0);
	CHECK_EQ_U64(a->damage.n, 0);
	CHECK_EQ_U64(a->counts.bad_records, 0);
}

/* What the analysis of the file takes. */
static struct analysis_effort effort_of(struct perf_builder *b, bool timeline_first, bool want_spans)
{
	struct analysis_options options = { .workers = 2,
					    .timeline_first = timeline_first,
					    .want_spans = want_spans,
					    .want_comm = true,
					    .plan = { .by_address = true, .by_thread = true, .by_chain = true } };
	struct analysis_effort effort;
	struct perf_file *f;
	struct strtab strings;
	struct analysis a;

	analyse(&a, b, &f, &strings, &options);
	effort = a.effort;
	CHECK_EQ_U64(analysis_samples(&a), a.counts.types[PERF_RECORD_SAMPLE]);
	CHECK(a.counts.types[PERF_RECORD_SAMPLE] >= SIDEBAND * SAMPLES * RECORDS);
	CHECK(a.counts.types[PERF_RECORD_MMAP2] + a.counts.types[PERF_RECORD_COMM] > SIDEBAND * RECORDS / 3);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(f);
	return effort;
}

/* Where the footer says that the index begins. */
static size_t footer_index(const struct perf_builder *b)
{
	return b->records.size - FOOTER_SIZE + PRIVATE_RECORD_HEADER_SIZE + 8;
}

/* The file says the same with its index, which may be changed, as without. */
static void check_same(unsigned kind, void (*change)(struct perf_builder *b), struct analysis_effort *ret_effort)
{
	char *want[ARRAY_SIZE(texts)], *have[ARRAY_SIZE(texts)];
	struct perf_builder b;
	uint64_t index;

	random_state = RANDOM_FIRST + kind;
	file_init(&b, kind);
	if (change)
		change(&b);
	index = perf_builder_data_offset(&b) + b.records.size;
	perf_builder_index_end(&b);
	buffer_set_u64(&b.records, footer_index(&b), 0);
	texts_of(&b, want);
	buffer_set_u64(&b.records, footer_index(&b), index);
	texts_of(&b, have);
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		CHECK_STR(have[i], want[i]);
		free(have[i]);
		free(want[i]);
	}
	*ret_effort = effort_of(&b, false, false);
	perf_builder_fini(&b);
}

/* Each frame is unpacked once, whether it holds sideband or samples. */
TEST(frames_are_unpacked_once)
{
	for (unsigned kind = 0; kind <= SWAPPED; kind++) {
		struct analysis_effort effort;

		check_same(kind, NULL, &effort);
		CHECK_EQ_U64(effort.n_passes, 1 + (effort.n_recounted > 0));
		CHECK_EQ_U64(effort.n_unpacked, BLOCKS + (effort.n_recounted ? BLOCKS - SIDEBAND : 0));
	}
}

TEST(plain_blocks)
{
	struct analysis_effort effort;

	check_same(PLAIN, NULL, &effort);
	CHECK_EQ_U64(effort.n_unpacked, 0);
	check_same(PLAIN | SWAPPED, NULL, &effort);
}

/* Too many blocks with sideband hold samples too. */
TEST(mixed_blocks)
{
	struct analysis_effort effort;

	check_same(MIXED, NULL, &effort);
	CHECK_EQ_U64(effort.n_unpacked, BLOCKS * effort.n_passes);
	check_same(MIXED | PLAIN, NULL, &effort);
}

/* With the timeline known nothing is counted again, though every address means many things and comms change. */
TEST(one_pass)
{
	for (unsigned kind = WHOLE; kind <= (WHOLE | PLAIN | SWAPPED); kind++) {
		struct analysis_effort effort;

		check_same(kind, NULL, &effort);
		CHECK_EQ_U64(effort.n_recounted, 0);
		CHECK_EQ_U64(effort.n_passes, 1);
		CHECK_EQ_U64(effort.n_unpacked, kind & PLAIN ? 0 : BLOCKS + 1);
	}
}

/* Whoever needs the timeline before the samples has it, whatever that takes. */
TEST(timeline_first)
{
	static const struct {
		unsigned kind;
		bool index, spans;
		uint64_t n_passes, n_unpacked;
	} cases[] = {
		{ WHOLE, true, false, 1, BLOCKS + 1 },
		{ WHOLE, true, true, 1, SIDEBAND + 1 + BLOCKS + 1 },
		{ WHOLE | MIXED, true, false, 1, SIDEBAND + BLOCKS + 1 },
		{ WHOLE | PLAIN, true, false, 1, 0 },
		{ WHOLE, false, false, 2, 2 * (BLOCKS + 1) },
		{ WHOLE | PLAIN, false, false, 2, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct analysis_effort effort;
		struct perf_builder b;

		random_state = RANDOM_FIRST;
		file_init(&b, cases[i].kind);
		if (cases[i].index)
			perf_builder_index_end(&b);
		effort = effort_of(&b, true, cases[i].spans);
		CHECK_EQ_U64(effort.n_passes, cases[i].n_passes);
		CHECK_EQ_U64(effort.n_unpacked, cases[i].n_unpacked);
		CHECK_EQ_U64(effort.n_recounted, 0);
		perf_builder_fini(&b);
	}
}

/* --- an index that is wrong -------------------------------------------------------- */

static void forget_a_block(struct perf_builder *b)
{
	b->index.blocks[1 + SAMPLES].flags &= ~BLOCK_SIDEBAND;
}

static void forget_all(struct perf_builder *b)
{
	for (size_t i = 0; i < b->index.n; i++)
		b->index.blocks[i].flags &= ~BLOCK_SIDEBAND;
}

static void drop_a_block(struct perf_builder *b)
{
	memmove(b->index.blocks, b->index.blocks + 1, --b->index.n * sizeof(*b->index.blocks));
}

static void samples_as_sideband(struct perf_builder *b)
{
	b->index.blocks[1].flags |= BLOCK_SIDEBAND;
	b->index.blocks[1].n_samples = 0;
}

static void wrong_offset(struct perf_builder *b)
{
	b->index.blocks[1 + SAMPLES].offset += 8;
	b->index.blocks[1 + SAMPLES].size -= 8;
}

static void wrong_size(struct perf_builder *b)
{
	b->index.blocks[1 + SAMPLES].size -= 8;
}

static void two_blocks_in_one(struct perf_builder *b)
{
	b->index.blocks[0].size += b->index.blocks[1].size;
	memmove(b->index.blocks + 1, b->index.blocks + 2, (--b->index.n - 1) * sizeof(*b->index.blocks));
}

static void other_packing(struct perf_builder *b)
{
	b->index.blocks[1 + SAMPLES].flags ^= BLOCK_COMPRESSED;
}

static void no_blocks(struct perf_builder *b)
{
	b->index.n = 0;
}

TEST(an_index_that_is_wrong)
{
	static void (*const changes[])(struct perf_builder * b) = {
		forget_a_block, forget_all,        drop_a_block,  samples_as_sideband, wrong_offset,
		wrong_size,     two_blocks_in_one, other_packing, no_blocks,
	};

	for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
		struct analysis_effort effort;

		check_same(0, changes[i], &effort);
		/* The pass that met the contradiction, one without the index, and a second look at some keys. */
		CHECK(effort.n_recounted);
		CHECK(effort.n_passes == 2 || effort.n_passes == 3);
		check_same(PLAIN, changes[i], &effort);
		check_same(SWAPPED, changes[i], &effort);
	}
}
