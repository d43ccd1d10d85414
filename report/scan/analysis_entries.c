#include "report/scan/analysis_entries.h"

#include "common/memory.h"
#include "report/scan/analysis_stacks.h"
#include "report/scan/pass_merge.h"

#include <errno.h>

static bool address_stable(const struct timeline *t, const struct sample_entry *e, uint64_t addr, unsigned mode)
{
	uint32_t pid = sample_key_pid(&e->key);

	if (mode == RECORD_MISC_KERNEL)
		pid = TIMELINE_KERNEL_PID;
	else if (mode == RECORD_MISC_GUEST_KERNEL)
		pid = timeline_guest_pid(t, pid);
	return timeline_map_stable(t, pid, e->first, e->last, addr);
}

/* Numbers of a tuple that are addresses, too. */
#define VALUES_ADDRESSES                                                                    \
	(SAMPLE_VALUE_BIT(SAMPLE_VALUE_ADDR) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FROM) | \
	 SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_TO))

static bool values_stable(const struct analysis *a, const struct sample_entry *e)
{
	static const enum sample_value addresses[] = { SAMPLE_VALUE_ADDR, SAMPLE_VALUE_BRANCH_FROM,
						       SAMPLE_VALUE_BRANCH_TO };

	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
		uint64_t addr = analysis_value(a, e, addresses[i]);

		if (addr && !address_stable(&a->timeline, e, addr, address_mode(addr)))
			return false;
	}
	return true;
}

static bool entry_stable(const struct analysis *a, const struct sample_entry *e, const struct analysis_options *o)
{
	const struct timeline *t = &a->timeline;

	if (e->count == 1 || e->first == e->last)
		return true;
	if (o->want_comm && !timeline_comm_stable(t, sample_key_tid(&e->key), e->first, e->last))
		return false;
	if (o->plan.by_address && !o->plan.by_branch &&
	    !address_stable(t, e, analysis_ip(a, e), sample_key_mode(&e->key)))
		return false;
	if (o->plan.values & VALUES_ADDRESSES && !values_stable(a, e))
		return false;
	if (!sample_key_chain(&e->key) || (timeline_space_same(t, sample_key_pid(&e->key), e->first, e->last) &&
					   timeline_space_same(t, TIMELINE_KERNEL_PID, e->first, e->last)))
		return true;
	for (uint32_t node = sample_key_chain(&e->key); node; node = chain_tree_outer(&a->chains, node))
		if (!address_stable(t, e, a->chains.nodes[node].addr, a->chains.nodes[node].mode))
			return false;
	return true;
}

/* The table becomes the entries: those that are done stay, those to be counted again move. */
static int entries_divide(struct analysis *a, struct sample_table *table, struct sample_table *ret_again)
{
	a->entries = table->entries;
	a->entries_capacity = table->n_slots;
	a->n_entries = 0;
	*table = (struct sample_table){ 0 };
	for (uint64_t i = 0; i < a->entries_capacity; i++) {
		const struct sample_entry e = a->entries[i];

		if (!e.count)
			continue;
		if (entry_stable(a, &e, &a->options))
			a->entries[a->n_entries++] = e;
		else if (sample_table_merge(ret_again, &e))
			return -ENOMEM;
	}
	return 0;
}

static int entries_append(struct analysis *a, const struct sample_table *table)
{
	if (a->n_entries + table->n > a->entries_capacity) {
		uint64_t capacity = a->n_entries + table->n;
		struct sample_entry *entries =
			pages_grow(a->entries, a->entries_capacity * sizeof(*entries), capacity * sizeof(*entries));

		if (!entries)
			return -ENOMEM;
		a->entries = entries;
		a->entries_capacity = capacity;
	}
	for (uint64_t i = 0; i < table->n_slots; i++)
		if (table->entries[i].count)
			a->entries[a->n_entries++] = table->entries[i];
	return 0;
}

/* A pass for the keys in `again`: what it counts, apart for each epoch, is added to the entries. */
static int entries_recount(struct analysis *a, const struct sample_table *again, struct error *err)
{
	struct pass p = { .scan = analysis_scan(a, SCAN_AGAIN) };
	struct sample_table table = { 0 };
	int result;

	p.scan.only = again;
	p.scan.all_chains = &a->chains;
	p.scan.all_values = &a->values;
	p.scan.timeline = &a->timeline;
	a->effort.n_recounted += again->n;
	result = analysis_pass(a, &p, err);
	if (!result && (pass_merge(&p, &table, NULL, NULL) || entries_append(a, &table)))
		result = error_nomem(err);
	sample_table_fini(&table);
	pass_fini(&p);
	return result;
}

void analysis_entries_free(struct analysis *a)
{
	pages_free(a->entries, a->entries_capacity * sizeof(*a->entries));
	chain_tree_fini(&a->chains);
	value_table_fini(&a->values);
	a->entries = NULL;
	a->n_entries = a->entries_capacity = 0;
}

int analysis_entries_make(struct analysis *a, struct pass *p, struct error *err)
{
	struct sample_table table = { 0 }, again = { 0 };
	int result = 0;

	analysis_stacks_count(a, p);
	if (pass_merge(p, &table, &a->chains, &a->values) || sample_table_init(&again) ||
	    entries_divide(a, &table, &again))
		result = error_nomem(err);
	pass_fini(p);
	sample_table_fini(&table);
	a->effort.n_keys += a->n_entries + again.n;
	a->effort.n_parts++;
	if (!result && again.n)
		result = entries_recount(a, &again, err);
	sample_table_fini(&again);
	return result;
}
