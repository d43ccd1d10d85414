/*
 * Which formats of tracepoints go to libtraceevent: what kernels write, and nothing that leads the library astray.
 */
#include "report/tracepoint/trace_format.h"
#include "common/buffer.h"
#include "tests/support/test.h"

#include <stdio.h>

#define HEAD    "name: count\nID: 314\nformat:\n"
#define COMMON  "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
#define FIELD_N "\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n"
#define FIELDS                                                                      \
	FIELD_N "\tfield:__data_loc char[] word;\toffset:12;\tsize:4;\tsigned:0;\n" \
		"\tfield:u8 bytes[6];\toffset:16;\tsize:6;\tsigned:0;\n"            \
		"\tfield:u8 len;\toffset:22;\tsize:1;\tsigned:0;\n\n"
#define FORMAT HEAD COMMON FIELDS

static enum trace_verdict check(const char *text)
{
	size_t print;

	return trace_format_check(text, strlen(text), &print);
}

/* The verdict on one way to print the fields above. */
static enum trace_verdict check_print(const char *print)
{
	char text[8192];

	snprintf(text, sizeof(text), FORMAT "print fmt: %s\n", print);
	return check(text);
}

TEST(what_kernels_write)
{
	static const char *const prints[] = {
		"\"n=%d\", REC->n",
		"\"no field\"",
		"\"100%% %-5s|%.*s|%*pbl\", __get_str(word), (int)REC->len, __get_str(word), __get_bitmask(word)",
		"\"%s\", __print_flags(REC->n & ~7, \"|\", { 1, \"one\" }, { 1 << 1, \"t\" \"wo\" })",
		"\"%s\", __print_symbolic(REC->n, { 0, \"zero\" }, { (1 | 2), \"three\" })",
		"\"%s\", REC->n ? __print_flags(REC->n, \",\", { 1, \"a\" }) : \"none\"",
		"\"%c\", REC->n > 1 && !REC->len ? 'F' : ' '",
		"\"%s\", __print_hex(REC->bytes, REC->len), (unsigned long long)REC->n",
		("\"%s\", __print_array(__get_dynamic_array(word), __get_dynamic_array_len(word) / sizeof(u64), "
		 "sizeof(u64))"),
		"\"%u,%u\", ((unsigned int) ((REC->n) >> 20)), ((unsigned int) ((REC->n) & ((1U << 20) - 1)))",
		"\"%d %s\", REC->bytes[0], __get_str(word)[0] ? \" \" : \"\"",
		"\"%p\", (void *)REC->n",
		"\"%d\", __builtin_expect(!!(REC->n), 0)",
		"\"%d\", REC->n / 1000 % 10, REC->n / sizeof(int)",
		"\"quote \\\" %d\", sizeof(struct page *) * REC->n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prints); i++) {
		if (check_print(prints[i]) != TRACE_GOOD)
			printf("# %s\n", prints[i]);
		CHECK_EQ_I64(check_print(prints[i]), TRACE_GOOD);
	}
}

TEST(what_is_kept_from_the_library)
{
	static const char *const prints[] = {
		"",
		"REC->n",
		"\"not ended",
		"\"%d\", REC->m",                              /* no such field: looked at all the same */
		"\"%d\", REC->",                               /* nothing behind it */
		"\"%d\", REC->n +",                            /* an operand is missing */
		"\"%d\", REC->n REC->n",                       /* an operator is */
		"\"%d\", (REC->n",                             /* not closed */
		"\"%d\", REC->n)",                             /* not opened */
		"\"%d\", REC->n ? 1",                          /* half a choice */
		"\"%d\", *REC->n",                             /* pointers */
		"\"%d\", call(REC->n)",                        /* functions of the kernel's */
		"\"%d\", ({ int i = REC->n; i; })",            /* statements */
		"\"%s\", __get_str(other)",                    /* no such field */
		"\"%s\", __get_str(REC->n)",                   /* no name */
		"\"%s\", __print_flags(REC->n, \"|\")",        /* no flags */
		"\"%s\", __print_flags(REC->n, { 1, \"a\" })", /* nothing between flags */
		"\"%s\", __print_symbolic(REC->n, { REC->n, \"a\" })",
		"\"%s\", __print_symbolic(REC->n, { 1 })",
		"\"%s\", __print_hex(REC->bytes, REC->n)", /* as much as four bytes can tell */
		"\"%s\", __print_hex(REC->bytes, 100000)",
		"\"%s\", __print_array(REC->bytes, REC->len, 4096)",
		"\"%d\", REC->bytes[REC->n]", /* anywhere */
		"\"%d\", REC->bytes[100000]",
		"\"%99999999d\", REC->n", /* as much text */
		"\"%*d\", REC->n, REC->n",
		"\"%.*d\", REC->n, REC->n",
		"\"%d\", 1 / REC->n", /* 0 */
		"\"%s\", __print_array(REC->bytes, 8 / REC->len, 1)",
		"\"%d\", 1 % (REC->n)",
		"\"%d\", REC->n / 0",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prints); i++) {
		if (check_print(prints[i]) != TRACE_NO_PRINT)
			printf("# %s\n", prints[i]);
		CHECK_EQ_I64(check_print(prints[i]), TRACE_NO_PRINT);
	}
}

/* n times the text, between what stands before and behind. */
static enum trace_verdict check_repeated(const char *before, const char *text, size_t n, const char *behind)
{
	enum trace_verdict verdict;
	struct buffer b;
	size_t print;

	buffer_init(&b);
	buffer_append(&b, FORMAT "print fmt: ", strlen(FORMAT "print fmt: "));
	buffer_append(&b, before, strlen(before));
	for (size_t i = 0; i < n; i++)
		buffer_append(&b, text, strlen(text));
	buffer_append(&b, behind, strlen(behind));
	CHECK(buffer_ok(&b));
	verdict = trace_format_check((const char *)b.data, b.size, &print);
	buffer_fini(&b);
	return verdict;
}

TEST(depth_is_limited)
{
	CHECK_EQ_I64(check_repeated("\"%d\", ", "1 + ", TRACE_OPERATORS_MAX, "1"), TRACE_GOOD);
	CHECK_EQ_I64(check_repeated("\"%d\", ", "1 + ", TRACE_OPERATORS_MAX + 1, "1"), TRACE_NO_PRINT);
	CHECK_EQ_I64(check_repeated("\"%d\", ", "!", TRACE_OPERATORS_MAX + 1, "1"), TRACE_NO_PRINT);
	CHECK_EQ_I64(check_repeated("\"%d\", ", "(", TRACE_NESTING_MAX + 1, "1"), TRACE_NO_PRINT);
	CHECK_EQ_I64(check_repeated("\"%d\", ", "1 ? ", TRACE_NESTING_MAX + 1, "1"), TRACE_NO_PRINT);
	/* a list is no depth */
	CHECK_EQ_I64(check_repeated("\"%s\", __print_symbolic(REC->n", ", { 1, \"a\" }", 10000, ")"), TRACE_GOOD);
}

TEST(fields_are_where_data_are)
{
	CHECK_EQ_I64(check(HEAD COMMON FIELD_N "\nprint fmt: \"\"\n"), TRACE_GOOD);
	CHECK_EQ_I64(check(HEAD "\tfield:int n;\toffset:65533;\tsize:4;\tsigned:1;\n\nprint fmt: \"\"\n"), TRACE_BAD);
	CHECK_EQ_I64(check(HEAD "\tfield:int n;\toffset:8;\tsize:65529;\tsigned:1;\n\nprint fmt: \"\"\n"), TRACE_BAD);
	CHECK_EQ_I64(check(HEAD "\tfield:int n;\toffset:-8;\tsize:4;\tsigned:1;\n\nprint fmt: \"\"\n"), TRACE_BAD);
	CHECK_EQ_I64(check(HEAD "\tfield:n;\toffset:8;\tsize:4;\tsigned:1;\n\nprint fmt: \"\"\n"), TRACE_BAD);
	CHECK_EQ_I64(check(HEAD "\tfield:int n[;\toffset:8;\tsize:4;\tsigned:1;\n\nprint fmt: \"\"\n"), TRACE_BAD);
	CHECK_EQ_I64(check(HEAD "\nprint fmt: \"\"\n"), TRACE_BAD);
	CHECK_EQ_I64(check("name: \nID: 1\nformat:\n" FIELD_N "\nprint fmt: \"\"\n"), TRACE_BAD);
	CHECK_EQ_I64(check("name: n\nID: x\nformat:\n" FIELD_N "\nprint fmt: \"\"\n"), TRACE_BAD);
	CHECK_EQ_I64(check(HEAD COMMON FIELD_N "\nprint fmt: \"\x80\"\n"), TRACE_BAD);
}

/* Where it stands is told, so that what cannot be printed can be left out. */
TEST(every_cut)
{
	static const char text[] = FORMAT "print fmt: \"%d\", REC->n\n";
	size_t print_at = (size_t)(strstr(text, "print fmt") - text);
	size_t text_end = (size_t)(strstr(text, ", REC->n\n") - text);
	size_t whole = sizeof(text) - 1;

	for (size_t size = 0; size <= whole; size++) {
		size_t print;
		enum trace_verdict verdict = trace_format_check(text, size, &print);

		CHECK(print <= size);
		if (size > print_at)
			CHECK_EQ_U64(print, print_at);
		/* the word R might be a constant */
		CHECK((verdict == TRACE_GOOD) ==
		      (size >= whole - 1 || size == text_end || size == text_end + 3 || size == text_end + 4));
	}
}
