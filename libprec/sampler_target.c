#include "libprec/lib_target.h"
#include "libprec/sampler_set.h"

#include <errno.h>

/* Rings are on the CPUs that were online when the sampler was made: of all CPUs these are taken. */
static int check_cpus(const struct prec_sampler *s, struct target *on, struct error *err)
{
	int n = 0;

	for (int i = 0; i < on->cpus.n; i++) {
		const int cpu = on->cpus.cpus[i];

		if (cpulist_has(&s->target.cpus, cpu))
			on->cpus.cpus[n++] = cpu;
		else if (on->cpus_given)
			return error_set(err, -ENODEV, "CPU %d has come online since the sampler was made", cpu);
	}
	on->cpus.n = n;
	return n ? 0 : error_set(err, -ENODEV, "no CPU is online that was when the sampler was made");
}

static int make_target(struct prec_sampler *s, const struct prec_target *wanted, struct error *err)
{
	int result = lib_target_init(&s->on, wanted, err);

	if (!result && s->on.kind != TARGET_SYSTEM)
		result = error_set(err, -EINVAL,
				   "a sampler's target is all CPUs, some or a cgroup; processes and threads are added");
	if (!result)
		result = check_cpus(s, &s->on, err);
	return result;
}

/* Whoever may not sample CPUs may not do so in user space either. */
static int add_target(struct prec_sampler *s, struct error *err)
{
	const bool may_fall_back = s->walk.opener.may_fall_back_to_user;
	int result = event_set_restrict(&s->set, s->on.cgroup_fd, err);

	s->walk.opener.may_fall_back_to_user = false;
	if (!result)
		result = sampler_set_add(s, SAMPLER_CPUS, err);
	s->walk.opener.may_fall_back_to_user = may_fall_back;
	return result;
}

static void take_out(struct prec_sampler *s)
{
	struct sampler_task *task = sampler_tasks_find(&s->tasks, SAMPLER_CPUS);

	if (task)
		sampler_set_drop(s, task);
	event_set_restrict(&s->set, 0, NULL);
	target_fini(&s->on);
}

int prec_sampler_set_target(struct prec_sampler *s, const struct prec_target *target)
{
	int result = sampler_set_check_process(s);

	if (result)
		return result;
	take_out(s);
	if (!target)
		return 0;
	if (s->tasks.n_used)
		return error_set(&s->err, -EBUSY, "processes are sampled, whose samples would come twice: remove them");
	result = make_target(s, target, &s->err);
	if (!result)
		result = add_target(s, &s->err);
	if (result)
		take_out(s);
	return result;
}
