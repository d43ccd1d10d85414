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

/* An item of -e may stand for several events: one for each kind of core. item 0: all events. */
static int set_item(struct event_list *list, int item, const char *name, size_t size, struct error *err)
{
	int result = 0;

	for (int i = 0; i < list->n && !result; i++)
		if (!item || list->events[i].item == item)
			result = set_cgroup(&list->events[i], name, size, err);
	return result;
}

static int add_name(struct event_list *list, const char *name, size_t size, int *n_names, struct error *err)
{
	int item = ++*n_names;

	if (!size)
		return 0;
	if (item > list->n_items)
		return error_set(
			err, -EINVAL, "-G: there is no event for cgroup '%.*s': it is number %d, and %d %s before",
			(int)size, name, item, list->n_items, list->n_items == 1 ? "event comes" : "events come");
	return set_item(list, item, name, size, err);
}

int event_cgroups_add(struct event_list *list, const char *text, int *n_names, struct error *err)
{
	bool is_only = !*n_names && !strchr(text, ',');
	const char *name = text;

	if (!list->n)
		return error_set(err, -EINVAL, "-G '%s': must define events before cgroups: -e EVENT -G NAME", text);
	if (is_only && *text) {
		*n_names = 1;
		return set_item(list, 0, text, strlen(text), err);
	}
	for (;;) {
		size_t size = strcspn(name, ",");
		int result = add_name(list, name, size, n_names, err);

		if (result || !name[size])
			return result;
		name += size + 1;
	}
}

int event_cgroups_each(struct event_list *list, const char *text, struct error *err)
{
	const int n = list->n;
	const char *name = text;
	int first = 0;

	for (;;) {
		const size_t size = strcspn(name, ",");

		if (!size)
			return error_set(err, -EINVAL, "--for-each-cgroup '%s': a name is empty", text);
		for (int i = first; i < first + n; i++)
			if (set_cgroup(&list->events[i], name, size, err))
				return -ENOMEM;
		if (!name[size])
			return 0;
		if (event_list_repeat(list, n))
			return error_nomem(err);
		first += n;
		name += size + 1;
	}
}
