/*
 * What samples that are read with their group count to its members: through the analysis by any number of workers, in
 * parts, and in the order that prec script takes them.
 */

#include "report/scan/analysis.h"
#include "report/stream/ordered.h"
#include "tests/support/built_file.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define CPUS    4
#define MEMBERS 3
#define THREADS 3

#define GROUP_READ (PERF_FORMAT_ID | PERF_FORMAT_GROUP)
#define TIMES      (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* A recording of a group on some CPUs, and what its samples are to count. */
struct group_world {
	struct perf_builder builder;
	uint64_t read_format;
	uint64_t counts[THREADS][CPUS][MEMBERS]; /* so far; without inherit of the first thread */
	bool inherit;
	uint64_t n[MEMBERS], period[MEMBERS];
	uint64_t addresses; /* how many are sampled */
	uint64_t random;
};

static uint64_t id_of(int member, int cpu)
{
	return 100 + (uint64_t)(member * CPUS + cpu);
}

static void world_init(struct group_world *w, unsigned flags, uint64_t read_format, bool inherit)
{
	static const char *const names[MEMBERS] = { "cycles", "instructions", "faults" };

	*w = (struct group_world){
		.read_format = read_format, .inherit = inherit, .addresses = 500, .random = RANDOM_FIRST
	};
	perf_builder_init(&w->builder, flags);
	for (int member = 0; member < MEMBERS; member++) {
		struct event_attr attr = {
			.size = ATTR_SIZE_VER7,
			.flags = ATTR_SAMPLE_ID_ALL | (inherit ? ATTR_INHERIT : 0),
			.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
				       PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN,
			.read_format = read_format,
		};
		uint64_t ids[CPUS];

		for (int cpu = 0; cpu < CPUS; cpu++)
			ids[cpu] = id_of(member, cpu);
		perf_builder_event(&w->builder, &attr, names[member], ids, CPUS);
	}
}

/* A value as read_format lays it out. Returns how many words it takes. */
static size_t put_value(const struct group_world *w, uint64_t *words, uint64_t value, uint64_t id)
{
	size_t n = 0;

	words[n++] = value;
	if (!(w->read_format & PERF_FORMAT_GROUP) && w->read_format & TIMES) {
		words[n++] = 1000;
		words[n++] = 900;
	}
	if (w->read_format & PERF_FORMAT_ID)
		words[n++] = id;
	if (w->read_format & PERF_FORMAT_LOST)
		words[n++] = 5;
	return n;
}

/* A sample of the leader on a CPU at a time, at which each member has counted on, or not. */
static void world_sample(struct group_world *w, int cpu, uint64_t time)
{
	int members = w->read_format & PERF_FORMAT_GROUP ? MEMBERS : 1;
	int thread = w->inherit ? (int)(random_next(&w->random) % THREADS) : 0;
	static const uint64_t chain[] = { CALLCHAIN_USER, 0x1000, 0x2000 };
	uint64_t words[64];
	size_t n = 0;

	if (members > 1)
		words[n++] = MEMBERS;
	if (members > 1 && w->read_format & TIMES) {
		words[n++] = 1000;
		words[n++] = 900;
	}
	for (int member = 0; member < members; member++) {
		uint64_t more = random_next(&w->random) % 5 * 7;

		w->counts[thread][cpu][member] += more;
		w->n[member] += more != 0;
		w->period[member] += more;
		n += put_value(w, words + n, w->counts[thread][cpu][member], id_of(member, cpu));
	}
	w->builder.at =
		(struct perf_builder_at){ .id = id_of(0, cpu), .pid = 1, .tid = 1 + (uint32_t)thread, .time = time };
	perf_builder_sample(&w->builder,
			    &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
							   .ip = 0x1000 + random_next(&w->random) % w->addresses,
							   .period = 1,
							   .read = words,
							   .n_read = n,
							   .chain = chain,
							   .n_chain = 3 });
}

static void world_rounds(struct group_world *w)
{
	for (uint64_t round = 0; round < 30; round++)
		for (int cpu = 0; cpu < CPUS; cpu++)
			for (uint64_t i = 0; i < 150; i++)
				world_sample(w, cpu, 1000 + round * 600 + i * 4 + (uint64_t)cpu);
}

static void check_counts(const struct group_world *w, const uint64_t *n, const uint64_t *period)
{
	for (int member = 0; member < MEMBERS; member++) {
		CHECK_EQ_U64(n[member], w->n[member]);
		CHECK_EQ_U64(period[member], w->period[member]);
	}
}

/* By the analysis, with so many workers and so much memory (0: any). */
static void check_analysis(const struct group_world *w, const struct perf_file *file, unsigned workers,
			   uint64_t max_memory, bool by_chain)
{
	struct analysis_options options = { .plan = { .by_address = true, .by_shares = true, .by_chain = by_chain },
					    .workers = workers,
					    .max_memory = max_memory };
	uint64_t n[MEMBERS] = { 0 }, period[MEMBERS] = { 0 };
	struct error err = ERROR_INIT;
	struct analysis analysis;
	struct strtab strings;
	int result;

	CHECK(!strtab_init(&strings));
	CHECK(!analysis_run(&analysis, file, &strings, &options, &err));
	for (int member = 0; member < MEMBERS; member++)
		CHECK_EQ_U64(analysis.event_samples[member], w->n[member]);
	do {
		for (uint64_t i = 0; i < analysis.n_entries; i++) {
			uint32_t event = sample_key_event(&analysis.entries[i].key);

			n[event] += analysis.entries[i].count;
			period[event] += analysis.entries[i].period;
		}
		result = analysis_next(&analysis, &err);
	} while (result > 0);
	CHECK(!result);
	CHECK(!max_memory || analysis.effort.n_partitions > 1);
	check_counts(w, n, period);
	analysis_fini(&analysis);
	strtab_fini(&strings);
}

/* In the order of time. */
static void check_ordered(const struct group_world *w, const struct perf_file *file)
{
	struct analysis_options options = { .workers = 2, .want_spans = true };
	uint64_t n[MEMBERS] = { 0 }, period[MEMBERS] = { 0 };
	struct ordered_batch *batch = malloc(sizeof(*batch));
	struct error err = ERROR_INIT;
	struct analysis analysis;
	struct strtab strings;
	struct ordered *o;

	CHECK(batch && !strtab_init(&strings));
	CHECK(!analysis_run(&analysis, file, &strings, &options, &err));
	CHECK(!ordered_new(&o, file, analysis.spans, analysis.n_spans, 1ull << PERF_RECORD_SAMPLE, &err));
	ordered_batch_init(batch);
	while (ordered_next(o, batch, &err) > 0) {
		for (uint32_t i = 0; i < batch->n; i++) {
			const struct ordered_ref *ref = &batch->refs[i];

			CHECK(ref->by_shares);
			for (uint32_t k = ref->share; k < ref->share + ref->n_shares; k++) {
				n[batch->shares[k].event]++;
				period[batch->shares[k].event] += batch->shares[k].period;
			}
		}
		ordered_release(o, batch);
	}
	CHECK(!err.code);
	CHECK_EQ_U64(ordered_n_unknown(o), 0);
	check_counts(w, n, period);
	ordered_batch_fini(batch);
	free(batch);
	ordered_free(o);
	analysis_fini(&analysis);
	strtab_fini(&strings);
}

static void world_check(struct group_world *w)
{
	struct error err = ERROR_INIT;
	struct perf_file *file = built_open(&w->builder, &err);

	CHECK(file);
	for (unsigned workers = 1; workers <= 8; workers *= 2) {
		check_analysis(w, file, workers, 0, false);
		check_analysis(w, file, workers, 0, true);
	}
	check_ordered(w, file);
	perf_file_close(file);
	perf_builder_fini(&w->builder);
}

static void check_format(unsigned flags, uint64_t read_format, bool inherit)
{
	struct group_world w;

	world_init(&w, flags, read_format, inherit);
	world_rounds(&w);
	world_check(&w);
}

TEST(group)
{
	check_format(0, GROUP_READ, false);
	check_format(PERF_BUILDER_SWAP, GROUP_READ, false);
}

TEST(group_with_lost)
{
	check_format(0, GROUP_READ | PERF_FORMAT_LOST, false);
	check_format(PERF_BUILDER_SWAP, GROUP_READ | PERF_FORMAT_LOST, false);
}

TEST(group_with_times_in_a_pipe)
{
	check_format(PERF_BUILDER_PIPE, GROUP_READ | PERF_FORMAT_LOST | TIMES, false);
}

TEST(lone_values)
{
	check_format(0, PERF_FORMAT_ID | TIMES, false);
	check_format(PERF_BUILDER_SWAP, PERF_FORMAT_ID | PERF_FORMAT_LOST, false);
}

/* One id, and counts of its own for each thread. */
TEST(inherited)
{
	check_format(0, GROUP_READ, true);
	check_format(PERF_BUILDER_SWAP, GROUP_READ | PERF_FORMAT_LOST, true);
}

TEST(compressed)
{
	struct group_world w;

	world_init(&w, 0, GROUP_READ, false);
	perf_builder_feature_compressed(&w.builder, 1, 4, 1 << 20);
	perf_builder_compress_begin(&w.builder);
	world_rounds(&w);
	perf_builder_compress_stream_end(&w.builder, 1, 5000);
	world_check(&w);
}

/* The later half of the time first: what counts is the order of time. */
TEST(out_of_order)
{
	struct perf_builder later;
	struct group_world w;

	world_init(&w, 0, GROUP_READ, false);
	for (uint64_t i = 0; i < 4000; i++)
		world_sample(&w, (int)(i % CPUS), 1000 + i);
	later = w.builder;
	buffer_init(&w.builder.records);
	for (uint64_t i = 4000; i < 8000; i++)
		world_sample(&w, (int)(i % CPUS), 1000 + i);
	buffer_append(&w.builder.records, later.records.data, later.records.size);
	buffer_fini(&later.records);
	world_check(&w);
}

/* More distinct keys than the memory holds. */
TEST(parts)
{
	struct error err = ERROR_INIT;
	struct perf_file *file;
	struct group_world w;

	world_init(&w, 0, GROUP_READ, false);
	w.addresses = 1u << 30;
	for (uint64_t i = 0; i < 20000; i++)
		world_sample(&w, (int)(i % CPUS), 1000 + i);
	file = built_open(&w.builder, &err);
	CHECK(file);
	check_analysis(&w, file, 1, 4 << 20, false);
	check_analysis(&w, file, 8, 8 << 20, true);
	perf_file_close(file);
	perf_builder_fini(&w.builder);
}

/* What a sample's values cannot say is its own period, and ids of no event count nothing. */
TEST(damaged_and_unknown)
{
	static const uint64_t many[] = { 1000, 1, 100 };
	const uint64_t unknown[] = { 2, 50, id_of(0, 0), 70, 9999 };
	struct analysis_options options = { .plan = { .by_shares = true }, .workers = 1 };
	struct error err = ERROR_INIT;
	struct perf_file *file;
	struct analysis analysis;
	struct strtab strings;
	struct group_world w;

	world_init(&w, 0, GROUP_READ, false);
	w.builder.at = (struct perf_builder_at){ .id = id_of(0, 0), .pid = 1, .tid = 1, .time = 1 };
	perf_builder_sample(&w.builder, &(struct perf_builder_sample){ .period = 11, .read = many, .n_read = 3 });
	w.builder.at.time = 2;
	perf_builder_sample(&w.builder, &(struct perf_builder_sample){ .period = 1, .read = unknown, .n_read = 5 });
	file = built_open(&w.builder, &err);
	CHECK(file);
	CHECK(!strtab_init(&strings));
	CHECK(!analysis_run(&analysis, file, &strings, &options, &err));
	CHECK_EQ_U64(analysis.n_entries, 1);
	CHECK_EQ_U64(analysis.entries[0].count, 2);
	CHECK_EQ_U64(analysis.entries[0].period, 61);
	CHECK_EQ_U64(analysis.counts.unknown_events, 1);
	analysis_fini(&analysis);
	strtab_fini(&strings);
	perf_file_close(file);
	perf_builder_fini(&w.builder);
}
