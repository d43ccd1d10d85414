/*
 * event_list: the events to record, in the order they were given.
 *
 * record/events/event_parse.h makes it from the text of -e. It knows nothing of file descriptors or ids.
 *
 * Ownership: the list owns its specs and each spec its strings. Threads: one at a time.
 */
#ifndef PREC_RECORD_EVENTS_EVENT_LIST_H
#define PREC_RECORD_EVENTS_EVENT_LIST_H

#include "common/cpulist.h"
#include "formats/record/abi.h"
#include "record/events/callgraph_spec.h"
#include "record/pmu/event_unit.h"
#include "record/pmu/trace_kind.h"

enum event_precise {
	EVENT_PRECISE_AS_SET = 0, /* open with the precise_ip in attr.flags */
	EVENT_PRECISE_MAX = 1,    /* modifier P: try precise_ip from 3 down */
};

/* Events that no PMU counts: times that the counting program knows. attr is unused. */
enum event_tool {
	EVENT_TOOL_NONE = 0,
	EVENT_TOOL_DURATION, /* ns of counting */
	EVENT_TOOL_USER,     /* ns of CPU time of the command in user space */
	EVENT_TOOL_SYSTEM,   /* and in the kernel */
	EVENT_TOOLS,
};

enum event_inherit {
	EVENT_INHERIT_AS_CONFIGURED = 0,
	EVENT_INHERIT_NO,
	EVENT_INHERIT_YES, /* if the target can be followed */
};

/* When new samples of the event replace the oldest ones. */
enum event_overwrite {
	EVENT_OVERWRITE_AS_CONFIGURED = 0,
	EVENT_OVERWRITE_NO,
	EVENT_OVERWRITE_YES,
};

/* What the terms and modifiers of one event ask for. */
struct event_extra {
	uint64_t sample_type;     /* bits of PERF_SAMPLE_* */
	uint64_t aux_flags;       /* bits of ATTR_* that go with a hardware trace */
	uint32_t aux_sample_size; /* bytes of the trace in each sample */
	uint32_t aux_action;      /* bits of AUX_ACTION_*: what each sample does to the trace */
	uint64_t branches;        /* bits of PERF_SAMPLE_BRANCH_*, instead of the command's */
	bool branches_given;      /* `branches` is set; it may be 0 */
	enum event_inherit inherit;
	enum event_overwrite overwrite;
};

struct event_spec {
	char *name; /* as Linux perf names it, modifiers included: "cycles:u", "sched:sched_switch" */

	/*
	 * Set: size (ATTR_SIZE_VER7, or what config3 and config4 need), type, config, config1 .. config4, bp_type,
	 * and in flags the exclude_* bits, precise_ip, pinned and exclusive. sample_period is 1 for tracepoints and
	 * breakpoints (to be replaced only where -F or -c was typed) and 0 otherwise. Everything else is the opener's.
	 */
	struct event_attr attr;

	bool is_tracepoint;
	char *system;     /* of a tracepoint: "sched", else NULL; of a probe: what it is to be as one */
	char *tracepoint; /* "sched_switch", likewise */

	/* From the event's own terms; they win over the command's options. 0: not given. */
	uint64_t period;
	uint64_t freq;
	double ratio_to_prev; /* of its period to that of the member before, see event_ratio.h */
	struct callgraph_spec callgraph;
	enum event_precise precise;
	bool exclude_given; /* a modifier said which modes to count: no quiet retry with :u */
	bool percore;       /* what the threads of a core count stands together, where CPUs stand apart */
	bool sample_read;   /* modifier S */
	bool is_off_cpu;    /* the time that threads are blocked; see event_list_add_off_cpu */
	struct event_extra extra;
	struct event_trace trace; /* kind TRACE_NONE: it samples or counts */
	enum event_tool tool;
	struct event_unit unit; /* of its counts */
	char *probed; /* what the kernel makes a probe in: the file of a uprobe, the function of a kprobe; or NULL */
	bool probed_at_return;
	char *probe_args; /* what samples of a probe have of the program, as tracefs takes it; or NULL */
	char *filter;     /* an expression for the kernel, by --filter; or NULL */
	int item;         /* in its -e: the same for all events that one name or pattern stands for; from 1 up */

	/* {a,b}: members share a number from 1 up, in the order given, the first is the leader. 0: in no group. */
	int group;
	char *group_name; /* NAME of NAME:{a,b}; set on the leader only, else NULL */
	char *cgroup;     /* what runs in it alone is counted, on CPUs; NULL: no restriction */
	bool weak;        /* modifier W: break the group up where it does not open */

	char *pmu;                /* name of the PMU where it is not a generic type, else NULL */
	bool pmu_is_core;         /* it counts what cores do */
	bool pmu_has_slots;       /* it has topdown metrics, see event_topdown.h */
	bool pmu_has_mem_aux;     /* it has the event mem-loads-aux, see event_groups.h */
	bool is_added;            /* slots that nobody typed, see event_topdown.h */
	bool pmu_is_one_of_cores; /* there are other kinds of cores */
	int n_address_filters;    /* how many its PMU has */
	bool pmu_is_system;       /* an uncore PMU: counts on CPUs, never for one task */
	bool cpus_given;          /* the term cpu= chose some of them */
	struct cpulist pmu_cpus;  /* its "cpumask" or "cpus"; n 0: no restriction */
};

/* Whether it writes a hardware trace, and so has no samples of its own. */
static inline bool event_spec_is_trace(const struct event_spec *spec)
{
	return spec->trace.kind != TRACE_NONE;
}

/* Whether it is of the kernel's PMU uprobe or kprobe. */
bool event_spec_is_probe(const struct event_spec *spec);

struct event_list {
	struct event_spec *events;
	int n;
	uint32_t capacity;
	int n_groups;
	int n_items;
};

void event_list_init(struct event_list *list);
void event_list_fini(struct event_list *list);

/*
 * Appends a spec with everything zero but attr.size; NULL without memory. The pointer lives until the next one is
 * added; the caller fills it, name (malloc) first.
 */
struct event_spec *event_list_add(struct event_list *list);

/* The same with a type and config. */
struct event_spec *event_list_add_attr(struct event_list *list, uint32_t type, uint64_t config);

/* Appends copies of the first n events, as other items and in other groups. 0 or -ENOMEM. */
int event_list_repeat(struct event_list *list, int n);

/* Drops the events from n on. */
void event_list_truncate(struct event_list *list, int n);

/* Drops event i. */
void event_list_remove(struct event_list *list, int i);

/*
 * Adds the event of time off the CPU. What is opened is context-switches, which samples threads as they leave their CPU
 * (record/drain/off_cpu.h makes the rest). 0 or -ENOMEM.
 */
int event_list_add_off_cpu(struct event_list *list);

bool event_list_has_tracepoints(const struct event_list *list);

#endif
