#include "tests/support/test.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define MESSAGE_MAX 1024

static struct {
	struct test_case *first;
	struct test_case **last;
	jmp_buf out;
	char message[MESSAGE_MAX];
} tests = { .last = &tests.first };

void test_register(struct test_case *test)
{
	*tests.last = test;
	tests.last = &test->next;
}

void test_fail(const char *file, int line, const char *format, ...)
{
	va_list args;
	int n = snprintf(tests.message, sizeof(tests.message), "%s:%d: ", file, line);

	va_start(args, format);
	vsnprintf(tests.message + n, sizeof(tests.message) - n, format, args);
	va_end(args);
	longjmp(tests.out, TEST_FAILED);
}

void test_skip(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(tests.message, sizeof(tests.message), format, args);
	va_end(args);
	longjmp(tests.out, TEST_SKIPPED);
}

void test_check_u64(const char *file, int line, const char *text, uint64_t have, uint64_t want)
{
	if (have != want)
		test_fail(file, line, "%s is %" PRIu64 " (0x%" PRIx64 "), not %" PRIu64 " (0x%" PRIx64 ")", text, have,
			  have, want, want);
}

void test_check_i64(const char *file, int line, const char *text, int64_t have, int64_t want)
{
	if (have != want)
		test_fail(file, line, "%s is %" PRId64 ", not %" PRId64, text, have, want);
}

void test_check_string(const char *file, int line, const char *text, const char *have, const char *want)
{
	if (!have || strcmp(have, want))
		test_fail(file, line, "%s is \"%s\", not \"%s\"", text, have ? have : "(null)", want);
}

void test_check_bytes(const char *file, int line, const char *text, const void *have, const void *want, size_t size)
{
	const uint8_t *h = have;
	const uint8_t *w = want;

	for (size_t i = 0; i < size; i++)
		if (h[i] != w[i])
			test_fail(file, line, "%s: byte %zu is 0x%02x, not 0x%02x", text, i, h[i], w[i]);
}

const struct test_case *test_first(void)
{
	return tests.first;
}

enum test_outcome test_run(const struct test_case *test, const char **ret_message)
{
	int outcome = setjmp(tests.out);

	if (outcome == TEST_PASSED)
		test->run();
	*ret_message = tests.message;
	return outcome;
}
