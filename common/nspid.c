#include "common/nspid.h"

#include "common/fileio.h"
#include "common/task_stat.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATUS_MAX        65536
#define INITIAL_NAMESPACE 0xEFFFFFFCu /* PROC_PID_INIT_INO of include/linux/proc_ns.h */

uint32_t nspid_parse(const char *status)
{
	const char *line = strstr(status, "\nNSpid:");
	const char *end = line ? line + 1 + strcspn(line + 1, "\n") : NULL;
	const char *last = end;

	while (last && last > line && last[-1] >= '0' && last[-1] <= '9')
		last--;
	return last == end ? 0 : (uint32_t)strtoul(last, NULL, 10);
}

uint32_t initial_pid_parse(const char *status)
{
	const char *line = strstr(status, "\nNSpid:");
	const char *first = line ? line + sizeof("\nNSpid:") - 1 : "";

	first += strspn(first, "\t ");
	return *first >= '0' && *first <= '9' ? (uint32_t)strtoul(first, NULL, 10) : 0;
}

static uint32_t parse_file(const char *path, uint32_t (*parse)(const char *text))
{
	struct buffer text;
	uint32_t number = 0;

	buffer_init(&text);
	if (!fileio_read_file(AT_FDCWD, path, &text, STATUS_MAX))
		number = parse((const char *)text.data);
	buffer_fini(&text);
	return number;
}

static bool is_in_initial_namespace(void)
{
	struct stat status;

	return !stat("/proc/self/ns/pid", &status) && status.st_ino == INITIAL_NAMESPACE;
}

static uint32_t is_kernel_thread(const char *stat)
{
	struct task_stat task;

	return !task_stat_parse(&task, stat) && task.flags & TASK_KTHREAD;
}

/* Process 2 of the initial namespace is kthreadd, and no other one has threads of the kernel. */
uint32_t initial_pid(void)
{
	if (is_in_initial_namespace())
		return (uint32_t)getpid();
	return parse_file("/proc/2/stat", is_kernel_thread) ? parse_file("/proc/self/status", initial_pid_parse) : 0;
}
