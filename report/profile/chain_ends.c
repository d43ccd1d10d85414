#include "report/profile/chain_ends.h"

#include "common/log.h"
#include "common/text.h"

/* Percent of the chains; fewer are the libraries' that programs with frame pointers call. */
#define MOST 50.0

/* Percent of all samples. */
#define FEW 5.0

/* So many entries are looked at, or twice as many. */
#define LOOKED_AT 8192

/*
 * Whether an entry is one of those that stand for all: one of `step`, chosen by its first time. Neither the order of
 * entries nor the seed of hash.h may decide, which differ from run to run.
 */
static bool is_chosen(const struct sample_entry *e, uint64_t step)
{
	return (e->first * 0x9e3779b97f4a7c15ull >> 32) % step == 0;
}

static bool is_code_of_file(struct locator *locator, const struct timeline_snapshot *at, const struct chain_node *node,
			    unsigned flags)
{
	uint32_t dso = locator_dso(locator, at, node->mode, node->addr, flags);

	return dso != DSO_NONE && locator->timeline->dsos.list[dso].kind != DSO_NO_FILE;
}

/*
 * Whether the chain leads anywhere; *ret_user: it has a user part, which begins in a file. JIT code, and a recording
 * without mappings, say nothing about frame pointers.
 */
static bool chain_is_broken(const struct sample_entry *e, const struct chain_tree *t, struct locator *locator,
			    bool *ret_user)
{
	struct timeline_snapshot at = timeline_snapshot(locator->timeline, sample_key_pid(&e->key), e->first);
	const struct chain_node *innermost = NULL, *outermost = NULL;

	for (uint32_t node = sample_key_chain(&e->key); node; node = chain_tree_outer(t, node)) {
		outermost = &t->nodes[node];
		if (!innermost && outermost->mode == RECORD_MISC_USER)
			innermost = outermost;
	}
	*ret_user = innermost && outermost->mode == RECORD_MISC_USER && is_code_of_file(locator, &at, innermost, 0);
	if (!*ret_user)
		return false;
	return innermost == outermost || !is_code_of_file(locator, &at, outermost, RESOLVE_CALLER);
}

/* Which runtime a process is, whose chains break off. */
static void process_met(struct chain_ends *e, const struct timeline *t, uint32_t pid)
{
	for (uint32_t i = 0; i < e->n_pids; i++)
		if (e->pids[i] == pid)
			return;
	if (e->n_pids == CHAIN_ENDS_PROCESSES)
		return;
	e->pids[e->n_pids++] = pid;
	e->runtimes |= runtimes_of_process(t, pid);
}

void chain_ends_add(struct chain_ends *e, const struct analysis *a, struct locator *locator, uint64_t n_samples)
{
	uint64_t step = a->n_entries / LOOKED_AT + 1;

	e->samples = n_samples;
	if (a->chains.n <= 1)
		return;
	for (uint64_t i = 0; i < a->n_entries; i++) {
		const struct sample_entry *entry = &a->entries[i];
		bool many = entry->count > n_samples / LOOKED_AT;
		uint64_t count = many ? entry->count : entry->count * step;
		bool user = false;

		if ((!many && !is_chosen(entry, step)) || !chain_is_broken(entry, &a->chains, locator, &user)) {
			e->chains += user ? count : 0;
			continue;
		}
		e->chains += count;
		e->broken += count;
		process_met(e, locator->timeline, sample_key_pid(&entry->key));
	}
}

bool chain_ends_are_broken(const struct chain_ends *e)
{
	return percent_of(e->broken, e->chains) > MOST && percent_of(e->broken, e->samples) > FEW;
}

void chain_ends_text(const struct chain_ends *e, struct buffer *b)
{
	text_printf(b,
		    "%.0f %% of the call chains break off or lead nowhere: without frame\n"
		    "  pointers in programs or libraries callers are missing or wrong; Self is right.\n"
		    "  Record with --call-graph dwarf, or build with -fno-omit-frame-pointer.",
		    percent_of(e->broken, e->chains));
	runtimes_put_callers(b, e->runtimes);
}

void chain_ends_explain(const struct chain_ends *e)
{
	struct buffer b;

	if (!chain_ends_are_broken(e))
		return;
	buffer_init(&b);
	chain_ends_text(e, &b);
	if (buffer_ok(&b))
		log_note("%.*s", (int)b.size, (const char *)b.data);
	buffer_fini(&b);
}
