#include "common/cpulist.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int cpulist_number(const char **text, long *ret_number)
{
	char *end;

	if (!isdigit((unsigned char)**text))
		return -EINVAL;
	errno = 0;
	*ret_number = strtol(*text, &end, 10);
	if (errno || *ret_number > CPULIST_MAX_CPU)
		return -E2BIG;
	*text = end;
	return 0;
}

/* Marks the CPUs of text in set, which has CPULIST_MAX_CPU + 1 places. */
static int cpulist_mark(const char *text, unsigned char *set, struct error *err)
{
	const char *p = text;

	while (*p && !isspace((unsigned char)*p)) {
		long first, last;
		int result = cpulist_number(&p, &first);

		last = first;
		if (!result && *p == '-') {
			p++;
			result = cpulist_number(&p, &last);
		}
		if (!result && (last < first || (*p && *p != ',' && !isspace((unsigned char)*p))))
			result = -EINVAL;
		if (result == -E2BIG)
			return error_set(err, result, "CPU list '%s': CPU numbers go up to %d", text, CPULIST_MAX_CPU);
		if (result)
			return error_set(err, result, "CPU list '%s': not of the form 0-3,7", text);
		memset(set + first, 1, last - first + 1);
		if (*p == ',')
			p++;
	}
	return 0;
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
