/* Small trees, drawn: what stands under a row, line for line. */
#include "tests/support/built_file.h"
#include "tests/support/report_text.h"
#include "tests/support/test.h"

#include <stdlib.h>

static const struct event_attr attr = {
	.type = PERF_TYPE_SOFTWARE,
	.size = ATTR_SIZE_VER7,
	.sample_period = 1000,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN,
	.flags = ATTR_SAMPLE_ID_ALL,
};

/* Functions are letters: 'a' is at 0x6100, and so on; a chain is a text, the sampled function first. */
struct chain {
	const char *functions;
	int n;
};

static void add_chain(struct perf_builder *b, const struct chain *c)
{
	uint64_t addrs[16] = { CALLCHAIN_KERNEL };
	uint64_t n = 1;

	for (const char *p = c->functions; *p; p++)
		addrs[n++] = (uint64_t)*p * 0x100 + 0x10;
	for (int i = 0; i < c->n; i++)
		perf_builder_sample(b,
				    &(struct perf_builder_sample){
					    .misc = RECORD_MISC_KERNEL, .ip = addrs[1], .chain = addrs, .n_chain = n });
}

static char *draw(const struct chain *chains, const char *style, bool children)
{
	struct report_text_options o = { .sort = "sym", .callgraph = style, .children = children };
	struct error err = ERROR_INIT;
	struct perf_builder b;
	struct perf_file *f;
	char *text;

	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "cpu-clock", NULL, 0);
	for (char c = 'a'; c <= 'h'; c++)
		perf_builder_ksymbol(&b, (uint64_t)c * 0x100, 0x100, 1, 0, (char[]){ c, 0 });
	b.at = (struct perf_builder_at){ .pid = 1, .tid = 1, .time = 5 };
	for (; chains->functions; chains++)
		add_chain(&b, chains);
	f = built_open(&b, &err);
	CHECK(f);
	text = report_text(f, &o, &err);
	CHECK(text);
	perf_file_close(f);
	perf_builder_fini(&b);
	return text;
}

static void check_drawing(const struct chain *chains, const char *style, bool children, const char *want)
{
	char *text = draw(chains, style, children);
	char *stats = strstr(text, "\nAggregated stats:");

	CHECK(stats);
	*stats = 0;
	CHECK_STR(text, want);
	free(text);
}

static const struct chain one[] = { { "abc", 4 }, { NULL, 0 } };
static const struct chain fork_of_two[] = { { "abd", 3 }, { "acd", 1 }, { NULL, 0 } };
static const struct chain recursion[] = { { "aab", 2 }, { "ab", 2 }, { NULL, 0 } };

TEST(one_chain)
{
	check_drawing(one, "graph,0,callee", false,
		      "   100.00%             4  [k] a\n"
		      "            |\n"
		      "            ---b\n"
		      "               c\n"
		      "\n");
	check_drawing(one, "graph,0,caller", false,
		      "   100.00%             4  [k] a\n"
		      "            |\n"
		      "            ---b\n"
		      "               a\n"
		      "\n");
}

TEST(two_callers)
{
	check_drawing(fork_of_two, "graph,0,callee", false,
		      "   100.00%             4  [k] a\n"
		      "            |          \n"
		      "            |--75.00%--b\n"
		      "            |          d\n"
		      "            |          \n"
		      "             --25.00%--c\n"
		      "                       d\n"
		      "\n");
}

/* Below the threshold of the whole: one caller is left. */
TEST(threshold)
{
	check_drawing(fork_of_two, "graph,30,callee", false,
		      "   100.00%             4  [k] a\n"
		      "            |          \n"
		      "             --75.00%--b\n"
		      "                       d\n"
		      "\n");
}

TEST(folded_and_flat)
{
	check_drawing(fork_of_two, "folded,0,callee", false,
		      "   100.00%             4  [k] a\n"
		      "75.00% a;b;d\n"
		      "25.00% a;c;d\n");
	check_drawing(fork_of_two, "flat,0,caller", false,
		      "   100.00%             4  [k] a\n"
		      "           75.00%\n"
		      "                d\n"
		      "                b\n"
		      "                a\n"
		      "\n"
		      "           25.00%\n"
		      "                d\n"
		      "                c\n"
		      "                a\n"
		      "\n");
}

/* What stands before a stack or a branch; words may be cut short. */
TEST(values)
{
	check_drawing(fork_of_two, "folded,0,caller,count", false,
		      "   100.00%             4  [k] a\n"
		      "3 d;b;a\n"
		      "1 d;c;a\n");
	check_drawing(fork_of_two, "fold,0,calle,per", false,
		      "   100.00%             4  [k] a\n"
		      "75.00% d;b;a\n"
		      "25.00% d;c;a\n");
	check_drawing(fork_of_two, "flat,0,callee,period", false,
		      "   100.00%             4  [k] a\n"
		      "           3000\n"
		      "                a\n"
		      "                b\n"
		      "                d\n"
		      "\n"
		      "           1000\n"
		      "                a\n"
		      "                c\n"
		      "                d\n"
		      "\n");
	check_drawing(fork_of_two, "graph,0,callee,count", false,
		      "   100.00%             4  [k] a\n"
		      "            |          \n"
		      "            |--3--b\n"
		      "            |          d\n"
		      "            |          \n"
		      "             --1--c\n"
		      "                       d\n"
		      "\n");
	check_drawing(fork_of_two, "fractal,30,callee,count", false,
		      "   100.00%             4  [k] a\n"
		      "            |          \n"
		      "            |--3--b\n"
		      "            |          d\n"
		      "             --1--[...]\n"
		      "\n");
}

/* Of a function that was sampled and calls others: its own samples and theirs. */
TEST(counts_with_children)
{
	static const struct chain chains[] = { { "ab", 2 }, { "b", 3 }, { NULL, 0 } };

	check_drawing(chains, "graph,0,caller,count", true,
		      "   100.00%    60.00%             3  [k] b\n"
		      "            |          \n"
		      "             --2--a\n"
		      "\n"
		      "    40.00%    40.00%             2  [k] a\n"
		      "            |\n"
		      "            ---a\n"
		      "\n");
}

/* A function that calls itself counts once among what it and its callees took. */
TEST(recursion_counts_once)
{
	check_drawing(recursion, "none", true,
		      "   100.00%     0.00%             0  [k] b\n"
		      "   100.00%   100.00%             4  [k] a\n");
	check_drawing(recursion, "folded,0,callee", false,
		      "   100.00%             4  [k] a\n"
		      "50.00% a;b\n"
		      "50.00% a;a;b\n");
}

/* --- any chains, against what they say as texts -------------------------------------------- */

#define RANDOM_CHAINS 40
#define RANDOM_LENGTH 9
#define LINE_SIZE     96
#define PATH_SIZE     32

/* Lines of a row's list, each made once. */
struct lines {
	char list[2 * RANDOM_CHAINS][LINE_SIZE];
	int periods[2 * RANDOM_CHAINS];
	int n;
};

/* A path counts so much, of one function after the other from `from` on. */
static void lines_add(struct lines *l, const char *from, const char *to, int step, int period)
{
	char path[PATH_SIZE];
	int size = 0, i = 0;

	for (const char *p = from;; p += step) {
		size += snprintf(path + size, sizeof(path) - size, "%s%c", size ? ";" : "", *p);
		if (p == to)
			break;
	}
	while (i < l->n && strcmp(l->list[i], path) != 0)
		i++;
	if (i == l->n)
		strcpy(l->list[l->n++], path);
	l->periods[i] += period;
}

static int lines_compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* What the row of a function should list. The chains' first letter is the sampled function. */
static void lines_want(struct lines *l, const struct chain *chains, char row, bool caller, bool children, int total)
{
	for (; chains->functions; chains++) {
		const char *first = chains->functions, *last = first + strlen(first) - 1;
		const char *innermost = strchr(first, row), *outermost = strrchr(first, row);

		if (*first == row)
			lines_add(l, caller ? last : first, caller ? first : last, caller ? -1 : 1, chains->n);
		else if (children && innermost && caller)
			lines_add(l, outermost, first, -1, chains->n);
		else if (children && innermost)
			lines_add(l, innermost, last, 1, chains->n);
	}
	for (int i = 0; i < l->n; i++) {
		char path[PATH_SIZE];

		memcpy(path, l->list[i], sizeof(path));
		snprintf(l->list[i], LINE_SIZE, "%.2f%% %s", 100.0 * l->periods[i] / total, path);
	}
	qsort(l->list, l->n, sizeof(*l->list), lines_compare);
}

/* What it lists in the text, from its line on. */
static void lines_have(struct lines *l, const char *text, char row)
{
	char title[] = { ']', ' ', row, '\n', 0 };
	const char *p = strstr(text, title);

	for (p = p ? p + 4 : ""; *p >= '0' && *p <= '9'; p = strchr(p, '\n') + 1)
		snprintf(l->list[l->n++], LINE_SIZE, "%.*s", (int)strcspn(p, "\n"), p);
	qsort(l->list, l->n, sizeof(*l->list), lines_compare);
}

static void check_lists(const struct chain *chains, bool caller, bool children)
{
	char *text = draw(chains, caller ? "folded,0,caller" : "folded,0,callee", children);
	int total = 0;

	for (const struct chain *c = chains; c->functions; c++)
		total += c->n;
	for (char row = 'a'; row <= 'h'; row++) {
		struct lines want = { .n = 0 }, have = { .n = 0 };

		lines_want(&want, chains, row, caller, children, total);
		lines_have(&have, text, row);
		CHECK_EQ_U64(have.n, want.n);
		for (int i = 0; i < want.n; i++)
			CHECK_STR(have.list[i], want.list[i]);
	}
	free(text);
}

/* Much recursion of a few functions, chains that are the beginning or the end of others. */
TEST(lists_of_any_chains)
{
	uint64_t random = 88172645463325252ull;

	for (int round = 0; round < 40; round++) {
		struct chain chains[RANDOM_CHAINS + 1] = { { NULL, 0 } };
		char functions[RANDOM_CHAINS][RANDOM_LENGTH + 1] = { "" };
		unsigned n_functions = 1 + round % 5;

		for (int i = 0; i < RANDOM_CHAINS; i++) {
			random = random * 6364136223846793005ull + 1442695040888963407ull;
			for (unsigned k = 0; k < 1 + (random >> 60) % RANDOM_LENGTH; k++)
				functions[i][k] = (char)('a' + (random >> (8 + 4 * k)) % n_functions);
			chains[i] = (struct chain){ functions[i], 1 + (int)(random >> 56) % 3 };
		}
		for (int way = 0; way < 4; way++)
			check_lists(chains, way & 1, way & 2);
	}
}

TEST(words)
{
	static const char *const bad[] = { "graf", "1,2,3", "-1", "graph caller", "5x" };
	struct callgraph_options o = { .style = CALLGRAPH_GRAPH };
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(callgraph_parse(&o, "fractal,2.5,10,caller,function,percent", &err), 0);
	CHECK_EQ_I64(o.style, CALLGRAPH_FRACTAL);
	CHECK(o.threshold > 2.49 && o.threshold < 2.51);
	CHECK_EQ_U64(o.print_limit, 10);
	CHECK(o.by_caller);
	CHECK_EQ_I64(callgraph_parse(&o, "callee,,none,", &err), 0);
	CHECK(!o.by_caller);
	CHECK_EQ_I64(o.style, CALLGRAPH_NONE);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		CHECK(callgraph_parse(&o, bad[i], &err) < 0);
	/* more than any number of branches */
	CHECK(callgraph_parse(&o, "1,1e300", &err) < 0);
	CHECK(callgraph_parse(&o, "nan", &err) < 0);
	CHECK(callgraph_parse(&o, "200", &err) < 0);
	CHECK_EQ_I64(callgraph_parse(&o, "100,200", &err), 0);
}
