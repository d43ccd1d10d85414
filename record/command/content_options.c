#include "record/command/content_options.h"

#include "record/events/branch_filter.h"

#include "common/bytes.h"
#include "formats/record/abi.h"

#include <errno.h>

static uint64_t fields_of(int key)
{
	switch (key) {
	case 'W': return PERF_SAMPLE_WEIGHT_STRUCT;
	case 'R': return PERF_SAMPLE_RAW;
	case CONTENT_TRANSACTION: return PERF_SAMPLE_TRANSACTION;
	case CONTENT_PHYS_DATA: return PERF_SAMPLE_PHYS_ADDR;
	case CONTENT_DATA_PAGE_SIZE: return PERF_SAMPLE_DATA_PAGE_SIZE;
	case CONTENT_CODE_PAGE_SIZE: return PERF_SAMPLE_CODE_PAGE_SIZE;
	case CONTENT_MEM_INFO: return PERF_SAMPLE_DATA_SRC;
	case CONTENT_ALL_CGROUPS: return PERF_SAMPLE_CGROUP;
	default: return 0;
	}
}

static int take_branches(struct sample_fields *fields, const char *filter, struct error *err)
{
	int result;

	if (fields->branches)
		return error_set(err, -EINVAL,
				 "-b and -j exclude each other, and each may be given once (-b is -j any)");
	result = branch_filter_parse(filter, &fields->branches, err);
	if (result)
		error_prefix(err, "-j");
	return result ? result : 1;
}

int content_options_take(struct sampler_config *config, int key, const char *value, struct error *err)
{
	uint64_t fields = fields_of(key);

	config->fields.more |= fields;
	switch (key) {
	case 'b': return take_branches(&config->fields, "any", err);
	case 'j': return take_branches(&config->fields, value, err);
	case 'R': config->fields.cpu = true; return 1;
	case CONTENT_ALL_CGROUPS: config->sideband.cgroups = true; return 1;
	case CONTENT_SWITCH_EVENTS: config->sideband.switches = true; return 1;
	case CONTENT_RUNNING_TIME: config->fields.read_times = true; return 1;
	default: return fields != 0;
	}
}
