#include "report/command/browse_query.h"

#include <errno.h>
#include <stdlib.h>

static int apply_cpu(struct report_options *o, const char *value, struct error *err)
{
	if (o->reader.tasks.cpus.cpus != NULL)
		cpulist_fini(&o->reader.tasks.cpus);
	if (cpulist_parse(&o->reader.tasks.cpus, value, err))
		return -EINVAL;
	o->reader.tasks.cpu_list = value;
	o->filter.cpus = &o->reader.tasks.cpus;
	return 0;
}

static int apply_step(struct report_options *o, const struct browse_step *step, struct error *err)
{
	switch (step->kind) {
	case ZOOM_COMM: o->filter.only_comm = step->value; break;
	case ZOOM_DSO: o->filter.only_dso = step->value; break;
	case ZOOM_SYMBOL: o->filter.only_symbol = step->value; break;
	case ZOOM_THREAD: o->filter.tids = step->value; break;
	case ZOOM_CPU: return apply_cpu(o, step->value, err);
	case ZOOM_SOCKET: o->socket = (uint32_t)strtoul(step->value, NULL, 10) + 1; break;
	case ZOOM_TIME: o->reader.choice.times = step->value; break;
	case ZOOM_WITHIN: o->filter.only_within = step->value; break;
	case ZOOM_KINDS: break;
	}
	return 0;
}

int browse_query_apply(struct report_options *o, const struct report_options *base, const struct browse_query *query,
		       struct error *err)
{
	int result = 0;

	o->sort = query->sort ? query->sort : base->sort;
	o->relative = query->is_relative;
	o->filter = base->filter;
	o->filter.no_kernel = query->hides_kernel;
	o->filter.no_user = query->hides_user;
	o->socket = base->socket;
	o->reader.choice = base->reader.choice;
	o->reader.tasks.cpu_list = base->reader.tasks.cpu_list;
	if (base->filter.cpus)
		result = apply_cpu(o, base->reader.tasks.cpu_list, err);
	for (unsigned i = 0; i < query->n_steps && !result; i++)
		result = apply_step(o, &query->steps[i], err);
	return result;
}
