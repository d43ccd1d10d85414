#include "record/command/stat_pmu.h"

#include "record/pmu/pmu_types.h"

#include "common/suggest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CORE_PREFIX "cpu_"

static bool is_called(const struct pmu_type *pmu, const char *name, bool is_core)
{
	const size_t prefix = strlen(CORE_PREFIX);

	if (is_core && !pmu->is_core)
		return false;
	return !strcmp(pmu->name, name) ||
	       (is_core && !strncmp(pmu->name, CORE_PREFIX, prefix) && !strcmp(pmu->name + prefix, name));
}

static int unknown(const struct pmu_types *types, const char *option, const char *name, bool is_core, struct error *err)
{
	const char *between = is_core ? "; there are " : "";
	struct suggest suggest;
	int result = error_set(err, -EINVAL, "%s '%s': no such %s on this machine", option, name,
			       is_core ? "kind of cores" : "PMU");

	suggest_init(&suggest, name);
	for (size_t i = 0; i < types->n; i++) {
		if (!is_core)
			suggest_offer(&suggest, types->pmus[i].name);
		if (!is_core || !types->pmus[i].is_core)
			continue;
		error_append(err, "%s%s", between, types->pmus[i].name);
		between = ", ";
	}
	suggest_append(&suggest, err);
	return result;
}

int stat_pmu_find(char **ret_pmu, const char *option, const char *name, bool is_core, const char *sys_root,
		  struct error *err)
{
	struct pmu_types types;
	int result = 0;

	*ret_pmu = NULL;
	pmu_types_load(&types, sys_root);
	for (size_t i = 0; i < types.n && !*ret_pmu && !result; i++)
		if (is_called(&types.pmus[i], name, is_core)) {
			*ret_pmu = strdup(types.pmus[i].name);
			result = *ret_pmu ? 0 : error_nomem(err);
		}
	if (!*ret_pmu && !result)
		result = unknown(&types, option, name, is_core, err);
	pmu_types_fini(&types);
	return result;
}
