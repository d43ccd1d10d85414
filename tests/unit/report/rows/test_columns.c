#include "common/bytes.h"
#include "report/rows/columns.h"
#include "report/rows/sort_keys.h"
#include "report/scan/value_table.h"
#include "tests/support/test.h"

#include <errno.h>

static struct columns parse(const char *sort, const char *fields, unsigned numbers)
{
	struct error err = ERROR_INIT;
	struct columns c;

	if (columns_parse(&c, sort, fields, numbers, SORT_KEY_ANY, &err))
		test_fail(__FILE__, __LINE__, "refused: %s", err.message);
	return c;
}

/* The names of the keys at these places of the columns. */
#define CHECK_LIST(list_, n_, ...)                                           \
	do {                                                                 \
		static const char *const want_[] = { __VA_ARGS__ };          \
		CHECK_EQ_U64((n_), ARRAY_SIZE(want_));                       \
		for (size_t i_ = 0; i_ < ARRAY_SIZE(want_); i_++)            \
			CHECK_STR(c.keys[(list_)[i_]].key->name, want_[i_]); \
	} while (0)

TEST(default_columns)
{
	struct columns c = parse(NULL, NULL, 0);

	CHECK_LIST(c.list, c.n, "overhead", "comm", "dso", "symbol");
	CHECK_LIST(c.order, c.n_order, "overhead", "comm", "dso", "symbol");
	CHECK(columns_have(&c, KEY_COMM) && !columns_have(&c, KEY_TID));
}

/* As in perf: the beginning of a name, in any case. */
TEST(shortened)
{
	struct columns c = parse("s,P,Com,t,ds", NULL, 0);

	CHECK_LIST(c.list, c.n, "overhead", "symbol", "pid", "comm", "tgid", "dso");
	c = parse(NULL, "o,overhead_c,sa,per,tid", 0);
	CHECK_LIST(c.list, c.n, "overhead", "overhead_children", "sample", "period", "tid");
}

TEST(period)
{
	struct columns c = parse("comm", NULL, COLUMNS_PERIOD | COLUMNS_SAMPLES);

	CHECK_LIST(c.list, c.n, "overhead", "sample", "period", "comm");
	CHECK_LIST(c.order, c.n_order, "overhead", "comm");
}

TEST(children_and_samples)
{
	struct columns c = parse("symbol", NULL, COLUMNS_CHILDREN | COLUMNS_SAMPLES);

	CHECK_LIST(c.list, c.n, "overhead_children", "overhead", "sample", "symbol");
	CHECK_LIST(c.order, c.n_order, "overhead_children", "overhead", "symbol");
	CHECK_STR(column_title(columns_shown(&c, 1), true), "Self");
	CHECK_STR(column_title(columns_shown(&c, 1), false), "Overhead");
}

TEST(doubled_keys_and_commas)
{
	struct columns c = parse(",dso, dso,overhead,", NULL, 0);

	CHECK_LIST(c.list, c.n, "overhead", "dso");
}

TEST(fields_are_the_columns)
{
	struct columns c = parse(NULL, "sample,comm,overhead", 0);

	CHECK_LIST(c.list, c.n, "sample", "comm", "overhead");
	CHECK_LIST(c.order, c.n_order, "sample", "comm", "overhead");
}

TEST(fields_with_sort)
{
	struct columns c = parse("pid,overhead", "comm,sample", 0);

	CHECK_LIST(c.list, c.n, "comm", "sample", "pid");
	CHECK_LIST(c.order, c.n_order, "pid", "overhead");
}

/* Each key is where it is known only, and its parts fit together. */
TEST(table)
{
	const struct sort_key *key;

	for (size_t i = 0; (key = sort_keys_at(i)); i++) {
		struct error err = ERROR_INIT;
		struct columns c;
		bool number = sort_key_is_number(key);

		CHECK(key->title && *key->title);
		CHECK(number || (key->compare && key->text));
		CHECK(number || (key->n_words > 0) == (key->value || key->of_frame || key->nothing));
		CHECK(key->n_words <= SORT_KEY_WORDS);
		CHECK(number || key->n_words || __builtin_popcount(key->needs & KEY_MEMBERS) == 1);
		CHECK(!key->number.amount || number);
		CHECK(!key->number.parts == !key->number.part &&
		      (!key->number.parts || (number && !key->number.amount)));
		CHECK(sort_key_sums(key) <= 64);
		CHECK_EQ_I64(columns_parse(&c, key->name, NULL, 0, key->mode, &err), 0);
		if (key->mode == SORT_KEY_ANY)
			continue;
		CHECK_EQ_I64(columns_parse(&c, key->name, NULL, 0, SORT_KEY_ANY, &err), -EINVAL);
		CHECK(strstr(err.message, key->mode == SORT_KEY_BRANCH ? "-b" : "--mem-mode"));
		CHECK_EQ_I64(columns_parse(&c, key->name, NULL, 0, SORT_KEY_UNKNOWN, &err), 0);
	}
}

/* A name is a key's in --sort, and a number's in --fields. */
TEST(fields_are_numbers_first)
{
	struct columns c = parse("weight", NULL, 0);
	struct error err = ERROR_INIT;

	CHECK_LIST(c.list, c.n, "overhead", "weight");
	CHECK(!sort_key_is_number(columns_shown(&c, 1)->key));
	c = parse(NULL, "weight", 0);
	CHECK_LIST(c.list, c.n, "weight1");
	CHECK_EQ_I64(columns_parse(&c, NULL, "sn", 0, SORT_KEY_MEMORY, &err), 0);
	CHECK_LIST(c.list, c.n, "snoop");
	CHECK(columns_shown(&c, 0)->key->number.parts);
	c = parse(NULL, "c", 0);
	CHECK_LIST(c.list, c.n, "comm");
	c = parse(NULL, "ins_lat", 0);
	CHECK_LIST(c.list, c.n, "ins_lat");
	CHECK(sort_key_is_number(columns_shown(&c, 0)->key));
}

/* Values stand one after the other in a row's words; sums have places of their own. */
TEST(slots)
{
	struct columns c = parse("comm,weight,time,socket", "+overhead_sys,weight1", 0);

	CHECK_EQ_U64(c.n_words, 3);
	CHECK_EQ_U64(c.n_sums, 2);
	CHECK_EQ_U64(c.keys[1].slot, 0);
	CHECK_EQ_U64(c.keys[2].slot, 1);
	CHECK_EQ_U64(c.keys[5].slot, 1);
	CHECK_STR(c.keys[5].key->name, "time");
	CHECK_EQ_U64(c.values, SAMPLE_VALUE_BIT(SAMPLE_VALUE_WEIGHT) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_TIME));
}

/* Every key at once, many times over, fits. */
TEST(all_keys)
{
	const char *keys = "overhead,overhead_children,sample,period,comm,dso,sym,symbol,pid,tgid,tid,cpu,event,trace,"
			   "overhead,overhead_children,sample,period,comm,dso,sym,symbol,pid,tgid,tid,cpu,event,trace,"
			   "overhead,overhead_children,sample,period,comm,dso,sym,symbol,pid,tgid,tid,cpu,event,trace";
	struct columns c = parse(keys, keys, COLUMNS_CHILDREN | COLUMNS_SAMPLES);

	CHECK_EQ_U64(c.n, 13);
	CHECK_EQ_U64(c.n_order, 13);
}

TEST(unknown_keys)
{
	static const char *const bad[] = { "srcfile0", "comms", "ev", "dso;sym" };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct error err = ERROR_INIT;
		struct columns c = { .n = 77 };

		CHECK_EQ_I64(columns_parse(&c, bad[i], NULL, 0, SORT_KEY_ANY, &err), -EINVAL);
		CHECK(strstr(err.message, bad[i]));
		CHECK_EQ_U64(c.n, 77);
		CHECK_EQ_I64(columns_parse(&c, NULL, bad[i], 0, SORT_KEY_ANY, &err), -EINVAL);
	}
}

TEST(no_fields)
{
	struct error err = ERROR_INIT;
	struct columns c;

	CHECK_EQ_I64(columns_parse(&c, NULL, ",", 0, SORT_KEY_ANY, &err), -EINVAL);
	CHECK(strstr(err.message, "no field"));
}

/* As in Linux perf: added keys come after the default ones, added fields before the keys. */
TEST(plus_adds)
{
	struct columns c = parse("+cpu,tid", NULL, 0);

	CHECK_LIST(c.list, c.n, "overhead", "comm", "dso", "symbol", "cpu", "tid");
	CHECK_LIST(c.order, c.n_order, "overhead", "comm", "dso", "symbol", "cpu", "tid");
	c = parse(NULL, "+sample", COLUMNS_CHILDREN);
	CHECK_LIST(c.list, c.n, "overhead_children", "overhead", "sample", "comm", "dso", "symbol");
	CHECK_LIST(c.order, c.n_order, "overhead_children", "overhead", "comm", "dso", "symbol");
	c = parse("sym", "+sample,period", 0);
	CHECK_LIST(c.list, c.n, "overhead", "sample", "period", "symbol");
	c = parse("+cpu", "sample", 0);
	CHECK_LIST(c.list, c.n, "sample", "comm", "dso", "symbol", "cpu");
}

TEST(plus_alone)
{
	struct error err = ERROR_INIT;
	struct columns c;

	CHECK_EQ_I64(columns_parse(&c, "+", NULL, 0, SORT_KEY_ANY, &err), -EINVAL);
	CHECK(strstr(err.message, "--sort"));
	CHECK_EQ_I64(columns_parse(&c, NULL, "+", 0, SORT_KEY_ANY, &err), -EINVAL);
	CHECK(strstr(err.message, "--fields"));
}
