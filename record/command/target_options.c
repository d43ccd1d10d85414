
#include "record/command/target_options.h"

#include "common/list.h"
#include "common/log.h"
#include "record/command/option_groups.h"
#include "record/command/record_options.h"
#include "record/events/event_cgroups.h"
#include "record/pmu/event_context.h"

#include <ctype.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
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

static int id_list_add(struct id_list *list, pid_t id, struct error *err)
{
	if (id_list_has(list, id))
		return 0;
	if (!list_reserve_unkept(&list->ids, list->n, sizeof(*list->ids)))
		return error_nomem(err);
	list->ids[list->n++] = id;
	return 0;
}

/* All processes of a name, but for this one. */
static int add_named(struct id_list *list, const char *option, const char *name, struct error *err)
{
	struct id_list named = { 0 };
	int result = target_list_named(name, &named.ids, &named.n, err);

	if (!result && !named.n)
		result = error_set(err, -ESRCH, "%s %s: no process has this name", option, name);
	for (size_t i = 0; i < named.n && !result; i++)
		result = id_list_add(list, named.ids[i], err);
	free(named.ids);
	return result;
}

static int add_number(struct id_list *list, const char *option, const char *text, struct error *err)
{
	const unsigned long id = strtoul(text, NULL, 10);

	if (text[strspn(text, "0123456789")] || id < 1 || id > PIDS_MAX)
		return error_set(err, -EINVAL, "%s '%s': not a list of ids", option, text);
	if (!target_exists((pid_t)id))
		return error_set(err, -ESRCH, "%s %lu: there is no such process or thread", option, id);
	return id_list_add(list, (pid_t)id, err);
}

/* A name is of processes, and does not begin with a digit. */
static int add_word(struct id_list *list, const char *option, const char *word, struct error *err)
{
	const bool is_name = !isdigit((unsigned char)word[0]) && word[0] != '-' && !strcmp(option, "--pid");

	return is_name ? add_named(list, option, word, err) : add_number(list, option, word, err);
}

/* "12,34 nginx", as a shell may have it of pgrep(1) and pidof(1): each once. */
static int parse_ids(struct id_list *list, const char *option, const char *text, struct error *err)
{
	char *copy = strdup(text), *rest = copy;
	int result = copy ? 0 : error_nomem(err);

	for (char *word; !result && (word = strsep(&rest, ", \t\n"));)
		if (*word)
			result = add_word(list, option, word, err);
	if (!result && !list->n)
		result = error_set(err, -EINVAL,
				   "%s '%s': names nobody (pgrep and pidof print nothing where no process matches)",
				   option, text);
	free(copy);
	return result;
}

int target_options_first_id(const char *option, const char *text, pid_t *ret_id, struct error *err)
{
	struct id_list list = { 0 };
	int result = parse_ids(&list, option, text, err);

	*ret_id = result ? 0 : list.ids[0];
	free(list.ids);
	return result;
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

static int take_ids(char **list, const char *more, struct error *err)
{
	char *joined = NULL;

	if (asprintf(&joined, "%s%s%s", *list ? *list : "", *list ? "," : "", more) < 0)
		return error_nomem(err);
	free(*list);
	*list = joined;
	return 0;
}

int target_options_take_pids(void *options, const char *list, struct error *err)
{
	struct target_options *o = options;

	return take_ids(&o->pids, list, err);
}

int target_options_take_tids(void *options, const char *list, struct error *err)
{
	struct target_options *o = options;

	return take_ids(&o->tids, list, err);
}

int target_options_set_cgroups(const struct target_options *o, struct event_list *usual, struct error *err)
{
	int n = 0;

	return o->cgroups ? event_cgroups_add(usual, o->cgroups, &n, err) : 0;
}

int target_options_take_cgroups(void *options, const char *names, struct error *err)
{
	struct record_options *o = options;

	if (!o->events.n && !o->target.cgroups && *names) {
		o->target.cgroups = names;
		o->target.n_cgroups = 1;
		return 0;
	}
	return event_cgroups_add(&o->events, names, &o->target.n_cgroups, err);
}

static int check_target(const void *options, struct error *err)
{
	const struct record_options *o = options;

	if (o->target.cgroups && o->events.n)
		return error_set(err, -EINVAL, "-G '%s': must define events before cgroups: -e EVENT -G NAME",
				 o->target.cgroups);
	if (o->target.per_thread && (o->target.cpus || o->target.system_wide))
		return error_set(err, -EINVAL, "--per-thread needs threads: it excludes -a and -C");
	return 0;
}

static const struct option options[] = {
	{ 'a', "all-cpus", NULL, "record all CPUs, whatever runs there",
	  OPTION_FLAG(struct record_options, target.system_wide) },
	{ 'p', "pid", "PID", "record running processes, a list of numbers or names", OPTION_ARG_MORE_NUMBERS,
	  OPTION_CALL_OF(struct record_options, target, target_options_take_pids) },
	{ 't', "tid", "TID", "record running threads, a list of numbers", OPTION_ARG_MORE_NUMBERS,
	  OPTION_CALL_OF(struct record_options, target, target_options_take_tids) },
	{ 'u', "uid", "USER", "record the processes that run now as USER, a name or number",
	  OPTION_TEXT(struct record_options, target.user) },
	{ 'C', "cpu", "CPUS", "record on these CPUs only, for example 0-2,5",
	  OPTION_TEXT(struct record_options, target.cpus) },
	{ 'G', "cgroup", "NAMES",
	  "the first event in the first cgroup alone, the second in the second ...;\n"
	  "a single name is for all events before it; with -a or -C",
	  OPTION_CALL(target_options_take_cgroups) },
	{ 0, "per-thread", NULL, "one buffer a thread instead of one a CPU; implies -i",
	  OPTION_FLAG(struct record_options, target.per_thread) },
	{ 'i', "no-inherit", NULL, "do not follow new processes and threads",
	  OPTION_FLAG(struct record_options, target.no_inherit) },
	{ 0 },
};

const struct option_group target_group = { .options = options, .check = check_target };
