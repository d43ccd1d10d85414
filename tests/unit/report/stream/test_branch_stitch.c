#include "report/scan/analysis.h"
#include "report/stream/ordered.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* A thread that calls ever deeper: two calls more with each sample, of a processor that keeps four. */
#define REGISTERS 4
#define STEP      2
#define SAMPLES   700
#define TAIL_MAX  BRANCH_STITCH_MAX

static uint64_t call_from(uint64_t number)
{
	return 0x400000 + 16 * number;
}

static void add_sample(struct perf_builder *b, uint64_t calls)
{
	struct perf_builder_branch branches[REGISTERS];
	const uint64_t chain[] = { CALLCHAIN_USER, call_from(calls) };

	for (uint64_t i = 0; i < REGISTERS; i++)
		branches[i] =
			(struct perf_builder_branch){ .from = call_from(calls - 1 - i), .to = call_from(calls - i) };
	b->at.time++;
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
							      .ip = chain[1],
							      .chain = chain,
							      .n_chain = ARRAY_SIZE(chain),
							      .branches = branches,
							      .n_branches = REGISTERS,
							      .branch_hw_idx = (calls - 1) % REGISTERS });
}

static void check_tail(const struct ordered_batch *batch, uint32_t i, uint64_t sample, bool stitched)
{
	uint64_t calls = REGISTERS + STEP * sample, before = calls - REGISTERS;
	const struct ordered_ref *ref = &batch->refs[i];

	CHECK_EQ_U64(ref->n_tail, !stitched ? 0 : before < TAIL_MAX ? before : TAIL_MAX);
	for (uint32_t k = 0; k < ref->n_tail; k++)
		CHECK_EQ_U64(batch->tails[ref->tail + k], call_from(before - 1 - k));
}

static void check_file(unsigned flags, uint64_t branch_type)
{
	const struct event_attr attr = { .size = ATTR_SIZE_VER7,
					 .flags = ATTR_SAMPLE_ID_ALL,
					 .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
							PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK,
					 .branch_sample_type = PERF_SAMPLE_BRANCH_CALL_STACK | branch_type };
	struct analysis_options options = { .workers = 1, .want_spans = true };
	struct ordered_batch *batch = malloc(sizeof(*batch));
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct strtab strings;
	struct perf_file *f;
	struct ordered *o;
	struct analysis a;
	uint64_t sample = 0;

	perf_builder_init(&b, flags);
	perf_builder_event(&b, &attr, "cycles", NULL, 0);
	b.at = (struct perf_builder_at){ .pid = 7, .tid = 7, .time = 5 };
	for (uint64_t i = 0; i < SAMPLES; i++)
		add_sample(&b, REGISTERS + STEP * i);
	f = built_open(&b, &err);
	CHECK(f && batch && !strtab_init(&strings));
	CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), 0);
	CHECK(!ordered_new(&o, f, a.spans, a.n_spans, 1ull << PERF_RECORD_SAMPLE, &err));
	ordered_stitch(o, REGISTERS);
	ordered_batch_init(batch);
	while (ordered_next(o, batch, &err) > 0) {
		for (uint32_t i = 0; i < batch->n; i++)
			check_tail(batch, i, sample++, branch_type != 0);
		ordered_release(o, batch);
	}
	CHECK_EQ_U64(sample, SAMPLES);
	ordered_batch_fini(batch);
	free(batch);
	ordered_free(o);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(f);
	perf_builder_fini(&b);
}

TEST(tails_grow_with_the_stack_up_to_a_limit)
{
	check_file(0, PERF_SAMPLE_BRANCH_HW_INDEX);
	check_file(PERF_BUILDER_SWAP, PERF_SAMPLE_BRANCH_HW_INDEX);
}

TEST(without_registers_nothing_is_stitched)
{
	check_file(0, 0);
}
