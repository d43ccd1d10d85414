#include "record/command/target_options.h"

#include "record/command/record_options.h"
#include "record/events/event_cgroups.h"
#include "record/events/event_context.h"

#include "common/log.h"

#include <ctype.h>
#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#define PIDS_MAX (1 << 22) /* the kernel's PID_MAX_LIMIT */

/* What a target_config points to while it is made. */
struct id_list {
	pid_t *ids;
	size_t n;
};

static bool id_list_has(const struct id_list *list, pid_t id)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->ids[i] == id)
			return true;
	return false;
}

/* One id of the list `text`; *p: where it begins, then where it ends. */
static int parse_id(const char **p, const char *option, const char *text, pid_t *ret_id, struct error *err)
{
	char *end;
	long id = strtol(*p, &end, 10);

	if (!isdigit((unsigned char)**p) || (*end && *end != ',') || id < 1 || id > PIDS_MAX)
		return error_set(err, -EINVAL, "%s '%s': not a comma-separated list of ids", option, text);
	*p = end;
	*ret_id = (pid_t)id;
	return 0;
}

int target_options_first_id(const char *option, const char *text, pid_t *ret_id, struct error *err)
{
	const char *p = text;

	return parse_id(&p, option, text, ret_id, err);
}

/* "12,34", each once. */
static int parse_ids(struct id_list *list, const char *option, const char *text, struct error *err)
{
	const char *p = text;

	list->ids = calloc(strlen(text) + 1, sizeof(*list->ids));
	if (!list->ids)
		return error_nomem(err);
	for (;; p++) {
		pid_t id;
		int result = parse_id(&p, option, text, &id, err);

		if (result)
			return result;
		if (!target_exists(id))
			return error_set(err, -ESRCH, "%s %d: there is no such process or thread", option, id);
		if (!id_list_has(list, id))
			list->ids[list->n++] = id;
		if (!*p)
			return 0;
	}
}

static int parse_user(uid_t *ret_uid, const char *text, struct error *err)
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

static int list_user(struct id_list *list, const char *user, struct error *err)
{
	uid_t uid = 0;
	int result = parse_user(&uid, user, err);

	if (!result)
		result = target_list_user(uid, &list->ids, &list->n, err);
	if (!result && !list->n)
		return error_set(err, -ESRCH, "-u %s: no process of that user runs", user);
	return result;
}

static int parse_cpus(struct cpulist *cpus, const char *text, struct error *err)
{
	int result = cpulist_parse(cpus, text, err);

	if (result)
		error_prefix(err, "-C");
	else if (!cpus->n)
		result = error_set(err, -EINVAL, "-C: the list is empty");
	return result;
}

/* As Linux perf: the first of -p, -t, -u wins over what cannot go with it, and a warning says so. */
void target_options_warn(const struct target_options *o, char *const *command)
{
	if (o->pids && o->tids)
		log_warn("-p and -t were both given: -t is ignored");
	if ((o->pids || o->tids) && o->user)
		log_warn("-p or -t and -u were both given: -u is ignored");
	if ((o->pids || o->tids || o->user) && o->system_wide)
		log_warn("-a was given beside -p, -t or -u: -a is ignored");
	if ((o->pids || o->tids || o->user) && command)
		log_verbose("recording what -p, -t or -u names, until '%s' ends", command[0]);
}

enum target_kind target_options_kind(const struct target_options *o, char *const *command)
{
	if (o->pids || (o->user && !o->tids) || o->everyone)
		return TARGET_PROCESSES;
	if (o->tids)
		return TARGET_THREADS;
	return command && !o->system_wide && !o->cpus ? TARGET_COMMAND : TARGET_SYSTEM;
}

static int find_ids(struct id_list *list, const struct target_options *o, struct error *err)
{
	if (o->pids)
		return parse_ids(list, "--pid", o->pids, err);
	if (o->tids)
		return parse_ids(list, "--tid", o->tids, err);
	if (o->everyone)
		return target_list_all(&list->ids, &list->n, err);
	return o->user ? list_user(list, o->user, err) : 0;
}

int target_options_apply(const struct target_options *o, char *const *command, struct target *ret_target,
			 struct error *err)
{
	struct target_config config = { .kind = target_options_kind(o, command),
					.sys_root = event_context_of_environment().sys_root,
					.inherit = !o->no_inherit,
					.per_thread = o->per_thread,
					.attachable = o->attachable };
	struct cpulist cpus = { 0 };
	struct id_list list = { 0 };
	int result = 0;

	if (o->n_cgroups && config.kind != TARGET_SYSTEM)
		return error_set(err, -EINVAL, "-G: cgroups are monitored on whole CPUs only: use -a or -C");
	if (o->per_thread && config.kind == TARGET_SYSTEM)
		return error_set(err, -EINVAL, "--per-thread needs a command, -p, -t or -u");
	if (o->cpus) {
		result = parse_cpus(&cpus, o->cpus, err);
		config.cpus = &cpus;
	}
	if (!result)
		result = find_ids(&list, o, err);
	if (!result) {
		config.ids = list.ids;
		config.n_ids = list.n;
		result = target_init(ret_target, &config, err);
		if (result == -ENODEV)
			error_prefix(err, "-C %s", o->cpus);
	}
	cpulist_fini(&cpus);
	free(list.ids);
	return result;
}

int target_options_take_cgroups(struct record_options *o, const char *names, struct error *err)
{
	return event_cgroups_add(&o->events, names, &o->target.n_cgroups, err);
}

static int check_target(const struct record_options *o, struct error *err)
{
	if (o->target.per_thread && (o->target.cpus || o->target.system_wide))
		return error_set(err, -EINVAL, "--per-thread needs threads: it excludes -a and -C");
	return 0;
}

static const struct record_option options[] = {
	{ 'a', "all-cpus", NULL, "record all CPUs, whatever runs there", .flag = OPTION_MEMBER(target.system_wide) },
	{ 'p', "pid", "PID", "record running processes, a comma-separated list", .text = OPTION_MEMBER(target.pids) },
	{ 't', "tid", "TID", "record running threads, a comma-separated list", .text = OPTION_MEMBER(target.tids) },
	{ 'u', "uid", "USER", "record the processes that run now as USER, a name or number",
	  .text = OPTION_MEMBER(target.user) },
	{ 'C', "cpu", "CPUS", "record on these CPUs only, for example 0-2,5", .text = OPTION_MEMBER(target.cpus) },
	{ 'G', "cgroup", "NAMES",
	  "the first event in the first cgroup alone, the second in the second ...;\n"
	  "a single name is for all events before it; with -a or -C",
	  .parse = target_options_take_cgroups },
	{ 0, "per-thread", NULL, "one buffer a thread instead of one a CPU; implies -i",
	  .flag = OPTION_MEMBER(target.per_thread) },
	{ 'i', "no-inherit", NULL, "do not follow new processes and threads",
	  .flag = OPTION_MEMBER(target.no_inherit) },
	{ 0 },
};

const struct option_theme target_theme = { options, check_target, NULL };
