/*
 * mem_pmus: finds the PMUs and events that sample loads and stores on this machine, with data address, latency and
 * source.
 *
 *	Intel	cpu/mem-loads,ldlat=N/ and cpu/mem-stores/ of each kind of cores; where there is mem-loads-aux, it has
 *		to lead a group with mem-loads (Sapphire Rapids, Alder Lake)
 *	AMD	ibs_op//, loads and stores at once
 *	Arm	arm_spe_N//, a hardware trace whose filters choose
 *	POWER	cpu/mem-loads/ and cpu/mem-stores/
 *
 * They are those of Linux perf mem, by the same names ("tags"): tools/perf/arch/x86/util/mem-events.c and its like. The
 * files of the PMUs tell which there are, not the CPU's model.
 *
 * Ownership: _load/_fini. Threads: no state, any thread.
 */
#ifndef PREC_RECORD_PMU_MEM_PMUS_H
#define PREC_RECORD_PMU_MEM_PMUS_H

#include "common/error.h"
#include "record/pmu/event_context.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a tag samples. */
enum mem_access {
	MEM_LOADS,
	MEM_STORES,
	MEM_BOTH, /* by one event */
	MEM_ACCESSES,
};

#define MEM_BIT(access) (1u << (access))

#define MEM_EVENT_MAX 768 /* bytes of an event's text, which may have the PMU's name twice */

struct mem_pmu;
struct mem_request;

/* What the PMUs of one vendor have in common. */
struct mem_kind {
	const char *tags[MEM_ACCESSES]; /* NULL: it has no event for that */
	uint32_t usual_latency;
	uint32_t lowest, highest; /* limits of a latency; 0, for any, is allowed, too */
	void (*put)(const struct mem_pmu *pmu, enum mem_access access, const struct mem_request *request,
		    uint32_t latency, char text[static MEM_EVENT_MAX]);
};

/* A PMU that samples some of these accesses. */
struct mem_pmu {
	const struct mem_kind *kind;
	char *name;
	unsigned accesses; /* MEM_BIT of what it samples; 0: nothing */
	bool has_aux, has_latency, has_mode_filter;
};

struct mem_pmus {
	struct mem_pmu *pmus; /* in alphabetical order */
	size_t n;
};

/* What the user wants. */
struct mem_request {
	unsigned accesses; /* MEM_BIT of MEM_LOADS, MEM_STORES, from every PMU; 0: see tags */
	unsigned tags;     /* MEM_BIT of the tags that the user named */
	bool has_latency;
	uint32_t latency;   /* in cycles: only loads that take as long; without has_latency the PMU's default */
	bool one_mode;      /* either user space or the kernel, not both */
	bool no_privileges; /* this user may not see physical addresses */
};

/* Loads the PMUs; an empty list if sysfs has none. 0 or -ENOMEM. */
int mem_pmus_load(struct mem_pmus *ret_pmus, const struct event_context *context, struct error *err);
void mem_pmus_fini(struct mem_pmus *pmus);

/* Returns the first PMU that samples anything, or NULL. */
const struct mem_pmu *mem_pmus_first(const struct mem_pmus *pmus);

/* Returns the tag of an access; NULL: the PMU has no event for it. */
const char *mem_pmu_tag(const struct mem_pmu *pmu, enum mem_access access);

/* Writes the event as -e takes it; empty: the PMU has none. */
void mem_pmu_event(const struct mem_pmu *pmu, enum mem_access access, const struct mem_request *request,
		   char ret_text[static MEM_EVENT_MAX]);

/*
 * True if the word is part of a tag of any machine. *ret_tags: MEM_BIT of this machine's accesses whose tags contain
 * it, as in Linux perf; 0: only another machine's tag does.
 */
bool mem_tag_find(const struct mem_pmus *pmus, struct event_text word, unsigned *ret_tags);

#endif
