/*
 * test: the harness of the unit tests: cases that register themselves, checks that end a case, TAP for automake.
 *
 *	TEST(adds)
 *	{
 *		CHECK_EQ_U64(1 + 1, 2);
 *	}
 *
 * One file a module, one program a folder; its main() is in test_main.c. A failed check ends its case (what the case
 * allocated stays behind) and the others go on.
 */
#ifndef PREC_TESTS_SUPPORT_TEST_H
#define PREC_TESTS_SUPPORT_TEST_H

#include "common/bytes.h"

struct test_case {
	const char *name;
	const char *file; /* whose name is the module's */
	void (*run)(void);
	struct test_case *next;
};

enum test_outcome {
	TEST_PASSED,
	TEST_FAILED,
	TEST_SKIPPED,
	TEST_N_OUTCOMES,
};

void test_register(struct test_case *test);

/* In the order in which they were registered: the cases of a module follow each other. */
const struct test_case *test_first(void);

/* *ret_message: why it failed or was skipped, until the next case runs. */
enum test_outcome test_run(const struct test_case *test, const char **ret_message);

#define TEST(name_)                                                                           \
	static void test_case_##name_(void);                                                  \
	__attribute__((constructor)) static void test_register_##name_(void)                  \
	{                                                                                     \
		static struct test_case test = { #name_, __FILE__, test_case_##name_, NULL }; \
                                                                                              \
		test_register(&test);                                                         \
	}                                                                                     \
	static void test_case_##name_(void)

/* Ends the case as failed. */
_Noreturn void test_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Ends the case as skipped; the reason names what is missing. */
_Noreturn void test_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

void test_check_u64(const char *file, int line, const char *text, uint64_t have, uint64_t want);
void test_check_i64(const char *file, int line, const char *text, int64_t have, int64_t want);
void test_check_string(const char *file, int line, const char *text, const char *have, const char *want);
void test_check_bytes(const char *file, int line, const char *text, const void *have, const void *want, size_t size);

#define CHECK(condition)                                                 \
	do {                                                             \
		if (!(condition))                                        \
			test_fail(__FILE__, __LINE__, "%s", #condition); \
	} while (0)

#define CHECK_EQ_U64(have, want)      test_check_u64(__FILE__, __LINE__, #have, (have), (want))
#define CHECK_EQ_I64(have, want)      test_check_i64(__FILE__, __LINE__, #have, (have), (want))
#define CHECK_STR(have, want)         test_check_string(__FILE__, __LINE__, #have, (have), (want))
#define CHECK_BYTES(have, want, size) test_check_bytes(__FILE__, __LINE__, #have, (have), (want), (size))

#endif
