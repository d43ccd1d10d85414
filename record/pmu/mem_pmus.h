/*
 * mem_pmus: the PMUs, and their events, by which the CPUs of this machine sample loads and stores: with data address,
 * latency and source.
 *
 *	Intel	cpu/mem-loads,ldlat=N/ and cpu/mem-stores/ of each kind of cores; where there is mem-loads-aux, it has
 *		to lead a group with mem-loads (Sapphire Rapids, Alder Lake)
 *	AMD	ibs_op//, loads and stores at once
 *	Arm	arm_spe_N//, a hardware trace whose filters choose
 *	POWER	cpu/mem-loads/ and cpu/mem-stores/
 *
 * The same as Linux perf mem's, by the same names ("tags"): tools/perf/arch/x86/util/mem-events.c and its like. Which
 * there are is known by the files of the PMUs, not by the CPU.
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

#define MEM_EVENT_MAX 768 /* bytes of an event's text, in which the PMU's name, of a file, may be twice */

struct mem_pmu;
struct mem_request;

/* What the PMUs of a CPU's maker have alike. */
struct mem_kind {
	const char *tags[MEM_ACCESSES]; /* NULL: no event is that */
	uint32_t usual_latency;
	uint32_t lowest, highest; /* latencies; 0 is any, too */
	void (*put)(const struct mem_pmu *pmu, enum mem_access access, const struct mem_request *request,
		    uint32_t latency, char text[static MEM_EVENT_MAX]);
};

/* A PMU of a kind that samples some of it. */
struct mem_pmu {
	const struct mem_kind *kind;
	char *name;
	unsigned accesses; /* MEM_BIT of what it has; 0: this one samples none */
	bool has_aux, has_latency, has_mode_filter;
};

struct mem_pmus {
	struct mem_pmu *pmus; /* in alphabetical order */
	size_t n;
};

/* What is wanted of them. */
struct mem_request {
	unsigned accesses; /* MEM_BIT of MEM_LOADS, MEM_STORES: of what every PMU has for that; 0: tags say */
	unsigned tags;     /* MEM_BIT of the tags that were asked for by name */
	bool has_latency;
	uint32_t latency;   /* in cycles: only loads that take as long; without has_latency as is usual for the PMU */
	bool one_mode;      /* not user space and the kernel both */
	bool no_privileges; /* physical addresses are for those who have them */
};

/* None where sysfs has none. 0 or -ENOMEM. */
int mem_pmus_load(struct mem_pmus *ret_pmus, const struct event_context *context, struct error *err);
void mem_pmus_fini(struct mem_pmus *pmus);

/* The first that samples anything, or NULL. */
const struct mem_pmu *mem_pmus_first(const struct mem_pmus *pmus);

/* The tag of an access, or NULL where no event of the PMU is it. */
const char *mem_pmu_tag(const struct mem_pmu *pmu, enum mem_access access);

/* The event, as -e takes it, in ret_text; empty where the PMU has none. */
void mem_pmu_event(const struct mem_pmu *pmu, enum mem_access access, const struct mem_request *request,
		   char ret_text[static MEM_EVENT_MAX]);

/*
 * Whether a word is part of a tag, of this machine or another one. *ret_tags: MEM_BIT of the accesses of this machine's
 * tags that it is part of, as in Linux perf; 0 where it is of another one's alone.
 */
bool mem_tag_find(const struct mem_pmus *pmus, struct event_text word, unsigned *ret_tags);

#endif
