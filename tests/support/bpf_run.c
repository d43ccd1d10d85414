/*
 * bpf_run: spends CPU time in a BPF program that was there before.
 *
 *	bpf_run COMMAND...	loads a program named "prectest", then runs the command, with the program's descriptor
 *				in BPF_RUN_FD
 *	bpf_run			runs that program many times, within the kernel
 *
 * Exits with 77 where that is not possible, after saying why.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOOPS  2000   /* of the program; the verifier looks at each */
#define REPEAT 100000 /* runs of it, some 0.2 seconds */

static int skip(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	return 77;
}

static int load(void)
{
	/* r0 = LOOPS; do r0 -= 1 while r0; return */
	const struct bpf_insn code[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = LOOPS },
		{ .code = BPF_ALU64 | BPF_SUB | BPF_K, .imm = 1 },
		{ .code = BPF_JMP | BPF_JNE | BPF_K, .off = -2 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = { .prog_type = BPF_PROG_TYPE_SOCKET_FILTER,
				.insn_cnt = sizeof(code) / sizeof(*code),
				.insns = (uintptr_t)code,
				.license = (uintptr_t) "GPL",
				.prog_name = "prectest" };

	return (int)syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

static int run(int fd)
{
	static char packet[64];
	union bpf_attr attr = { .test = { .prog_fd = (uint32_t)fd,
					  .data_size_in = sizeof(packet),
					  .data_in = (uintptr_t)packet,
					  .repeat = REPEAT } };

	return syscall(SYS_bpf, BPF_PROG_TEST_RUN, &attr, sizeof(attr)) ? skip("BPF_PROG_TEST_RUN") : 0;
}

int main(int argc, char **argv)
{
	const char *given = getenv("BPF_RUN_FD");
	char text[16];
	int fd;

	if (argc < 2)
		return given ? run(atoi(given)) : 1;
	fd = load();
	if (fd < 0 || fcntl(fd, F_SETFD, 0))
		return skip("BPF_PROG_LOAD");
	snprintf(text, sizeof(text), "%d", fd);
	setenv("BPF_RUN_FD", text, 1);
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 1;
}
