#include "libprec/lib_error.h"
#include "libprec/sampler_set.h"

#include "record/events/mem_events.h"
#include "record/open/diagnose.h"

#include <errno.h>

static int add_events(struct prec_sampler *s, unsigned accesses, bool *ret_loads, struct error *err)
{
	const struct event_context context = { .counts = false };
	const struct mem_request request = {
		.accesses = (accesses & PREC_LOADS ? MEM_BIT(MEM_LOADS) : 0) |
			    (accesses & PREC_STORES ? MEM_BIT(MEM_STORES) : 0),
		.one_mode = !diagnose_is_privileged() && diagnose_paranoid() > 1,
		.no_privileges = !diagnose_is_privileged(),
	};
	struct mem_pmus pmus;
	int result;

	if (!accesses || accesses & ~(PREC_LOADS | PREC_STORES))
		return error_set(err, -EINVAL, "accesses are PREC_LOADS, PREC_STORES or both");
	result = mem_pmus_load(&pmus, &context, err);
	if (!result)
		result = mem_events_add(&s->list, &pmus, &request, &context, ret_loads, NULL, err);
	mem_pmus_fini(&pmus);
	return result;
}

int prec_sampler_memory(struct prec_sampler **ret_sampler, unsigned accesses,
			const struct prec_sampler_options *options, struct prec_error *ret_error)
{
	struct prec_sampler_options with = options ? *options : (struct prec_sampler_options){ .fields = 0 };
	struct prec_sampler *s = sampler_make();
	struct error err = ERROR_INIT;
	bool loads = false;
	int result;

	*ret_sampler = NULL;
	if (!s)
		return lib_error_set(ret_error, -ENOMEM, "out of memory");
	result = add_events(s, accesses, &loads, &err);
	with.fields |= PREC_ADDR | PREC_DATA_SRC;
	if (loads)
		with.fields = (with.fields & ~PREC_WEIGHT) | PREC_WEIGHT_STRUCT;
	return sampler_finish(s, &with, result, &err, ret_sampler, ret_error);
}
