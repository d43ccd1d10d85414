#include "record/events/pmu_walk.h"

#include "record/events/event_terms.h"
#include "record/events/trace_defaults.h"

#include <stdlib.h>
#include <string.h>

int pmu_walk_init(struct pmu_walk *w, const struct event_context *context, struct error *err)
{
	int result;

	*w = (struct pmu_walk){ .context = context };
	result = pmu_names(&w->names, &w->n, context->sys_root, false, err);
	for (size_t i = 0; i < w->n; i++)
		w->n_cores += pmu_is_core(context->sys_root, w->names[i]);
	return result;
}

void pmu_walk_fini(struct pmu_walk *w)
{
	pmu_names_free(w->names, w->n);
}

bool pmu_walk_leaves_out(const struct pmu_walk *w, size_t i)
{
	return w->context->pmu_filter && strcmp(w->context->pmu_filter, w->names[i]) != 0;
}

int pmu_walk_load(const struct pmu_walk *w, struct pmu *ret_pmu, size_t i, struct error *err)
{
	int result = pmu_load(ret_pmu, w->context->sys_root, w->names[i], err);

	if (!result)
		ret_pmu->is_one_of_cores = ret_pmu->is_core && w->n_cores > 1;
	return result;
}

void pmu_walk_set_output(struct event_spec *spec)
{
	if (spec->attr.type != PERF_TYPE_SOFTWARE || spec->attr.config != PERF_COUNT_SW_BPF_OUTPUT)
		return;
	spec->attr.sample_period = 1;
	spec->extra.sample_type = PERF_SAMPLE_RAW;
}

int pmu_walk_add(struct event_list *list, const struct pmu *pmu, const struct pmu_event *event, struct event_text terms,
		 struct error *err)
{
	struct event_spec *spec = event_list_add_attr(list, pmu->type, 0);
	int result = 0;

	if (!spec)
		return error_nomem(err);
	spec->trace.kind = trace_kind_of(pmu->name);
	/* That of Arm has a cpumask, and traces threads as well. */
	spec->pmu_is_system = pmu->is_uncore && !event_spec_is_trace(spec);
	spec->pmu_is_core = pmu->is_core;
	spec->pmu_has_slots = pmu->is_core && pmu_find_event(pmu, "slots");
	spec->pmu_has_mem_aux = pmu->is_core && pmu_find_event(pmu, "mem-loads-aux");
	spec->n_address_filters = pmu->n_address_filters;
	spec->pmu_is_one_of_cores = pmu->is_one_of_cores;
	spec->pmu = strdup(pmu->name);
	if (!spec->pmu || cpulist_copy(&spec->pmu_cpus, &pmu->cpus))
		return error_nomem(err);
	if (!event)
		result = trace_defaults_apply(spec, pmu, err);
	if (!result)
		result = event_terms_apply(spec, pmu, event, terms, err);
	pmu_walk_set_output(spec);
	return result ? result : trace_defaults_complete(spec, pmu, terms, err);
}
