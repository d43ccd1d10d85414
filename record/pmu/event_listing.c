#include "record/pmu/event_listing.h"

#include "common/fileio.h"
#include "formats/record/generic_names.h"
#include "record/pmu/pfm_library.h"
#include "record/pmu/pmu.h"
#include "record/pmu/pmu_types.h"
#include "record/pmu/tracepoint.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#define NAME_ROOM  600
#define FORMAT_MAX (1 << 20)

struct listing {
	const struct event_context *context;
	void (*found)(void *context, const struct event_listed *event);
	void *found_context;
	const char *tracefs;
};

static void put(const struct listing *l, const struct event_listed *event)
{
	l->found(l->found_context, event);
}

/* What the kernel's software events count (linux/perf_event.h, perf_event_open(2)). */
static const char *software_about(uint64_t config)
{
	static const char *const about[] = {
		[PERF_COUNT_SW_CPU_CLOCK] = "Time of the CPU, by a timer",
		[PERF_COUNT_SW_TASK_CLOCK] = "Time that the thread ran",
		[PERF_COUNT_SW_PAGE_FAULTS] = "Page faults",
		[PERF_COUNT_SW_CONTEXT_SWITCHES] = "Switches from one thread to another",
		[PERF_COUNT_SW_CPU_MIGRATIONS] = "Moves of the thread to another CPU",
		[PERF_COUNT_SW_PAGE_FAULTS_MIN] = "Page faults that needed no input or output",
		[PERF_COUNT_SW_PAGE_FAULTS_MAJ] = "Page faults that needed input or output",
		[PERF_COUNT_SW_ALIGNMENT_FAULTS] = "Unaligned accesses that the kernel handled",
		[PERF_COUNT_SW_EMULATION_FAULTS] = "Instructions that the kernel emulated",
		[PERF_COUNT_SW_DUMMY] = "Nothing: it brings records of mappings and the like",
		[PERF_COUNT_SW_BPF_OUTPUT] = "Data that a BPF program writes",
		[PERF_COUNT_SW_CGROUP_SWITCHES] = "Switches to a thread of another cgroup",
	};

	return config < ARRAY_SIZE(about) ? about[config] : NULL;
}

static void list_names(const struct listing *l, uint32_t type, enum event_kind kind, const char *unit)
{
	for (const struct generic_name *n = generic_name_table(); n->name; n++) {
		char encoding[64];

		if (n->type != type)
			continue;
		if (type == PERF_TYPE_SOFTWARE)
			snprintf(encoding, sizeof(encoding), "software/config=%#llx/", (unsigned long long)n->config);
		else
			snprintf(encoding, sizeof(encoding), "%s/%s/", unit, n->name);
		put(l, &(struct event_listed){ .kind = kind,
					       .name = n->name,
					       .alias = n->alias,
					       .unit = unit,
					       .about = type == PERF_TYPE_SOFTWARE ? software_about(n->config) : NULL,
					       .encoding = encoding });
	}
}

static void list_caches(const struct listing *l, const char *unit)
{
	char name[64], encoding[128];

	for (size_t i = 0; generic_name_cache_list(i, name, sizeof(name)); i++) {
		snprintf(encoding, sizeof(encoding), "%s/%s/", unit, name);
		put(l, &(struct event_listed){
			       .kind = EVENT_KIND_CACHE, .name = name, .unit = unit, .encoding = encoding });
	}
}

static void list_event_files(const struct listing *l, const struct pmu *pmu)
{
	char name[NAME_ROOM], encoding[2 * NAME_ROOM];

	for (int i = 0; i < pmu->n_events; i++) {
		snprintf(name, sizeof(name), "%s/%s/", pmu->name, pmu->events[i].name);
		snprintf(encoding, sizeof(encoding), "%s/%s/", pmu->name, pmu->events[i].terms);
		put(l, &(struct event_listed){ .kind = EVENT_KIND_PMU,
					       .name = pmu->events[i].name,
					       .alias = name,
					       .unit = pmu->name,
					       .encoding = encoding });
	}
}

/* A PMU without event files is used by the terms of its formats. */
static void list_formats(const struct listing *l, const struct pmu *pmu)
{
	char name[NAME_ROOM], terms[NAME_ROOM] = "";
	size_t used = 0;

	if (pmu->n_events || !pmu->n_formats || !strcmp(pmu->name, "uprobe") || !strcmp(pmu->name, "kprobe"))
		return;
	for (int i = 0; i < pmu->n_formats && used < sizeof(terms); i++)
		used += (size_t)snprintf(terms + used, sizeof(terms) - used, "%s%s", i ? " " : "",
					 pmu->formats[i].name);
	snprintf(name, sizeof(name), "%s//", pmu->name);
	put(l, &(struct event_listed){
		       .kind = EVENT_KIND_PMU, .name = name, .unit = pmu->name, .about = terms, .encoding = name });
}

static void list_pmus(const struct listing *l, const struct pmu_types *types)
{
	for (size_t i = 0; i < types->n; i++) {
		struct pmu pmu;

		if (pmu_load(&pmu, l->context->sys_root, types->pmus[i].name, NULL))
			continue;
		list_event_files(l, &pmu);
		list_formats(l, &pmu);
		pmu_fini(&pmu);
	}
}

static void list_pfm_event(void *context, const struct pfm_event *event)
{
	char encoding[64];

	snprintf(encoding, sizeof(encoding), "code %#llx", (unsigned long long)event->code);
	put(context, &(struct event_listed){ .kind = EVENT_KIND_PFM,
					     .name = event->name,
					     .unit = event->unit,
					     .about = event->about,
					     .encoding = encoding });
}

/* What the library finds by the CPU alone does not count in a virtual machine without counters. */
static void list_pfm(struct listing *l, const struct pmu_types *types)
{
	struct pfm_library *library;

	if (!pmu_types_count_cores(types) || pfm_library_open(&library, NULL))
		return;
	pfm_library_each(library, list_pfm_event, l);
	pfm_library_close(library);
}

static void list_forms(const struct listing *l, const struct pmu_types *types)
{
	put(l, &(struct event_listed){
		       .kind = EVENT_KIND_RAW, .name = "rNNN", .about = "A code of the CPU, hexadecimal" });
	put(l, &(struct event_listed){ .kind = EVENT_KIND_BREAKPOINT,
				       .name = "mem:ADDRESS[/LENGTH][:rwx]",
				       .about = "Accesses to an address" });
	for (size_t i = 0; i < types->n; i++)
		if (!strcmp(types->pmus[i].name, "uprobe"))
			put(l, &(struct event_listed){ .kind = EVENT_KIND_PROBE,
						       .name = "uprobe:FILE:FUNCTION[+OFFSET][%return][(ARGS)]",
						       .about = "Calls of a function of a program" });
		else if (!strcmp(types->pmus[i].name, "kprobe"))
			put(l, &(struct event_listed){ .kind = EVENT_KIND_PROBE,
						       .name = "kprobe:FUNCTION[+OFFSET][%return][(ARGS)]",
						       .about = "Calls of a function of the kernel" });
}

static int list_tracepoint(void *context, const char *system, const char *name, uint64_t id)
{
	const struct listing *l = context;
	char full[NAME_ROOM], encoding[64], path[TRACEFS_PATH_MAX + NAME_ROOM];
	struct buffer format;
	bool has_format;

	snprintf(full, sizeof(full), "%s:%s", system, name);
	snprintf(encoding, sizeof(encoding), "tracepoint/config=%#llx/", (unsigned long long)id);
	snprintf(path, sizeof(path), "%s/events/%s/%s/format", l->tracefs, system, name);
	buffer_init(&format);
	has_format = !fileio_read_file(AT_FDCWD, path, &format, FORMAT_MAX);
	put(l, &(struct event_listed){ .kind = EVENT_KIND_TRACEPOINT,
				       .name = full,
				       .unit = "tracepoint",
				       .format = has_format ? (const char *)format.data : NULL,
				       .encoding = encoding });
	buffer_fini(&format);
	return 0;
}

static void list_tracepoints(struct listing *l)
{
	char found[TRACEFS_PATH_MAX];

	l->tracefs = l->context->tracefs;
	if (!l->tracefs && !tracefs_find(found, l->context->proc_root, NULL))
		l->tracefs = found;
	if (l->tracefs)
		tracepoint_each(l->tracefs, "*", "*", list_tracepoint, l, NULL);
	l->tracefs = NULL;
}

void event_listing_each(const struct event_context *context,
			void (*found)(void *context, const struct event_listed *event), void *found_context)
{
	struct listing l = { .context = context, .found = found, .found_context = found_context };
	struct pmu_types types;

	pmu_types_load(&types, context->sys_root);
	for (size_t i = 0; i < types.n; i++)
		if (types.pmus[i].is_core)
			list_names(&l, PERF_TYPE_HARDWARE, EVENT_KIND_HARDWARE, types.pmus[i].name);
	list_names(&l, PERF_TYPE_SOFTWARE, EVENT_KIND_SOFTWARE, "software");
	for (size_t i = 0; i < types.n; i++)
		if (types.pmus[i].is_core)
			list_caches(&l, types.pmus[i].name);
	list_pmus(&l, &types);
	list_pfm(&l, &types);
	list_forms(&l, &types);
	list_tracepoints(&l);
	pmu_types_fini(&types);
}

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
