#include "record/pmu/trace_kind.h"

#include "common/bytes.h"

#include <string.h>

static const struct {
	const char *name;
	enum trace_kind kind;
} kinds[] = {
	{ "intel_pt", TRACE_INTEL_PT }, { "intel_bts", TRACE_INTEL_BTS }, { "cs_etm", TRACE_CS_ETM },
	{ "arm_spe", TRACE_ARM_SPE },   { "hisi_ptt", TRACE_HISI_PTT },
};

enum trace_kind trace_kind_of(const char *pmu)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strncmp(pmu, kinds[i].name, strlen(kinds[i].name)))
			return kinds[i].kind;
	return TRACE_NONE;
}

const char *trace_kind_name(enum trace_kind kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].kind == kind)
			return kinds[i].name;
	return "none";
}
