#include "record/command/stat_metric_sets.h"

#include "common/bytes.h"
#include "common/suggest.h"

#include <errno.h>
#include <strings.h>

/* Names as Linux perf 7 has those that no table of a CPU's defines, and the usual short ones. */
static const struct metric_set {
	const char *name, *alias;
	const char *events;
} sets[] = {
	{ "CPUs_utilized", NULL, "task-clock" },
	{ "backend_cycles_idle", NULL, "{cpu-cycles,stalled-cycles-backend}" },
	{ "branch_frequency", NULL, "task-clock,branches" },
	{ "branch_miss_rate", NULL, "{branches,branch-misses}" },
	{ "cache_miss_rate", NULL, "{cache-references,cache-misses}" },
	{ "cs_per_second", NULL, "task-clock,context-switches" },
	{ "cycles_frequency", "GHz", "task-clock,cpu-cycles" },
	{ "dtlb_miss_rate", NULL, "{dTLB-loads,dTLB-load-misses}" },
	{ "frontend_cycles_idle", NULL, "{cpu-cycles,stalled-cycles-frontend}" },
	{ "insn_per_cycle", "IPC", "{cpu-cycles,instructions}" },
	{ "itlb_miss_rate", NULL, "{iTLB-loads,iTLB-load-misses}" },
	{ "l1d_miss_rate", NULL, "{L1-dcache-loads,L1-dcache-load-misses}" },
	{ "l1i_miss_rate", NULL, "{L1-icache-loads,L1-icache-load-misses}" },
	{ "llc_miss_rate", NULL, "{LLC-loads,LLC-load-misses}" },
	{ "migrations_per_second", NULL, "task-clock,cpu-migrations" },
	{ "page_faults_per_second", NULL, "task-clock,page-faults" },
	{ "stalled_cycles_per_instruction", NULL,
	  "{cpu-cycles,instructions,stalled-cycles-frontend,stalled-cycles-backend}" },
};

const char *stat_metric_set_find(const char *name, struct error *err)
{
	struct suggest suggest;

	suggest_init(&suggest, name);
	for (size_t i = 0; i < ARRAY_SIZE(sets); i++) {
		if (!strcasecmp(sets[i].name, name) || (sets[i].alias && !strcasecmp(sets[i].alias, name)))
			return sets[i].events;
		suggest_offer(&suggest, sets[i].name);
	}
	error_set(err, -ENOENT, "-M: no metric '%s'", name);
	suggest_append(&suggest, err);
	if (!suggest.n)
		error_append(err, "; there are those that two common events make, see prec-stat(1)");
	return NULL;
}
