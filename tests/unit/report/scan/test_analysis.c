/*
 * Files in which addresses and threads mean other things at other times, in records of any order: what is counted must
 * be what a model, which knows the time of each sample, counted; by however many workers.
 */
#include "report/scan/analysis.h"
#include "tests/support/built_file.h"
#include "tests/support/random.h"
#include "tests/support/report_text.h"
#include "tests/support/test.h"
#include "tests/support/timeline_find.h"

#include <stdio.h>
#include <stdlib.h>

#define PIDS   4
#define PAGES  6
#define NAMES  64
#define COMMS  4
#define TIMES  3000
#define CALLER 5 /* the page that calls */

/* Samples by comm and name of what was hit; [0]: none known. */
struct counts {
	uint64_t hits[COMMS + 1][NAMES + 1];
	uint64_t calls[NAMES + 1]; /* by name of the caller */
};

struct world {
	int maps[PIDS][PAGES];
	int comms[PIDS];
	struct counts want;
	struct perf_builder chunks[64]; /* records in order, a chunk for each stretch of time */
	struct perf_builder file;
};

static void world_sample(struct world *w, struct perf_builder *b, int process)
{
	int page = (int)random_below(PAGES - 1);
	uint64_t ip = page * 0x1000 + 0x10;
	uint64_t chain[] = { CALLCHAIN_USER, ip, CALLER * 0x1000 + 0x20 };

	b->at.tid = b->at.pid;
	perf_builder_sample(b,
			    &(struct perf_builder_sample){
				    .misc = RECORD_MISC_USER, .ip = ip, .chain = chain, .n_chain = ARRAY_SIZE(chain) });
	w->want.hits[w->comms[process]][w->maps[process][page]]++;
	w->want.calls[w->maps[process][CALLER]]++;
}

static void world_event(struct world *w, struct perf_builder *b, int process)
{
	int name = 1 + (int)random_below(NAMES), page = (int)random_below(PAGES);
	int comm = 1 + (int)random_below(COMMS), other = (int)random_below(PIDS);
	uint32_t pid = 100 + process;
	char text[32];

	switch (random_below(60)) {
	case 0:
		snprintf(text, sizeof(text), "%d", comm);
		perf_builder_comm(b, pid, pid, text, RECORD_MISC_COMM_EXEC);
		memset(w->maps[process], 0, sizeof(w->maps[process]));
		w->comms[process] = comm;
		break;
	case 1:
		snprintf(text, sizeof(text), "%d", comm);
		perf_builder_comm(b, pid, pid, text, 0);
		w->comms[process] = comm;
		break;
	case 2:
		if (other == process)
			break;
		perf_builder_fork(b, 100 + other, pid, 100 + other, pid);
		memcpy(w->maps[other], w->maps[process], sizeof(w->maps[other]));
		w->comms[other] = w->comms[process];
		break;
	case 3:
	case 4:
	case 5:
		snprintf(text, sizeof(text), "/lib/%d", name);
		perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = pid,
								  .tid = pid,
								  .start = page * 0x1000ull,
								  .size = 0x1000,
								  .name = text,
								  .misc = RECORD_MISC_USER });
		w->maps[process][page] = name;
		break;
	default: world_sample(w, b, process); break;
	}
}

/* Chunks of time in any order in the file, as rings of many CPUs come in. packed: each a compressed frame. */
static void world_init(struct world *w, bool swap, bool packed)
{
	const size_t n_chunks = ARRAY_SIZE(w->chunks);
	size_t order[ARRAY_SIZE(w->chunks)];

	memset(w, 0, sizeof(*w));
	perf_builder_init(&w->file, swap ? PERF_BUILDER_SWAP : 0);
	perf_builder_event(&w->file, &perf_builder_clock, "cpu-clock", NULL, 0);
	for (size_t i = 0; i < n_chunks; i++) {
		struct perf_builder *b = &w->chunks[i];

		order[i] = i;
		perf_builder_init(b, w->file.flags);
		perf_builder_event(b, &perf_builder_clock, "cpu-clock", NULL, 0);
		for (uint64_t t = 0; t < TIMES / n_chunks; t++) {
			int process = (int)random_below(PIDS);

			b->at.time = 1000 + i * TIMES + t;
			b->at.pid = 100 + (uint32_t)process;
			world_event(w, b, process);
		}
	}
	for (size_t i = 0; i < n_chunks; i++) {
		size_t other = random_below((uint32_t)n_chunks), take = order[other];

		order[other] = order[i];
		order[i] = take;
	}
	if (packed)
		perf_builder_feature_compressed(&w->file, 1, 1, 1 << 20);
	for (size_t i = 0; i < n_chunks; i++) {
		const struct buffer *records = &w->chunks[order[i]].records;

		perf_builder_compress_begin(&w->file);
		buffer_append(&w->file.records, records->data, records->size);
		if (packed)
			perf_builder_compress_end(&w->file, PERF_RECORD_COMPRESSED, 1, 0);
	}
}

static void world_fini(struct world *w)
{
	for (size_t i = 0; i < ARRAY_SIZE(w->chunks); i++)
		perf_builder_fini(&w->chunks[i]);
	perf_builder_fini(&w->file);
}

static int name_of(const struct analysis *a, const struct sample_entry *e, uint64_t addr)
{
	const struct map *map = find_map(&a->timeline, sample_key_pid(&e->key), e->first, addr);

	return map ? atoi(strtab_get(a->strings, a->timeline.dsos.list[map->dso].name)) : 0;
}

static void counts_add(struct counts *c, const struct analysis *a, const struct sample_entry *e)
{
	uint32_t comm = timeline_comm(&a->timeline, sample_key_tid(&e->key), e->first);
	uint32_t chain = sample_key_chain(&e->key);

	c->hits[comm == STRTAB_NONE ? 0 : atoi(strtab_get(a->strings, comm))][name_of(a, e, e->key.w[0])] += e->count;
	if (chain)
		c->calls[name_of(a, e, a->chains.nodes[a->chains.nodes[chain].parent].addr)] += e->count;
}

static void check_world(struct world *w, unsigned workers, bool by_chain)
{
	struct analysis_options options = { .workers = workers,
					    .want_comm = true,
					    .plan = { .by_address = true, .by_thread = true, .by_chain = by_chain } };
	struct error err = ERROR_INIT;
	struct perf_file *f = built_open(&w->file, &err);
	struct counts have = { 0 };
	struct strtab strings;
	struct analysis a;

	CHECK(f && !strtab_init(&strings));
	CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), 0);
	CHECK_EQ_U64(a.counts.bad_records, 0);
	CHECK_EQ_U64(a.damage.n, 0);
	for (uint64_t i = 0; i < a.n_entries; i++)
		counts_add(&have, &a, &a.entries[i]);
	for (int comm = 0; comm <= COMMS; comm++)
		for (int name = 0; name <= NAMES; name++)
			CHECK_EQ_U64(have.hits[comm][name], w->want.hits[comm][name]);
	for (int name = 0; by_chain && name <= NAMES; name++)
		CHECK_EQ_U64(have.calls[name], w->want.calls[name]);
	/* the second pass had something to do */
	CHECK(a.effort.n_recounted > 0);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(f);
}

TEST(exact_at_every_moment)
{
	random_state = RANDOM_FIRST;
	for (int round = 0; round < 12; round++) {
		struct world w;

		world_init(&w, round & 1, round & 2);
		check_world(&w, 1, false);
		check_world(&w, 1, true);
		check_world(&w, 3, true);
		world_fini(&w);
	}
}

TEST(the_same_for_any_number_of_workers)
{
	static const struct report_text_options kinds[] = {
		{ .sort = "comm,dso,sym" },
		{ .sort = "pid,sym", .callgraph = "graph,0,callee" },
		{ .sort = "sym", .callgraph = "fractal,0,caller", .children = true },
		{ .sort = "dso", .callgraph = "folded,0" },
		{ .sort = "cpu,tid" },
	};

	random_state = 4101842887655102017ull;
	for (int round = 0; round < 4; round++) {
		struct error err = ERROR_INIT;
		struct perf_file *f;
		struct world w;

		world_init(&w, round & 1, round & 2);
		f = built_open(&w.file, &err);
		CHECK(f);
		for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
			struct report_text_options o = kinds[i];
			char *want = report_text(f, &o, &err);

			CHECK(want);
			CHECK(strlen(want) > 200);
			for (o.workers = 2; o.workers <= 8; o.workers += 3) {
				char *have = report_text(f, &o, &err);

				CHECK_STR(have, want);
				free(have);
			}
			free(want);
		}
		perf_file_close(f);
		world_fini(&w);
	}
}

/* One address, three meanings: the example of the design, spelled out. */
TEST(one_address_three_meanings)
{
	struct perf_builder b;
	struct error err = ERROR_INIT;
	struct perf_file *f;
	char *text;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &perf_builder_clock, "cpu-clock", NULL, 0);
	b.at = (struct perf_builder_at){ .pid = 7, .tid = 7 };
	for (uint64_t time = 1; time <= 6; time++) {
		b.at.time = time;
		perf_builder_sample(&b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x5010 });
	}
	for (int i = 0; i < 3; i++) {
		b.at.time = 1 + (uint64_t)i * (i + 1) / 2; /* at 1, 2 and 4 */
		perf_builder_mmap2(&b, &(struct perf_builder_map){ .pid = 7,
								   .tid = 7,
								   .start = 0x5000,
								   .size = 0x1000,
								   .name = i == 0   ? "/lib/one"
									   : i == 1 ? "/lib/two"
										    : "/lib/three",
								   .misc = RECORD_MISC_USER });
	}
	f = built_open(&b, &err);
	CHECK(f);
	text = report_text(f, &(struct report_text_options){ .sort = "dso" }, &err);
	CHECK(text);
	CHECK(!strncmp(text,
		       "    50.00%             3  three        \n"
		       "    33.33%             2  two          \n"
		       "    16.67%             1  one          \n",
		       3 * 40));
	free(text);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* Without times in the records the order of the file is the order in time. */
TEST(untimed_records)
{
	static const struct event_attr untimed = { .type = PERF_TYPE_SOFTWARE,
						   .size = ATTR_SIZE_VER7,
						   .sample_period = 1,
						   .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID };

	for (int kind = 0; kind < 3; kind++) {
		struct error err = ERROR_INIT;
		struct perf_builder b;
		struct perf_file *f;
		char *text, *again;

		perf_builder_init(&b, 0);
		perf_builder_event(&b, &untimed, "cpu-clock", NULL, 0);
		b.at = (struct perf_builder_at){ .pid = 7, .tid = 7 };
		perf_builder_compress_begin(&b);
		for (int i = 0; i < 60000; i++) {
			struct perf_builder_map map = { .pid = 7,
							.tid = 7,
							.start = 0x5000,
							.size = 0x1000,
							.name = i % 3000 ? "/lib/two" : "/lib/one" };

			if (i % 1000 == 0)
				perf_builder_mmap(&b, &map);
			perf_builder_sample(&b,
					    &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = 0x5010 });
		}
		if (kind)
			perf_builder_feature_compressed(&b, 1, 1, 1 << 20);
		if (kind == 1)
			perf_builder_compress_end(&b, PERF_RECORD_COMPRESSED, 1, 0);
		if (kind == 2)
			perf_builder_compress_stream_end(&b, 1, 5000);
		f = built_open(&b, &err);
		CHECK(f);
		text = report_text(f, &(struct report_text_options){ .sort = "dso" }, &err);
		CHECK(text);
		CHECK(!strncmp(text, "    66.67%         40000  two", 29));
		CHECK(strstr(text, "    33.33%         20000  one"));
		again = report_text(f, &(struct report_text_options){ .sort = "dso", .workers = 4 }, &err);
		CHECK_STR(again, text);
		free(text);
		free(again);
		perf_file_close(f);
		perf_builder_fini(&b);
	}
}

TEST(damaged_records_are_counted)
{
	struct perf_builder b;
	struct error err = ERROR_INIT;
	struct strtab strings;
	struct analysis a;
	struct analysis_options options = { .workers = 2,
					    .want_comm = true,
					    .plan = { .by_address = true, .by_thread = true, .by_chain = true } };
	struct perf_file *f;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &perf_builder_clock, "cpu-clock", NULL, 0);
	perf_builder_record(&b, PERF_RECORD_SAMPLE, RECORD_MISC_USER, "0123456", 8, false);
	perf_builder_record(&b, PERF_RECORD_MMAP2, RECORD_MISC_USER, "0123456", 8, false);
	perf_builder_record(&b, PERF_RECORD_COMM, 0, "0123456789abcdefghijklmnopqrstuvwxyz", 32, false);
	perf_builder_record(&b, PERF_RECORD_LOST, 0, "0123456", 8, false);
	perf_builder_record(&b, 9999, 0, "0123456", 8, false);
	perf_builder_lost(&b, 0, 5);
	perf_builder_lost_samples(&b, 6, 0);
	f = built_open(&b, &err);
	CHECK(f && !strtab_init(&strings));
	CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), 0);
	CHECK_EQ_U64(a.counts.bad_records, 4);
	CHECK_EQ_U64(a.counts.first_bad.offset, f->data.offset);
	CHECK_EQ_U64(a.counts.other_types, 1);
	CHECK_EQ_U64(a.counts.lost, 5);
	CHECK_EQ_U64(a.counts.lost_samples, 6);
	CHECK_EQ_U64(a.event_samples[0], 0);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(f);
	perf_builder_fini(&b);
}

/* By the id of the record: of an event without samples too; of id 0 the first. What a filter dropped is not lost. */
TEST(lost_samples_by_event)
{
	struct event_attr id_attr = perf_builder_clock;
	struct analysis_options options = { .workers = 2 };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct strtab strings;
	struct analysis a;
	struct perf_file *f;

	id_attr.sample_type |= PERF_SAMPLE_IDENTIFIER;
	perf_builder_init(&b, 0);
	perf_builder_event(&b, &id_attr, "one", (uint64_t[]){ 7 }, 1);
	perf_builder_event(&b, &id_attr, "two", (uint64_t[]){ 8 }, 1);
	b.at.id = 7;
	perf_builder_lost_samples(&b, 5, 0);
	b.at.id = 8;
	perf_builder_lost_samples(&b, 3, 0);
	perf_builder_lost_samples(&b, 4, 0);
	perf_builder_lost_samples(&b, 100, RECORD_MISC_LOST_SAMPLES_BPF);
	b.at.id = 0;
	perf_builder_lost_samples(&b, 1, 0);
	f = built_open(&b, &err);
	CHECK(f && !strtab_init(&strings));
	CHECK_EQ_I64(analysis_run(&a, f, &strings, &options, &err), 0);
	CHECK_EQ_U64(a.event_losses[0].lost, 6);
	CHECK_EQ_U64(a.event_losses[0].dropped, 0);
	CHECK_EQ_U64(a.event_losses[1].lost, 7);
	CHECK_EQ_U64(a.event_losses[1].dropped, 100);
	CHECK_EQ_U64(a.counts.lost_samples, 13);
	analysis_fini(&a);
	strtab_fini(&strings);
	perf_file_close(f);
	perf_builder_fini(&b);
}
