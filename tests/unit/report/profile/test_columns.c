#include "common/bytes.h"
#include "report/profile/columns.h"
#include "tests/support/test.h"

#include <errno.h>

static struct columns parse(const char *sort, const char *fields, unsigned numbers)
{
	struct error err = ERROR_INIT;
	struct columns c;

	if (columns_parse(&c, sort, fields, numbers, &err))
		test_fail(__FILE__, __LINE__, "refused: %s", err.message);
	return c;
}

#define CHECK_LIST(list_, n_, ...)                                       \
	do {                                                             \
		static const enum column_kind want_[] = { __VA_ARGS__ }; \
		CHECK_EQ_U64((n_), ARRAY_SIZE(want_));                   \
		for (size_t i_ = 0; i_ < ARRAY_SIZE(want_); i_++)        \
			CHECK_EQ_I64((int)(list_)[i_], (int)want_[i_]);  \
	} while (0)

TEST(default_columns)
{
	struct columns c = parse(NULL, NULL, 0);

	CHECK_LIST(c.list, c.n, COLUMN_OVERHEAD, COLUMN_COMM, COLUMN_DSO, COLUMN_SYM);
	CHECK_LIST(c.order, c.n_order, COLUMN_OVERHEAD, COLUMN_COMM, COLUMN_DSO, COLUMN_SYM);
	CHECK(c.has[COLUMN_COMM] && !c.has[COLUMN_PID]);
}

/* As in perf: the beginning of a name, in any case. */
TEST(shortened)
{
	struct columns c = parse("s,P,Com,t,ds", NULL, 0);

	CHECK_LIST(c.list, c.n, COLUMN_OVERHEAD, COLUMN_SYM, COLUMN_PID, COLUMN_COMM, COLUMN_TGID, COLUMN_DSO);
	c = parse(NULL, "o,overhead_c,sa,per,tid", 0);
	CHECK_LIST(c.list, c.n, COLUMN_OVERHEAD, COLUMN_CHILDREN, COLUMN_SAMPLE, COLUMN_PERIOD, COLUMN_TID);
}

TEST(period)
{
	struct columns c = parse("comm", NULL, COLUMNS_PERIOD | COLUMNS_SAMPLES);

	CHECK_LIST(c.list, c.n, COLUMN_OVERHEAD, COLUMN_SAMPLE, COLUMN_PERIOD, COLUMN_COMM);
	CHECK_LIST(c.order, c.n_order, COLUMN_OVERHEAD, COLUMN_COMM);
}

TEST(children_and_samples)
{
	struct columns c = parse("symbol", NULL, COLUMNS_CHILDREN | COLUMNS_SAMPLES);

	CHECK_LIST(c.list, c.n, COLUMN_CHILDREN, COLUMN_OVERHEAD, COLUMN_SAMPLE, COLUMN_SYM);
	CHECK_LIST(c.order, c.n_order, COLUMN_CHILDREN, COLUMN_OVERHEAD, COLUMN_SYM);
	CHECK_STR(column_title(COLUMN_OVERHEAD, true), "Self");
	CHECK_STR(column_title(COLUMN_OVERHEAD, false), "Overhead");
}

TEST(doubled_keys_and_commas)
{
	struct columns c = parse(",dso, dso,overhead,", NULL, 0);

	CHECK_LIST(c.list, c.n, COLUMN_OVERHEAD, COLUMN_DSO);
}

TEST(fields_are_the_columns)
{
	struct columns c = parse(NULL, "sample,comm,overhead", 0);

	CHECK_LIST(c.list, c.n, COLUMN_SAMPLE, COLUMN_COMM, COLUMN_OVERHEAD);
	CHECK_LIST(c.order, c.n_order, COLUMN_SAMPLE, COLUMN_COMM, COLUMN_OVERHEAD);
}

TEST(fields_with_sort)
{
	struct columns c = parse("pid,overhead", "comm,sample", 0);

	CHECK_LIST(c.list, c.n, COLUMN_COMM, COLUMN_SAMPLE, COLUMN_PID);
	CHECK_LIST(c.order, c.n_order, COLUMN_PID, COLUMN_OVERHEAD);
}

/* Every key at once, many times over, fits. */
TEST(all_keys)
{
	const char *keys = "overhead,overhead_children,sample,period,comm,dso,sym,symbol,pid,tgid,tid,cpu,event,trace,"
			   "overhead,overhead_children,sample,period,comm,dso,sym,symbol,pid,tgid,tid,cpu,event,trace,"
			   "overhead,overhead_children,sample,period,comm,dso,sym,symbol,pid,tgid,tid,cpu,event,trace";
	struct columns c = parse(keys, keys, COLUMNS_CHILDREN | COLUMNS_SAMPLES);

	CHECK_EQ_U64(c.n, COLUMN_KINDS);
	CHECK_EQ_U64(c.n_order, COLUMN_KINDS);
}

TEST(unknown_keys)
{
	static const char *const bad[] = { "srcfile0", "comms", "ti", "ev", "dso;sym" };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct error err = ERROR_INIT;
		struct columns c = { .n = 77 };

		CHECK_EQ_I64(columns_parse(&c, bad[i], NULL, 0, &err), -EINVAL);
		CHECK(strstr(err.message, bad[i]) && strstr(err.message, "overhead"));
		CHECK_EQ_U64(c.n, 77);
		CHECK_EQ_I64(columns_parse(&c, NULL, bad[i], 0, &err), -EINVAL);
	}
}

TEST(no_fields)
{
	struct error err = ERROR_INIT;
	struct columns c;

	CHECK_EQ_I64(columns_parse(&c, NULL, ",", 0, &err), -EINVAL);
	CHECK(strstr(err.message, "no field"));
}

/* As in Linux perf: added keys come after the default ones, added fields before the keys. */
TEST(plus_adds)
{
	struct columns c = parse("+cpu,tid", NULL, 0);

	CHECK_LIST(c.list, c.n, COLUMN_OVERHEAD, COLUMN_COMM, COLUMN_DSO, COLUMN_SYM, COLUMN_CPU, COLUMN_TID);
	CHECK_LIST(c.order, c.n_order, COLUMN_OVERHEAD, COLUMN_COMM, COLUMN_DSO, COLUMN_SYM, COLUMN_CPU, COLUMN_TID);
	c = parse(NULL, "+sample", COLUMNS_CHILDREN);
	CHECK_LIST(c.list, c.n, COLUMN_CHILDREN, COLUMN_OVERHEAD, COLUMN_SAMPLE, COLUMN_COMM, COLUMN_DSO, COLUMN_SYM);
	CHECK_LIST(c.order, c.n_order, COLUMN_CHILDREN, COLUMN_OVERHEAD, COLUMN_COMM, COLUMN_DSO, COLUMN_SYM);
	c = parse("sym", "+sample,period", 0);
	CHECK_LIST(c.list, c.n, COLUMN_OVERHEAD, COLUMN_SAMPLE, COLUMN_PERIOD, COLUMN_SYM);
	c = parse("+cpu", "sample", 0);
	CHECK_LIST(c.list, c.n, COLUMN_SAMPLE, COLUMN_COMM, COLUMN_DSO, COLUMN_SYM, COLUMN_CPU);
}

TEST(plus_alone)
{
	struct error err = ERROR_INIT;
	struct columns c;

	CHECK_EQ_I64(columns_parse(&c, "+", NULL, 0, &err), -EINVAL);
	CHECK(strstr(err.message, "--sort"));
	CHECK_EQ_I64(columns_parse(&c, NULL, "+", 0, &err), -EINVAL);
	CHECK(strstr(err.message, "--fields"));
}
