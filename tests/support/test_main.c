/*
 * main() of the unit tests: run [--list] [MODULE|CASE|MODULE:CASE]...
 *
 * Without a name all cases run, those of each module in a process of their own: what a module leaves behind
 * (descriptors, limits, threads) is not there for the next, and a case that dies costs no other. The cases of one
 * module alone run in the process itself, for debuggers. Output: TAP. Exit status: 0, 1 when a case failed, 77 when
 * everything asked for by name was skipped, 2 when a name is unknown.
 */
#include "tests/support/test.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXIT_SKIPPED 77

/* What the processes share: how far a module has come. */
struct progress {
	const struct test_case *running;
	int n; /* results so far, of all modules */
	int outcomes[TEST_N_OUTCOMES];
};

/* The names asked for. */
struct choice {
	char **names;
	int n;
};

static const char *base_name(const char *file)
{
	const char *slash = strrchr(file, '/');

	return slash ? slash + 1 : file;
}

/* The length of a module's name: that of its file without .c. */
static int module_length(const struct test_case *test)
{
	return (int)strcspn(base_name(test->file), ".");
}

static bool same_module(const struct test_case *a, const struct test_case *b)
{
	return !strcmp(a->file, b->file);
}

static bool is_named(const struct test_case *test, const char *name)
{
	const char *file = base_name(test->file);
	size_t length = (size_t)module_length(test);

	if (strncmp(name, file, length))
		return !strcmp(name, test->name);
	return !name[length] || (name[length] == ':' && !strcmp(name + length + 1, test->name)) ||
	       !strcmp(name, test->name);
}

static bool is_chosen(const struct test_case *test, const struct choice *choice)
{
	for (int i = 0; i < choice->n; i++)
		if (is_named(test, choice->names[i]))
			return true;
	return !choice->n;
}

/* From a case on, itself included. */
static const struct test_case *next_chosen(const struct test_case *test, const struct choice *choice)
{
	while (test && !is_chosen(test, choice))
		test = test->next;
	return test;
}

static void print_result(struct progress *progress, const struct test_case *test, enum test_outcome outcome,
			 const char *message)
{
	const char *before[TEST_N_OUTCOMES] = { [TEST_FAILED] = ": ", [TEST_SKIPPED] = " # SKIP " };

	progress->n++;
	progress->outcomes[outcome]++;
	printf("%s %d - %.*s: %s", outcome == TEST_FAILED ? "not ok" : "ok", progress->n, module_length(test),
	       base_name(test->file), test->name);
	if (outcome != TEST_PASSED)
		printf("%s%s", before[outcome], message);
	putchar('\n');
	fflush(stdout);
}

/* The chosen cases of a module, from a case on. */
static void run_module(const struct test_case *from, const struct choice *choice, struct progress *progress)
{
	const char *message;

	for (const struct test_case *test = from; test && same_module(test, from);
	     test = next_chosen(test->next, choice)) {
		progress->running = test;
		enum test_outcome outcome = test_run(test, &message);

		print_result(progress, test, outcome, message);
	}
	progress->running = NULL;
}

/* Runs the rest of a module in a process; where that dies, the case it was at has failed. Returns where to go on. */
static const struct test_case *run_apart(const struct test_case *from, const struct choice *choice,
					 struct progress *progress)
{
	const struct test_case at_exit = { .name = "at its exit", .file = from->file };
	const struct test_case *last = from;
	char reason[64];
	int status;
	pid_t pid = fork();

	if (!pid) {
		run_module(from, choice, progress);
		exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		fprintf(stderr, "cannot run a process: %s\n", strerror(errno));
		exit(2);
	}
	while (last->next && same_module(last->next, from))
		last = last->next;
	if (!status)
		return last->next;
	if (progress->running)
		last = progress->running;
	snprintf(reason, sizeof(reason), WIFSIGNALED(status) ? "died of signal %d" : "ended with status %d",
		 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	print_result(progress, progress->running ? last : &at_exit, TEST_FAILED, reason);
	progress->running = NULL;
	return last->next;
}

static void list(void)
{
	for (const struct test_case *test = test_first(); test; test = test->next)
		printf("%.*s:%s\n", module_length(test), base_name(test->file), test->name);
}

/* Whether each name is that of a case or module. */
static bool all_known(const struct choice *choice)
{
	for (int i = 0; i < choice->n; i++) {
		struct choice one = { .names = choice->names + i, .n = 1 };

		if (!next_chosen(test_first(), &one)) {
			fprintf(stderr, "no case or module '%s'; --list names them\n", choice->names[i]);
			return false;
		}
	}
	return test_first();
}

static void run_chosen(const struct choice *choice, struct progress *progress)
{
	const struct test_case *first = next_chosen(test_first(), choice);
	const struct test_case *other = first;

	while (other && same_module(other, first))
		other = next_chosen(other->next, choice);
	if (!other) {
		run_module(first, choice, progress);
		return;
	}
	for (const struct test_case *test = first; test; test = next_chosen(test, choice))
		test = run_apart(test, choice, progress);
}

int main(int argc, char **argv)
{
	struct choice choice = { .names = argv + 1, .n = argc - 1 };
	struct progress *progress =
		mmap(NULL, sizeof(*progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (argc == 2 && !strcmp(argv[1], "--list")) {
		list();
		return 0;
	}
	if (progress == MAP_FAILED || !all_known(&choice))
		return 2;
	run_chosen(&choice, progress);
	printf("1..%d\n", progress->n);
	if (progress->outcomes[TEST_FAILED])
		return 1;
	return choice.n && progress->outcomes[TEST_SKIPPED] == progress->n ? EXIT_SKIPPED : 0;
}
