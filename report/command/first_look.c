#include "report/command/first_look.h"

#include "report/stream/read_shares.h"

#include <string.h>

/* So many samples say which rows come first. */
#define LOOK_SAMPLES 32768u

/* Fewer samples are read with all that belongs to them before anybody has looked. */
#define LOOK_SAMPLES_LEAST 4096u

/* Compressed data are so many times as large, about. */
#define COMPRESSED_TIMES 10u

/* About how many bytes a sample of an event has. */
static uint64_t sample_bytes(const struct event_attr *attr)
{
	const uint64_t type = attr->sample_type;
	uint64_t words = 1 + (uint64_t)__builtin_popcountll(type);

	words += type & PERF_SAMPLE_CALLCHAIN ? 16 : 0;
	words += type & PERF_SAMPLE_BRANCH_STACK ? 48 : 0;
	return words * 8 + (type & PERF_SAMPLE_STACK_USER ? attr->sample_stack_user : 0);
}

static uint64_t guess_samples(const struct perf_file *f)
{
	uint64_t bytes = perf_file_data_size(f) * (f->compressed ? COMPRESSED_TIMES : 1), least = UINT64_MAX;

	for (uint32_t i = 0; i < f->n_events; i++) {
		uint64_t size = sample_bytes(&f->events[i].attr);

		if (!event_attr_is_dummy(&f->events[i].attr) && size < least)
			least = size;
	}
	return bytes / least;
}

/* Whether the rows are of what samples have at fixed places, so that a part of the samples says enough of them. */
static bool is_possible(const struct report *r)
{
	const struct columns *c = &r->columns;
	const struct rows_options *o = &r->rows_options;

	return o->mode == SORT_KEY_ANY && !c->n_words && !c->n_sums && !c->values && !o->filter.parallelism &&
	       !o->filter.only_within && !(c->needs & ~(uint32_t)(KEY_MEMBERS | KEY_CHILDREN)) && !o->roots &&
	       !o->parents_only && !o->stitch && !file_has_read_shares(r->reader.file);
}

static uint32_t choose_every(const struct report *r)
{
	uint64_t n = guess_samples(r->reader.file), every = n / LOOK_SAMPLES;

	if (n < LOOK_SAMPLES_LEAST || !is_possible(r))
		return 0;
	if (every < 2)
		return r->rows_options.wants_children || r->rows_options.wants_callgraph;
	return every < UINT32_MAX ? (uint32_t)every : UINT32_MAX;
}

/* What callees count is not known, so that rows are not sorted by that first. */
static void sort_by_own(struct columns *c)
{
	uint8_t later[COLUMNS_MAX];
	unsigned n = 0, n_later = 0;

	for (unsigned i = 0; i < c->n_order; i++) {
		if (c->keys[c->order[i]].key->needs & KEY_CHILDREN)
			later[n_later++] = c->order[i];
		else
			c->order[n++] = c->order[i];
	}
	memcpy(c->order + n, later, n_later);
}

static void choose_rows(struct first_look *l, const struct report *r)
{
	l->columns = r->columns;
	sort_by_own(&l->columns);
	l->rows_options = r->rows_options;
	l->rows_options.columns = &l->columns;
	l->rows_options.wants_children = l->rows_options.wants_callgraph = false;
	l->options = *r->reader.options;
	l->options.symbols.fetch = NULL;
	l->reader = (struct reader){
		.options = &l->options, .need = r->reader.need, .is_beside = true, .file = r->reader.file
	};
}

int first_look_take(struct first_look *l, const struct report *r, struct error *err)
{
	struct resolver *resolver = &l->reader.profile.symbolizer.resolver;
	struct analysis_options options = { .max_memory = r->options.max_memory };
	uint32_t every = choose_every(r);
	int result;

	*l = (struct first_look){ 0 };
	if (!every)
		return 0;
	choose_rows(l, r);
	rows_plan(&l->rows_options, &options);
	options.plan.choice = reader_choice(&r->reader);
	options.plan.every = every;
	result = reader_analyse(&l->reader, &options, err);
	if (!result)
		result = reader_symbolize(&l->reader, false, err);
	resolver->merge_missing_symbols = !profile_filter_is_of_symbols(&r->options.filter);
	if (!result)
		result = rows_build(&l->rows, &l->reader.profile, &l->rows_options, err);
	l->every = result ? 0 : every;
	return result;
}

void first_look_end(struct first_look *l)
{
	rows_fini(&l->rows);
	reader_forget(&l->reader);
	*l = (struct first_look){ 0 };
}
