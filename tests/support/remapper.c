/*
 * remapper TIMES: maps two files' code at one address in turns, and runs it there, TIMES times altogether.
 *
 * The files, remap-A and remap-B in the current folder, hold the same loop at different places: at 0 and at 0x800. So
 * the address of a sample shows which of them ran, whatever the mappings said. Before each turn the thread takes the
 * name of its file, so that comm and DSO must agree as well.
 */
#include "tests/support/loop_code.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#define CODE_SIZE 4096

struct turn {
	const char *name;
	size_t place; /* of the loop */
	int fd;
};

static void turn_begin(struct turn *t)
{
	unsigned char code[CODE_SIZE] = { 0 };

	memcpy(code + t->place, loop_code, sizeof(loop_code));
	t->fd = open(t->name, O_RDWR | O_CREAT | O_TRUNC, 0755);
	if (t->fd < 0 || write(t->fd, code, sizeof(code)) != sizeof(code)) {
		perror(t->name);
		exit(1);
	}
}

static void turn_run(const struct turn *t, char *at)
{
	void (*run)(void);
	char *entry = at + t->place;

	prctl(PR_SET_NAME, t->name);
	if (mmap(at, CODE_SIZE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, t->fd, 0) != at) {
		perror("mmap");
		exit(1);
	}
	memcpy(&run, &entry, sizeof(run));
	run();
}

int main(int argc, char **argv)
{
	struct turn turns[] = { { .name = "remap-A" }, { .name = "remap-B", .place = 0x800 } };
	long times = argc > 1 ? atol(argv[1]) : 100;
	char *at;

	if (sizeof(loop_code) == 1) {
		fprintf(stderr, "no code for this processor\n");
		return 77;
	}
	turn_begin(&turns[0]);
	turn_begin(&turns[1]);
	at = mmap(NULL, CODE_SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return 1;
	for (long i = 0; i < times; i++)
		turn_run(&turns[i & 1], at);
	return 0;
}
