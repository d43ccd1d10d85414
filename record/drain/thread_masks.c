#include "record/drain/thread_masks.h"

#include "common/bytes.h"
#include "common/list.h"
#include "record/pmu/online_cpus.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = {
	[THREAD_CPU] = "cpu",
	[THREAD_CORE] = "core",
	[THREAD_PACKAGE] = "package",
	[THREAD_NUMA] = "numa",
};

static bool parse_number(struct thread_spec *spec, const char *text)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	*spec = (struct thread_spec){ .kind = THREAD_NUMBER, .n = (unsigned)n };
	return isdigit((unsigned char)*text) && !*end && n >= 1 && n <= THREADS_MAX;
}

int thread_spec_parse(struct thread_spec *ret_spec, const char *text, struct error *err)
{
	struct thread_spec spec = { .kind = text ? THREAD_LISTS : THREAD_CPU, .text = text };

	for (size_t i = THREAD_CPU; text && i < ARRAY_SIZE(words); i++)
		if (!strcmp(text, words[i]))
			spec.kind = (enum thread_kind)i;
	if (spec.kind == THREAD_LISTS && !strchr(text, '/') && !parse_number(&spec, text))
		return error_set(err, -EINVAL,
				 "--threads '%s': neither a number from 1 to %d, nor cpu, core, package or numa, nor "
				 "lists of CPUs such as 0-1/0:2-3/2",
				 text, THREADS_MAX);
	*ret_spec = spec;
	return 0;
}

/* Those of the list that `of` has as well, in its place. */
static void intersect(struct cpulist *list, const struct cpulist *of)
{
	int n = 0;

	for (int i = 0; i < list->n; i++)
		if (cpulist_has(of, list->cpus[i]))
			list->cpus[n++] = list->cpus[i];
	list->n = n;
}

static bool overlap(const struct cpulist *a, const struct cpulist *b)
{
	for (int i = 0; i < a->n; i++)
		if (cpulist_has(b, a->cpus[i]))
			return true;
	return false;
}

/* The next mask, empty and in the list; NULL: without memory. */
static struct thread_mask *add(struct thread_masks *m)
{
	if (!list_reserve_unkept(&m->list, m->n, sizeof(*m->list)))
		return NULL;
	m->list[m->n] = (struct thread_mask){ 0 };
	return &m->list[m->n++];
}

/* CPUs from..to-1 of the list, in one mask. */
static int add_range(struct thread_masks *m, const struct cpulist *cpus, int from, int to, bool run_there,
		     struct error *err)
{
	const struct cpulist range = { cpus->cpus + from, to - from };
	struct thread_mask *mask = add(m);

	if (!mask || cpulist_copy(&mask->rings, &range) || (run_there && cpulist_copy(&mask->run, &range)))
		return error_nomem(err);
	return 0;
}

/* In n threads, of which each has as many CPUs as the others, or one more. */
static int deal(struct thread_masks *m, const struct cpulist *cpus, int n, bool run_there, struct error *err)
{
	int result = 0;

	for (int i = 0; i < n && !result; i++)
		result = add_range(m, cpus, (int)((long)i * cpus->n / n), (int)((long)(i + 1) * cpus->n / n), run_there,
				   err);
	return result;
}

/* A thread that drains the rings of threads. */
static int add_without_cpus(struct thread_masks *m, unsigned n, struct error *err)
{
	while (m->n < n)
		if (!add(m))
			return error_nomem(err);
	return 0;
}

/* The CPUs of what this CPU belongs to. NULL: the machine does not say. */
static const char *siblings(struct host_read *r, int cpu, const char *name, const char *old_name)
{
	const char *list = host_read_sys(r, "devices/system/cpu/cpu%d/topology/%s", cpu, name);

	return list ? list : host_read_sys(r, "devices/system/cpu/cpu%d/topology/%s", cpu, old_name);
}

/* The kernel renamed the files of cores and packages in 5.2. */
static const char *unit_of(struct host_read *r, enum thread_kind kind, int cpu)
{
	return kind == THREAD_CORE ? siblings(r, cpu, "core_cpus_list", "thread_siblings_list")
				   : siblings(r, cpu, "package_cpus_list", "core_siblings_list");
}

static bool has_cpu(const struct thread_masks *m, int cpu)
{
	for (unsigned i = 0; i < m->n; i++)
		if (cpulist_has(&m->list[i].rings, cpu))
			return true;
	return false;
}

/* One thread for a unit, as far as it is recorded. */
static int add_unit(struct thread_masks *m, const struct cpulist *unit, const struct cpulist *cpus, struct error *err)
{
	struct thread_mask *mask = add(m);

	if (!mask || cpulist_copy(&mask->rings, unit))
		return error_nomem(err);
	intersect(&mask->rings, cpus);
	return cpulist_copy(&mask->run, &mask->rings) ? error_nomem(err) : 0;
}

static int error_unknown(struct error *err, enum thread_kind kind, int cpu)
{
	return error_set(err, -ENOENT, "--threads=%s: /sys does not say where CPU %d belongs", words[kind], cpu);
}

static int add_nodes(struct thread_masks *m, const struct cpulist *cpus, const struct host_roots *roots,
		     struct error *err)
{
	struct host_nodes nodes;
	int result = host_nodes_read(&nodes, roots);

	if (result)
		return error_nomem(err);
	for (int i = 0; i < cpus->n && !result; i++) {
		int node = host_nodes_find(&nodes, cpus->cpus[i]);

		if (node < 0)
			result = error_unknown(err, THREAD_NUMA, cpus->cpus[i]);
		else if (!has_cpu(m, cpus->cpus[i]))
			result = add_unit(m, &nodes.list[node], cpus, err);
	}
	host_nodes_fini(&nodes);
	return result;
}

static int add_topology(struct thread_masks *m, enum thread_kind kind, const struct cpulist *cpus,
			const struct host_roots *roots, struct error *err)
{
	struct host_read r;
	int result = 0;

	host_read_init(&r, roots);
	for (int i = 0; i < cpus->n && !result; i++) {
		const char *text = has_cpu(m, cpus->cpus[i]) ? "" : unit_of(&r, kind, cpus->cpus[i]);
		struct cpulist unit = { 0 };

		if (!text)
			result = error_unknown(err, kind, cpus->cpus[i]);
		else if (*text)
			result = cpulist_parse(&unit, text, err);
		if (unit.n)
			result = add_unit(m, &unit, cpus, err);
		cpulist_fini(&unit);
	}
	host_read_fini(&r);
	return result;
}

/* A list of the user's, less what is not online. */
static int parse_list(struct cpulist *list, const char *text, const struct cpulist *online, struct error *err)
{
	int result = cpulist_parse(list, text, err);

	if (result) {
		error_prefix(err, "--threads");
		return result;
	}
	intersect(list, online);
	if (!list->n)
		return error_set(err, -EINVAL, "--threads: no CPU of '%s' is online", text);
	return 0;
}

static int check_apart(const struct thread_masks *m, struct error *err)
{
	const struct thread_mask *last = &m->list[m->n - 1];

	for (unsigned i = 0; i + 1 < m->n; i++) {
		if (overlap(&m->list[i].rings, &last->rings))
			return error_set(err, -EINVAL, "--threads: threads %u and %u have CPUs in common", i + 1, m->n);
		if (overlap(&m->list[i].run, &last->run))
			return error_set(err, -EINVAL, "--threads: threads %u and %u run on the same CPUs", i + 1,
					 m->n);
	}
	return 0;
}

/* "0-1/0": which it changes. */
static int add_pair(struct thread_masks *m, char *pair, const struct cpulist *online, struct error *err)
{
	char *run = strchr(pair, '/');
	struct thread_mask *mask;
	int result;

	if (!run || strchr(run + 1, '/'))
		return error_set(err, -EINVAL,
				 "--threads '%s': not the CPUs that a thread drains and those that it runs on, such as "
				 "0-1/0",
				 pair);
	*run++ = 0;
	mask = add(m);
	if (!mask)
		return error_nomem(err);
	result = parse_list(&mask->rings, pair, online, err);
	if (!result)
		result = parse_list(&mask->run, run, online, err);
	return result ? result : check_apart(m, err);
}

static void remove_last(struct thread_masks *m)
{
	cpulist_fini(&m->list[m->n - 1].rings);
	cpulist_fini(&m->list[m->n - 1].run);
	m->n--;
}

/* Less what is not recorded; a thread that has nothing left is none. It may run on other CPUs. */
static void keep_recorded(struct thread_masks *m, const struct cpulist *cpus)
{
	unsigned n = 0;

	for (unsigned i = 0; i < m->n; i++) {
		struct thread_mask mask = m->list[i];

		intersect(&mask.rings, cpus);
		m->list[i] = m->list[n];
		m->list[n] = mask;
		n += mask.rings.n != 0;
	}
	while (m->n > n)
		remove_last(m);
}

/* cpus: where the machine does not say. */
static int list_online(struct cpulist *ret_online, const struct cpulist *cpus, const struct host_roots *roots)
{
	return online_cpus_read(ret_online, roots->sys_root, NULL) ? cpulist_copy(ret_online, cpus) : 0;
}

static int add_pairs(struct thread_masks *m, const char *text, const struct cpulist *cpus,
		     const struct host_roots *roots, struct error *err)
{
	struct cpulist online = { 0 };
	char *copy = strdup(text);
	char *rest = copy;
	int result = copy && !list_online(&online, cpus, roots) ? 0 : error_nomem(err);

	while (!result && rest)
		result = add_pair(m, strsep(&rest, ":"), &online, err);
	if (!result)
		keep_recorded(m, cpus);
	cpulist_fini(&online);
	free(copy);
	return result;
}

int thread_masks_make(struct thread_masks *m, const struct thread_spec *spec, const struct cpulist *cpus,
		      bool per_thread, const struct host_roots *roots, struct error *err)
{
	int n = spec->n < (unsigned)cpus->n ? (int)spec->n : cpus->n;

	*m = (struct thread_masks){ 0 };
	if (per_thread && spec->kind > THREAD_NUMBER)
		return error_set(err, -EINVAL,
				 "--threads: with --per-thread there are no buffers of CPUs; give a number of threads");
	switch (spec->kind) {
	case THREAD_NONE: return 0;
	case THREAD_NUMBER: return per_thread ? add_without_cpus(m, spec->n, err) : deal(m, cpus, n, false, err);
	case THREAD_CPU: return deal(m, cpus, cpus->n, true, err);
	case THREAD_LISTS: return add_pairs(m, spec->text, cpus, roots, err);
	case THREAD_NUMA: return add_nodes(m, cpus, roots, err);
	default: return add_topology(m, spec->kind, cpus, roots, err);
	}
}

void thread_masks_fini(struct thread_masks *m)
{
	while (m->n)
		remove_last(m);
	free(m->list);
	*m = (struct thread_masks){ 0 };
}

#define ANYWHERE (-1)

int cpu_affinity_init(struct cpu_affinity *a, enum thread_affinity affinity, const struct host_roots *roots)
{
	*a = (struct cpu_affinity){ .affinity = affinity, .at = ANYWHERE };
	return affinity == AFFINITY_NODE ? host_nodes_read(&a->nodes, roots) : 0;
}

void cpu_affinity_fini(struct cpu_affinity *a)
{
	host_nodes_fini(&a->nodes);
	CPU_FREE(a->before);
	*a = (struct cpu_affinity){ .at = ANYWHERE };
}

/* NULL without memory. */
static cpu_set_t *make_set(const struct cpulist *cpus, size_t *ret_size)
{
	int n = cpus->cpus[cpus->n - 1] + 1;
	cpu_set_t *set = CPU_ALLOC((size_t)n);

	if (!set)
		return NULL;
	*ret_size = CPU_ALLOC_SIZE((size_t)n);
	CPU_ZERO_S(*ret_size, set);
	for (int i = 0; i < cpus->n; i++)
		CPU_SET_S((size_t)cpus->cpus[i], *ret_size, set);
	return set;
}

/* Where the thread may run, for cpu_affinity_return. The kernel refuses a set that is smaller than its own. */
static void note_before(struct cpu_affinity *a)
{
	for (int n = CPU_SETSIZE; !a->before && n <= 2 * CPULIST_MAX_CPU; n *= 2) {
		a->before_size = CPU_ALLOC_SIZE((size_t)n);
		a->before = CPU_ALLOC((size_t)n);
		if (!a->before || !sched_getaffinity(0, a->before_size, a->before))
			return;
		CPU_FREE(a->before);
		a->before = NULL;
	}
}

static void go(struct cpu_affinity *a, int at, const struct cpulist *cpus)
{
	cpu_set_t *set;
	size_t size;

	if (a->at == at)
		return;
	if (!a->before)
		note_before(a);
	set = make_set(cpus, &size);
	if (!set)
		return;
	if (!sched_setaffinity(0, size, set))
		a->at = at;
	CPU_FREE(set);
}

void cpu_affinity_follow(struct cpu_affinity *a, int cpu)
{
	const struct cpulist one = { &cpu, 1 };
	int node;

	if (cpu < 0 || a->affinity == AFFINITY_SYS)
		return;
	node = host_nodes_find(&a->nodes, cpu);
	if (a->affinity == AFFINITY_CPU)
		go(a, cpu, &one);
	else if (node >= 0)
		go(a, node, &a->nodes.list[node]);
}

void cpu_affinity_return(struct cpu_affinity *a)
{
	if (a->before && !sched_setaffinity(0, a->before_size, a->before))
		a->at = ANYWHERE;
}

int cpu_affinity_set(pthread_attr_t *attr, const struct cpulist *cpus)
{
	size_t size;
	cpu_set_t *set = make_set(cpus, &size);
	int result;

	if (!set)
		return ENOMEM;
	result = pthread_attr_setaffinity_np(attr, size, set);
	CPU_FREE(set);
	return result;
}
