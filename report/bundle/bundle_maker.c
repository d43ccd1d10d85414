#include "report/bundle/bundle_maker.h"

#include "formats/file/file_facts.h"
#include "report/bundle/bundle_lines.h"
#include "report/bundle/hit_addresses.h"
#include "report/bundle/stack_ends.h"
#include "report/bundle/unwound_sample.h"
#include "report/symbols/dso_bundle.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct bundle_maker {
	struct profile *profile;
	const struct symbols_config *config;
	struct bundle_options options;
	struct rewrite_bundle hooks;
	struct hit_addresses hits;
	struct unwind_files *files; /* NULL: there are no stacks */
	struct stack_chain chain;   /* with files */
	struct stack_ends ends;     /* with hooks.unwinds */
	struct bundle_counts counts;
};

/* --- records ---------------------------------------------------------------------------- */

/* A process at the time of a record. Files without times have one state, the last. */
static struct timeline_snapshot snapshot_of(const struct bundle_maker *m, uint32_t pid, uint64_t time)
{
	return timeline_snapshot(&m->profile->analysis.timeline, pid, m->profile->file->timed ? time : UINT64_MAX);
}

/* Keeps how the stack of a sample ended, and counts it. */
static int take_end(struct bundle_maker *m, const struct sample *s)
{
	struct stack_chain *c = &m->chain;
	struct stack_end end = { .end = c->end, .dso = c->end_dso };
	int result;

	memcpy(end.by, c->by, sizeof(end.by));
	result = stack_ends_add(&m->ends, s->tid, s->time, c->is_counted ? NULL : &end);
	stack_chain_count(c);
	return result;
}

/* Unwinds the stack of a sample, and appends the sample with the chain if that takes its place. */
static int take_stack(struct bundle_maker *m, const struct record *r, const struct file_event *e,
		      const struct sample *s, struct buffer *b)
{
	const struct timeline_snapshot at = snapshot_of(m, s->pid, s->time);
	struct chain_words words = { .data = s->callchain.data, .n = s->callchain.n, .swap = r->swap };
	uint64_t n_unwound;

	if (stack_chain_unwind(&m->chain, r, &e->attr, s->time, &words, &n_unwound))
		return -ENOMEM;
	if (m->hooks.unwinds) {
		if (take_end(m, s))
			return -ENOMEM;
		unwound_sample_put(b, r, s, &words);
	}
	return m->options.only_chains ? 0 : hit_addresses_add_chain(&m->hits, &at, RECORD_MISC_USER, &words);
}

static int take_sample(void *context, const struct record *r, const struct file_event *e, struct buffer *b,
		       struct error *err)
{
	struct bundle_maker *m = context;
	struct timeline_snapshot at;
	struct sample s;
	int result;

	/* What cannot be decoded is not written either, but for a sample of later fields. */
	if (sample_decode(r, &e->attr, &s, NULL))
		return 0;
	at = snapshot_of(m, s.pid, s.time);
	result = m->options.only_chains ? 0 : hit_addresses_add_sample(&m->hits, &at, r, &s);
	if (!result && event_has_user_stacks(&e->attr))
		result = take_stack(m, r, e, &s, b);
	return result ? error_nomem(err) : 0;
}

/* The user part of a callchain may be in a record of its own. */
static int take_other(void *context, const struct record *r, const struct file_event *e, struct error *err)
{
	struct bundle_maker *m = context;
	struct record_deferred deferred;
	struct timeline_snapshot at;
	struct chain_words words;
	struct record_id id;

	if (m->options.only_chains || r->type != PERF_RECORD_CALLCHAIN_DEFERRED ||
	    record_decode_deferred(r, &deferred, NULL) || record_decode_id(r, &e->layout, &id, NULL))
		return 0;
	words = (struct chain_words){ .data = deferred.words, .n = deferred.n, .swap = r->swap };
	at = snapshot_of(m, id.pid, id.time);
	return hit_addresses_add_chain(&m->hits, &at, RECORD_MISC_USER, &words) ? error_nomem(err) : 0;
}

/* --- names ------------------------------------------------------------------------------ */

static int compare_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Reads the debug information of all addresses of a dso at once, which is faster than for one after the other. */
static int read_source(const struct hit_dso *dso)
{
	uint64_t *addresses = malloc((dso->n + 1ull) * sizeof(*addresses));
	uint32_t n = 0;

	if (!addresses)
		return -ENOMEM;
	while (n < dso->n && dso_symbols_source_address(dso->symbols, dso->addresses[n], &addresses[n]))
		n++;
	if (n && n == dso->n) {
		qsort(addresses, n, sizeof(*addresses), compare_u64);
		dso_symbols_prepare_source(dso->symbols, addresses, n, true, 0);
	}
	free(addresses);
	return 0;
}

/* Adds the pieces of a jitdump that were hit. */
static int add_codes(struct bundle_maker *m, struct dso_bundler *b, const struct hit_dso *dso)
{
	const struct bundled_identity identity = dso_symbols_identity(dso->symbols);
	struct code_list codes = { 0 };
	int result = identity.kind == BUNDLE_FILE_JIT_DUMP
			     ? jit_codes_again(&m->profile->jit, identity.pid, identity.path, &codes)
			     : 0;

	for (uint64_t i = 0; i < codes.n && !result; i++) {
		const struct code_event *e = &codes.list[i];

		if (hit_dso_has(dso, e->map.offset, e->map.size))
			result = dso_bundler_add_code(b, &(struct bundle_code){ .time = e->map.time,
										.start = e->map.start,
										.size = e->map.size,
										.offset = e->map.offset,
										.pid = e->map.pid,
										.is_timeless = e->timeless });
	}
	free(codes.list);
	return result;
}

static void count_names(struct bundle_maker *m, const struct bundle_names *names)
{
	m->counts.files = names->n_files;
	m->counts.addresses = names->n_addresses;
	m->counts.named = 0;
	for (uint32_t i = 0; i < names->n_addresses; i++)
		m->counts.named += names->addresses[i].symbol != BUNDLE_NONE;
}

static int add_dsos(struct bundle_maker *m, struct dso_bundler *b)
{
	int result = hit_addresses_finish(&m->hits);

	for (uint32_t i = 0; i < m->hits.n_dsos && !result; i++) {
		const struct hit_dso *dso = &m->hits.dsos[i];

		/* Names that the recording of simpleperf carries are in its copy. */
		if (!dso->symbols || dso_symbols_are_embedded(dso->symbols))
			continue;
		result = read_source(dso);
		if (!result)
			result = dso_bundler_add(b, dso->symbols, dso->addresses, dso->n);
		if (!result)
			result = add_codes(m, b, dso);
	}
	return result;
}

/* Appends the parts with names. *number: of the next part. */
static int put_names(struct bundle_maker *m, struct buffer *records, uint32_t *number, struct error *err)
{
	struct dso_bundler b;
	int result = dso_bundler_init(&b);

	b.wants_code = m->options.wants_code;
	if (!result)
		result = add_dsos(m, &b);
	if (!result && m->options.wants_source)
		result = bundle_lines_add(&b.names, m->config);
	if (result)
		error_nomem(err);
	else
		result = bundle_names_put(&b.names, records, number, err);
	count_names(m, &b.names);
	dso_bundler_fini(&b);
	return result;
}

/* How stacks ended; of those that were unwound before what the recording carries, unless that is copied anyway. */
static int put_ends(struct bundle_maker *m, struct buffer *records, uint32_t number, struct error *err)
{
	if (!m->hooks.unwinds && m->options.only_chains)
		return 0;
	if (!m->hooks.unwinds && ended_stacks_any(&m->profile->ends))
		return bundle_stacks_put(&m->profile->ends.stacks, records, number, err);
	return stack_ends_put(&m->ends, m->profile->file, &m->profile->analysis.timeline, records, number, err);
}

static int finish(void *context, struct buffer *records, struct error *err)
{
	struct bundle_maker *m = context;
	uint32_t number = 0;
	int result = m->options.only_chains ? 0 : put_names(m, records, &number, err);

	if (!result)
		result = put_ends(m, records, number, err);
	m->counts.bytes = records->size;
	return result;
}

/* ---------------------------------------------------------------------------------------- */

static void begin(void *context)
{
	struct bundle_maker *m = context;

	unwind_counts_fini(&m->chain.counts);
	stack_ends_fini(&m->ends);
}

static bool has_stacks(const struct perf_file *f)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (event_has_user_stacks(&f->events[i].attr))
			return true;
	return false;
}

static int unwinding_init(struct bundle_maker *m, const struct symbols_config *config)
{
	m->files = unwind_files_new(&m->profile->analysis.timeline, config);
	return m->files ? stack_chain_init(&m->chain, m->files, file_arch(m->profile->file), 0) : -ENOMEM;
}

int bundle_maker_new(struct bundle_maker **ret_maker, struct profile *profile, const struct symbols_config *config,
		     const struct bundle_options *options, struct error *err)
{
	struct bundle_maker *m = calloc(1, sizeof(*m));

	*ret_maker = NULL;
	if (!m)
		return error_nomem(err);
	m->profile = profile;
	m->config = config;
	m->options = *options;
	m->hooks = (struct rewrite_bundle){ .context = m,
					    .is_beside = options->only_chains,
					    .unwinds = !options->keeps_stacks && has_stacks(profile->file),
					    .begin = begin,
					    .sample = take_sample,
					    .other = take_other,
					    .finish = finish };
	hit_addresses_init(&m->hits, &profile->symbolizer.resolver.locator);
	if (has_stacks(profile->file) && unwinding_init(m, config)) {
		bundle_maker_free(m);
		return error_nomem(err);
	}
	*ret_maker = m;
	return 0;
}

void bundle_maker_free(struct bundle_maker *m)
{
	if (!m)
		return;
	if (m->files)
		stack_chain_fini(&m->chain);
	unwind_files_free(m->files);
	hit_addresses_fini(&m->hits);
	stack_ends_fini(&m->ends);
	free(m);
}

const struct rewrite_bundle *bundle_maker_hooks(const struct bundle_maker *m)
{
	return &m->hooks;
}

struct bundle_counts bundle_maker_counts(const struct bundle_maker *m)
{
	struct bundle_counts counts = m->counts;

	counts.stacks = m->chain.counts.n;
	return counts;
}
