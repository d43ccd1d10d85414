#include "record/host/host_nodes.h"

#include <errno.h>
#include <stdlib.h>

static int read_nodes(struct host_nodes *nodes, struct host_read *r, const struct cpulist *numbers)
{
	nodes->list = calloc(numbers->n ? (size_t)numbers->n : 1, sizeof(*nodes->list));
	nodes->numbers = calloc(numbers->n ? (size_t)numbers->n : 1, sizeof(*nodes->numbers));
	if (!nodes->list || !nodes->numbers)
		return -ENOMEM;
	for (int i = 0; i < numbers->n; i++) {
		const char *cpus = host_read_sys(r, "devices/system/node/node%d/cpulist", numbers->cpus[i]);

		if (cpus && !cpulist_parse(&nodes->list[nodes->n], cpus, NULL))
			nodes->numbers[nodes->n++] = numbers->cpus[i];
	}
	return r->nomem ? -ENOMEM : 0;
}

int host_nodes_read(struct host_nodes *nodes, const struct host_roots *roots)
{
	struct cpulist numbers;
	struct host_read r;
	const char *online;
	int result = 0;

	*nodes = (struct host_nodes){ 0 };
	host_read_init(&r, roots);
	online = host_read_sys(&r, "devices/system/node/online");
	if (online && !cpulist_parse(&numbers, online, NULL)) {
		result = read_nodes(nodes, &r, &numbers);
		cpulist_fini(&numbers);
	}
	host_read_fini(&r);
	if (result)
		host_nodes_fini(nodes);
	return result;
}

void host_nodes_fini(struct host_nodes *nodes)
{
	for (int i = 0; i < nodes->n; i++)
		cpulist_fini(&nodes->list[i]);
	free(nodes->list);
	free(nodes->numbers);
	*nodes = (struct host_nodes){ 0 };
}

int host_nodes_find(const struct host_nodes *nodes, int cpu)
{
	for (int i = 0; i < nodes->n; i++)
		if (cpulist_has(&nodes->list[i], cpu))
			return i;
	return -1;
}
