#include "tests/support/test.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define EXIT_SKIPPED 77
#define MESSAGE_MAX  1024

enum outcome {
	OUTCOME_PASSED,
	OUTCOME_FAILED,
	OUTCOME_SKIPPED,
};

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
	longjmp(tests.out, OUTCOME_FAILED);
}

void test_skip(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(tests.message, sizeof(tests.message), format, args);
	va_end(args);
	longjmp(tests.out, OUTCOME_SKIPPED);
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

static enum outcome test_run(const struct test_case *test)
{
	int outcome = setjmp(tests.out);

	if (!outcome)
		test->run();
	return outcome;
}

static bool test_wanted(const struct test_case *test, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], test->name))
			return true;
	return argc < 2;
}

static void test_list(void)
{
	for (const struct test_case *test = tests.first; test; test = test->next)
		puts(test->name);
}

static int test_count(int argc, char **argv)
{
	int n = 0;

	for (const struct test_case *test = tests.first; test; test = test->next)
		n += test_wanted(test, argc, argv);
	return n;
}

static enum outcome test_report(const struct test_case *test, int number)
{
	enum outcome outcome = test_run(test);

	printf("%s %d - %s%s%s\n", outcome == OUTCOME_FAILED ? "not ok" : "ok", number, test->name,
	       outcome == OUTCOME_SKIPPED ? " # SKIP " : "", outcome == OUTCOME_SKIPPED ? tests.message : "");
	if (outcome == OUTCOME_FAILED)
		printf("# FAIL %s %s\n", test->name, tests.message);
	fflush(stdout);
	return outcome;
}

int main(int argc, char **argv)
{
	int outcomes[3] = { 0 };
	int n = test_count(argc, argv);
	int number = 0;

	if (argc == 2 && !strcmp(argv[1], "--list")) {
		test_list();
		return 0;
	}
	if (n < argc - 1 || !n) {
		fprintf(stderr, "%s: no such case; --list names them\n", argv[0]);
		return 2;
	}
	printf("1..%d\n", n);
	fflush(stdout);
	for (const struct test_case *test = tests.first; test; test = test->next)
		if (test_wanted(test, argc, argv))
			outcomes[test_report(test, ++number)]++;
	if (outcomes[OUTCOME_FAILED])
		return 1;
	return argc > 1 && outcomes[OUTCOME_SKIPPED] == n ? EXIT_SKIPPED : 0;
}
