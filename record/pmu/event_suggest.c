#include "record/pmu/event_suggest.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "formats/record/generic_names.h"
#include "record/pmu/pmu.h"
#include "record/pmu/tracepoint.h"

static void suggest_offer_pmus(struct suggest *s, const char *sys_root)
{
	char **names;
	size_t n;

	if (pmu_names(&names, &n, sys_root, false, NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		struct pmu pmu;

		if (pmu_load(&pmu, sys_root, names[i], NULL))
			continue;
		for (int e = 0; e < pmu.n_events; e++)
			suggest_offer(s, pmu.events[e].name);
		pmu_fini(&pmu);
	}
	pmu_names_free(names, n);
}

void event_suggest_offer_events(struct suggest *s, const struct event_context *context)
{
	char name[SUGGEST_NAME_MAX];

	for (const struct generic_name *e = generic_name_table(); e->name; e++) {
		suggest_offer(s, e->name);
		if (e->alias)
			suggest_offer(s, e->alias);
	}
	for (size_t i = 0; generic_name_cache_list(i, name, sizeof(name)); i++)
		suggest_offer(s, name);
	suggest_offer_pmus(s, context->sys_root);
}

static void suggest_offer_system(struct suggest *s, const char *tracefs, const char *system)
{
	char path[TRACEFS_PATH_MAX + 600];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/events/%s", tracefs, system);
	dir = opendir(path);
	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		char name[2 * NAME_MAX + 2];

		if (entry->d_name[0] == '.' || entry->d_type == DT_REG)
			continue;
		snprintf(name, sizeof(name), "%s:%s", system, entry->d_name);
		suggest_offer(s, name);
	}
	closedir(dir);
}

void event_suggest_offer_tracepoints(struct suggest *s, const char *tracefs, const char *system)
{
	char path[TRACEFS_PATH_MAX + 16];
	struct dirent *entry;
	DIR *dir;

	if (system) {
		suggest_offer_system(s, tracefs, system);
		return;
	}
	snprintf(path, sizeof(path), "%s/events", tracefs);
	dir = opendir(path);
	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && entry->d_type != DT_REG)
			suggest_offer_system(s, tracefs, entry->d_name);
	closedir(dir);
}
