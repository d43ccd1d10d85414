/*
 * sleeper: is blocked until it is killed, in four threads: in a sleep, by a lock, by a pipe, and the first one until
 * the others end. Prints a line when all but the first are.
 */

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pipe_ends[2];
static pid_t tids[3];

__attribute__((noinline)) static void wait_in_sleep(void)
{
	for (;;)
		sleep(1000);
}

__attribute__((noinline)) static void wait_for_lock(void)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
}

__attribute__((noinline)) static void wait_for_pipe(void)
{
	char byte;

	while (read(pipe_ends[0], &byte, 1) >= 0)
		;
}

static void *wait_somehow(void *tid)
{
	static void (*const waits[])(void) = { wait_in_sleep, wait_for_lock, wait_for_pipe };

	__atomic_store_n((pid_t *)tid, gettid(), __ATOMIC_RELEASE);
	waits[(pid_t *)tid - tids]();
	return NULL;
}

/* The state is the word after the name in parentheses. */
static char state_of(pid_t *tid)
{
	char path[64], text[512] = "";
	const char *state;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", __atomic_load_n(tid, __ATOMIC_ACQUIRE));
	f = fopen(path, "re");
	state = f && fgets(text, sizeof(text), f) ? strrchr(text, ')') : NULL;
	if (f)
		fclose(f);
	return state ? state[2] : '?';
}

int main(void)
{
	pthread_t threads[3];

	if (pipe(pipe_ends) || pthread_mutex_lock(&lock))
		return 1;
	for (int i = 0; i < 3; i++)
		if (pthread_create(&threads[i], NULL, wait_somehow, &tids[i]))
			return 1;
	for (int i = 0; i < 3; i++)
		while (state_of(&tids[i]) != 'S')
			nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	puts("blocked");
	fflush(stdout);
	return pthread_join(threads[0], NULL);
}
