#include "record/synth/synth_tasks.h"

#include "common/task_stat.h"
#include "record/synth/synth_maps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SYNTH_PATH_MAX 64
#define SYNTH_COMM_MAX 16 /* the kernel's TASK_COMM_LEN; /proc shows longer names of its workers */

/* Reads the comm of a thread whose parent is known: the kernel writes comm faster than stat. */
static int thread_read(struct synth *s, pid_t pid, pid_t tid, struct task_stat *ret)
{
	char path[SYNTH_PATH_MAX];
	size_t size;
	int result;

	snprintf(path, sizeof(path), "%d/task/%d/comm", pid, tid);
	result = synth_read_task(s, path);
	if (result)
		return result;
	size = strnlen((const char *)s->text.data, SYNTH_COMM_MAX - 1);
	while (size && s->text.data[size - 1] == '\n')
		size--;
	*ret = (struct task_stat){ .parent = pid };
	memcpy(ret->comm, s->text.data, size);
	return 0;
}

static int task_read(struct synth *s, pid_t pid, pid_t tid, struct task_stat *ret)
{
	char path[SYNTH_PATH_MAX];
	int result;

	if (tid != pid)
		return thread_read(s, pid, tid, ret);
	snprintf(path, sizeof(path), "%d/stat", pid);
	result = synth_read_task(s, path);
	if (!result)
		result = task_stat_parse(ret, (const char *)s->text.data);
	if (!result)
		ret->comm[SYNTH_COMM_MAX - 1] = 0;
	return result;
}

/*
 * The parent of a thread is its process. The exec bit keeps readers from copying the parent's mappings, as they do for
 * a fork that was recorded.
 */
static int task_emit_fork(struct synth *s, pid_t pid, pid_t tid, pid_t parent)
{
	struct record_task task = { (uint32_t)pid, (uint32_t)parent, (uint32_t)tid, (uint32_t)parent, 0 };

	record_put_fork(&s->record, &task, &s->id);
	if (buffer_ok(&s->record))
		buffer_set_u16(&s->record, 4, RECORD_MISC_FORK_EXEC);
	return synth_emit(s);
}

/*
 * Returns the inode of a namespace, from the text of its link, "net:[4026531833]": stat(2), which follows the link,
 * takes twice the time. 0: it cannot be read.
 */
static uint64_t task_read_namespace(const struct synth *s, pid_t pid, pid_t tid, const char *name)
{
	char path[SYNTH_PATH_MAX];
	char link[SYNTH_PATH_MAX];
	const char *number;
	ssize_t size;

	if (pid == tid)
		snprintf(path, sizeof(path), "%d/ns/%s", pid, name);
	else
		snprintf(path, sizeof(path), "%d/task/%d/ns/%s", pid, tid, name);
	size = readlinkat(s->proc, path, link, sizeof(link) - 1);
	if (size < 0)
		return 0;
	link[size] = 0;
	number = strchr(link, '[');
	return number ? strtoull(number + 1, NULL, 10) : 0;
}

/* Adds the namespaces in the kernel's order, all on one device. One that cannot be read is zero. */
static int task_emit_namespaces(struct synth *s, pid_t pid, pid_t tid)
{
	static const char *const names[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	struct record_namespace spaces[ARRAY_SIZE(names)] = { 0 };
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		spaces[i].inode = task_read_namespace(s, pid, tid, names[i]);
		spaces[i].device = spaces[i].inode ? s->namespace_device : 0;
	}
	privilege_drop(&held);
	record_put_namespaces(&s->record, (uint32_t)pid, (uint32_t)tid, spaces, ARRAY_SIZE(names), &s->id);
	return synth_emit(s);
}

static int task_emit_comm(struct synth *s, pid_t pid, pid_t tid, const char *comm)
{
	record_put_comm(&s->record, 0, (uint32_t)pid, (uint32_t)tid, comm, &s->id);
	return synth_emit(s);
}

/* Makes all records of a thread; for the first one of a process also its mappings. with_fork: also its FORK. */
static int put_task(struct synth *s, pid_t pid, pid_t tid, bool with_fork)
{
	struct task_stat task;
	int result = task_read(s, pid, tid, &task);

	if (result == -ENOMEM)
		return error_nomem(s->err);
	if (result) {
		s->counts.vanished++;
		return 0;
	}
	if (with_fork)
		result = task_emit_fork(s, pid, tid, task.parent);
	if (!result && s->options.namespaces)
		result = task_emit_namespaces(s, pid, tid);
	if (!result)
		result = task_emit_comm(s, pid, tid, task.comm);
	if (result)
		return result;
	if (tid != pid) {
		s->counts.threads++;
		return 0;
	}
	s->counts.processes++;
	result = (task.flags & TASK_KTHREAD) || s->options.no_maps ? 0 : synth_maps(s, pid);
	return result == -ENOMEM ? error_nomem(s->err) : result;
}

struct process_walk {
	pid_t pid;
	bool with_fork;
};

static int each_task(struct synth *s, pid_t tid, void *context)
{
	const struct process_walk *walk = context;

	return tid == walk->pid ? 0 : put_task(s, walk->pid, tid, walk->with_fork);
}

static int put_process(struct synth *s, pid_t pid, bool with_fork)
{
	struct process_walk walk = { pid, with_fork };
	char path[SYNTH_PATH_MAX];
	int result;
	int dir;

	snprintf(path, sizeof(path), "%d/task", pid);
	dir = synth_open(s, PRIVILEGE_PROCESSES, path, O_RDONLY | O_DIRECTORY);
	if (dir < 0) {
		s->counts.vanished++;
		return 0;
	}
	result = put_task(s, pid, pid, with_fork);
	if (!result)
		result = synth_each_number(s, dir, each_task, &walk);
	close(dir);
	/* A process that ends while its threads are listed. */
	return result == -ENOENT || result == -ESRCH ? 0 : result;
}

static int each_process(struct synth *s, pid_t pid, void *context)
{
	(void)context;
	return put_process(s, pid, true);
}

int synth_processes(struct synth *s, struct error *err)
{
	int dir = synth_open(s, PRIVILEGE_NONE, ".", O_RDONLY | O_DIRECTORY);
	int result;

	s->err = err;
	if (dir < 0)
		return error_set(err, dir, "cannot list processes: %s", strerror(-dir));
	result = synth_each_number(s, dir, each_process, NULL);
	close(dir);
	return result;
}

int synth_pids(struct synth *s, const pid_t *pids, size_t n, struct error *err)
{
	int result = 0;

	s->err = err;
	for (size_t i = 0; i < n && !result; i++)
		result = put_process(s, pids[i], false);
	return result;
}

pid_t synth_process_of(struct synth *s, pid_t tid)
{
	char path[SYNTH_PATH_MAX];
	const char *line;

	snprintf(path, sizeof(path), "%d/status", tid);
	if (synth_read_task(s, path))
		return 0;
	line = strstr((const char *)s->text.data, "\nTgid:");
	return line ? (pid_t)strtol(line + strlen("\nTgid:"), NULL, 10) : 0;
}

int synth_tids(struct synth *s, const pid_t *tids, size_t n, struct error *err)
{
	pid_t *processes = calloc(n ? n : 1, sizeof(*processes));
	int result = processes ? 0 : error_nomem(err);

	s->err = err;
	for (size_t i = 0; i < n && !result; i++) {
		pid_t pid = processes[i] = synth_process_of(s, tids[i]);
		bool seen = false;

		if (!pid) {
			s->counts.vanished++;
			continue;
		}
		for (size_t j = 0; j < i; j++)
			seen |= processes[j] == pid;
		if (!seen)
			result = put_task(s, pid, pid, false);
		if (!result && tids[i] != pid)
			result = put_task(s, pid, tids[i], false);
	}
	free(processes);
	return result;
}
