/*
 * blocker FILE: is blocked in four functions, for 120 ms in each of the first three: a sleep, a lock, a pipe, and
 * writing FILE to its disk. Prints for each its name, and how many ns it took.
 */

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BLOCKED_NS  120000000
#define DISK_WRITES 8
#define DISK_BYTES  (256 * 1024)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pipe_ends[2];
static int file;
static pid_t main_thread;
static atomic_bool is_locked;

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void nap(long ns)
{
	nanosleep(&(struct timespec){ .tv_nsec = ns }, NULL);
}

/* Until the main thread sleeps: the state is the word after the name in parentheses. */
static void await_blocked(void)
{
	char path[64], text[512] = "";

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", main_thread);
	for (;;) {
		FILE *f = fopen(path, "re");
		const char *state = f && fgets(text, sizeof(text), f) ? strrchr(text, ')') : NULL;

		if (f)
			fclose(f);
		if (state && state[2] == 'S')
			return;
		nap(100000);
	}
}

/* Holds the lock until the main thread has waited for it; lets it wait for the pipe then. */
static void *hold(void *unused)
{
	pthread_mutex_lock(&lock);
	is_locked = true;
	await_blocked();
	nap(BLOCKED_NS);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *send_late(void *unused)
{
	await_blocked();
	nap(BLOCKED_NS);
	if (write(pipe_ends[1], "x", 1) != 1)
		exit(1);
	return unused;
}

__attribute__((noinline)) static int block_sleep(void)
{
	nap(BLOCKED_NS);
	return 0;
}

__attribute__((noinline)) static int block_lock(void)
{
	return pthread_mutex_lock(&lock) || pthread_mutex_unlock(&lock);
}

__attribute__((noinline)) static int block_pipe(void)
{
	char byte;

	return read(pipe_ends[0], &byte, 1) != 1;
}

__attribute__((noinline)) static int block_disk(void)
{
	static const char block[DISK_BYTES];
	int result = 0;

	for (int i = 0; i < DISK_WRITES && !result; i++)
		result = write(file, block, sizeof(block)) != sizeof(block) || fsync(file);
	return result;
}

static void measure(const char *name, int (*block)(void))
{
	uint64_t start = now();

	if (block())
		exit(1);
	printf("%s %llu\n", name, (unsigned long long)(now() - start));
}

int main(int argc, char **argv)
{
	pthread_t holder, sender;

	if (argc != 2)
		return 2;
	main_thread = (pid_t)gettid();
	file = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (file < 0 || pipe2(pipe_ends, O_CLOEXEC))
		return 1;
	measure("block_sleep", block_sleep);
	if (pthread_create(&holder, NULL, hold, NULL))
		return 1;
	while (!is_locked)
		sched_yield();
	measure("block_lock", block_lock);
	pthread_join(holder, NULL);
	if (pthread_create(&sender, NULL, send_late, NULL))
		return 1;
	measure("block_pipe", block_pipe);
	pthread_join(sender, NULL);
	measure("block_disk", block_disk);
	return 0;
}
