#include "record/open/target.h"

#include "common/list.h"
#include "record/pmu/online_cpus.h"
#include "record/privilege/privilege.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int pids_add(pid_t **pids, size_t *n, pid_t pid)
{
	if (!list_reserve_unkept(pids, *n, sizeof(**pids)))
		return -ENOMEM;
	(*pids)[(*n)++] = pid;
	return 0;
}

static bool is_there(const char *path)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	struct stat status;
	int result = stat(path, &status);

	privilege_drop(&held);
	return !result;
}

bool target_exists(pid_t id)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d", id);
	return is_there(path);
}

bool target_has_thread(pid_t pid, pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d", pid, tid);
	return is_there(path);
}

#define PIDFD_THREAD O_EXCL /* Linux 6.9; headers may be older */

int target_end_fd(pid_t id, bool is_thread)
{
	int fd = (int)syscall(SYS_pidfd_open, id, is_thread ? PIDFD_THREAD : 0);

	return fd < 0 ? -errno : fd;
}

#define COMM_MAX 15 /* the kernel keeps as many bytes of a name */

/* Which processes are listed: what is not set does not matter. */
struct wanted_process {
	const uid_t *user;
	const char *name;
};

static bool has_name(int proc, const char *pid, const char *name)
{
	char path[300], comm[COMM_MAX + 2] = "";
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof(path), "%s/comm", pid);
	fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, comm, sizeof(comm) - 1);
		close(fd);
	}
	comm[strcspn(comm, "\n")] = 0;
	return n > 0 && atoi(pid) != getpid() && !strncmp(comm, name, COMM_MAX);
}

static bool is_wanted(int proc, const char *pid, const struct wanted_process *w)
{
	struct stat status;

	if (!isdigit((unsigned char)*pid) || fstatat(proc, pid, &status, 0))
		return false;
	return (!w->user || status.st_uid == *w->user) && (!w->name || has_name(proc, pid, w->name));
}

static int list_wanted(const struct wanted_process *wanted, pid_t **pids, size_t *n, struct error *err)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	int result = 0;

	if (!proc)
		return error_set(err, -errno, "/proc: %s", strerror(errno));
	while (!result && (entry = readdir(proc)))
		if (is_wanted(dirfd(proc), entry->d_name, wanted) && pids_add(pids, n, atoi(entry->d_name)))
			result = error_nomem(err);
	closedir(proc);
	return result;
}

static int target_list(const struct wanted_process *wanted, pid_t **ret_pids, size_t *ret_n, struct error *err)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	pid_t *pids = NULL;
	size_t n = 0;
	int result = list_wanted(wanted, &pids, &n, err);

	privilege_drop(&held);
	if (result) {
		free(pids);
		return result;
	}
	*ret_pids = pids;
	*ret_n = n;
	return 0;
}

int target_list_user(uid_t uid, pid_t **ret_pids, size_t *ret_n, struct error *err)
{
	return target_list(&(struct wanted_process){ .user = &uid }, ret_pids, ret_n, err);
}

int target_list_named(const char *name, pid_t **ret_pids, size_t *ret_n, struct error *err)
{
	return target_list(&(struct wanted_process){ .name = name }, ret_pids, ret_n, err);
}

int target_list_all(pid_t **ret_pids, size_t *ret_n, struct error *err)
{
	return target_list(&(struct wanted_process){ 0 }, ret_pids, ret_n, err);
}

int target_online_cpus(struct cpulist *ret_cpus, struct error *err)
{
	return online_cpus_read(ret_cpus, NULL, err);
}

/* An offline CPU among the wanted ones is an error, as in Linux perf. */
static int restrict_cpus(struct target *t, const struct cpulist *wanted, struct error *err)
{
	int n = 0;

	if (cpulist_copy(&t->others, &t->cpus))
		return error_nomem(err);
	t->others.n = 0;
	for (int i = 0; i < wanted->n; i++)
		if (!cpulist_has(&t->cpus, wanted->cpus[i]))
			return error_set(err, -ENODEV, "CPU %d is not online (see /sys/devices/system/cpu/online)",
					 wanted->cpus[i]);
	for (int i = 0; i < t->cpus.n; i++) {
		const int cpu = t->cpus.cpus[i];

		if (cpulist_has(wanted, cpu))
			t->cpus.cpus[n++] = cpu;
		else
			t->others.cpus[t->others.n++] = cpu;
	}
	t->cpus.n = n;
	return 0;
}

static int add_thread(struct target *t, pid_t tid, pid_t owner)
{
	int result = pids_add(&t->tids, &t->n_tids, tid);

	if (!result)
		result = pids_add(&t->owners, &t->n_owners, owner);
	return result ? result : u32map_set(&t->by_tid, (uint32_t)tid, 0);
}

static int copy_ids(struct target *t, const struct target_config *config, struct error *err)
{
	for (size_t i = 0; i < config->n_ids; i++)
		if (config->kind == TARGET_PROCESSES ? pids_add(&t->pids, &t->n_pids, config->ids[i])
						     : add_thread(t, config->ids[i], config->ids[i]))
			return error_nomem(err);
	return 0;
}

int target_init(struct target *t, const struct target_config *config, struct error *err)
{
	int result;

	memset(t, 0, sizeof(*t));
	t->kind = config->kind;
	t->cpus_given = config->cpus;
	t->inherit = config->inherit;
	t->cgroup_fd = config->cgroup_fd;
	t->per_thread = t->kind != TARGET_SYSTEM &&
			(config->per_thread || (!t->inherit && !t->cpus_given && !config->attachable));
	result = online_cpus_read(&t->cpus, config->sys_root, err);
	if (!result && config->cpus)
		result = restrict_cpus(t, config->cpus, err);
	return result ? result : copy_ids(t, config, err);
}

void target_fini(struct target *t)
{
	cpulist_fini(&t->cpus);
	cpulist_fini(&t->others);
	free(t->pids);
	free(t->tids);
	free(t->owners);
	u32map_fini(&t->by_tid);
	memset(t, 0, sizeof(*t));
}

bool target_wants_cpu(const struct target *t, int cpu)
{
	return !t->cpus_given || cpulist_has(&t->cpus, cpu);
}

int target_add_process(struct target *t, pid_t pid)
{
	return pids_add(&t->pids, &t->n_pids, pid);
}

int target_set_command(struct target *t, pid_t pid)
{
	if (pids_add(&t->pids, &t->n_pids, pid))
		return -ENOMEM;
	return add_thread(t, pid, pid);
}

static int list_process(struct target *t, pid_t pid, struct error *err)
{
	size_t before = t->n_tids;
	struct dirent *entry;
	char path[64];
	DIR *tasks;
	int result = 0;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	tasks = opendir(path);
	if (!tasks && (errno == ENOENT || errno == ESRCH)) /* ended meanwhile */
		return 0;
	if (!tasks)
		return error_set(err, -errno, "threads of process %d: %s: %s", pid, path, strerror(errno));
	while (!result && (entry = readdir(tasks))) {
		pid_t tid = atoi(entry->d_name);

		if (tid > 0 && u32map_get(&t->by_tid, (uint32_t)tid) == U32MAP_NONE && add_thread(t, tid, pid))
			result = error_nomem(err);
	}
	closedir(tasks);
	return result ? result : (int)(t->n_tids - before);
}

int target_list_process(struct target *t, pid_t pid, struct error *err)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	int result = list_process(t, pid, err);

	privilege_drop(&held);
	return result;
}

int target_list_threads(struct target *t, struct error *err)
{
	int added = 0;

	if (t->kind != TARGET_PROCESSES)
		return 0;
	for (size_t i = 0; i < t->n_pids; i++) {
		int result = target_list_process(t, t->pids[i], err);

		if (result < 0)
			return result;
		added += result;
	}
	return added;
}
