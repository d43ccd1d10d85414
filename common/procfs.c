#include "common/procfs.h"

#include "common/bytes.h"
#include "common/fileio.h"
#include "common/task_stat.h"

#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
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

/* In the initial namespace process 2 is kthreadd; no other namespace has kernel threads. */
uint32_t initial_pid(void)
{
	if (is_in_initial_namespace())
		return (uint32_t)getpid();
	return parse_file("/proc/2/stat", is_kernel_thread) ? parse_file("/proc/self/status", initial_pid_parse) : 0;
}

/* Bytes of a line; longer options, which come after type and mount point, are cut off. */
#define MOUNTS_LINE_MAX 16384

static FILE *mounts_open(int dir, const char *file)
{
	int fd = openat(dir, file, O_RDONLY | O_CLOEXEC);
	FILE *mounts = fd < 0 ? NULL : fdopen(fd, "r");

	if (fd >= 0 && !mounts)
		close(fd);
	return mounts;
}

int mounts_find(int dir, const char *file, const struct mount_query *query, char *ret_path, size_t size)
{
	FILE *mounts = mounts_open(dir, file);
	char line[MOUNTS_LINE_MAX];
	struct mntent mount;
	bool found = false;

	if (!mounts)
		return -errno;
	while (getmntent_r(mounts, &mount, line, sizeof(line))) {
		if (strcmp(mount.mnt_type, query->type) != 0 || (query->option && !hasmntopt(&mount, query->option)) ||
		    strlen(mount.mnt_dir) >= size)
			continue;
		if (!found || (query->usual && !strcmp(mount.mnt_dir, query->usual)))
			strcpy(ret_path, mount.mnt_dir);
		found = true;
	}
	endmntent(mounts);
	return found;
}

/* True for the types of file systems that others serve; "fuse" includes "fuse.sshfs". */
static bool is_served(const char *type)
{
	static const char *const types[] = { "9p",   "afs",      "autofs",  "beegfs", "ceph",    "cifs",
					     "coda", "fuse",     "fuseblk", "gpfs",   "lustre",  "nfs",
					     "nfs4", "orangefs", "smb3",    "smbfs",  "virtiofs" };
	size_t size = strcspn(type, ".");

	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (strlen(types[i]) == size && !memcmp(types[i], type, size))
			return true;
	return false;
}

bool mounts_have_served(int dir, const char *file)
{
	FILE *mounts = mounts_open(dir, file);
	char line[MOUNTS_LINE_MAX];
	struct mntent mount;
	bool found = false;

	if (!mounts)
		return false;
	while (!found && getmntent_r(mounts, &mount, line, sizeof(line)))
		found = is_served(mount.mnt_type);
	endmntent(mounts);
	return found;
}

const char *kernel_pointers_advice_for(char buffer[static KERNEL_POINTERS_ADVICE_MAX], int kptr_restrict, int paranoid)
{
	const char *both = paranoid > 1 ? " kernel.perf_event_paranoid=1" : "";

	if (kptr_restrict > 1)
		snprintf(buffer, KERNEL_POINTERS_ADVICE_MAX,
			 "kernel.kptr_restrict is %d, which hides them from root too; sudo sysctl "
			 "kernel.kptr_restrict=1",
			 kptr_restrict);
	else if (kptr_restrict == 1)
		snprintf(buffer, KERNEL_POINTERS_ADVICE_MAX,
			 "kernel.kptr_restrict is 1; as root, or after: sudo sysctl kernel.kptr_restrict=0%s", both);
	else
		snprintf(buffer, KERNEL_POINTERS_ADVICE_MAX,
			 "kernel.perf_event_paranoid is %d and at most 1 is needed; as root, or after: "
			 "sudo sysctl kernel.perf_event_paranoid=1",
			 paranoid);
	return buffer;
}

const char *kernel_pointers_advice(char buffer[static KERNEL_POINTERS_ADVICE_MAX])
{
	/* Of a setting that cannot be read: the kernel's own default. */
	return kernel_pointers_advice_for(buffer, fileio_read_number("/proc/sys/kernel/kptr_restrict", 1),
					  fileio_read_number("/proc/sys/kernel/perf_event_paranoid", 2));
}
