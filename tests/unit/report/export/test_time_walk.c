/*
 * The walk in the order of time against the one over distinct stacks: both have the same samples, whatever the file and
 * the filter; and the order, the fields of items, and records that are no samples.
 */
#include "report/export/time_walk.h"

#include "report/export/stack_samples.h"
#include "tests/support/built_file.h"
#include "tests/support/fixtures.h"
#include "tests/support/test.h"

#include <string.h>

/* A file through one of the walks. */
struct walked {
	struct perf_file *file;
	struct profile_names names;
	struct profile profile;
	struct export export;
};

static void walked_open(struct walked *w, struct perf_builder *b, const struct profile_filter *filter)
{
	struct analysis_options options = { .workers = 1, .want_spans = true };
	struct error err = ERROR_INIT;

	memset(w, 0, sizeof(*w));
	export_plan(filter, true, &options);
	w->file = built_open(b, &err);
	CHECK(w->file);
	CHECK_EQ_I64(profile_names_init(&w->names), 0);
	CHECK_EQ_I64(profile_analyse(&w->profile, w->file, &w->names, &options, NULL, &err), 0);
	CHECK_EQ_I64(profile_symbolize(&w->profile, NULL, &err), 0);
	CHECK_EQ_I64(export_init(&w->export, &w->profile, filter, true), 0);
}

static void walked_close(struct walked *w)
{
	export_fini(&w->export);
	profile_fini(&w->profile);
	profile_names_fini(&w->names);
	perf_file_close(w->file);
}

/* What samples are told apart by: a sum over all of them that does not depend on their order. */
struct sums {
	uint64_t count, period, counts_of, periods_of;
};

static uint64_t hash_text(const char *text)
{
	return hash_bytes(text, strlen(text));
}

static uint64_t stack_sum(struct export *x, uint32_t stack)
{
	char text[4096];
	uint64_t sum = 1;

	for (uint32_t at = stack; at; at = x->stacks.list[at].caller) {
		const struct stack_location *l = &x->stacks.locations[x->stacks.list[at].location];

		sum = hash_pair(sum, l->lookup);
		for (uint32_t i = 0; i < l->n; i++)
			sum = hash_pair(
				sum, hash_text(stack_function_text(&x->stacks, x->stacks.frames[l->first + i].function,
								   text, sizeof(text))));
	}
	return sum;
}

static void add_sample(struct sums *sums, struct export *x, const struct stack_sample *s)
{
	const struct export_thread *t = &x->threads.list[s->thread];
	uint64_t key = hash_pair(hash_pair(s->event, (uint64_t)t->pid << 32 | t->tid),
				 hash_pair(hash_text(export_string(x, s->comm)), stack_sum(x, s->stack)));

	sums->count += s->count;
	sums->period += s->period;
	sums->counts_of += key * s->count;
	sums->periods_of += key * s->period;
}

static struct sums sums_of_stacks(struct perf_builder *b, const struct profile_filter *filter)
{
	struct sums sums = { 0 };
	struct stack_samples samples;
	struct error err = ERROR_INIT;
	struct walked w;

	walked_open(&w, b, filter);
	CHECK_EQ_I64(stack_samples_read(&samples, &w.export, &err), 0);
	for (uint32_t i = 0; i < samples.n; i++)
		add_sample(&sums, &w.export, &samples.list[i]);
	stack_samples_fini(&samples);
	walked_close(&w);
	return sums;
}

/* *ret_late: how many items are older than the one before. */
static struct sums sums_of_times(struct perf_builder *b, const struct profile_filter *filter, uint64_t *ret_late)
{
	uint64_t last = 0;
	struct sums sums = { 0 };
	struct time_item item;
	struct error err = ERROR_INIT;
	struct time_walk walk;
	struct walked w;
	int result;

	*ret_late = 0;
	walked_open(&w, b, filter);
	CHECK_EQ_I64(time_walk_open(&walk, &w.export, ~0ull, &err), 0);
	while ((result = time_walk_next(&walk, &item, &err)) > 0) {
		const struct stack_sample s = { .event = item.event,
						.thread = item.thread,
						.comm = item.comm,
						.stack = item.stack,
						.count = 1,
						.period = item.period };

		if (item.is_sample)
			add_sample(&sums, &w.export, &s);
		*ret_late += !record_time_is_none(item.time) && item.time < last;
		last = record_time_is_none(item.time) ? last : item.time;
	}
	CHECK_EQ_I64(result, 0);
	CHECK_EQ_U64(*ret_late != 0, sample_stream_n_late(&walk.stream) != 0);
	time_walk_close(&walk);
	walked_close(&w);
	return sums;
}

/* Returns how many samples both walks have. */
static uint64_t check_alike(struct perf_builder *b, const struct profile_filter *filter)
{
	uint64_t late;
	struct sums times = sums_of_times(b, filter, &late), stacks = sums_of_stacks(b, filter);

	CHECK_EQ_U64(times.count, stacks.count);
	CHECK_EQ_U64(times.period, stacks.period);
	CHECK_EQ_U64(times.counts_of, stacks.counts_of);
	CHECK_EQ_U64(times.periods_of, stacks.periods_of);
	CHECK_EQ_U64(late, 0);
	return stacks.count;
}

/* Processes that change their names and mappings, several events, inlined chains, either byte order ... */
TEST(has_the_samples_of_the_other_walk)
{
	const struct profile_filter filters[] = {
		{ 0 }, { .guests = true }, { .comms = "cat,sh,worker" }, { .tids = "10,20" }
	};
	const struct fixture *f;
	uint64_t n = 0, n_files = 0;

	for (size_t i = 0; (f = fixture_at(i)); i++) {
		struct perf_builder b;
		struct error err = ERROR_INIT;
		struct perf_file *file;

		CHECK(fixture_make(f, &b));
		file = f->cut ? NULL : built_open(&b, &err);
		for (size_t k = 0; k < ARRAY_SIZE(filters) && file; k++)
			n += check_alike(&b, &filters[k]);
		n_files += file != NULL;
		if (file)
			perf_file_close(file);
		perf_builder_fini(&b);
	}
	CHECK(n_files > 20);
	CHECK(n > 500);
}

#define GROUP_IDS 3

/* A group whose leader alone is sampled, with what its members counted (:S). */
static void build_group(struct perf_builder *b)
{
	static const char *const names[GROUP_IDS] = { "cycles", "instructions", "faults" };
	struct event_attr attr = perf_builder_clock;

	attr.sample_type |= PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_READ | PERF_SAMPLE_PERIOD;
	attr.read_format = PERF_FORMAT_ID | PERF_FORMAT_GROUP;
	perf_builder_init(b, 0);
	for (uint64_t i = 0; i < GROUP_IDS; i++)
		perf_builder_event(b, &attr, names[i], &(uint64_t){ 7 + i }, 1);
	for (uint64_t i = 1; i <= 50; i++) {
		const uint64_t chain[] = { CALLCHAIN_USER, 0x1000 + i % 7, 0x2000 };
		/* The last one counts in every other sample only. */
		const uint64_t read[] = { GROUP_IDS, 100 * i, 7, 30 * i, 8, i / 2, 9 };

		b->at = (struct perf_builder_at){ .id = 7, .pid = 1, .tid = 1 + i % 2, .time = 1000 + i };
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER,
								      .ip = chain[1],
								      .period = 1,
								      .read = read,
								      .n_read = ARRAY_SIZE(read),
								      .chain = chain,
								      .n_chain = 3 });
	}
}

TEST(a_sample_counts_for_each_member_of_its_group)
{
	struct perf_builder b;

	build_group(&b);
	CHECK_EQ_U64(check_alike(&b, &(struct profile_filter){ 0 }), 50 + 50 + 25);
	CHECK_EQ_U64(check_alike(&b, &(struct profile_filter){ .tids = "2" }), 25 + 25);
	perf_builder_fini(&b);
}

TEST(without_times_the_order_is_that_of_the_file)
{
	struct event_attr attr = perf_builder_clock;
	struct perf_builder b;

	attr.sample_type &= ~(uint64_t)PERF_SAMPLE_TIME;
	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "cpu-clock", NULL, 0);
	for (uint32_t i = 0; i < 40; i++) {
		const uint64_t chain[] = { CALLCHAIN_USER, 0x1000 + i % 3 };

		b.at = (struct perf_builder_at){ .pid = 1, .tid = i % 4 };
		perf_builder_comm(&b, 1, i % 4, i % 8 < 4 ? "one" : "two", 0);
		perf_builder_sample(&b,
				    &(struct perf_builder_sample){
					    .misc = RECORD_MISC_USER, .ip = chain[1], .chain = chain, .n_chain = 2 });
	}
	CHECK_EQ_U64(check_alike(&b, &(struct profile_filter){ 0 }), 40);
	CHECK_EQ_U64(check_alike(&b, &(struct profile_filter){ .comms = "two" }), 20);
	perf_builder_fini(&b);
}

/* Two CPUs whose rings were read one after the other. */
static void build_switches(struct perf_builder *b)
{
	perf_builder_init(b, 0);
	perf_builder_event(b, &perf_builder_clock, "cpu-clock", NULL, 0);
	for (uint32_t cpu = 0; cpu < 2; cpu++) {
		const uint64_t chain[] = { CALLCHAIN_KERNEL, 0xffffffffa0000010, CALLCHAIN_USER, 0x1000 };

		b->at = (struct perf_builder_at){ .pid = 1, .tid = 1 + cpu, .cpu = cpu, .time = 100 + cpu };
		perf_builder_comm(b, 1, 1 + cpu, "before", 0);
		b->at.time += 10;
		perf_builder_sample(b,
				    &(struct perf_builder_sample){
					    .misc = RECORD_MISC_KERNEL, .ip = chain[1], .chain = chain, .n_chain = 4 });
		b->at.time += 10;
		perf_builder_switch(b, RECORD_MISC_SWITCH_OUT);
		b->at.time += 10;
		perf_builder_comm(b, 1, 1 + cpu, "after", 0);
		b->at.time += 10;
		perf_builder_sample(
			b, &(struct perf_builder_sample){
				   .misc = RECORD_MISC_USER, .ip = chain[3], .chain = chain + 2, .n_chain = 2 });
	}
}

static void check_sample(const struct walked *w, const struct time_item *item, uint64_t time, const char *comm)
{
	uint32_t cpu = time % 10 == 1;

	CHECK(item->is_sample);
	CHECK_EQ_U64(item->time, time);
	CHECK_EQ_U64(item->cpu, cpu);
	CHECK_EQ_U64(w->export.threads.list[item->thread].tid, 1 + cpu);
	CHECK_STR(export_string(&w->export, item->comm), comm);
	CHECK_EQ_U64(item->mode, time < 120 ? RECORD_MISC_KERNEL : RECORD_MISC_USER);
	CHECK_EQ_U64(!w->export.stacks.list[item->stack].caller, time > 120);
}

TEST(other_records_come_between_the_samples)
{
	struct perf_builder b;
	struct walked w;
	struct time_walk walk;
	struct time_item item;
	struct error err = ERROR_INIT;

	build_switches(&b);
	walked_open(&w, &b, &(struct profile_filter){ 0 });
	CHECK_EQ_I64(time_walk_open(&walk, &w.export, 1ull << PERF_RECORD_SWITCH, &err), 0);
	for (uint32_t i = 0; i < 6; i++) {
		CHECK_EQ_I64(time_walk_next(&walk, &item, &err), 1);
		if (i / 2 != 1) {
			check_sample(&w, &item, (i < 2 ? 110 : 140) + i % 2, i < 2 ? "before" : "after");
			continue;
		}
		CHECK(!item.is_sample);
		CHECK_EQ_U64(item.record->type, PERF_RECORD_SWITCH);
		CHECK_EQ_U64(item.time, 120 + i % 2);
		CHECK_EQ_U64(item.id.tid, 1 + i % 2);
		CHECK_EQ_U64(item.id.cpu, i % 2);
	}
	CHECK_EQ_I64(time_walk_next(&walk, &item, &err), 0);
	CHECK_STR(export_string(&w.export, w.export.threads.list[0].comm), "after");
	CHECK_EQ_U64(w.export.events[0].count, 4);
	time_walk_close(&walk);
	walked_close(&w);
	perf_builder_fini(&b);
}
