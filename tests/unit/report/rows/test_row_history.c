/* row_history: the rows of parts that follow each other: counts that become less, chains that vanish. */
#include "report/rows/row_history.h"

#include "report/rows/rows.h"
#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <stdlib.h>

#define KERNEL 0xffffffffa0000000ull

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
		       PERF_SAMPLE_CALLCHAIN,
	.flags = ATTR_SAMPLE_ID_ALL | ATTR_COMM,
};

/* Functions are a, b, c and caller, which calls them all. */
#define CALLER 3u

static const char *const functions[] = { "a", "b", "c", "caller" };

/* A part of a recording: its file, and its rows. */
struct part {
	struct perf_builder builder;
	struct perf_file *file;
	struct columns columns;
	struct event_groups groups;
	struct rows_options options;
	struct profile profile;
	struct rows rows;
};

/* One sample of each function with a period, 0: none. */
static void make_file(struct part *p, const uint64_t periods[3])
{
	struct error err = ERROR_INIT;

	perf_builder_init(&p->builder, 0);
	perf_builder_event(&p->builder, &attr, "cpu-clock", NULL, 0);
	p->builder.at.time = 5;
	for (unsigned i = 0; i < ARRAY_SIZE(functions); i++)
		perf_builder_ksymbol(&p->builder, KERNEL + 0x100ull * i, 0x100, 1, 0, functions[i]);
	for (unsigned i = 0; i < CALLER; i++) {
		uint64_t chain[] = { CALLCHAIN_KERNEL, KERNEL + 0x100ull * i, KERNEL + 0x100ull * CALLER };

		p->builder.at.pid = p->builder.at.tid = 7;
		p->builder.at.time++;
		if (periods[i])
			perf_builder_sample(&p->builder, &(struct perf_builder_sample){ .misc = RECORD_MISC_KERNEL,
											.ip = chain[1],
											.period = periods[i],
											.chain = chain,
											.n_chain = 3 });
	}
	p->file = built_open(&p->builder, &err);
	CHECK(p->file);
}

/* Its rows go on from those of `older`; NULL: they begin. */
static struct part *part_make(struct profile_names *names, struct part *older, const uint64_t periods[3])
{
	struct part *p = calloc(1, sizeof(*p));
	struct analysis_options analysis = { .workers = 1 };
	struct error err = ERROR_INIT;

	CHECK(p);
	make_file(p, periods);
	CHECK(!columns_parse(&p->columns, "sym", NULL, COLUMNS_CHILDREN, SORT_KEY_ANY, &err));
	CHECK(row_history_possible(&p->columns));
	p->options = (struct rows_options){
		.columns = &p->columns, .groups = &p->groups, .wants_children = true, .wants_callgraph = true
	};
	rows_plan(&p->options, &analysis);
	CHECK(!profile_analyse(&p->profile, p->file, names, &analysis, NULL, &err));
	CHECK(!event_groups_read(&p->groups, p->file, EVENT_GROUPS_AS_ARE, NULL, &err));
	CHECK(!profile_symbolize(&p->profile, NULL, &err));
	if (older)
		row_history_decay(&older->rows);
	CHECK(!rows_build_after(&p->rows, &p->profile, &p->options, older ? &older->rows : NULL, &err));
	return p;
}

static void part_free(struct part *p)
{
	rows_fini(&p->rows);
	event_groups_fini(&p->groups);
	profile_fini(&p->profile);
	perf_file_close(p->file);
	perf_builder_fini(&p->builder);
	free(p);
}

/* The row of a function; NULL: it has none. */
static const struct row *find(const struct part *p, const char *name)
{
	for (uint32_t i = 0; i < p->rows.keys.n; i++) {
		const struct frame *frame = &p->rows.frames->list[p->rows.keys.list[i].frame];

		if (!strcmp(strtab_get(p->rows.frames->strings, frame->name), name))
			return &p->rows.list[i];
	}
	return NULL;
}

/* What the call tree has of all chains. */
static uint64_t chains_total(const struct part *p)
{
	uint64_t sum = 0;

	for (uint32_t node = 1; node < p->rows.calls.n; node++)
		sum += p->rows.calls.nodes[node].self;
	return sum;
}

TEST(an_eighth_is_taken_off_and_the_new_is_added)
{
	struct profile_names names;
	struct part *first, *second;

	CHECK(!profile_names_init(&names));
	first = part_make(&names, NULL, (const uint64_t[]){ 80, 8, 0 });
	CHECK_EQ_U64(chains_total(first), 88);
	second = part_make(&names, first, (const uint64_t[]){ 0, 100, 3 });
	part_free(first);
	CHECK_EQ_U64(find(second, "a")->period, 70);
	CHECK_EQ_U64(find(second, "b")->period, 107);
	CHECK_EQ_U64(find(second, "c")->period, 3);
	CHECK_EQ_U64(find(second, "caller")->period, 0);
	CHECK_EQ_U64(find(second, "caller")->children, 180);
	CHECK_EQ_U64(second->rows.totals[0].period, 180);
	CHECK_EQ_U64(chains_total(second), 180);
	part_free(second);
	profile_names_fini(&names);
}

TEST(rows_of_chains_are_found_in_what_was_added)
{
	struct profile_names names;
	struct part *first, *second;
	uint32_t n = 0;

	CHECK(!profile_names_init(&names));
	first = part_make(&names, NULL, (const uint64_t[]){ 80, 8, 0 });
	second = part_make(&names, first, (const uint64_t[]){ 0, 0, 3 });
	for (uint32_t position = 1; position < second->rows.calls.n_frames; position++) {
		uint32_t row = second->rows.position_rows.list[position];

		CHECK(row);
		n += second->rows.keys.list[row - 1].frame == second->rows.calls.frames[position];
	}
	/* a, b, c and their caller */
	CHECK_EQ_U64(n, 4);
	part_free(first);
	part_free(second);
	profile_names_fini(&names);
}

TEST(what_is_seen_no_more_vanishes)
{
	static const uint64_t nothing[3];
	struct profile_names names;
	struct part *last;

	CHECK(!profile_names_init(&names));
	last = part_make(&names, NULL, (const uint64_t[]){ 1000, 9, 1 });
	for (unsigned i = 0; i < 60; i++) {
		struct part *next = part_make(&names, last, nothing);

		CHECK(next->rows.totals[0].period < last->rows.totals[0].period + 1);
		part_free(last);
		last = next;
	}
	CHECK_EQ_U64(last->rows.keys.n, 0);
	CHECK_EQ_U64(last->rows.calls.n, 1);
	part_free(last);
	profile_names_fini(&names);
}

/* Values of other keys mean something in one recording only. */
TEST(other_keys_have_no_history)
{
	struct columns columns;
	struct error err = ERROR_INIT;

	CHECK(!columns_parse(&columns, "comm,dso,sym,pid,cpu", NULL, 0, SORT_KEY_ANY, &err));
	CHECK(row_history_possible(&columns));
	CHECK(!columns_parse(&columns, "srcline", NULL, 0, SORT_KEY_ANY, &err));
	CHECK(!row_history_possible(&columns));
}
