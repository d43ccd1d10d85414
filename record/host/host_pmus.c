#include "record/host/host_pmus.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/feature/features_encode.h"
#include "record/pmu/pmu.h"

#define CAPS_MAX      64
#define CORE_PMU      "cpu"
#define PMU_CAPS_PATH "bus/event_source/devices/%s/caps"

/* The names of the machine's PMUs, and zeroed room for as many items of a size; NULL, with no names, without. */
static void *pmus_begin(struct host_read *r, size_t size, char ***ret_names, size_t *ret_n)
{
	void *room;

	*ret_names = NULL;
	*ret_n = 0;
	if (pmu_names(ret_names, ret_n, r->sys_root, true, NULL))
		return NULL;
	room = host_read_alloc(r, *ret_n, size);
	if (!room) {
		pmu_names_free(*ret_names, *ret_n);
		*ret_names = NULL;
		*ret_n = 0;
	}
	return room;
}

int host_encode_pmu_mappings(struct host_read *r, struct buffer *b)
{
	size_t n_names, n = 0;
	char **names;
	struct feature_pmu *pmus = pmus_begin(r, sizeof(*pmus), &names, &n_names);

	for (size_t i = 0; i < n_names; i++) {
		pmus[n].name = names[i];
		if (!pmu_read_type(&pmus[n].type, r->sys_root, names[i]))
			n++;
	}
	if (n)
		feature_encode_pmu_mappings(b, pmus, n);
	pmu_names_free(names, n_names);
	return n > 0;
}

/* The capabilities of a PMU: one file each in its "caps" folder. The number read. */
static size_t caps_read(struct host_read *r, struct feature_cap *caps, const char *pmu)
{
	char path[512];
	struct dirent **entries;
	size_t n_caps = 0;
	int n;

	snprintf(path, sizeof(path), "%s/" PMU_CAPS_PATH, r->sys_root, pmu);
	n = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		const char *value = NULL;

		if (name[0] != '.' && n_caps < CAPS_MAX)
			value = host_read_sys(r, PMU_CAPS_PATH "/%s", pmu, name);
		if (value) {
			caps[n_caps].name = arena_strndup(&r->strings, name, strlen(name));
			caps[n_caps].value = value;
			r->nomem |= !caps[n_caps++].name;
		}
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return n_caps;
}

int host_encode_cpu_pmu_caps(struct host_read *r, struct buffer *b)
{
	struct feature_cap caps[CAPS_MAX];
	size_t n = caps_read(r, caps, CORE_PMU);

	if (!n || r->nomem)
		return 0;
	feature_encode_cpu_pmu_caps(b, caps, n);
	return 1;
}

int host_encode_pmu_caps(struct host_read *r, struct buffer *b)
{
	size_t n_names, n = 0;
	char **names;
	struct feature_pmu_caps *pmus = pmus_begin(r, sizeof(*pmus), &names, &n_names);

	for (size_t i = 0; i < n_names && !r->nomem; i++) {
		struct feature_cap *caps = host_read_alloc(r, CAPS_MAX, sizeof(*caps));

		if (!caps || !strcmp(names[i], CORE_PMU))
			continue;
		pmus[n] = (struct feature_pmu_caps){ names[i], caps, caps_read(r, caps, names[i]) };
		n += pmus[n].n_caps > 0;
	}
	if (n && !r->nomem)
		feature_encode_pmu_caps(b, pmus, n);
	pmu_names_free(names, n_names);
	return n && !r->nomem;
}
