/* Rows that are renewed while the cursor is among them: each part is a recording made here, whose names are shared. */
#include "report/browser/browse_live.h"

#include "tests/support/built_file.h"
#include "tests/support/test.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_period = 1000,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN,
	.flags = ATTR_SAMPLE_ID_ALL,
};

/* Rows of one part. */
struct part {
	struct perf_builder builder;
	struct perf_file *file;
	struct columns columns;
	struct profile profile;
	struct event_groups groups;
	struct rows_options options;
	struct rows rows;
};

/* A source whose parts are made before. */
struct live {
	struct profile_names names;
	struct callgraph_options callgraph;
	struct part parts[3];
	unsigned n, at;
	struct browse_live live;
	struct browse_source source;
	struct browse browse;
	char said[64]; /* what was asked of the source */
};

/* A chain of functions that are letters, the sampled one first: 'a' is at 0x6100, and so on. */
struct chain {
	const char *functions;
	int n;
};

static void add_chain(struct perf_builder *b, const struct chain *c)
{
	uint64_t addrs[16] = { CALLCHAIN_KERNEL };
	uint64_t n_addrs = 1;

	for (const char *p = c->functions; *p; p++)
		addrs[n_addrs++] = (uint64_t)*p * 0x100 + 0x10;
	for (int i = 0; i < c->n; i++)
		perf_builder_sample(
			b, &(struct perf_builder_sample){
				   .misc = RECORD_MISC_KERNEL, .ip = addrs[1], .chain = addrs, .n_chain = n_addrs });
}

static void add_part(struct live *l, const struct chain *chains)
{
	struct part *p = &l->parts[l->n++];
	struct analysis_options analysis = { .workers = 1 };
	struct error err = ERROR_INIT;

	perf_builder_init(&p->builder, 0);
	perf_builder_event(&p->builder, &attr, "cpu-clock", NULL, 0);
	for (char c = 'a'; c <= 'z'; c++)
		perf_builder_ksymbol(&p->builder, (uint64_t)c * 0x100, 0x100, 1, 0, (char[]){ c, c, c, 0 });
	p->builder.at = (struct perf_builder_at){ .pid = 1, .tid = 1, .time = 5 };
	for (; chains->functions; chains++)
		add_chain(&p->builder, chains);
	p->file = built_open(&p->builder, &err);
	CHECK(p->file && !columns_parse(&p->columns, "sym", NULL, 0, SORT_KEY_ANY, &err));
	p->options = (struct rows_options){ .columns = &p->columns, .groups = &p->groups, .wants_callgraph = true };
	rows_plan(&p->options, &analysis);
	CHECK(!profile_analyse(&p->profile, p->file, &l->names, &analysis, NULL, &err));
	CHECK(!event_groups_read(&p->groups, p->file, EVENT_GROUPS_AS_ARE, NULL, &err));
	CHECK(!profile_symbolize(&p->profile, NULL, &err) && !rows_build(&p->rows, &p->profile, &p->options, &err));
}

static void show_part(struct live *l, unsigned at)
{
	l->at = at;
	l->source.rows = &l->parts[at].rows;
	l->source.columns = &l->parts[at].columns;
}

static int due(struct browse_source *s)
{
	(void)s;
	return 0;
}

static int renew(struct browse_source *s, struct error *err)
{
	struct live *l = s->context;

	(void)err;
	if (l->at + 1 == l->n)
		return 0;
	show_part(l, l->at + 1);
	return 1;
}

static void set_pause(struct browse_source *s, bool pause)
{
	struct live *l = s->context;

	s->live->is_paused = pause;
	strcat(l->said, pause ? "p" : "g");
}

static void forget(struct browse_source *s)
{
	struct live *l = s->context;

	strcat(l->said, "f");
}

static int save(struct browse_source *s, char *text, size_t size, struct error *err)
{
	struct live *l = s->context;

	if (l->at)
		return error_set(err, -ENOSPC, "no room");
	snprintf(text, size, "written");
	return 0;
}

static struct live *make(const struct chain *first, const struct chain *second, const struct chain *third)
{
	struct live *l = calloc(1, sizeof(*l));

	CHECK(l && setlocale(LC_CTYPE, "C.UTF-8") != NULL && !profile_names_init(&l->names));
	l->callgraph.style = CALLGRAPH_GRAPH;
	add_part(l, first);
	add_part(l, second);
	if (third)
		add_part(l, third);
	l->live = (struct browse_live){
		.fd = -1, .delay = 2, .due = due, .renew = renew, .pause = set_pause, .forget = forget, .save = save
	};
	l->source =
		(struct browse_source){ .context = l, .live = &l->live, .input = "top", .callgraph = &l->callgraph };
	show_part(l, 0);
	CHECK(!browse_init(&l->browse, &l->source, 60, 8));
	return l;
}

static void unmake(struct live *l)
{
	browse_fini(&l->browse);
	for (unsigned i = 0; i < l->n; i++) {
		struct part *p = &l->parts[i];

		rows_fini(&p->rows);
		event_groups_fini(&p->groups);
		profile_fini(&p->profile);
		perf_file_close(p->file);
		perf_builder_fini(&p->builder);
	}
	profile_names_fini(&l->names);
	free(l);
}

static void press(struct live *l, uint32_t key)
{
	browse_key(&l->browse, &(struct browse_event){ .key = key });
}

static void type(struct live *l, const char *keys)
{
	for (; *keys; keys++)
		press(l, *keys == '\n' ? BROWSE_ENTER : (uint32_t)*keys);
}

static void go_on(struct live *l)
{
	struct error err = ERROR_INIT;

	CHECK(!browse_live_renew(&l->browse, &err));
}

/* The line of the screen that has the text, from 0; or -1. */
static int line_of(struct live *l, const char *text)
{
	struct cells c;
	int found = -1;

	CHECK(!cells_init(&c, 60, 8, true));
	browse_draw(&l->browse, &c);
	for (unsigned i = 0; i < c.lines; i++) {
		char *line = cells_line(&c, i);

		if (found < 0 && strstr(line, text))
			found = (int)i;
		free(line);
	}
	cells_fini(&c);
	return found;
}

/* What stands below: the whole name of the line under the cursor, and its place. */
static void check_cursor(struct live *l, const char *name, const char *place)
{
	CHECK_EQ_I64(line_of(l, place), 6);
	CHECK(line_of(l, name) >= 0);
}

static const struct chain abc[] = { { "az", 40 }, { "bz", 30 }, { "cz", 20 }, { NULL, 0 } };
static const struct chain cab[] = { { "cz", 60 }, { "az", 40 }, { "bz", 10 }, { NULL, 0 } };

TEST(the_cursor_stays_on_its_row)
{
	struct live *l = make(abc, cab, abc);

	press(l, BROWSE_DOWN);
	press(l, BROWSE_DOWN);
	check_cursor(l, "ccc", "3 of 3");
	go_on(l);
	check_cursor(l, "ccc", "1 of 3");
	go_on(l);
	check_cursor(l, "ccc", "3 of 3");
	unmake(l);
}

TEST(nobody_has_moved_the_cursor)
{
	struct live *l = make(abc, cab, abc);

	go_on(l);
	check_cursor(l, "ccc", "1 of 3");
	press(l, BROWSE_DOWN);
	press(l, BROWSE_HOME);
	go_on(l);
	check_cursor(l, "aaa", "1 of 3");
	unmake(l);
}

TEST(a_row_that_is_gone)
{
	static const struct chain ac[] = { { "az", 40 }, { "cz", 20 }, { NULL, 0 } };
	struct live *l = make(abc, ac, NULL);

	press(l, BROWSE_DOWN);
	go_on(l);
	check_cursor(l, "ccc", "2 of 2");
	unmake(l);
}

TEST(rows_above_the_screen)
{
	static const struct chain many[] = { { "a", 90 }, { "b", 80 }, { "c", 70 }, { "d", 60 },
					     { "e", 50 }, { "f", 40 }, { "g", 30 }, { NULL, 0 } };
	static const struct chain more[] = { { "a", 90 }, { "b", 80 }, { "x", 79 }, { "y", 78 }, { "c", 70 },
					     { "d", 60 }, { "e", 50 }, { "f", 40 }, { "g", 30 }, { NULL, 0 } };
	struct live *l = make(many, more, NULL);
	int line;

	press(l, BROWSE_END);
	press(l, BROWSE_UP);
	line = line_of(l, "fff");
	go_on(l);
	CHECK_EQ_I64(line_of(l, "fff"), line);
	CHECK_EQ_I64(line_of(l, "8 of 9"), 6);
	unmake(l);
}

/* A node is cut in two by the second part, and the cursor is below it. */
TEST(open_callchains)
{
	static const struct chain one[] = { { "axyz", 40 }, { "bz", 30 }, { NULL, 0 } };
	static const struct chain cut[] = { { "axyz", 40 }, { "axz", 10 }, { "bz", 90 }, { NULL, 0 } };
	struct live *l = make(one, cut, one);

	type(l, "+");
	press(l, BROWSE_DOWN);
	press(l, BROWSE_DOWN);
	press(l, BROWSE_DOWN);
	CHECK_EQ_U64(l->browse.at.line, 3);
	go_on(l);
	check_cursor(l, "yyy", "2 of 2");
	CHECK_EQ_U64(l->browse.graphs.graphs[browse_row(&l->browse, 1)->number]->n_lines, 5);
	go_on(l);
	CHECK_EQ_U64(l->browse.at.line, 3);
	type(l, "E");
	show_part(l, 0);
	go_on(l);
	CHECK(l->browse.graphs.all_open);
	unmake(l);
}

TEST(filter_order_and_limit)
{
	struct live *l = make(abc, cab, NULL);

	type(l, "/aaa|ccc\n");
	type(l, "l25\n");
	CHECK_EQ_U64(l->browse.list.n, 1);
	type(l, ">");
	go_on(l);
	CHECK_EQ_U64(l->browse.list.n, 2);
	CHECK(line_of(l, "bbb") < 0);
	CHECK(line_of(l, "aaa") < line_of(l, "ccc"));
	unmake(l);
}

TEST(the_picture_stays)
{
	struct live *l = make(abc, cab, NULL);
	uint32_t frame;

	type(l, "g");
	press(l, BROWSE_DOWN);
	press(l, BROWSE_DOWN);
	press(l, BROWSE_RIGHT);
	frame = l->browse.icicle.tree.nodes[l->browse.icicle.at].frame;
	go_on(l);
	CHECK(icicle_is_open(&l->browse.icicle) && l->browse.icicle.at);
	CHECK_EQ_U64(l->browse.icicle.tree.nodes[l->browse.icicle.at].frame, frame);
	unmake(l);
}

TEST(keys)
{
	struct live *l = make(abc, cab, NULL);

	type(l, "ppZ");
	CHECK_STR(l->said, "pgf");
	type(l, "z");
	CHECK(l->live.is_zeroing);
	press(l, 'D');
	press(l, BROWSE_CTRL_U);
	type(l, "7\n");
	CHECK_EQ_U64(l->live.delay, 7);
	press(l, 'D');
	press(l, BROWSE_CTRL_U);
	type(l, "0\n");
	CHECK_EQ_U64(l->live.delay, 7);
	type(l, "s");
	CHECK(line_of(l, "written") >= 0);
	go_on(l);
	type(l, "s");
	CHECK(line_of(l, "no room") >= 0);
	type(l, "K");
	CHECK(l->browse.must_load && l->browse.hides_kernel);
	type(l, "U");
	CHECK(!l->browse.hides_user);
	unmake(l);
}
