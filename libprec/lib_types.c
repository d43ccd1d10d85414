#include "libprec/lib_types.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int lib_error(struct prec_error *ret_error, int code, const struct error *err)
{
	if (!ret_error)
		return code;
	ret_error->code = code;
	ret_error->offset = err->offset;
	snprintf(ret_error->message, sizeof(ret_error->message), "%s", err->message);
	return code;
}

int lib_error_set(struct prec_error *ret_error, int code, const char *message)
{
	struct error err = ERROR_INIT;

	error_set(&err, code, "%s", message);
	return lib_error(ret_error, code, &err);
}

static int check(const struct prec_target *wanted, struct error *err)
{
	const int n = !!wanted->pid + !!wanted->tid + wanted->all_cpus;

	if (wanted->pid < 0 || wanted->tid < 0 || wanted->cgroup_fd < 0)
		return error_set(err, -EINVAL, "a process, thread or cgroup is no negative number");
	if (n > 1)
		return error_set(err, -EINVAL, "a target is one of a process, a thread and all CPUs");
	if (wanted->cgroup_fd && (wanted->pid || wanted->tid))
		return error_set(err, -EINVAL, "a cgroup is counted on CPUs, not for a process or thread");
	return 0;
}

static int init_with(struct target *target, const struct prec_target *wanted, const struct cpulist *cpus,
		     struct error *err)
{
	const bool is_system = wanted->all_cpus || wanted->cgroup_fd || (cpus && !wanted->pid && !wanted->tid);
	const pid_t tid = wanted->tid ? wanted->tid : gettid();
	const struct target_config config = {
		.kind = is_system     ? TARGET_SYSTEM
			: wanted->pid ? TARGET_PROCESSES
				      : TARGET_THREADS,
		.ids = wanted->pid ? &wanted->pid : &tid,
		.n_ids = is_system ? 0 : 1,
		.cpus = cpus,
		.cgroup_fd = wanted->cgroup_fd,
		.inherit = wanted->inherit,
		.per_thread = !is_system && !cpus,
	};

	return target_init(target, &config, err);
}

int lib_target_init(struct target *target, const struct prec_target *wanted, struct error *err)
{
	static const struct prec_target this_thread;
	struct cpulist cpus = { .n = 0 };
	int result;

	memset(target, 0, sizeof(*target));
	if (!wanted)
		wanted = &this_thread;
	result = check(wanted, err);
	if (!result && wanted->cpus)
		result = cpulist_parse(&cpus, wanted->cpus, err);
	if (!result && wanted->cpus && !cpus.n)
		result = error_set(err, -EINVAL, "'%s' is no CPU", wanted->cpus);
	if (!result)
		result = init_with(target, wanted, wanted->cpus ? &cpus : NULL, err);
	cpulist_fini(&cpus);
	return result;
}
