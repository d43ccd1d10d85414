#include "common/cpulist.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int cpulist_number(const char **text, int *ret_number)
{
	char *end;
	long number;

	if (!isdigit((unsigned char)**text))
		return -EINVAL;
	errno = 0;
	number = strtol(*text, &end, 10);
	if (errno || number > CPULIST_MAX_CPU)
		return -E2BIG;
	*ret_number = (int)number;
	*text = end;
	return 0;
}

int cpulist_next(const char **text, int *ret_first, int *ret_last)
{
	const char *p = *text;
	int result;

	if (!*p || isspace((unsigned char)*p))
		return 0;
	result = cpulist_number(&p, ret_first);
	if (result)
		return result;
	*ret_last = *ret_first;
	if (*p == '-') {
		p++;
		result = cpulist_number(&p, ret_last);
	}
	if (result)
		return result;
	if (*ret_last < *ret_first || (*p && *p != ',' && !isspace((unsigned char)*p)))
		return -EINVAL;
	*text = *p == ',' ? p + 1 : p;
	return 1;
}

/* Marks the CPUs of text in set, which has CPULIST_MAX_CPU + 1 elements. */
static int cpulist_mark(const char *text, unsigned char *set, struct error *err)
{
	const char *p = text;
	int first, last, result;

	while ((result = cpulist_next(&p, &first, &last)) > 0)
		memset(set + first, 1, (size_t)(last - first) + 1);
	if (result == -E2BIG)
		return error_set(err, result, "CPU list '%s': CPU numbers go up to %d", text, CPULIST_MAX_CPU);
	return result ? error_set(err, result, "CPU list '%s': not of the form 0-3,7", text) : 0;
}

int cpulist_parse(struct cpulist *ret_list, const char *text, struct error *err)
{
	unsigned char *set = calloc(CPULIST_MAX_CPU + 1, 1);
	struct cpulist list = { 0 };
	int result;

	if (!set)
		return error_nomem(err);
	result = cpulist_mark(text, set, err);
	if (result)
		goto out;
	for (int cpu = 0; cpu <= CPULIST_MAX_CPU; cpu++)
		list.n += set[cpu];
	list.cpus = calloc(list.n ? list.n : 1, sizeof(*list.cpus));
	if (!list.cpus) {
		result = error_nomem(err);
		goto out;
	}
	list.n = 0;
	for (int cpu = 0; cpu <= CPULIST_MAX_CPU; cpu++)
		if (set[cpu])
			list.cpus[list.n++] = cpu;
	*ret_list = list;
out:
	free(set);
	return result;
}

int cpulist_copy(struct cpulist *ret_list, const struct cpulist *list)
{
	int *cpus = calloc(list->n ? (size_t)list->n : 1, sizeof(*cpus));

	if (!cpus)
		return -ENOMEM;
	if (list->n)
		memcpy(cpus, list->cpus, (size_t)list->n * sizeof(*cpus));
	*ret_list = (struct cpulist){ cpus, list->n };
	return 0;
}

void cpulist_fini(struct cpulist *list)
{
	free(list->cpus);
	memset(list, 0, sizeof(*list));
}

bool cpulist_has(const struct cpulist *list, int cpu)
{
	for (int i = 0; i < list->n; i++)
		if (list->cpus[i] == cpu)
			return true;
	return false;
}
