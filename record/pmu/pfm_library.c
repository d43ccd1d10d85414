#include "record/pmu/pfm_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY         "libpfm.so.4"
#define EVENT_NAME_ROOM 256
#define MODES           (PFM_PLM0 | PFM_PLM3) /* user and kernel, where the name says nothing: as Linux perf */

struct pfm_library {
	void *handle;
	bool initialized;
	/* Those of the library that are used: libpfm(3). */
	pfm_err_t (*initialize)(void);
	void (*terminate)(void);
	const char *(*strerror)(int code);
	pfm_err_t (*encode)(const char *name, int modes, pfm_os_t os, void *arg);
	pfm_err_t (*pmu_info)(pfm_pmu_t pmu, pfm_pmu_info_t *ret_info);
	pfm_err_t (*event_info)(int event, pfm_os_t os, pfm_event_info_t *ret_info);
	int (*event_next)(int event);
	pfm_err_t (*attr_info)(int event, int attr, pfm_os_t os, pfm_event_attr_info_t *ret_info);
};

static bool load_functions(struct pfm_library *l)
{
	const struct {
		void *function;
		const char *name;
	} functions[] = {
		{ &l->terminate, "pfm_terminate" },       { &l->initialize, "pfm_initialize" },
		{ &l->strerror, "pfm_strerror" },         { &l->encode, "pfm_get_os_event_encoding" },
		{ &l->pmu_info, "pfm_get_pmu_info" },     { &l->event_info, "pfm_get_event_info" },
		{ &l->event_next, "pfm_get_event_next" }, { &l->attr_info, "pfm_get_event_attr_info" },
	};

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		void *found = dlsym(l->handle, functions[i].name);

		if (!found)
			return false;
		memcpy(functions[i].function, &found, sizeof(found));
	}
	return true;
}

int pfm_library_open(struct pfm_library **ret_library, struct error *err)
{
	struct pfm_library *l = calloc(1, sizeof(*l));
	pfm_err_t state;
	int result = 0;

	if (!l)
		return error_nomem(err);
	l->handle = dlopen(LIBRARY, RTLD_NOW);
	if (!l->handle || !load_functions(l)) {
		result = error_set(err, -ENOTSUP, "needs the library libpfm4 (Debian: libpfm4): %s", dlerror());
	} else {
		state = l->initialize();
		l->initialized = state == PFM_SUCCESS;
		if (!l->initialized)
			result = error_set(err, -EIO, "libpfm4 knows nothing of this CPU: %s", l->strerror(state));
	}
	if (result)
		pfm_library_close(l);
	else
		*ret_library = l;
	return result;
}

void pfm_library_close(struct pfm_library *library)
{
	if (!library)
		return;
	if (library->initialized)
		library->terminate();
	if (library->handle)
		dlclose(library->handle);
	free(library);
}

int pfm_library_encode(const struct pfm_library *library, const char *name, void *attr, size_t size, int *ret_cpu,
		       struct error *err)
{
	struct perf_event_attr encoded = { 0 };
	pfm_perf_encode_arg_t arg = { .attr = &encoded, .size = sizeof(arg), .cpu = -1 };
	pfm_err_t result = library->encode(name, MODES, PFM_OS_PERF_EVENT_EXT, &arg);

	if (result != PFM_SUCCESS)
		return error_set(err, -ENOENT, "no event '%s': libpfm4: %s", name, library->strerror(result));
	*ret_cpu = arg.cpu;
	memcpy(attr, &encoded, size < sizeof(encoded) ? size : sizeof(encoded));
	return 0;
}

static void each_unit_mask(const struct pfm_library *l, const pfm_pmu_info_t *pmu, const pfm_event_info_t *event,
			   void (*found)(void *context, const struct pfm_event *event), void *context)
{
	for (int i = 0; i < event->nattrs; i++) {
		pfm_event_attr_info_t mask = { .size = sizeof(mask) };
		char name[EVENT_NAME_ROOM];

		if (l->attr_info(event->idx, i, PFM_OS_PERF_EVENT_EXT, &mask) != PFM_SUCCESS ||
		    mask.type != PFM_ATTR_UMASK)
			continue;
		snprintf(name, sizeof(name), "%s::%s:%s", pmu->name, event->name, mask.name);
		found(context, &(struct pfm_event){ pmu->name, name, mask.desc, mask.code });
	}
}

static void each_event(const struct pfm_library *l, const pfm_pmu_info_t *pmu,
		       void (*found)(void *context, const struct pfm_event *event), void *context)
{
	for (int i = pmu->first_event; i != -1; i = l->event_next(i)) {
		pfm_event_info_t event = { .size = sizeof(event) };
		char name[EVENT_NAME_ROOM];

		if (l->event_info(i, PFM_OS_PERF_EVENT_EXT, &event) != PFM_SUCCESS)
			continue;
		snprintf(name, sizeof(name), "%s::%s", pmu->name, event.name);
		found(context, &(struct pfm_event){ pmu->name, name, event.desc, event.code });
		each_unit_mask(l, pmu, &event, found, context);
	}
}

void pfm_library_each(const struct pfm_library *library, void (*found)(void *context, const struct pfm_event *event),
		      void *context)
{
	for (int i = PFM_PMU_NONE; i < PFM_PMU_MAX; i++) {
		pfm_pmu_info_t pmu = { .size = sizeof(pmu) };

		/* These two have the names that the kernel has for events, and all raw codes. */
		if (i != PFM_PMU_PERF_EVENT && i != PFM_PMU_PERF_EVENT_RAW &&
		    library->pmu_info(i, &pmu) == PFM_SUCCESS && pmu.is_present)
			each_event(library, &pmu, found, context);
	}
}
