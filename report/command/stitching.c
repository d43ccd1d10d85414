#include "report/command/stitching.h"

#include "common/log.h"
#include "formats/file/file_facts.h"

uint32_t stitching_registers(const struct perf_file *file, const char *name)
{
	bool any = false, indexed = false;
	uint32_t registers = file_branch_registers(file);

	for (uint32_t i = 0; i < file->n_events; i++) {
		const struct event_attr *attr = &file->events[i].attr;

		if (!event_has_call_branches(attr))
			continue;
		any = true;
		indexed = indexed || attr->branch_sample_type & PERF_SAMPLE_BRANCH_HW_INDEX;
	}
	if (!any)
		log_warn("%s has no call stacks of the CPU to stitch; 'prec record --call-graph lbr' records them",
			 name);
	else if (!indexed)
		log_warn("%s does not say in which registers branches were, so call stacks are not stitched", name);
	else if (!registers)
		log_warn("%s does not say how many branches the CPU keeps, so call stacks are not stitched", name);
	return any && indexed ? registers : 0;
}
