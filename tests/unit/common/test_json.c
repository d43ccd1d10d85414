#include "common/json.h"
#include "tests/support/test.h"

#include <math.h>
#include <stdlib.h>

struct written {
	char *text;
	size_t size;
	struct json j;
};

static void begin(struct written *w)
{
	w->j = (struct json){ .out = open_memstream(&w->text, &w->size) };
	CHECK(w->j.out);
}

static void check_end(struct written *w, const char *want)
{
	CHECK(!fclose(w->j.out));
	CHECK_STR(w->text, want);
	free(w->text);
}

static void check_string(const char *text, const char *want)
{
	struct written w;

	begin(&w);
	json_string(&w.j, text);
	check_end(&w, want);
}

TEST(values)
{
	struct written w;

	begin(&w);
	json_begin(&w.j, '{');
	json_name(&w.j, "a");
	json_u64(&w.j, UINT64_MAX);
	json_name(&w.j, "b");
	json_begin(&w.j, '[');
	json_i64(&w.j, -1);
	json_bool(&w.j, true);
	json_double(&w.j, 1.25, 2);
	json_double(&w.j, NAN, 2);
	json_double(&w.j, INFINITY, 2);
	json_begin(&w.j, '[');
	json_end(&w.j, ']');
	json_begin(&w.j, '{');
	json_end(&w.j, '}');
	json_end(&w.j, ']');
	json_line(&w.j);
	json_name(&w.j, "c");
	json_string(&w.j, "d");
	json_end(&w.j, '}');
	check_end(&w, "{\"a\":18446744073709551615,\"b\":[-1,true,1.25,null,null,[],{}],\n\"c\":\"d\"}");
}

static void check_fixed(uint64_t v, unsigned digits, const char *want)
{
	struct written w;

	begin(&w);
	json_begin(&w.j, '[');
	json_fixed(&w.j, v, digits);
	json_plain(&w.j, "null");
	json_end(&w.j, ']');
	check_end(&w, want);
}

TEST(fixed_point)
{
	check_fixed(0, 6, "[0,null]");
	check_fixed(1, 6, "[0.000001,null]");
	check_fixed(1500000, 6, "[1.5,null]");
	check_fixed(12000000, 6, "[12,null]");
	check_fixed(70, 0, "[70,null]");
	check_fixed(UINT64_MAX, 3, "[18446744073709551.615,null]");
	check_fixed(UINT64_MAX, 19, "[1.8446744073709551615,null]");
}

TEST(strings)
{
	check_string("", "\"\"");
	check_string("plain ~", "\"plain ~\"");
	check_string("a\"b\\c", "\"a\\\"b\\\\c\"");
	check_string("\n\t\x7f\x1b[0m", "\"\\u000a\\u0009\\u007f\\u001b[0m\"");
	/* characters of two, three and four bytes */
	check_string("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"");
	/* U+009B; a byte that is no character; an overlong one; half a pair; one that is cut; one beyond U+10FFFF */
	check_string("\xc2\x9b", "\"\\u009b\"");
	check_string("\xff!", "\"\\u00ff!\"");
	check_string("\xc0\xaf", "\"\\u00c0\\u00af\"");
	check_string("\xed\xa0\x80", "\"\\u00ed\\u00a0\\u0080\"");
	check_string("\xe2\x82", "\"\\u00e2\\u0082\"");
	check_string("\xf4\x90\x80\x80", "\"\\u00f4\\u0090\\u0080\\u0080\"");
}
