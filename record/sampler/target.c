#include "record/sampler/target.h"

#include "record/privilege/privilege.h"

#include "common/fileio.h"
#include "common/list.h"
#include "common/log.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CPUS_ONLINE     "/sys/devices/system/cpu/online"
#define CPUS_TEXT_MAX   (1 << 20)
#define TARGET_PIDS_MAX (1 << 22) /* the kernel's PID_MAX_LIMIT */

static int pids_add(pid_t **pids, size_t *n, pid_t pid)
{
	if (!list_reserve_unkept(pids, *n, sizeof(**pids)))
		return -ENOMEM;
	(*pids)[(*n)++] = pid;
	return 0;
}

static bool pids_have(const pid_t *pids, size_t n, pid_t pid)
{
	for (size_t i = 0; i < n; i++)
		if (pids[i] == pid)
			return true;
	return false;
}

static bool process_is_there(long pid)
{
	const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
	struct stat status;
	char path[64];
	int result;

	snprintf(path, sizeof(path), "/proc/%ld", pid);
	result = stat(path, &status);
	privilege_drop(&held);
	return !result;
}

static int pids_parse(pid_t **pids, size_t *n, const char *option, const char *text, struct error *err)
{
	const char *p = text;

	for (;;) {
		char *end;
		long pid = strtol(p, &end, 10);

		if (!isdigit((unsigned char)*p) || (*end && *end != ',') || pid < 1 || pid > TARGET_PIDS_MAX)
			return error_set(err, -EINVAL, "%s '%s': not a comma-separated list of ids", option, text);
		if (!process_is_there(pid))
			return error_set(err, -ESRCH, "%s %ld: there is no such process or thread", option, pid);
		if (!pids_have(*pids, *n, (pid_t)pid) && pids_add(pids, n, (pid_t)pid))
			return error_nomem(err);
		if (!*end)
			return 0;
		p = end + 1;
	}
}

static int user_parse(uid_t *ret_uid, const char *text, struct error *err)
{
	const struct passwd *user = getpwnam(text);
	unsigned long uid;
	char *end;

	if (user) {
		*ret_uid = user->pw_uid;
		return 0;
	}
	uid = strtoul(text, &end, 10);
	if (!isdigit((unsigned char)*text) || *end || uid >= UINT32_MAX)
		return error_set(err, -EINVAL, "-u '%s': there is no such user", text);
	*ret_uid = (uid_t)uid;
	return 0;
}

static int target_list_user(struct target *t, uid_t uid, struct error *err)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	int result = 0;

	if (!proc)
		return error_set(err, -errno, "/proc: %s", strerror(errno));
	while (!result && (entry = readdir(proc))) {
		struct stat status;

		if (!isdigit((unsigned char)entry->d_name[0]) || fstatat(dirfd(proc), entry->d_name, &status, 0))
			continue;
		if (status.st_uid == uid && pids_add(&t->pids, &t->n_pids, atoi(entry->d_name)))
			result = error_nomem(err);
	}
	closedir(proc);
	return result;
}

static int target_add_user(struct target *t, const char *user, struct error *err)
{
	struct privilege_held held;
	uid_t uid = 0;
	int result = user_parse(&uid, user, err);

	if (result)
		return result;
	held = privilege_raise(PRIVILEGE_PROCESSES);
	result = target_list_user(t, uid, err);
	privilege_drop(&held);
	if (!result && !t->n_pids)
		return error_set(err, -ESRCH, "-u %s: no process of that user runs", user);
	return result;
}

int target_online_cpus(struct cpulist *ret_cpus, struct error *err)
{
	struct buffer text;
	int result;

	buffer_init(&text);
	result = fileio_read_file(AT_FDCWD, CPUS_ONLINE, &text, CPUS_TEXT_MAX);
	if (result)
		error_set(err, result, "%s: %s", CPUS_ONLINE, strerror(-result));
	else
		result = cpulist_parse(ret_cpus, (const char *)text.data, err);
	buffer_fini(&text);
	return result;
}

/* Keeps those of t->cpus that the user asked for. A CPU asked for that is offline is an error, as in Linux perf. */
static int target_restrict_cpus(struct target *t, const char *text, struct error *err)
{
	struct cpulist wanted = { 0 };
	int result = cpulist_parse(&wanted, text, err);
	int n = 0;

	if (result) {
		error_prefix(err, "-C");
		return result;
	}
	if (!wanted.n)
		result = error_set(err, -EINVAL, "-C: the list is empty");
	for (int i = 0; i < wanted.n && !result; i++)
		if (!cpulist_has(&t->cpus, wanted.cpus[i]))
			result = error_set(err, -ENODEV, "-C %s: CPU %d is not online (see %s)", text, wanted.cpus[i],
					   CPUS_ONLINE);
	for (int i = 0; i < t->cpus.n; i++)
		if (cpulist_has(&wanted, t->cpus.cpus[i]))
			t->cpus.cpus[n++] = t->cpus.cpus[i];
	t->cpus.n = n;
	cpulist_fini(&wanted);
	return result;
}

/* As Linux perf: the first of -p, -t, -u wins over what cannot go with it, and the user is told. */
static void target_warn_conflicts(const struct record_options *o)
{
	if (o->pids && o->tids)
		log_warn("-p and -t were both given: -t is ignored");
	if ((o->pids || o->tids) && o->user)
		log_warn("-p or -t and -u were both given: -u is ignored");
	if ((o->pids || o->tids || o->user) && o->system_wide)
		log_warn("-a was given beside -p, -t or -u: -a is ignored");
	if ((o->pids || o->tids || o->user) && o->command)
		log_verbose("recording what -p, -t or -u names, until '%s' ends", o->command[0]);
}

int target_init(struct target *t, const struct record_options *o, struct error *err)
{
	int result;

	memset(t, 0, sizeof(*t));
	target_warn_conflicts(o);
	t->per_thread = o->per_thread;
	if (o->pids || (o->user && !o->tids))
		t->kind = TARGET_PROCESSES;
	else if (o->tids)
		t->kind = TARGET_THREADS;
	else if (o->command && !o->system_wide && !o->cpus)
		t->kind = TARGET_COMMAND;
	if (t->per_thread && t->kind == TARGET_SYSTEM)
		return error_set(err, -EINVAL, "--per-thread needs a command, -p, -t or -u");
	if (t->kind != TARGET_SYSTEM && o->no_inherit && !o->cpus)
		t->per_thread = true;
	result = target_online_cpus(&t->cpus, err);
	if (!result && o->cpus)
		result = target_restrict_cpus(t, o->cpus, err);
	if (!result && o->pids)
		result = pids_parse(&t->pids, &t->n_pids, "-p", o->pids, err);
	else if (!result && t->kind == TARGET_PROCESSES)
		result = target_add_user(t, o->user, err);
	else if (!result && o->tids)
		result = pids_parse(&t->tids, &t->n_tids, "-t", o->tids, err);
	return result;
}

void target_fini(struct target *t)
{
	cpulist_fini(&t->cpus);
	free(t->pids);
	free(t->tids);
	memset(t, 0, sizeof(*t));
}

int target_set_command(struct target *t, pid_t pid)
{
	if (pids_add(&t->pids, &t->n_pids, pid))
		return -ENOMEM;
	return pids_add(&t->tids, &t->n_tids, pid);
}

/* The threads known before this process are those below `known`; lists are short where the search matters. */
static int target_list_process(struct target *t, pid_t pid, struct error *err)
{
	size_t before = t->n_tids;
	struct dirent *entry;
	char path[64];
	DIR *tasks;
	int result = 0;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	tasks = opendir(path);
	if (!tasks) /* ended meanwhile */
		return 0;
	while (!result && (entry = readdir(tasks))) {
		pid_t tid = atoi(entry->d_name);

		if (tid > 0 && !pids_have(t->tids, t->n_tids, tid) && pids_add(&t->tids, &t->n_tids, tid))
			result = error_nomem(err);
	}
	closedir(tasks);
	return result ? result : (int)(t->n_tids - before);
}

int target_list_threads(struct target *t, struct error *err)
{
	int added = 0;

	if (t->kind != TARGET_PROCESSES)
		return 0;
	for (size_t i = 0; i < t->n_pids; i++) {
		const struct privilege_held held = privilege_raise(PRIVILEGE_PROCESSES);
		int result = target_list_process(t, t->pids[i], err);

		privilege_drop(&held);
		if (result < 0)
			return result;
		added += result;
	}
	return added;
}
