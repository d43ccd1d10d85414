/* Keys, and the screens they make: without a terminal, of files that are made here. */
#include "report/browser/browse.h"

#include "report/browser/browse_menu.h"
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

/* A report, and what a command would do with it. */
struct made {
	struct perf_builder builder;
	struct perf_file *file;
	struct profile_names names;
	struct columns columns;
	struct profile profile;
	struct event_groups groups;
	struct rows_options options;
	struct callgraph_options callgraph;
	struct rows rows;
	struct browse_source source;
	struct browse browse;
	char loaded[1024]; /* the last query, or its beginning */
	int load_result;
	char *saved;
};

static int load(struct browse_source *s, const struct browse_query *q, struct error *err)
{
	struct made *m = s->context;
	size_t used = (size_t)snprintf(m->loaded, sizeof(m->loaded), "%s%s", q->sort ? q->sort : "-",
				       q->is_relative ? " relative" : "");
	int result = m->load_result;

	for (unsigned i = 0; i < q->n_steps && used < sizeof(m->loaded); i++)
		used += (size_t)snprintf(m->loaded + used, sizeof(m->loaded) - used, " %d=%s", (int)q->steps[i].kind,
					 q->steps[i].value);
	m->load_result = 0;
	return result ? error_set(err, result, "no such key") : 0;
}

static int finish(struct browse_source *s, struct error *err)
{
	const struct made *m = s->context;

	(void)err;
	s->estimate = 0;
	s->callgraph = &m->callgraph;
	return 0;
}

static char *text(struct browse_source *s, enum browse_text what, const char *of, struct error *err)
{
	(void)s;
	if (what == BROWSE_TEXT_MISSING) {
		error_set(err, -ENOENT, "nothing to say");
		return NULL;
	}
	return strdup(of ? "  1.00  one\n 50.00  two\n  0.10  three\n" : "one\ntwo\nthree\n");
}

/* Ten pieces of a second, of which the fourth has most samples. */
static int times(struct browse_source *s, uint32_t event, unsigned pieces, struct time_strip *ret, struct error *err)
{
	static const uint64_t counts[] = { 0, 1, 10, 80, 40, 0, 0, 2, 2, 2 };

	(void)s, (void)event, (void)pieces, (void)err;
	*ret = (struct time_strip){
		.counts = malloc(sizeof(counts)), .n = 10, .first = 5000000000, .piece = 1000000000
	};
	CHECK(ret->counts);
	memcpy(ret->counts, counts, sizeof(counts));
	return 0;
}

static int save(struct browse_source *s, const char *saved, char *name, size_t size)
{
	struct made *m = s->context;

	free(m->saved);
	m->saved = strdup(saved);
	snprintf(name, size, "rows.txt");
	return m->saved ? 0 : -ENOMEM;
}

static int export_as(struct browse_source *s, const char *format, char *name, size_t size, struct error *err)
{
	(void)s;
	if (!strcmp(format, "none"))
		return error_set(err, -EINVAL, "no such format");
	snprintf(name, size, "%s.1", format);
	return 0;
}

/* Functions are letters: 'a' is at 0x6100, and so on; a chain is a text, the sampled function first. */
static void add_chain(struct perf_builder *b, const char *functions, int n)
{
	uint64_t addrs[16] = { CALLCHAIN_KERNEL };
	uint64_t n_addrs = 1;

	for (const char *p = functions; *p; p++)
		addrs[n_addrs++] = (uint64_t)*p * 0x100 + 0x10;
	while (n-- > 0)
		perf_builder_sample(
			b, &(struct perf_builder_sample){
				   .misc = RECORD_MISC_KERNEL, .ip = addrs[1], .chain = addrs, .n_chain = n_addrs });
}

static void make_file(struct made *m)
{
	struct perf_builder *b = &m->builder;

	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
	for (char c = 'a'; c <= 'z'; c++)
		perf_builder_ksymbol(b, (uint64_t)c * 0x100, 0x100, 1, 0, (char[]){ c, c, c, 0 });
	b->at = (struct perf_builder_at){ .pid = 1, .tid = 1, .time = 5 };
	add_chain(b, "axz", 40);
	add_chain(b, "ayz", 20);
	add_chain(b, "bz", 30);
	for (char c = 'c'; c <= 'l'; c++)
		add_chain(b, (char[]){ c, 0 }, 1);
}

static struct made *make(unsigned lines)
{
	struct made *m = calloc(1, sizeof(*m));
	struct analysis_options analysis = { .workers = 1 };
	struct error err = ERROR_INIT;

	CHECK(m && setlocale(LC_CTYPE, "C.UTF-8") != NULL);
	make_file(m);
	m->file = built_open(&m->builder, &err);
	CHECK(m->file && !profile_names_init(&m->names));
	CHECK(!columns_parse(&m->columns, "sym", NULL, 0, SORT_KEY_ANY, &err));
	m->callgraph.style = CALLGRAPH_GRAPH;
	m->options = (struct rows_options){ .columns = &m->columns, .groups = &m->groups, .wants_callgraph = true };
	rows_plan(&m->options, &analysis);
	CHECK(!profile_analyse(&m->profile, m->file, &m->names, &analysis, NULL, &err));
	CHECK(!event_groups_read(&m->groups, m->file, EVENT_GROUPS_AS_ARE, NULL, &err));
	CHECK(!profile_symbolize(&m->profile, NULL, &err));
	CHECK(!rows_build(&m->rows, &m->profile, &m->options, &err));
	m->source = (struct browse_source){ .context = m,
					    .input = "x.data",
					    .rows = &m->rows,
					    .columns = &m->columns,
					    .callgraph = &m->callgraph,
					    .load = load,
					    .finish = finish,
					    .text = text,
					    .times = times,
					    .save = save,
					    .export_as = export_as };
	CHECK(!browse_init(&m->browse, &m->source, 60, lines));
	return m;
}

static void unmake(struct made *m)
{
	browse_fini(&m->browse);
	rows_fini(&m->rows);
	event_groups_fini(&m->groups);
	profile_fini(&m->profile);
	profile_names_fini(&m->names);
	perf_file_close(m->file);
	perf_builder_fini(&m->builder);
	free(m->saved);
	free(m);
}

static void press(struct made *m, uint32_t key)
{
	struct error err = ERROR_INIT;

	browse_key(&m->browse, &(struct browse_event){ .key = key });
	if (browse_must_settle(&m->browse))
		CHECK(!browse_settle(&m->browse, &err));
}

static void type(struct made *m, const char *keys)
{
	for (; *keys; keys++)
		press(m, *keys == '\n' ? BROWSE_ENTER : (uint32_t)*keys);
}

static void check_screen(struct made *m, const char *want)
{
	struct buffer b;
	struct cells c;

	CHECK(!cells_init(&c, m->browse.columns, m->browse.lines, false));
	browse_draw(&m->browse, &c);
	buffer_init(&b);
	for (unsigned i = 0; i < c.lines; i++) {
		char *line = cells_line(&c, i);

		buffer_append(&b, line, strlen(line));
		buffer_append(&b, "\n", 1);
		free(line);
	}
	buffer_append(&b, "", 1);
	CHECK_STR((const char *)b.data, want);
	buffer_fini(&b);
	cells_fini(&c);
}

TEST(first_screen)
{
	struct made *m = make(7);

	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"  Overheadv Symbol\n"
			"+   60.00%  [k] aaa\n"
			"+   30.00%  [k] bbb\n"
			"     1.00%  [k] ccc\n"
			" aaa  aaa                                           1 of 12\n"
			" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	unmake(m);
}

/* The cursor stays on the screen, whatever moves it, and on a row that there is. */
TEST(moving)
{
	struct made *m = make(7);

	for (int i = 0; i < 3; i++)
		press(m, BROWSE_DOWN);
	CHECK_EQ_U64(m->browse.at.row, 3);
	press(m, BROWSE_PAGE_DOWN);
	CHECK_EQ_U64(m->browse.at.row, 6);
	press(m, BROWSE_END);
	press(m, BROWSE_DOWN);
	CHECK_EQ_U64(m->browse.at.row, 11);
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"  Overheadv Symbol\n"
			"     1.00%  [k] jjj\n"
			"     1.00%  [k] kkk\n"
			"     1.00%  [k] lll\n"
			" lll  lll                                          12 of 12\n"
			" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	press(m, BROWSE_PAGE_UP);
	press(m, BROWSE_UP);
	CHECK_EQ_U64(m->browse.at.row, 7);
	press(m, BROWSE_HOME);
	press(m, BROWSE_UP);
	CHECK_EQ_U64(m->browse.at.row, 0);
	unmake(m);
}

static struct made *make_estimate(unsigned lines)
{
	struct made *m = make(lines);

	browse_fini(&m->browse);
	m->source.estimate = 10;
	m->source.callgraph = NULL;
	CHECK(!browse_init(&m->browse, &m->source, 100, lines));
	return m;
}

/* What is an estimate says so wherever there is a number. */
TEST(first_look)
{
	struct made *m = make_estimate(7);

	check_screen(
		m,
		" x.data  about 100 samples of cpu-clock\n"
		"  Overheadv Symbol\n"
		"    60.00%  [k] aaa\n"
		"    30.00%  [k] bbb\n"
		"     1.00%  [k] ccc\n"
		" a first look at one of 10 samples: all of them are being read ...                    1 of about 12\n"
		" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	type(m, "jjjj/a");
	check_screen(
		m,
		" x.data  about 100 samples of cpu-clock\n"
		"  Overheadv Symbol\n"
		"    60.00%  [k] aaa\n"
		"\n"
		"\n"
		" filter: a                                                                 1 of about 12 rows match\n"
		" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	unmake(m);
}

/* The cursor stays on its row, and on the screen where it was; but who has not moved sees the first. */
TEST(rows_after_a_first_look)
{
	struct made *m = make_estimate(7);

	press(m, BROWSE_READY);
	CHECK_EQ_U64(m->source.estimate, 0);
	CHECK_EQ_U64(m->browse.at.row, 0);
	unmake(m);
	m = make_estimate(7);
	type(m, "jjjjj");
	check_screen(
		m,
		" x.data  about 100 samples of cpu-clock\n"
		"  Overheadv Symbol\n"
		"     1.00%  [k] ddd\n"
		"     1.00%  [k] eee\n"
		"     1.00%  [k] fff\n"
		" a first look at one of 10 samples: all of them are being read ...                    6 of about 12\n"
		" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	/* In the other order, what was the sixth is the seventh. */
	m->browse.list.is_reversed = true;
	m->browse.at.row = 6;
	m->browse.top.row = 4;
	press(m, BROWSE_READY);
	check_screen(
		m,
		" x.data  100 samples of cpu-clock\n"
		"  Overhead^ Symbol\n"
		"     1.00%  [k] hhh\n"
		"     1.00%  [k] ggg\n"
		"     1.00%  [k] fff\n"
		" fff  fff                                                                                   7 of 12\n"
		" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	unmake(m);
}

/* A key that needs more than there is waits for it, and is not lost. */
TEST(a_key_waits_for_all_rows)
{
	struct made *m = make_estimate(10);

	browse_key(&m->browse, &(struct browse_event){ .key = '+' });
	CHECK(browse_must_settle(&m->browse));
	CHECK(m->source.estimate);
	browse_settle(&m->browse, &(struct error)ERROR_INIT);
	CHECK(!m->source.estimate);
	CHECK_EQ_U64(row_graphs_lines(&m->browse.graphs, browse_row(&m->browse, 0)), 5);
	unmake(m);
}

TEST(callchains)
{
	struct made *m = make(10);

	press(m, '+');
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"  Overheadv Symbol\n"
			"-   60.00%  [k] aaa\n"
			"    - 60.00% aaa\n"
			"         40.00% xxx\n"
			"           zzz\n"
			"         20.00% yyy\n"
			"           zzz\n"
			" aaa  aaa                                           1 of 12\n"
			" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	/* One level of the graph. */
	press(m, BROWSE_DOWN);
	press(m, '+');
	CHECK_EQ_U64(row_graphs_lines(&m->browse.graphs, browse_row(&m->browse, 0)), 1);
	press(m, 'e');
	CHECK_EQ_U64(row_graphs_lines(&m->browse.graphs, browse_row(&m->browse, 0)), 5);
	/* All rows are open as soon as they are looked at. */
	press(m, 'E');
	CHECK_EQ_U64(row_graphs_lines(&m->browse.graphs, browse_row(&m->browse, 1)), 2);
	press(m, 'C');
	CHECK_EQ_U64(row_graphs_lines(&m->browse.graphs, browse_row(&m->browse, 1)), 0);
	unmake(m);
}

/* More of functions, a level at each key; rows without callers say so. */
TEST(more_of_names)
{
	struct made *m = make(8);

	type(m, "+VV");
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"  Overheadv Symbol\n"
			"-   60.00%  0x0000000000006100 [k] aaa\n"
			"    - 60.00% 0x0000000000006100 aaa  aaa\n"
			"         40.00% 0x0000000000007800 xxx  xxx\n"
			"           0x0000000000007a00 zzz  zzz\n"
			" shown: also addresses of functions                 1 of 12\n"
			" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	type(m, "VV");
	press(m, BROWSE_END);
	press(m, '+');
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"  Overheadv Symbol\n"
			"     1.00%  [k] iii\n"
			"     1.00%  [k] jjj\n"
			"     1.00%  [k] kkk\n"
			"     1.00%  [k] lll\n"
			" nothing is known of who called it                 12 of 12\n"
			" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	press(m, '1');
	CHECK_STR(m->browse.note, "this event is in no group, by whose members rows could be sorted");
	unmake(m);
}

TEST(filter_as_typed)
{
	struct made *m = make(7);

	type(m, "/^.*[bc]");
	CHECK_EQ_U64(m->browse.list.n, 2);
	/* What is no expression yet is looked for as it is. */
	type(m, "(");
	CHECK_EQ_U64(m->browse.list.n, 0);
	press(m, BROWSE_BACKSPACE);
	press(m, BROWSE_ENTER);
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"  Overheadv Symbol\n"
			"+   30.00%  [k] bbb\n"
			"     1.00%  [k] ccc\n"
			"\n"
			" bbb  bbb                            /^.*[bc]: 2 of 12 rows\n"
			" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	press(m, BROWSE_ESC);
	CHECK_EQ_U64(m->browse.list.n, 12);
	/* Capitals count where there are some. */
	type(m, "/BBB\n");
	CHECK_EQ_U64(m->browse.list.n, 0);
	unmake(m);
}

/* Rows, and callchains that are closed. */
TEST(find)
{
	struct made *m = make(10);

	type(m, "fzzz\n");
	CHECK(m->browse.at.row == 0 && m->browse.at.line == 3);
	type(m, "n");
	CHECK(m->browse.at.row == 0 && m->browse.at.line == 5);
	type(m, "n");
	CHECK(m->browse.at.row == 1 && m->browse.at.line == 2);
	type(m, "n");
	CHECK_STR(m->browse.note, "no later line has 'zzz'");
	type(m, "NN");
	CHECK(m->browse.at.row == 0 && m->browse.at.line == 3);
	type(m, "fccc\n");
	CHECK(m->browse.at.row == 2 && m->browse.at.line == 0);
	unmake(m);
}

/* Each step is one more that the recording is read with; the same key and ESC take it back. */
TEST(narrower_and_back)
{
	struct made *m = make(7);

	type(m, "y");
	CHECK_STR(m->loaded, "- 3=aaa");
	type(m, "k");
	CHECK_STR(m->loaded, "- 3=aaa 2=[kernel.kallsyms]");
	CHECK_STR(m->browse.steps[1].label, "kernel");
	type(m, "F");
	CHECK_STR(m->loaded, "- relative 3=aaa 2=[kernel.kallsyms]");
	type(m, "k");
	CHECK_STR(m->loaded, "- relative 3=aaa");
	press(m, BROWSE_ESC);
	CHECK_STR(m->loaded, "- relative");
	/* Rows have no thread. */
	type(m, "t");
	CHECK_STR(m->browse.note, "this line has no command; o adds sort keys");
	CHECK_EQ_U64(m->browse.n_steps, 0);
	unmake(m);
}

/* Keys that the reader refuses are said and forgotten. */
TEST(other_sort_keys)
{
	struct made *m = make(7);

	type(m, "opid,sym\n");
	CHECK_STR(m->loaded, "pid,sym");
	m->load_result = -EINVAL;
	type(m, "onothing\n");
	CHECK_STR(m->loaded, "-");
	CHECK_STR(m->browse.note, "no such key");
	unmake(m);
}

TEST(order)
{
	struct made *m = make(7);

	CHECK_EQ_U64(row_list_sorted_by(&m->browse.list), 0);
	type(m, ">");
	CHECK_EQ_U64(row_list_sorted_by(&m->browse.list), 1);
	CHECK_EQ_U64(browse_row(&m->browse, 0)->count, 60);
	/* A click on a title that rows are sorted by turns them round. */
	browse_key(&m->browse, &(struct browse_event){ .key = BROWSE_CLICK, .line = 1, .column = 20 });
	CHECK_EQ_U64(browse_row(&m->browse, 11)->count, 60);
	CHECK_EQ_U64(browse_row(&m->browse, 0)->count, 1);
	unmake(m);
}

TEST(limit)
{
	struct made *m = make(7);

	type(m, "L");
	press(m, BROWSE_CTRL_U);
	type(m, "1.5\n");
	CHECK_EQ_U64(m->browse.list.n, 2);
	type(m, "L%\n");
	CHECK_STR(m->browse.note, "a percent limit is a number from 0 to 100");
	unmake(m);
}

TEST(mouse)
{
	struct made *m = make(7);

	browse_key(&m->browse, &(struct browse_event){ .key = BROWSE_CLICK, .line = 3, .column = 20 });
	CHECK_EQ_U64(m->browse.at.row, 1);
	CHECK_EQ_U64(row_graphs_lines(&m->browse.graphs, browse_row(&m->browse, 1)), 0);
	browse_key(&m->browse, &(struct browse_event){ .key = BROWSE_CLICK, .line = 3, .column = 20 });
	CHECK_EQ_U64(row_graphs_lines(&m->browse.graphs, browse_row(&m->browse, 1)), 2);
	browse_key(&m->browse, &(struct browse_event){ .key = BROWSE_WHEEL_DOWN });
	CHECK_EQ_U64(m->browse.at.row, 2);
	unmake(m);
}

TEST(pages)
{
	struct made *m = make(7);

	type(m, "i");
	CHECK(text_page_is_open(&m->browse.page));
	type(m, "fthr\n");
	CHECK_EQ_U64(m->browse.page.at, 2);
	type(m, "q");
	CHECK(!text_page_is_open(&m->browse.page) && !m->browse.has_left);
	type(m, "M");
	CHECK_STR(m->browse.note, "nothing to say");
	unmake(m);
}

/* A function between its callers and its callees, from all chains that it is on. */
TEST(sandwich)
{
	struct made *m = make(9);

	type(m, "fzzz\nb");
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"  90.00% zzz\n"
			"     40.00% xxx\n"
			"        40.00% aaa\n"
			"     30.00% bbb\n"
			"     20.00% yyy\n"
			"        20.00% aaa\n"
			" callers above, callees below                   line 1 of 6\n"
			" q back  / find  n next  <> sideways\n");
	unmake(m);
}

TEST(icicle)
{
	struct made *m = make(8);

	type(m, "g");
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"|all\n"
			"|zzz                                                 |||||||\n"
			"|xxx                   |bbb               |yyy\n"
			"|aaa                                      |aaa\n"
			"\n"
			" 100.00% all\n"
			" q back  ENTER widen  ESC narrow  f find  D drop  R recursio\n");
	press(m, BROWSE_DOWN);
	press(m, BROWSE_DOWN);
	press(m, BROWSE_RIGHT);
	press(m, BROWSE_ENTER);
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"|bbb\n"
			"\n"
			"\n"
			"\n"
			"\n"
			" 30.00% bbb\n"
			" q back  ENTER widen  ESC narrow  f find  D drop  R recursio\n");
	press(m, BROWSE_ESC);
	type(m, "D");
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"|all\n"
			"|zzz                                                 |||||||\n"
			"|xxx                   |yyy\n"
			"|aaa                   |aaa\n"
			"\n"
			" 100.00% all\n"
			" q back  ENTER widen  ESC narrow  f find  D drop  R recursio\n");
	type(m, "Ufxxx\nq");
	CHECK(!icicle_is_open(&m->browse.icicle) && !m->browse.has_left);
	unmake(m);
}

TEST(samples_over_time)
{
	struct made *m = make(7);

	type(m, "T");
	press(m, BROWSE_RIGHT);
	press(m, BROWSE_RIGHT);
	press(m, ' ');
	press(m, BROWSE_RIGHT);
	press(m, BROWSE_RIGHT);
	check_screen(m, " x.data  100 samples of cpu-clock\n"
			"  ..@=  ...\n"
			"+   60.00%  [k] aaa\n"
			"+   30.00%  [k] bbb\n"
			"     1.00%  [k] ccc\n"
			" 2.000 to 5.000 s~PACE marks, ENTER narrows to them 1 of 12\n"
			" ENTER menu  + callers  a code  / filter  h help  q quit\n");
	press(m, BROWSE_ENTER);
	CHECK_STR(m->loaded, "- 6=7.000000000,9.999999999");
	CHECK_STR(m->browse.steps[0].label, "2.000 to 5.000 s");
	CHECK(!time_strip_is_open(&m->browse.times));
	/* Without a mark the piece under the cursor; from the last one it goes no further. */
	type(m, "T");
	press(m, BROWSE_END);
	press(m, BROWSE_RIGHT);
	press(m, BROWSE_ENTER);
	CHECK_STR(m->browse.steps[1].value, "14.000000000,14.999999999");
	unmake(m);
}

TEST(menu)
{
	struct made *m = make(20);

	press(m, BROWSE_ENTER);
	CHECK_STR(m->browse.menu.list[0].text, "Open or close the callchains (+)");
	press(m, BROWSE_ENTER);
	CHECK_EQ_U64(row_graphs_lines(&m->browse.graphs, browse_row(&m->browse, 0)), 5);
	press(m, BROWSE_ENTER);
	press(m, BROWSE_UP);
	CHECK_STR(m->browse.menu.list[m->browse.menu.at].text, "Leave (q)");
	press(m, BROWSE_ESC);
	CHECK(!m->browse.has_left && !m->browse.menu.n);
	unmake(m);
}

/* All rows, and what is open below them; not a screen of them. */
TEST(printed)
{
	struct made *m = make(7);

	type(m, "/aaa\n+P\n");
	CHECK_STR(m->saved, "  Overhead▼ Symbol\n"
			    "-   60.00%  [k] aaa\n"
			    "    - 60.00% aaa\n"
			    "         40.00% xxx\n"
			    "           zzz\n"
			    "         20.00% yyy\n"
			    "           zzz\n");
	CHECK_STR(m->browse.note, "written to rows.txt");
	type(m, "Ppprof\n");
	CHECK_STR(m->browse.note, "written to pprof.1");
	type(m, "Pnone\n");
	CHECK_STR(m->browse.note, "no such format");
	unmake(m);
}

TEST(leaving)
{
	struct made *m = make(7);

	press(m, BROWSE_ESC);
	CHECK(!m->browse.has_left);
	press(m, BROWSE_DOWN);
	press(m, BROWSE_ESC);
	CHECK(!m->browse.has_left);
	press(m, BROWSE_ESC);
	CHECK(m->browse.has_left);
	unmake(m);
}

/* Screens that have no room for anything. */
TEST(tiny)
{
	for (unsigned lines = 1; lines < 6; lines++) {
		struct made *m = make(lines);
		struct cells c;

		for (unsigned columns = 1; columns < 30; columns += 7) {
			browse_key(&m->browse,
				   &(struct browse_event){ .key = BROWSE_RESIZE, .column = columns, .line = lines });
			CHECK(!cells_init(&c, columns, lines, true));
			type(m, "+n");
			press(m, BROWSE_ENTER);
			browse_draw(&m->browse, &c);
			press(m, BROWSE_ESC);
			browse_draw(&m->browse, &c);
			cells_fini(&c);
		}
		unmake(m);
	}
}

/* Keys in any order, on screens of any size: each one leaves something that can be drawn. */
TEST(any_keys)
{
	static const char keys[] = "+eECasjnNbgTiMh?dtkwycSF/fLoHV0123456789<>PYmqr \n\n\nabc(.*";
	static const uint32_t others[] = { BROWSE_UP,      BROWSE_DOWN,       BROWSE_LEFT,     BROWSE_RIGHT,
					   BROWSE_PAGE_UP, BROWSE_PAGE_DOWN,  BROWSE_HOME,     BROWSE_END,
					   BROWSE_ESC,     BROWSE_TAB,        BROWSE_CLICK,    BROWSE_RESIZE,
					   BROWSE_ENTER,   BROWSE_WHEEL_DOWN, BROWSE_BACKSPACE };
	struct made *m = make(12);
	struct error err = ERROR_INIT;
	uint32_t random = 1;

	for (int i = 0; i < 20000; i++) {
		struct browse_event e = { .column = 1 + random % 90, .line = 1 + random / 90 % 30 };
		struct cells c;

		random = random * 1664525 + 1013904223;
		e.key = random >> 31 ? others[(random >> 8) % ARRAY_SIZE(others)]
				     : (uint32_t)keys[(random >> 8) % (sizeof(keys) - 1)];
		browse_key(&m->browse, &e);
		m->browse.has_left = false;
		CHECK(!cells_init(&c, m->browse.columns, m->browse.lines, true));
		browse_draw(&m->browse, &c);
		cells_fini(&c);
		if (browse_must_settle(&m->browse))
			CHECK(!browse_settle(&m->browse, &err));
		m->source.estimate = random >> 29 ? m->source.estimate : 10;
	}
	unmake(m);
}
