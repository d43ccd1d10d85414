/*
 * deny_perf: runs a command in which perf_event_open(2) fails with EPERM or another errno, as container run-times
 * arrange it with a seccomp filter.
 *
 *	deny_perf [-e ERRNO] COMMAND [ARGS]
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int deny(int error)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((unsigned)error & SECCOMP_RET_DATA)),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv)
{
	int error = EPERM;
	int first = 1;

	if (argc > 3 && !strcmp(argv[1], "-e")) {
		error = atoi(argv[2]);
		first = 3;
	}
	if (argc <= first) {
		fprintf(stderr, "usage: deny_perf [-e ERRNO] COMMAND [ARGS]\n");
		return 2;
	}
	if (deny(error)) {
		fprintf(stderr, "deny_perf: seccomp: %s\n", strerror(errno));
		return 77;
	}
	execvp(argv[first], argv + first);
	fprintf(stderr, "deny_perf: %s: %s\n", argv[first], strerror(errno));
	return 127;
}
