/*
 * probed: calls a function that a probe is in, 52 times: from its main thread, another thread, a forked child, a thread
 * of that, and a program that it starts by posix_spawn(3).
 *
 *	probed
 *	probed serve	for each line of standard input, and says "done" each time
 *
 * Says what the system refused; the exit status is then 1. The function gets the number of the call in its thread and a
 * text of that.
 */
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAIN_CALLS    5
#define THREAD_CALLS  10
#define CHILD_CALLS   20
#define PROGRAM_CALLS 7

static volatile long sink;
static int n_refused;

__attribute__((noinline)) long probed_call(long number, const char *text);

long probed_call(long number, const char *text)
{
	sink += number + *text;
	return 2 * number;
}

static void call(long n)
{
	char text[32];

	for (long i = 0; i < n; i++) {
		snprintf(text, sizeof(text), "call %ld", i);
		probed_call(i, text);
	}
}

static void check(const char *what, int code)
{
	n_refused += code != 0;
	if (code)
		printf("%s: %s\n", what, strerror(code));
}

static void *body(void *context)
{
	call(THREAD_CALLS);
	return context;
}

static void call_in_thread(void)
{
	pthread_t thread;
	int code = pthread_create(&thread, NULL, body, NULL);

	check("pthread_create", code);
	if (!code)
		pthread_join(thread, NULL);
}

static void call_in_child(void)
{
	pid_t child = fork();
	int status = 0;

	if (!child) {
		n_refused = 0;
		call(CHILD_CALLS);
		call_in_thread();
		fflush(stdout);
		_exit(n_refused);
	}
	if (child < 0)
		perror("fork");
	else
		waitpid(child, &status, 0);
	n_refused += child < 0 || status;
}

static void call_in_program(const char *self)
{
	char name[] = "probed", word[] = "program";
	char *argv[] = { name, word, NULL }, *none = NULL;
	pid_t child;
	int status = 0, code = posix_spawn(&child, self, NULL, NULL, argv, &none);

	check("posix_spawn", code);
	if (!code)
		waitpid(child, &status, 0);
	n_refused += status != 0;
}

static void round_of_calls(void)
{
	call(MAIN_CALLS);
	call_in_thread();
	call_in_child();
	call_in_program("/proc/self/exe");
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	char line[16];

	if (!strcmp(word, "program"))
		call(PROGRAM_CALLS);
	else if (strcmp(word, "serve") != 0)
		round_of_calls();
	else
		while (fgets(line, sizeof(line), stdin)) {
			round_of_calls();
			puts("done");
			fflush(stdout);
		}
	return n_refused != 0;
}
