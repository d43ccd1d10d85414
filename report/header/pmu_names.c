#include "report/header/pmu_names.h"

#include "formats/feature/features_decode.h"

void pmu_names_init(struct pmu_names *names, const struct perf_file *file)
{
	buffer_init(&names->section);
	if (perf_file_read_feature(file, FEATURE_PMU_MAPPINGS, &names->section, NULL))
		buffer_clear(&names->section);
}

void pmu_names_fini(struct pmu_names *names)
{
	buffer_fini(&names->section);
}

/* Returns the name of the first PMU that match accepts. */
static const char *find(const struct pmu_names *names, bool (*match)(const struct feature_pmu *pmu, const void *key),
			const void *key)
{
	struct cursor c = cursor_make(names->section.data, names->section.size, names->section.swap);
	struct feature_items items;
	struct feature_pmu pmu;

	if (!names->section.size || feature_items_begin(&items, &c))
		return NULL;
	while (feature_next_pmu(&items, &pmu) > 0)
		if (match(&pmu, key))
			return pmu.name;
	return NULL;
}

static bool type_is(const struct feature_pmu *pmu, const void *key)
{
	return pmu->type == *(const uint32_t *)key;
}

static bool name_is(const struct feature_pmu *pmu, const void *key)
{
	return !strcmp(pmu->name, key);
}

const char *pmu_names_by_type(const struct pmu_names *names, uint32_t type)
{
	return find(names, type_is, &type);
}

bool pmu_names_has(const struct pmu_names *names, const char *name)
{
	return find(names, name_is, name);
}
