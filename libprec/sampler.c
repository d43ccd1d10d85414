/* sampler: implements prec/sampler.h except the poll (sampler_poll.c) and the rate (sampler_rate.c). */
#include "libprec/lib_types.h"
#include "libprec/sampler_set.h"
#include "record/events/event_parse.h"
#include "record/events/mem_events.h"
#include "record/open/diagnose.h"
#include <prec/event.h>
#include <prec/sampler.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct prec_sampler *sampler_make(void)
{
	struct prec_sampler *s = calloc(1, sizeof(*s));

	if (s) {
		s->epoll = s->timer = -1;
		event_list_init(&s->list);
	}
	return s;
}

int sampler_finish(struct prec_sampler *s, const struct prec_sampler_options *options, int result, struct error *err,
		   struct prec_sampler **ret_sampler, struct prec_error *ret_error)
{
	static const struct prec_sampler_options usual;

	if (!result)
		result = sampler_set_init(s, options ? options : &usual, err);
	if (result) {
		prec_sampler_free(s);
		return lib_error(ret_error, result, err);
	}
	*ret_sampler = s;
	return 0;
}

int prec_sampler_new(struct prec_sampler **ret_sampler, const char *events, const struct prec_sampler_options *options,
		     struct prec_error *ret_error)
{
	struct prec_sampler *s = sampler_make();
	struct error err = ERROR_INIT;

	*ret_sampler = NULL;
	if (!s)
		return lib_error_set(ret_error, -ENOMEM, "out of memory");
	return sampler_finish(s, options, event_list_parse(&s->list, events, NULL, &err), &err, ret_sampler, ret_error);
}

void prec_sampler_free(struct prec_sampler *s)
{
	if (!s)
		return;
	sampler_set_fini(s);
	free(s);
}

int prec_sampler_add(struct prec_sampler *s, pid_t pid)
{
	if (sampler_set_check_process(s))
		return -EPERM;
	if (pid <= 0)
		return error_set(&s->err, -EINVAL, "%d is no process", pid);
	if (sampler_is_on_cpus(s))
		return error_set(&s->err, -EBUSY, "process %d cannot be added beside whatever runs on CPUs", pid);
	return sampler_tasks_find(&s->tasks, pid) ? 0 : sampler_set_add(s, pid, &s->err);
}

int prec_sampler_remove(struct prec_sampler *s, pid_t pid)
{
	struct sampler_task *task = pid > 0 ? sampler_tasks_find(&s->tasks, pid) : NULL;

	if (sampler_set_check_process(s))
		return -EPERM;
	if (task)
		sampler_set_drop(s, task);
	return 0;
}

static int remove_others(struct prec_sampler *s, const pid_t *pids, size_t n)
{
	struct u32map wanted = { 0 };
	int result = 0;

	for (size_t i = 0; i < n && !result; i++)
		if (pids[i] > 0)
			result = u32map_set(&wanted, (uint32_t)pids[i], 0);
	for (uint32_t i = 0; i < s->tasks.n && !result; i++) {
		struct sampler_task *task = &s->tasks.list[i];

		if (task->pid > 0 && u32map_get(&wanted, (uint32_t)task->pid) == U32MAP_NONE)
			sampler_set_drop(s, task);
	}
	u32map_fini(&wanted);
	return result ? error_nomem(&s->err) : 0;
}

int prec_sampler_update(struct prec_sampler *s, const pid_t *pids, size_t n)
{
	int result = sampler_set_check_process(s);

	if (!result)
		result = remove_others(s, pids, n);

	for (size_t i = 0; i < n && !result; i++)
		result = prec_sampler_add(s, pids[i]);
	return result;
}

size_t prec_sampler_events(const struct prec_sampler *s)
{
	return s->n_events;
}

int prec_sampler_info(const struct prec_sampler *s, size_t event, struct prec_sampler_info *ret_info)
{
	if (event >= s->n_events)
		return -EINVAL;
	*ret_info = (struct prec_sampler_info){ .name = s->set.events[event].name,
						.fields = s->set.events[event].attr.sample_type };
	return 0;
}

size_t prec_sampler_size(const struct prec_sampler *s)
{
	return sampler_is_on_cpus(s) ? 0 : s->tasks.n_used;
}

const char *prec_sampler_message(const struct prec_sampler *s)
{
	return s->err.message;
}

int prec_sampler_set_period(struct prec_sampler *s, uint64_t period)
{
	return sampler_set_rate(s, period, false, &s->err);
}

int prec_sampler_set_freq(struct prec_sampler *s, uint64_t freq)
{
	return sampler_set_rate(s, freq, true, &s->err);
}

int prec_sampler_fd(const struct prec_sampler *s)
{
	return s->epoll;
}

/* Checks a signal and the thread that gets it, so that a process added later does not fail because of them. */
static int check_signal(struct prec_sampler *s, int signal, pid_t tid)
{
	if (signal < 0 || signal > SIGRTMAX)
		return error_set(&s->err, -EINVAL, "there is no signal %d", signal);
	if (signal && (tid <= 0 || (syscall(SYS_tkill, tid, 0) && errno == ESRCH)))
		return error_set(&s->err, -ESRCH, "there is no thread %d that signals could be sent to", tid);
	return sampler_set_check_process(s);
}

int prec_sampler_set_signal(struct prec_sampler *s, int signal, pid_t tid)
{
	const int wrong = check_signal(s, signal, tid);

	if (wrong)
		return wrong;
	s->signal = signal;
	s->signal_tid = tid;
	for (uint32_t i = 0; i < s->tasks.n; i++)
		for (uint32_t j = 0; j < s->tasks.list[i].n; j++) {
			const int result = prec_event_set_signal(s->tasks.list[i].events[j].fd, signal, tid);

			if (result)
				return error_set(&s->err, result, "cannot have signal %d sent to thread %d: %s", signal,
						 tid, strerror(-result));
		}
	return 0;
}

uint64_t prec_sampler_lost(const struct prec_sampler *s)
{
	return fork_guard_is(&s->process) ? sampler_losses_all(s) : s->lost;
}

void prec_sampler_set_throttled(struct prec_sampler *s,
				void (*throttled)(void *arg, const struct prec_throttling *throttling))
{
	s->throttled = throttled;
}

uint64_t prec_sampler_throttled(const struct prec_sampler *s, uint64_t *ret_ns)
{
	if (ret_ns)
		*ret_ns = s->throttles.ns;
	return s->throttles.n;
}

static int add_events(struct prec_sampler *s, unsigned accesses, bool *ret_loads, struct error *err)
{
	const struct event_context context = { .is_counting = false };
	const struct mem_request request = {
		.accesses = (accesses & PREC_LOADS ? MEM_BIT(MEM_LOADS) : 0) |
			    (accesses & PREC_STORES ? MEM_BIT(MEM_STORES) : 0),
		.one_mode = !diagnose_is_privileged() && diagnose_paranoid() > 1,
		.no_privileges = !diagnose_is_privileged(),
	};
	struct mem_pmus pmus;
	int result;

	if (!accesses || accesses & ~(PREC_LOADS | PREC_STORES))
		return error_set(err, -EINVAL, "accesses are PREC_LOADS, PREC_STORES or both");
	result = mem_pmus_load(&pmus, &context, err);
	if (!result)
		result = mem_events_add(&s->list, &pmus, &request, &context, NULL, err);
	mem_pmus_fini(&pmus);
	*ret_loads = result > 0;
	return result < 0 ? result : 0;
}

int prec_sampler_memory(struct prec_sampler **ret_sampler, unsigned accesses,
			const struct prec_sampler_options *options, struct prec_error *ret_error)
{
	struct prec_sampler_options with = options ? *options : (struct prec_sampler_options){ .fields = 0 };
	struct prec_sampler *s = sampler_make();
	struct error err = ERROR_INIT;
	bool loads = false;
	int result;

	*ret_sampler = NULL;
	if (!s)
		return lib_error_set(ret_error, -ENOMEM, "out of memory");
	result = add_events(s, accesses, &loads, &err);
	with.fields |= PREC_ADDR | PREC_DATA_SRC;
	if (loads)
		with.fields = (with.fields & ~PREC_WEIGHT) | PREC_WEIGHT_STRUCT;
	return sampler_finish(s, &with, result, &err, ret_sampler, ret_error);
}

/* Checks a target's CPUs: there are rings for those that were online when the sampler was made. "All" means these. */
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
