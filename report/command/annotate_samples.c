#include "report/command/annotate_samples.h"

#include "report/profile/preload.h"

int annotate_samples(struct reader *r, const struct profile_filter *filter, uint64_t max_memory, bool with_source,
		     struct annotation *ret_annotation, struct error *err)
{
	const struct reader_options *o = r->options;
	struct analysis_options analysis = { .max_memory = max_memory };
	int result = reader_choose_in_any_order(r, o->tasks.cpu_list ? "-C" : NULL, err);

	annotation_plan(r->file, filter, &analysis);
	analysis.plan.by_chain = analysis.plan.by_chain || filter->only_within;
	analysis.plan.choice = reader_choice(r);
	if (!result)
		result = reader_analyse(r, &analysis, err);
	if (!result)
		result = reader_symbolize(r, with_source, err);
	if (result)
		return result;
	preload_symbols(&r->profile.symbolizer.resolver.locator, &r->profile.analysis, NULL, o->workers);
	return annotation_read(ret_annotation, &r->profile, filter, err);
}
