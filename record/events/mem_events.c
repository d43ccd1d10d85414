#include "record/events/mem_events.h"

#include "record/events/event_parse.h"

#include <errno.h>
#include <inttypes.h>

/*
 * What of a PMU's events is taken. Where one of them is for loads and stores, it is for all that are wanted: the kernel
 * does not open two hardware traces on a CPU.
 */
static unsigned accesses_wanted(const struct mem_pmu *pmu, const struct mem_request *request)
{
	unsigned wanted = request->tags | request->accesses;

	return pmu->accesses & MEM_BIT(MEM_BOTH) && wanted & (wanted - 1) ? MEM_BIT(MEM_BOTH) : wanted;
}

static int check_latency(const struct mem_pmu *pmu, const struct mem_request *request, struct diagnostics *diagnostics,
			 struct error *err)
{
	const struct mem_kind *kind = pmu->kind;

	if (!request->has_latency)
		return 0;
	if (!pmu->has_latency) {
		diagnostics_add(diagnostics, NOTICE_WARNING, "--ldlat has no effect: %s samples loads of any latency",
				pmu->name);
		return 0;
	}
	if (request->latency && (request->latency < kind->lowest || request->latency > kind->highest))
		return error_set(err, -EINVAL, "--ldlat %" PRIu32 ": %s takes %" PRIu32 " to %" PRIu32 " cycles",
				 request->latency, pmu->name, kind->lowest, kind->highest);
	return 0;
}

static int add_events(struct event_list *list, const struct mem_pmu *pmu, unsigned wanted,
		      const struct mem_request *request, const struct event_context *context, struct error *err)
{
	int result = 0;

	for (int access = 0; access < MEM_ACCESSES && !result; access++) {
		char text[MEM_EVENT_MAX];

		if (!(wanted & MEM_BIT(access)))
			continue;
		mem_pmu_event(pmu, (enum mem_access)access, request, text);
		result = event_list_parse(list, text, context, err);
	}
	return result;
}

/* None of the PMUs samples what is asked for. */
static int refuse(const struct mem_pmus *pmus, struct error *err)
{
	const struct mem_pmu *pmu = mem_pmus_first(pmus);

	if (pmu->accesses == MEM_BIT(MEM_BOTH))
		return error_set(err, -ENOTSUP, "%s samples loads and stores together: ask for both", pmu->name);
	return error_set(err, -ENOTSUP, "%s samples %s alone", pmu->name,
			 pmu->accesses & MEM_BIT(MEM_STORES) ? "stores" : "loads");
}

/* Adds the events of one PMU, whose cores may sample none of it, or only loads. 1: loads are among them. */
static int add_pmu_events(struct event_list *list, const struct mem_pmu *pmu, const struct mem_request *request,
			  const struct event_context *context, struct diagnostics *diagnostics, struct error *err)
{
	unsigned wanted = accesses_wanted(pmu, request), lacks = wanted & ~pmu->accesses;
	bool loads;
	int result = 0;

	wanted &= pmu->accesses;
	if (wanted && lacks)
		diagnostics_add(diagnostics, NOTICE_WARNING, "%s samples no %s", pmu->name,
				lacks & MEM_BIT(MEM_STORES) ? "stores" : "loads");
	loads = wanted & ~MEM_BIT(MEM_STORES);
	if (loads)
		result = check_latency(pmu, request, diagnostics, err);
	if (!result)
		result = add_events(list, pmu, wanted, request, context, err);
	return result ? result : loads;
}

int mem_events_add(struct event_list *list, const struct mem_pmus *pmus, const struct mem_request *request,
		   const struct event_context *context, struct diagnostics *diagnostics, struct error *err)
{
	const struct mem_pmu *able = mem_pmus_first(pmus);
	int first = list->n;
	bool loads = false;
	int result = 0;

	if (!able)
		return error_set(err, -ENODEV,
				 "the CPUs of this machine sample no loads or stores; on any machine the event "
				 "'page-faults' samples the accesses for which a page had to be found, and "
				 "'mem:ADDR/8:rw' those to 8 bytes at an address");
	for (size_t i = 0; i < pmus->n && result >= 0; i++) {
		const struct mem_pmu *pmu = &pmus->pmus[i];

		if (!pmu->accesses && pmu->kind == able->kind)
			diagnostics_add(diagnostics, NOTICE_WARNING,
					"%s samples no loads or stores: its CPUs are left out", pmu->name);
		else if (pmu->accesses)
			result = add_pmu_events(list, pmu, request, context, diagnostics, err);
		loads = loads || result > 0;
	}
	if (result >= 0 && list->n == first)
		result = refuse(pmus, err);
	if (result < 0)
		event_list_truncate(list, first);
	return result < 0 ? result : loads;
}
