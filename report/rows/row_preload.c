#include "report/rows/row_preload.h"

#include "report/profile/preload.h"
#include "report/profile/preload_source.h"

/* What decides which entries have rows whose chains are shown. */
struct row_choice {
	const struct rows *rows;
	const uint32_t *entry_rows; /* NULL: not known yet */
};

static bool row_choice_has(const void *context, const struct locator *locator, const struct sample_entry *e)
{
	const struct row_choice *c = context;

	if (c->entry_rows)
		return c->entry_rows[e - c->rows->analysis->entries] != ROW_NONE;
	return profile_may_pass(c->rows->profile, &c->rows->options->filter, locator, e);
}

/* What of chains is shown needs debug information. */
static bool chains_need_source(const struct rows *r)
{
	const struct rows_options *o = r->options;

	return o->wants_callgraph && o->resolve & (RESOLVE_INLINES | RESOLVE_LINES) && r->resolver->locator.symbols;
}

void row_preload(struct rows *r)
{
	struct locator *locator = &r->resolver->locator;
	const struct rows_options *o = r->options;
	const struct row_choice choice = { .rows = r };
	const struct preload_choice wanted = { .has = row_choice_has, .context = &choice };
	uint32_t needs = o->columns->needs;
	/* Which functions have rows is not known yet, and those of others need no debug information. */
	bool by_symbol = profile_filter_is_of_symbols(&o->filter);
	const struct preload_source source = {
		.sample_lines = needs & KEY_LINE && !by_symbol,
		.chain_inlines = o->wants_children && chains_need_source(r) && !by_symbol,
		.chain_lines = needs & KEY_LINE || o->resolve & RESOLVE_LINES,
		.from_branches = o->mode == SORT_KEY_BRANCH,
	};

	if (!(needs & (KEY_SYM | KEY_SYMBOL | KEY_LINE)) || !locator->symbols)
		return;
	if (o->workers > 1 || symbols_fetches(locator->symbols))
		preload_symbols(locator, r->analysis, &wanted, o->workers);
	if (source.sample_lines || source.chain_inlines)
		preload_source(locator, r->analysis, &wanted, &source);
}

void row_preload_chains(struct rows *r, const uint32_t *entry_rows)
{
	const struct row_choice choice = { .rows = r, .entry_rows = entry_rows };
	const struct preload_choice wanted = { .has = row_choice_has, .context = &choice };
	const struct preload_source source = { .chain_inlines = true,
					       .chain_lines = r->options->resolve & RESOLVE_LINES };

	if (chains_need_source(r))
		preload_source(&r->resolver->locator, r->analysis, &wanted, &source);
}
