#include "record/synth/synth_state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SYNTH_READ_STEP  (64u << 10)
#define SYNTH_TEXT_MAX   (256u << 20) /* a maps file of over a million mappings */
#define SYNTH_PATH_MAX   64
#define SYNTH_COMM_MAX   16 /* the kernel's TASK_COMM_LEN; /proc shows longer names of its workers */
#define SYNTH_DIRENTS    (32u << 10)
#define STAT_FLAGS_FIELD 6 /* of /proc/PID/stat, counted behind the state */
#define TASK_IS_KTHREAD  0x00200000u

int synth_emit(struct synth *s)
{
	int result;

	if (!buffer_ok(&s->record))
		return error_nomem(s->err);
	result = s->sink.emit(s->sink.context, s->record.data, s->record.size);
	buffer_clear(&s->record);
	return result;
}

static int synth_read_all(struct synth *s, int fd, bool one_read)
{
	for (;;) {
		uint8_t *room = buffer_reserve(&s->text, SYNTH_READ_STEP);
		ssize_t n;

		if (!room)
			return -ENOMEM;
		n = read(fd, room, s->text.capacity - s->text.size - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		s->text.size += n;
		s->text.data[s->text.size] = 0;
		if (!n || one_read)
			return 0;
		if (s->text.size > SYNTH_TEXT_MAX)
			return -E2BIG;
	}
}

int synth_open(const struct synth *s, enum privilege privilege, const char *path, int flags)
{
	const struct privilege_held held = privilege_raise(privilege);
	int fd = openat(s->proc, path, flags | O_CLOEXEC);

	privilege_drop(&held);
	return fd < 0 ? -errno : fd;
}

/* one_read: what a single read(2) gives is all there is. */
static int synth_read_open(struct synth *s, enum privilege privilege, const char *path, bool one_read)
{
	int fd = synth_open(s, privilege, path, O_RDONLY);
	int result;

	if (fd < 0)
		return fd;
	buffer_clear(&s->text);
	result = synth_read_all(s, fd, one_read);
	close(fd);
	return result;
}

int synth_read(struct synth *s, enum privilege privilege, const char *path)
{
	return synth_read_open(s, privilege, path, false);
}

/* A short file of a process. */
static int synth_read_process(struct synth *s, const char *path)
{
	return synth_read_open(s, PRIVILEGE_PROCESSES, path, true);
}

/* What /proc/PID/stat says of a task. */
struct task_facts {
	char comm[SYNTH_COMM_MAX];
	pid_t parent;
	bool is_kernel;
};

/* "PID (COMM) S PPID PGRP SESSION TTY TPGID FLAGS ..."; a comm may hold anything, parentheses too. */
static int task_parse(const char *text, struct task_facts *ret_facts)
{
	const char *open = strchr(text, '(');
	const char *close = strrchr(text, ')');
	size_t size = open && close && close > open ? close - open - 1 : SIZE_MAX;
	char *p;
	unsigned long flags = 0;

	if (size == SIZE_MAX || close[1] != ' ' || !close[2])
		return -EBADMSG;
	if (size >= sizeof(ret_facts->comm))
		size = sizeof(ret_facts->comm) - 1;
	memcpy(ret_facts->comm, open + 1, size);
	ret_facts->comm[size] = 0;
	p = (char *)close + 3;
	ret_facts->parent = (pid_t)strtol(p, &p, 10);
	for (int field = 2; field <= STAT_FLAGS_FIELD; field++)
		flags = strtoul(p, &p, 10);
	ret_facts->is_kernel = flags & TASK_IS_KTHREAD;
	return 0;
}

static int task_read(struct synth *s, pid_t pid, pid_t tid, struct task_facts *ret_facts)
{
	char path[SYNTH_PATH_MAX];
	size_t size;
	int result;

	if (tid == pid) {
		snprintf(path, sizeof(path), "%d/stat", pid);
		result = synth_read_process(s, path);
		return result ? result : task_parse((const char *)s->text.data, ret_facts);
	}
	/* A thread's parent is known, and its comm alone is cheaper for the kernel to tell. */
	snprintf(path, sizeof(path), "%d/task/%d/comm", pid, tid);
	result = synth_read_process(s, path);
	if (result)
		return result;
	size = strnlen((const char *)s->text.data, sizeof(ret_facts->comm) - 1);
	while (size && s->text.data[size - 1] == '\n')
		size--;
	memcpy(ret_facts->comm, s->text.data, size);
	ret_facts->comm[size] = 0;
	ret_facts->parent = pid;
	ret_facts->is_kernel = false;
	return 0;
}

/*
 * The parent of a thread is its process, of which it is no copy. The exec bit keeps readers from copying the parent's
 * mappings, as they do for a fork that was seen.
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
 * The inode of a namespace, from the text of its link, "net:[4026531833]": following the link as stat(2) does takes the
 * kernel twice the time. 0 where it cannot be read.
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

/* In the kernel's order; namespaces that cannot be read are written as zeros. All are of one device. */
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

/* All records of one thread; a process's first thread brings its mappings. with_fork: its FORK too. */
static int synth_task(struct synth *s, pid_t pid, pid_t tid, bool with_fork)
{
	struct task_facts facts;
	int result = task_read(s, pid, tid, &facts);

	if (result == -ENOMEM)
		return error_nomem(s->err);
	if (result) {
		s->counts.vanished++;
		return 0;
	}
	if (with_fork)
		result = task_emit_fork(s, pid, tid, facts.parent);
	if (!result && s->options.namespaces)
		result = task_emit_namespaces(s, pid, tid);
	if (!result)
		result = task_emit_comm(s, pid, tid, facts.comm);
	if (result)
		return result;
	if (tid != pid) {
		s->counts.threads++;
		return 0;
	}
	s->counts.processes++;
	result = facts.is_kernel ? 0 : synth_maps(s, pid);
	return result == -ENOMEM ? error_nomem(s->err) : result;
}

struct linux_dirent64 {
	uint64_t inode;
	int64_t offset;
	uint16_t size;
	uint8_t type;
	char name[];
};

/* Where /proc has hidepid, it lists what this thread may see as it asks. */
static long synth_getdents(int dir, void *entries, size_t size)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	long n = syscall(SYS_getdents64, dir, entries, size);

	privilege_drop(&held);
	return n;
}

/* readdir(3) without its allocation for every folder. */
int synth_each_number(struct synth *s, int dir, int (*each)(struct synth *s, pid_t number, void *context),
		      void *context)
{
	union {
		char bytes[SYNTH_DIRENTS];
		struct linux_dirent64 aligned;
	} entries;
	long n;

	while ((n = synth_getdents(dir, entries.bytes, sizeof(entries.bytes))) > 0)
		for (long at = 0; at < n;) {
			const struct linux_dirent64 *entry = (const void *)(entries.bytes + at);
			char *end;
			long number = strtol(entry->name, &end, 10);
			int result = 0;

			at += entry->size;
			if (!*end && number > 0 && number <= INT32_MAX)
				result = each(s, (pid_t)number, context);
			if (result)
				return result;
		}
	return n < 0 ? -errno : 0;
}

struct process_walk {
	pid_t pid;
	bool with_fork;
};

static int synth_each_task(struct synth *s, pid_t tid, void *context)
{
	const struct process_walk *walk = context;

	return tid == walk->pid ? 0 : synth_task(s, walk->pid, tid, walk->with_fork);
}

static int synth_process(struct synth *s, pid_t pid, bool with_fork)
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
	result = synth_task(s, pid, pid, with_fork);
	if (!result)
		result = synth_each_number(s, dir, synth_each_task, &walk);
	close(dir);
	/* A process that ends while its threads are listed. */
	return result == -ENOENT || result == -ESRCH ? 0 : result;
}

static int synth_each_process(struct synth *s, pid_t pid, void *context)
{
	(void)context;
	return synth_process(s, pid, true);
}

int synthesize_processes(struct synth *s, struct error *err)
{
	int dir = synth_open(s, PRIVILEGE_NONE, ".", O_RDONLY | O_DIRECTORY);
	int result;

	s->err = err;
	if (dir < 0)
		return error_set(err, dir, "cannot list processes: %s", strerror(-dir));
	result = synth_each_number(s, dir, synth_each_process, NULL);
	close(dir);
	return result;
}

int synthesize_pids(struct synth *s, const pid_t *pids, size_t n, struct error *err)
{
	int result = 0;

	s->err = err;
	for (size_t i = 0; i < n && !result; i++)
		result = synth_process(s, pids[i], false);
	return result;
}

/* The process a thread belongs to, or 0. */
static pid_t synth_process_of(struct synth *s, pid_t tid)
{
	char path[SYNTH_PATH_MAX];
	const char *line;

	snprintf(path, sizeof(path), "%d/status", tid);
	if (synth_read_process(s, path))
		return 0;
	line = strstr((const char *)s->text.data, "\nTgid:");
	return line ? (pid_t)strtol(line + strlen("\nTgid:"), NULL, 10) : 0;
}

int synthesize_tids(struct synth *s, const pid_t *tids, size_t n, struct error *err)
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
			result = synth_task(s, pid, pid, false);
		if (!result && tids[i] != pid)
			result = synth_task(s, pid, tids[i], false);
	}
	free(processes);
	return result;
}

struct synth *synth_new(const struct synth_options *options, const struct synth_sink *sink, struct error *err)
{
	const char *root = options->proc_root ? options->proc_root : "/proc";
	struct synth *s = calloc(1, sizeof(*s));
	struct stat st;

	if (!s) {
		error_nomem(err);
		return NULL;
	}
	s->options = *options;
	s->sink = *sink;
	s->id.sample_type = options->sample_id_all ? options->sample_type : 0;
	s->id.id = options->id;
	buffer_init(&s->record);
	buffer_init(&s->text);
	s->proc = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->proc < 0) {
		error_set(err, -errno, "cannot open %s: %s", root, strerror(errno));
		synth_free(s);
		return NULL;
	}
	if (!fstatat(s->proc, "self/ns/mnt", &st, 0)) {
		s->own_mount_namespace = st.st_ino;
		s->namespace_device = st.st_dev;
	}
	return s;
}

void synth_free(struct synth *s)
{
	if (!s)
		return;
	if (s->proc >= 0)
		close(s->proc);
	elf_build_id_cache_fini(&s->files);
	buffer_fini(&s->record);
	buffer_fini(&s->text);
	free(s);
}

const struct synth_counts *synth_counts(const struct synth *s)
{
	return &s->counts;
}
