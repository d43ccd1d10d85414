/*
 * deny_sandbox: runs a command in which the system calls of a sandbox fail, as in an older kernel or in a container.
 *
 *	deny_sandbox landlock|seccomp|both COMMAND [ARGS]
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST_LANDLOCK_CALL 444
#define NO_CALL             0xffffffffu

static int deny(unsigned landlock, unsigned seccomp)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, landlock, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, seccomp, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";
	unsigned landlock = !strcmp(what, "seccomp") ? NO_CALL : FIRST_LANDLOCK_CALL;
	unsigned seccomp = !strcmp(what, "landlock") ? NO_CALL : (unsigned)SYS_seccomp;

	if (strcmp(what, "landlock") && strcmp(what, "seccomp") && strcmp(what, "both")) {
		fprintf(stderr, "usage: deny_sandbox landlock|seccomp|both COMMAND [ARGS]\n");
		return 2;
	}
	if (deny(landlock, seccomp)) {
		fprintf(stderr, "deny_sandbox: seccomp: %s\n", strerror(errno));
		return 77;
	}
	execvp(argv[2], argv + 2);
	fprintf(stderr, "deny_sandbox: %s: %s\n", argv[2], strerror(errno));
	return 127;
}
