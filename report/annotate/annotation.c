#include "report/annotate/annotation.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

/* What is read of a branch. */
#define BRANCH_VALUES                                                                               \
	(SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FROM) | SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_FLAGS) | \
	 SAMPLE_VALUE_BIT(SAMPLE_VALUE_BRANCH_AFTER))

static bool has_blocks(const struct perf_file *file)
{
	for (uint32_t i = 0; i < file->n_events; i++)
		if (event_has_blocks(&file->events[i].attr))
			return true;
	return false;
}

void annotation_plan(const struct perf_file *file, const struct profile_filter *filter,
		     struct analysis_options *ret_options)
{
	bool with_branches = has_blocks(file);

	ret_options->want_comm = profile_filter_is_of_comms(filter);
	ret_options->plan = (struct sample_plan){ .by_address = true,
						  .by_thread = filter->pids || filter->tids ||
							       profile_filter_is_of_comms(filter) || with_branches,
						  .with_branches = with_branches,
						  .values = with_branches ? BRANCH_VALUES : 0,
						  .by_shares = true,
						  .by_cpu = filter->cpus != NULL };
}

/* --- functions -------------------------------------------------------------------------------- */

static uint64_t function_hash(const struct annotate_function *f)
{
	return hash_pair(f->start, (uintptr_t)f->symbols);
}

static bool same_function(const void *context, uint32_t number, const void *wanted)
{
	const struct annotate_function *have = &((const struct annotation *)context)->functions[number], *f = wanted;

	return have->start == f->start && have->symbols == f->symbols;
}

static uint32_t function_add(struct annotation *a, const struct annotate_function *f, const struct symbol_name *symbol)
{
	struct strtab *strings = &a->profile->names->strings;
	struct annotate_function *added;

	if (!list_reserve(&a->functions, a->n_functions, &a->functions_capacity, sizeof(*a->functions)) ||
	    hash_table_add(&a->table, function_hash(f), a->n_functions))
		return HASH_TABLE_NONE;
	added = &a->functions[a->n_functions];
	*added = *f;
	added->name = strtab_add_string(strings, symbol->name);
	added->mangled = symbol->mangled ? strtab_add_string(strings, symbol->mangled) : added->name;
	if (added->name == STRTAB_NONE || added->mangled == STRTAB_NONE)
		return HASH_TABLE_NONE;
	return a->n_functions++;
}

/* Finds an address of an entry's process. NULL: it lies in no function. */
static struct dso_symbols *find(struct annotation *a, const struct profile_entry *e, unsigned mode, uint64_t ip,
				struct location *l)
{
	struct locator *locator = &a->profile->symbolizer.resolver.locator;
	struct dso_symbols *symbols;

	locator_find(locator, &e->at, mode, ip, RESOLVE_SYMBOL, l);
	symbols = l->map && l->has_symbol ? locator_symbols(locator, l->map->dso) : NULL;
	return symbols && l->addr >= l->symbol.start ? symbols : NULL;
}

/* The number of the function at a location that has a symbol; HASH_TABLE_NONE without memory. */
static uint32_t function_of(struct annotation *a, const struct location *l, struct dso_symbols *symbols, uint64_t ip)
{
	const struct annotate_function f = { .symbols = symbols,
					     .dso = l->map->dso,
					     .start = l->symbol.start,
					     .end = l->symbol.end > l->addr ? l->symbol.end : l->addr + 1,
					     .moved = ip - l->addr };
	uint32_t number = hash_table_find(&a->table, function_hash(&f), same_function, a, &f);

	if (number == HASH_TABLE_NONE)
		return function_add(a, &f, &l->symbol);
	if (a->functions[number].end < f.end)
		a->functions[number].end = f.end;
	return number;
}

static void sum_add(struct annotate_sum *sum, const struct annotate_sum *more)
{
	sum->count += more->count;
	sum->period += more->period;
}

/* A branch, and the code that was run before it, from where another one went to. 0 or -ENOMEM. */
static int add_branch(struct annotation *a, const struct profile_entry *e, uint64_t from)
{
	const struct analysis *analysis = &a->profile->analysis;
	uint64_t after = analysis_value(analysis, e->sample, SAMPLE_VALUE_BRANCH_AFTER);
	uint64_t flags = analysis_value(analysis, e->sample, SAMPLE_VALUE_BRANCH_FLAGS);
	struct location end, begin;
	struct dso_symbols *symbols = find(a, e, sample_key_mode(&e->sample->key), from, &end);
	struct code_block block;

	if (!symbols)
		return 0;
	block = code_block_of_branch(end.addr - end.symbol.start, flags, e->sample->count);
	block.function = function_of(a, &end, symbols, from);
	if (block.function == HASH_TABLE_NONE)
		return -ENOMEM;
	if (after && after <= from && find(a, e, address_mode(after), after, &begin) == symbols &&
	    begin.symbol.start == end.symbol.start && begin.addr <= end.addr)
		block.begin = begin.addr - begin.symbol.start;
	return code_blocks_add(&a->blocks, &block);
}

static int add_entry(struct annotation *a, const struct profile_entry *e)
{
	const struct sample_key *key = &e->sample->key;
	uint64_t ip = analysis_ip(&a->profile->analysis, e->sample);
	struct dso_symbols *symbols;
	struct location l;
	struct annotate_hit hit = { .event = sample_key_event(key),
				    .sum = { .count = e->sample->count, .period = e->sample->period } };
	uint64_t from = analysis_value(&a->profile->analysis, e->sample, SAMPLE_VALUE_BRANCH_FROM);

	if (from)
		return add_branch(a, e, from);
	sum_add(&a->totals[hit.event], &hit.sum);
	symbols = find(a, e, sample_key_mode(key), ip, &l);
	if (!symbols)
		return 0;
	hit.offset = l.addr - l.symbol.start;
	hit.function = function_of(a, &l, symbols, ip);
	if (hit.function == HASH_TABLE_NONE || !list_reserve(&a->hits, a->n_hits, &a->hits_capacity, sizeof(*a->hits)))
		return -ENOMEM;
	a->hits[a->n_hits++] = hit;
	return 0;
}

/* --- the order ----------------------------------------------------------------------------------- */

static int compare_hits(const void *a, const void *b)
{
	const struct annotate_hit *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

static void hits_merge(struct annotation *a)
{
	uint32_t n = 0;

	if (a->n_hits)
		qsort(a->hits, a->n_hits, sizeof(*a->hits), compare_hits);
	for (uint32_t i = 0; i < a->n_hits; i++) {
		const struct annotate_hit hit = a->hits[i];
		struct annotate_function *f = &a->functions[hit.function];

		sum_add(&a->sums[(size_t)hit.function * a->n_events + hit.event], &hit.sum);
		if (n && !compare_hits(&a->hits[n - 1], &hit)) {
			sum_add(&a->hits[n - 1].sum, &hit.sum);
			continue;
		}
		if (!f->n_hits++)
			f->first_hit = n;
		a->hits[n++] = hit;
	}
	a->n_hits = n;
}

static void blocks_merge(struct annotation *a)
{
	code_blocks_sort(&a->blocks);
	for (uint32_t i = 0; i < a->blocks.n; i++) {
		struct annotate_function *f = &a->functions[a->blocks.list[i].function];

		if (!f->n_blocks++)
			f->first_block = i;
	}
}

/* The first event decides, of equals the next one; then the name and where it begins. */
static int compare_functions(const void *x, const void *y, void *annotation)
{
	const struct annotation *a = annotation;
	const struct annotate_function *f = &a->functions[*(const uint32_t *)x];
	const struct annotate_function *g = &a->functions[*(const uint32_t *)y];
	int order;

	for (uint32_t e = 0; e < a->n_events; e++) {
		uint64_t p = annotation_sum(a, f, e)->period, q = annotation_sum(a, g, e)->period;

		if (p != q)
			return p > q ? -1 : 1;
	}
	order = strcmp(annotation_string(a, f->name), annotation_string(a, g->name));
	if (order)
		return order;
	return f->start < g->start ? -1 : f->start > g->start;
}

static int sort(struct annotation *a)
{
	a->sums = calloc((size_t)a->n_functions * a->n_events + 1, sizeof(*a->sums));
	a->order = malloc((a->n_functions + 1ull) * sizeof(*a->order));
	if (!a->sums || !a->order)
		return -ENOMEM;
	hits_merge(a);
	blocks_merge(a);
	for (uint32_t i = 0; i < a->n_functions; i++)
		a->order[i] = i;
	qsort_r(a->order, a->n_functions, sizeof(*a->order), compare_functions, a);
	return 0;
}

int annotation_read(struct annotation *a, struct profile *profile, const struct profile_filter *filter,
		    struct error *err)
{
	unsigned want = profile_filter_is_of_comms(filter) ? PROFILE_COMM : 0;
	struct profile_entry entry;
	int result;

	*a = (struct annotation){ .profile = profile, .n_events = profile->file->n_events };
	a->totals = calloc(a->n_events + 1ull, sizeof(*a->totals));
	if (!a->totals)
		return error_nomem(err);
	while ((result = profile_next(profile, filter, want, &entry, err)) > 0)
		if (add_entry(a, &entry))
			return error_nomem(err);
	if (!result && sort(a))
		return error_nomem(err);
	return result;
}

/* Sums of nothing for the last function. False: no memory. */
static bool add_sums(struct annotation *a)
{
	size_t n = (size_t)a->n_functions * a->n_events;
	struct annotate_sum *sums = realloc(a->sums, (n + 1) * sizeof(*sums));

	if (!sums)
		return false;
	memset(sums + n - a->n_events, 0, a->n_events * sizeof(*sums));
	a->sums = sums;
	return true;
}

uint32_t annotation_function_at(struct annotation *a, uint32_t from, uint64_t address)
{
	struct annotate_function f = a->functions[from];
	struct symbol_name symbol;
	uint32_t number;

	if (!dso_symbols_lookup(f.symbols, address, &symbol) || symbol.end <= symbol.start)
		return ANNOTATE_NO_FUNCTION;
	f.start = symbol.start;
	f.end = symbol.end;
	f.first_hit = f.n_hits = f.first_block = f.n_blocks = 0;
	number = hash_table_find(&a->table, function_hash(&f), same_function, a, &f);
	if (number != HASH_TABLE_NONE)
		return number;
	number = function_add(a, &f, &symbol);
	return number != HASH_TABLE_NONE && add_sums(a) ? number : ANNOTATE_NO_FUNCTION;
}

void annotation_fini(struct annotation *a)
{
	free(a->functions);
	free(a->hits);
	code_blocks_fini(&a->blocks);
	free(a->sums);
	free(a->totals);
	free(a->order);
	hash_table_fini(&a->table);
	*a = (struct annotation){ 0 };
}

/* What may follow the name that was asked for: parameters, or the mark of a part that lies elsewhere. */
static bool may_follow(const char *rest)
{
	return !*rest || *rest == '(' || !strncmp(rest, ".cold", strlen(".cold")) ||
	       !strncmp(rest, " [clone .cold", strlen(" [clone .cold"));
}

static bool has_name(const char *have, const char *name)
{
	size_t size = strlen(name);

	return !strncmp(have, name, size) && may_follow(have + size);
}

bool annotation_is_named(const struct annotation *a, const struct annotate_function *f, const char *name)
{
	return has_name(annotation_string(a, f->name), name) || has_name(annotation_string(a, f->mangled), name);
}
