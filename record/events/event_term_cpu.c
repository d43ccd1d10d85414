/* Applies the term cpu=: record/events/event_term_defs.h. */
#include "record/events/event_term_defs.h"

#include "common/buffer.h"
#include "common/text.h"
#include "record/pmu/online_cpus.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int no_number(struct event_terms *t)
{
	return error_set(t->err, EVENT_TERM_UNKNOWN, "term 'cpu' needs the number of a CPU%s",
			 t->spec->pmu ? ", or the event's PMU" : "");
}

static int no_cpu(struct event_terms *t, const char *value)
{
	if (!isdigit((unsigned char)*value))
		return no_number(t);
	return error_set(t->err, EVENT_TERM_UNKNOWN, "term 'cpu': %s%s does not count on CPU %s",
			 t->spec->pmu ? "PMU " : "", t->spec->pmu ? t->spec->pmu : "the event", value);
}

/* Adds to text the CPUs of one term. 1: it is the event's PMU, and so all of its CPUs; 0, or a negative errno. */
static int add_cpus(struct event_terms *t, struct buffer *text, const char *value)
{
	const struct event_spec *spec = t->spec;
	struct cpulist cpus = { 0 };
	int result = value && *value ? 0 : -EINVAL;

	if (value && spec->pmu && !strcmp(value, spec->pmu))
		return 1;
	if (!result)
		result = cpulist_parse(&cpus, value, NULL);
	cpulist_fini(&cpus);
	if (!result)
		text_printf(text, "%s,", value);
	else if (result == -ENOMEM)
		return error_nomem(t->err);
	else if (!value || !spec->pmu_is_one_of_cores || isdigit((unsigned char)*value))
		return no_number(t);
	return 0; /* of other cores */
}

/* Keeps of the PMU's CPUs those in the text. */
static int keep_cpus(struct event_terms *t, const char *text, const char *value)
{
	struct cpulist *of_pmu = &t->spec->pmu_cpus, list;
	int n = 0;
	int result = cpulist_parse(&list, text, t->err);

	if (result)
		return result;
	for (int i = 0; i < list.n; i++)
		if (!of_pmu->n || cpulist_has(of_pmu, list.cpus[i]))
			list.cpus[n++] = list.cpus[i];
	if (!n) {
		cpulist_fini(&list);
		return no_cpu(t, value);
	}
	list.n = n;
	cpulist_fini(of_pmu);
	*of_pmu = list;
	t->spec->cpus_given = true;
	return 0;
}

int event_term_cpu(struct event_terms *t, const char *name, const char *value)
{
	struct buffer text;
	int result = 0;

	if (value != event_term_list_value(t->typed, name)) /* not the first one, which has done it */
		return 0;
	buffer_init(&text);
	for (int i = 0; i < t->typed->n && !result; i++)
		if (!strcmp(t->typed->terms[i].name, name))
			result = add_cpus(t, &text, t->typed->terms[i].value);
	if (!result && (!buffer_append(&text, "", 1) || !buffer_ok(&text)))
		result = error_nomem(t->err);
	if (!result)
		result = keep_cpus(t, (const char *)text.data, value);
	buffer_fini(&text);
	return result < 0 ? result : 0;
}

/* The first of the CPUs that is not in the list, or -1. */
static int first_missing(const struct cpulist *cpus, const struct cpulist *list)
{
	for (int i = 0; i < cpus->n; i++)
		if (!cpulist_has(list, cpus->cpus[i]))
			return cpus->cpus[i];
	return -1;
}

/* None where the file cannot be read. */
static int load_online(struct cpulist *ret_list, const char *sys_root, struct error *err)
{
	return online_cpus_read(ret_list, sys_root, NULL) == -ENOMEM ? error_nomem(err) : 0;
}

int event_term_cpu_check(const struct event_list *list, int first, const struct event_context *context,
			 struct error *err)
{
	struct cpulist online = { 0 };
	int result = 0;

	for (int i = first; i < list->n && !result; i++) {
		const struct event_spec *spec = &list->events[i];
		int missing = -1;

		if (spec->cpus_given && !online.n)
			result = load_online(&online, context->sys_root, err);
		if (spec->cpus_given && !result && online.n)
			missing = first_missing(&spec->pmu_cpus, &online);
		if (missing >= 0)
			result = error_set(err, -ENODEV,
					   "event '%s': CPU %d is not online (see /sys/devices/system/cpu/online)",
					   spec->name, missing);
	}
	cpulist_fini(&online);
	return result;
}
