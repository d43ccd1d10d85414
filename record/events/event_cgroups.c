#include "record/events/event_cgroups.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int set_cgroup(struct event_spec *spec, const char *name, size_t size, struct error *err)
{
	char *copy = strndup(name, size);

	if (!copy)
		return error_nomem(err);
	free(spec->cgroup);
	spec->cgroup = copy;
	return 0;
}

static int add_name(struct event_list *list, const char *name, size_t size, int *n_names, struct error *err)
{
	int number = (*n_names)++;

	if (!size)
		return 0;
	if (number >= list->n)
		return error_set(err, -EINVAL,
				 "-G: there is no event for cgroup '%.*s': it is number %d, and %d %s before",
				 (int)size, name, number + 1, list->n, list->n == 1 ? "event comes" : "events come");
	return set_cgroup(&list->events[number], name, size, err);
}

int event_cgroups_add(struct event_list *list, const char *text, int *n_names, struct error *err)
{
	const char *name = text;
	int result = 0;

	if (!list->n)
		return error_set(err, -EINVAL, "-G '%s': must define events before cgroups: -e EVENT -G NAME", text);
	for (;;) {
		size_t size = strcspn(name, ",");

		result = add_name(list, name, size, n_names, err);
		if (result || !name[size])
			break;
		name += size + 1;
	}
	for (int i = 1; i < list->n && *n_names == 1 && !result && list->events[0].cgroup; i++)
		result = set_cgroup(&list->events[i], list->events[0].cgroup, strlen(list->events[0].cgroup), err);
	return result;
}
