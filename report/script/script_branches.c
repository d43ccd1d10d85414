#include "report/script/script_branches.h"

#include "common/text.h"

/* Names by type; of type EXTEND by new type (linux/perf_event.h, PERF_BR_*). */
static const char *const branch_types[16] = {
	"",       "COND",      "UNCOND",   "IND",  "CALL", "IND_CALL", "RET",   "SYSCALL",
	"SYSRET", "COND_CALL", "COND_RET", "ERET", "IRQ",  "SERROR",   "NO_TX", "EXTEND",
};
static const char *const branch_new_types[16] = {
	"FAULT_ALGN", "FAULT_DATA", "FAULT_INST", "ARCH_1", "ARCH_2", "ARCH_3", "ARCH_4", "ARCH_5",
};
static const char *const branch_specs[4] = { "-", "SPEC_WRONG_PATH", "NON_SPEC_CORRECT_PATH", "SPEC_CORRECT_PATH" };

#define BRANCH_TYPE_EXTEND      15
#define BRANCH_NOT_TAKEN(flags) ((flags) >> 33 & 1)

static const char *branch_type(uint64_t flags)
{
	const char *name;

	if (BRANCH_TYPE(flags) != BRANCH_TYPE_EXTEND)
		return branch_types[BRANCH_TYPE(flags)];
	name = branch_new_types[BRANCH_NEW_TYPE(flags)];
	return name ? name : "-";
}

static void put_flags(struct buffer *out, uint64_t flags)
{
	const char *predicted = BRANCH_PREDICTED(flags) ? "P" : "M";

	if (!(BRANCH_MISPRED(flags) || BRANCH_PREDICTED(flags) || BRANCH_NOT_TAKEN(flags)))
		predicted = "-";
	text_printf(out, "/%s%s/%c/%c/%u/%s/%s ", predicted, BRANCH_NOT_TAKEN(flags) ? "N" : "",
		    BRANCH_IN_TX(flags) ? 'X' : '-', BRANCH_ABORT(flags) ? 'A' : '-', (unsigned)BRANCH_CYCLES(flags),
		    branch_type(flags), branch_specs[BRANCH_SPEC(flags)]);
}

static void put_dso(struct script_worker *w, const struct script_event *e, const struct script_snapshot *at,
		    unsigned mode, uint64_t addr)
{
	if (e->style.shows_dso)
		script_names_put_dso(&w->names, at, script_names_mode(mode, addr), addr, e->style.shows_dsoff, &w->out);
}

static void put_end(struct script_worker *w, const struct script_event *e, const struct script_snapshot *at,
		    unsigned mode, uint64_t addr, bool offset)
{
	text_put(&w->out, "0x");
	text_put_hex(&w->out, offset ? script_names_offset(&w->names, at, script_names_mode(mode, addr), addr) : addr,
		     0);
	put_dso(w, e, at, mode, addr);
}

void script_put_branches(struct script_worker *w, const struct script_event *e, const struct script_snapshot *at,
			 unsigned mode, const struct sample_branches *branches, bool offsets)
{
	for (uint32_t i = 0; i < branches->n; i++) {
		struct sample_branch branch = sample_branch(branches, i);

		text_put(&w->out, " ");
		put_end(w, e, at, mode, branch.from, offsets);
		text_put(&w->out, "/");
		put_end(w, e, at, mode, branch.to, offsets);
		put_flags(&w->out, branch.flags);
	}
}

static void put_symbol(struct script_worker *w, const struct script_event *e, const struct script_snapshot *at,
		       unsigned mode, uint64_t addr)
{
	script_names_put_symbol(&w->names, at, script_names_mode(mode, addr), addr, true, &w->out);
	put_dso(w, e, at, mode, addr);
}

void script_put_branch_symbols(struct script_worker *w, const struct script_event *e, const struct script_snapshot *at,
			       unsigned mode, const struct sample_branches *branches)
{
	for (uint32_t i = 0; i < branches->n; i++) {
		struct sample_branch branch = sample_branch(branches, i);

		put_symbol(w, e, at, mode, branch.from);
		text_put(&w->out, "/");
		put_symbol(w, e, at, mode, branch.to);
		put_flags(&w->out, branch.flags);
	}
}
