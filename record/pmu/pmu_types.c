#include "record/pmu/pmu_types.h"

#include "record/pmu/pmu.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

void pmu_types_load(struct pmu_types *types, const char *sys_root)
{
	char **names;
	size_t n;

	*types = (struct pmu_types){ 0 };
	if (pmu_names(&names, &n, sys_root, false, NULL))
		return;
	types->pmus = calloc(n ? n : 1, sizeof(*types->pmus));
	for (size_t i = 0; i < n && types->pmus; i++) {
		struct pmu_type *pmu = &types->pmus[types->n];

		if (pmu_read_type(&pmu->type, sys_root, names[i]))
			continue;
		pmu->name = names[i];
		pmu->is_core = pmu_is_core(sys_root, names[i]);
		names[i] = NULL;
		types->n++;
	}
	pmu_names_free(names, n);
}

void pmu_types_fini(struct pmu_types *types)
{
	for (size_t i = 0; i < types->n; i++)
		free(types->pmus[i].name);
	free(types->pmus);
	*types = (struct pmu_types){ 0 };
}

const char *pmu_types_find(const struct pmu_types *types, uint32_t type)
{
	for (size_t i = 0; i < types->n; i++)
		if (types->pmus[i].type == type)
			return types->pmus[i].name;
	return NULL;
}

size_t pmu_types_count_cores(const struct pmu_types *types)
{
	size_t n = 0;

	for (size_t i = 0; i < types->n; i++)
		n += types->pmus[i].is_core;
	return n;
}

#define UNCORE         "uncore_"
#define HEX_DIGITS_MIN 3

/* "_3" or "3", of decimal digits, or of hexadecimal ones where they are enough. */
static bool is_number(const char *tail)
{
	size_t decimal, hexadecimal = 0;

	tail += *tail == '_';
	decimal = strspn(tail, "0123456789");
	while (isxdigit((unsigned char)tail[hexadecimal]))
		hexadecimal++;
	if (tail[hexadecimal] || !hexadecimal)
		return false;
	return decimal == hexadecimal || hexadecimal >= HEX_DIGITS_MIN;
}

static bool name_match(const char *pmu, const char *typed)
{
	size_t size = strlen(typed);

	if (!fnmatch(typed, pmu, 0))
		return true;
	return !strncmp(pmu, typed, size) && is_number(pmu + size);
}

bool pmu_match(const char *pmu, const char *typed)
{
	if (name_match(pmu, typed))
		return true;
	return !strncmp(pmu, UNCORE, strlen(UNCORE)) && name_match(pmu + strlen(UNCORE), typed);
}
