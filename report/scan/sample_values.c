#include "report/scan/sample_values.h"

static uint64_t weight_part(const struct sample *s, const struct sample_branch *branch, enum sample_value value)
{
	if (branch && value == SAMPLE_VALUE_WEIGHT)
		return BRANCH_CYCLES(branch->flags) ? BRANCH_CYCLES(branch->flags) : 1;
	if (!(s->type & PERF_SAMPLE_WEIGHT_STRUCT))
		return value == SAMPLE_VALUE_WEIGHT ? s->weight : 0;
	switch (value) {
	case SAMPLE_VALUE_WEIGHT: return SAMPLE_WEIGHT_VAR1(s->weight);
	case SAMPLE_VALUE_WEIGHT2: return SAMPLE_WEIGHT_VAR2(s->weight);
	default: return SAMPLE_WEIGHT_VAR3(s->weight);
	}
}

static uint64_t branch_value(const struct sample_branch *branch, enum sample_value value)
{
	if (!branch)
		return 0;
	switch (value) {
	case SAMPLE_VALUE_BRANCH_FROM: return branch->from;
	case SAMPLE_VALUE_BRANCH_TO: return branch->to;
	default: return branch->flags;
	}
}

static uint64_t value_of(enum sample_value value, const struct sample *s, const struct sample_context *context)
{
	switch (value) {
	case SAMPLE_VALUE_WEIGHT:
	case SAMPLE_VALUE_WEIGHT2:
	case SAMPLE_VALUE_WEIGHT3: return weight_part(s, context->branch, value);
	case SAMPLE_VALUE_ADDR: return s->addr;
	case SAMPLE_VALUE_DATA_SRC: return s->type & PERF_SAMPLE_DATA_SRC ? s->data_src : SAMPLE_DATA_SRC_NONE;
	case SAMPLE_VALUE_TRANSACTION: return s->transaction;
	case SAMPLE_VALUE_PHYS_ADDR: return s->phys_addr;
	case SAMPLE_VALUE_CGROUP: return s->cgroup;
	case SAMPLE_VALUE_DATA_PAGE_SIZE: return s->data_page_size;
	case SAMPLE_VALUE_CODE_PAGE_SIZE: return s->code_page_size;
	case SAMPLE_VALUE_TIME: return context->time;
	case SAMPLE_VALUE_CGROUP_SPACE: return context->cgroup_space;
	case SAMPLE_VALUE_RUNNING: return context->running;
	case SAMPLE_VALUE_IP: return s->ip;
	default: return branch_value(context->branch, value);
	}
}

uint32_t sample_values_put(uint64_t values, const struct sample *s, const struct sample_context *context,
			   uint8_t bytes[static SAMPLE_VALUES_BYTES])
{
	uint32_t size = 0;

	for (int value = 0; value < SAMPLE_VALUE_NUMBERS; value++) {
		uint64_t number;

		if (!(values & SAMPLE_VALUE_BIT(value)))
			continue;
		number = value_of((enum sample_value)value, s, context);
		memcpy(bytes + size, &number, sizeof(number));
		size += sizeof(number);
	}
	return size;
}
