/*
 * secrets WORD: a program that has secrets in all places of which recordings tell. WORD is one of 16 characters; each
 * place has it with another letter in front, so that it is known what a recording tells of. It runs for a fifth of a
 * second of CPU time.
 *
 *	S	on the stack		R	in registers		A	an argument (the caller's)
 *	T	a thread's name		M	the name of a memfd	F	a folder and file that are mapped
 *	P	the argument of a probed function, which is a string; and of open(2)
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sum;

static int is_over(void)
{
	struct timespec used;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	return used.tv_sec || used.tv_nsec > 200000000;
}

/* A string that a probe reads. */
__attribute__((noinline)) static void secrets_probed(const char *text)
{
	sum += (unsigned char)text[0];
}

/* Keeps eight bytes in a register while it runs. */
__attribute__((noinline)) static void spin(const volatile char *stack, unsigned long word)
{
	for (long i = 0; i < 1000000; i++) {
#if defined(__x86_64__)
		__asm__ volatile("" : "+r"(word) : : "memory");
#endif
		sum += (unsigned char)stack[i & 15] + word;
	}
}

__attribute__((noinline)) static void work(const char *word)
{
	volatile char stack[64];
	unsigned long in_register;
	char text[32];

	snprintf((char *)stack, sizeof(stack), "S%s", word);
	snprintf(text, sizeof(text), "R%s", word);
	memcpy(&in_register, text, sizeof(in_register));
	memset(text, 0, sizeof(text));
	while (!is_over())
		spin(stack, in_register);
}

static void map(int fd, int protection)
{
	void *p;

	if (ftruncate(fd, 4096))
		exit(1);
	p = mmap(NULL, 4096, protection, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		exit(1);
	sum += *(volatile unsigned char *)p;
}

int main(int argc, char **argv)
{
	char name[256], path[512];

	if (argc < 2)
		return 1;
	snprintf(name, sizeof(name), "M%s", argv[1]);
	map(memfd_create(name, 0), PROT_READ | PROT_EXEC);
	snprintf(name, sizeof(name), "F%s", argv[1]);
	mkdir(name, 0700);
	snprintf(path, sizeof(path), "%s/F%s", name, argv[1]);
	map(open(path, O_RDWR | O_CREAT, 0600), PROT_READ | PROT_WRITE);
	snprintf(path, sizeof(path), "P%s", argv[1]);
	secrets_probed(path);
	close(open(path, O_RDONLY));
	snprintf(name, sizeof(name), "T%.14s", argv[1]);
	prctl(PR_SET_NAME, name);
	work(argv[1]);
	return 0;
}
