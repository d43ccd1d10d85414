/*
 * remaker TIMES: makes code at one address TIMES times, each in the place of the one before, runs it, and writes it
 * down in jit-PID.dump in the current folder, as a JIT does.
 *
 * Even turns are called even_N, odd ones odd_N, where N is the turn modulo 4, and their loops are at different places:
 * at 0 and at 0x800. So where a sample fell tells which of them it ran in, whatever the records say. For each turn the
 * memory becomes writable and then executable again, which the kernel records as new anonymous memory. Beside it is
 * code that is made once, "helper", and moved after half of the turns.
 */
#include "tests/support/loop_code.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define CODE_SIZE 4096

struct header {
	uint32_t magic, version, size, machine, pad, pid;
	uint64_t time, flags;
};

struct prefix {
	uint32_t type, size;
	uint64_t time;
};

struct load {
	struct prefix prefix;
	uint32_t pid, tid;
	uint64_t vma, addr, size, index;
};

struct move {
	struct prefix prefix;
	uint32_t pid, tid;
	uint64_t vma, old_addr, addr, size, index;
};

static FILE *dump;

static void check(int ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(1);
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The machine's number, from its own program. */
static uint32_t machine(void)
{
	unsigned char head[20];
	FILE *f = fopen("/proc/self/exe", "rb");

	check(f && fread(head, 1, sizeof(head), f) == sizeof(head), "/proc/self/exe");
	fclose(f);
	return head[18] | (uint32_t)head[19] << 8;
}

static void dump_begin(void)
{
	struct header h = {
		.magic = 0x4A695444, .version = 1, .size = sizeof(h), .machine = machine(), .pid = (uint32_t)getpid()
	};
	char name[64];

	snprintf(name, sizeof(name), "jit-%d.dump", (int)getpid());
	dump = fopen(name, "w+b");
	check(dump != NULL, name);
	check(mmap(NULL, CODE_SIZE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(dump), 0) != MAP_FAILED, name);
	h.time = now();
	check(fwrite(&h, sizeof(h), 1, dump) == 1, name);
}

static void dump_load(const char *at, uint64_t index, const char *name)
{
	struct load l = { .prefix = { .size = (uint32_t)(sizeof(l) + strlen(name) + 1 + CODE_SIZE), .time = now() },
			  .pid = (uint32_t)getpid(),
			  .tid = (uint32_t)getpid(),
			  .vma = (uintptr_t)at,
			  .addr = (uintptr_t)at,
			  .size = CODE_SIZE,
			  .index = index };

	check(fwrite(&l, sizeof(l), 1, dump) == 1 && fwrite(name, strlen(name) + 1, 1, dump) == 1 &&
		      fwrite(at, CODE_SIZE, 1, dump) == 1,
	      "the dump");
}

static void dump_move(const char *from, const char *to, uint64_t index)
{
	struct move m = { .prefix = { .type = 1, .size = sizeof(m), .time = now() },
			  .pid = (uint32_t)getpid(),
			  .tid = (uint32_t)getpid(),
			  .vma = (uintptr_t)to,
			  .old_addr = (uintptr_t)from,
			  .addr = (uintptr_t)to,
			  .size = CODE_SIZE,
			  .index = index };

	check(fwrite(&m, sizeof(m), 1, dump) == 1, "the dump");
}

static void make(char *at, size_t place)
{
	check(!mprotect(at, CODE_SIZE, PROT_READ | PROT_WRITE), "mprotect");
	memset(at, 0, CODE_SIZE);
	memcpy(at + place, loop_code, sizeof(loop_code));
	check(!mprotect(at, CODE_SIZE, PROT_READ | PROT_EXEC), "mprotect");
	__builtin___clear_cache(at, at + CODE_SIZE);
}

static void run(char *entry)
{
	void (*function)(void);

	memcpy(&function, &entry, sizeof(function));
	function();
}

static void turn(char *at, long number)
{
	size_t place = number & 1 ? 0x800 : 0;
	char name[32];

	snprintf(name, sizeof(name), "%s_%ld", number & 1 ? "odd" : "even", number & 3);
	make(at, place);
	dump_load(at, (uint64_t)number + 10, name);
	run(at + place);
}

int main(int argc, char **argv)
{
	long times = argc > 1 ? atol(argv[1]) : 100;
	char *at, *helper;

	if (sizeof(loop_code) == 1) {
		fprintf(stderr, "no code for this processor\n");
		return 77;
	}
	at = mmap(NULL, 3 * CODE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	check(at != MAP_FAILED, "mmap");
	dump_begin();
	make(at + CODE_SIZE, 0);
	dump_load(at + CODE_SIZE, 1, "helper");
	helper = at + CODE_SIZE;
	for (long i = 0; i < times; i++) {
		turn(at, i);
		if (i == times / 2) {
			make(helper + CODE_SIZE, 0);
			dump_move(helper, helper + CODE_SIZE, 1);
			helper += CODE_SIZE;
		}
		run(helper);
	}
	check(!fclose(dump), "the dump");
	if (argc > 2) {
		puts("done");
		check(!fflush(stdout), "the output");
		pause();
	}
	return 0;
}
