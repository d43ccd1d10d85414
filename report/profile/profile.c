#include "report/profile/profile.h"

#include "common/word_list.h"
#include "formats/file/file_facts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int profile_names_init(struct profile_names *n)
{
	memset(n, 0, sizeof(*n));
	return strtab_init(&n->strings) || frames_init(&n->frames, &n->strings) ? -ENOMEM : 0;
}

void profile_names_fini(struct profile_names *n)
{
	frames_fini(&n->frames);
	strtab_fini(&n->strings);
}

/* How the stacks ended that were unwound before. */
static int read_ended(struct profile *p, struct error *err)
{
	const struct bundle_part part = { .kind = BUNDLE_STACKS,
					  .version = p->bundled.stacks_version,
					  .data = p->bundled.stacks.data,
					  .size = p->bundled.stacks.size };
	int result = p->bundled.is_ready && part.size ? ended_stacks_read(&p->ends, &part, p->file) : 0;

	if (result == -ENOMEM)
		return error_nomem(err);
	if (result && !p->bundled.damage.code)
		error_set(&p->bundled.damage, result, "how stacks ended, which the recording carries, is %s",
			  result == -ENOTSUP ? "of a later version" : "damaged");
	return 0;
}

int profile_analyse(struct profile *p, const struct perf_file *file, struct profile_names *names,
		    const struct analysis_options *options, const struct symbols_config *config, struct error *err)
{
	struct analysis_options with_code = *options;
	int result;

	memset(p, 0, sizeof(*p));
	p->file = file;
	p->names = names;
	p->cpus = file_cpus(file);
	if (config)
		p->config = *config;
	p->config.bundled = &p->bundled;
	jit_codes_init(&p->jit, file, config ? &p->config : NULL, &names->strings);
	if (config)
		with_code.code = &p->jit.source;
	result = config ? bundled_names_load(&p->bundled, file, err) : 0;
	if (result)
		return result;
	with_code.ends = &p->ends;
	result = read_ended(p, err);
	if (result)
		return result;
	result = analysis_run(&p->analysis, file, &names->strings, &with_code, err);
	jit_codes_conclude(&p->jit);
	return result;
}

int profile_symbolize(struct profile *p, const struct symbols_config *config, struct error *err)
{
	struct symbols_config full;

	if (!config)
		return symbolizer_init(&p->symbolizer, &p->analysis, &p->names->frames, NULL, err);
	full = *config;
	full.bundled = &p->bundled;
	return symbolizer_init(&p->symbolizer, &p->analysis, &p->names->frames, &full, err);
}

void profile_fini(struct profile *p)
{
	symbolizer_fini(&p->symbolizer);
	analysis_fini(&p->analysis);
	jit_codes_fini(&p->jit);
	ended_stacks_fini(&p->ends);
	bundled_names_fini(&p->bundled);
}

int profile_share(struct profile *p, const struct profile *of, struct profile_names *own)
{
	memset(own, 0, sizeof(*own));
	*p = *of;
	p->names = own;
	memset(&p->symbolizer.resolver, 0, sizeof(p->symbolizer.resolver));
	if (strtab_init_over(&own->strings, &of->names->strings) || frames_init(&own->frames, &own->strings))
		return -ENOMEM;
	return resolver_share(&p->symbolizer.resolver, &of->symbolizer.resolver, &own->frames);
}

void profile_unshare(struct profile *p)
{
	resolver_fini(&p->symbolizer.resolver);
	profile_names_fini(p->names);
}

/* A thread that never said its name is known by its number. */
static uint32_t entry_comm(struct profile *p, const struct sample_entry *e)
{
	uint32_t comm = timeline_comm_of_row(&p->analysis.timeline, sample_key_tid(&e->key), e->first);
	char text[16];

	if (comm != STRTAB_NONE)
		return comm;
	snprintf(text, sizeof(text), ":%d", (int32_t)sample_key_tid(&e->key));
	return strtab_add_string(&p->names->strings, text);
}

static bool entry_is_guest(const struct sample_entry *e)
{
	unsigned mode = sample_key_mode(&e->key);

	return mode == RECORD_MISC_GUEST_KERNEL || mode == RECORD_MISC_GUEST_USER;
}

/* By what is known without a name. */
static bool numbers_pass(const struct profile *p, const struct profile_filter *filter, const struct sample_entry *e)
{
	if (filter->pids && !word_list_has_number(filter->pids, sample_key_pid(&e->key)))
		return false;
	if (filter->tids && !word_list_has_number(filter->tids, sample_key_tid(&e->key)))
		return false;
	return !filter->parallelism || cpulist_has(filter->parallelism, (int)profile_parallelism(p, e));
}

static bool symbol_passes(const struct profile *p, const struct profile_filter *filter, const struct profile_entry *e)
{
	char text[4096];
	const char *name;

	if (!filter->symbols && !filter->symbol_part && !filter->only_symbol)
		return true;
	name = frame_text(&p->names->frames, e->location.frames[0], text, sizeof(text));
	return (!filter->symbols || word_list_has(filter->symbols, name)) &&
	       (!filter->only_symbol || !strcmp(filter->only_symbol, name)) &&
	       (!filter->symbol_part || strstr(name, filter->symbol_part));
}

static bool comm_passes(const struct profile_filter *filter, const char *comm)
{
	return (!filter->comms || word_list_has(filter->comms, comm)) &&
	       (!filter->only_comm || !strcmp(filter->only_comm, comm));
}

static bool dso_passes(const struct profile_filter *filter, const char *dso)
{
	return (!filter->dsos || word_list_has(filter->dsos, dso)) &&
	       (!filter->only_dso || !strcmp(filter->only_dso, dso));
}

static bool entry_passes(const struct profile *p, const struct profile_filter *filter, const struct profile_entry *e)
{
	const struct strtab *strings = &p->names->strings;
	const struct frames *frames = &p->names->frames;

	if (!numbers_pass(p, filter, e->sample))
		return false;
	if (profile_filter_is_of_comms(filter) && !comm_passes(filter, strtab_get(strings, e->comm)))
		return false;
	if (profile_filter_is_of_dsos(filter) &&
	    !dso_passes(filter, strtab_get(strings, frames->list[e->location.frames[0]].dso)))
		return false;
	return symbol_passes(p, filter, e);
}

uint32_t profile_parallelism(const struct profile *p, const struct sample_entry *e)
{
	uint64_t n = analysis_value(&p->analysis, e, SAMPLE_VALUE_RUNNING);

	/* Switches of two CPUs at one time may stand in the wrong order. */
	if (p->cpus && n > p->cpus)
		n = p->cpus;
	return n ? (uint32_t)n : 1;
}

uint64_t profile_latency(const struct profile *p, const struct sample_entry *e)
{
	return e->period * 1000 / profile_parallelism(p, e);
}

int profile_locate(struct profile *p, const struct sample_entry *e, const struct timeline_snapshot *at, unsigned flags,
		   struct location *ret_location)
{
	uint64_t addr = analysis_ip(&p->analysis, e);

	if (p->analysis.options.plan.by_branch)
		return resolver_resolve_data(&p->symbolizer.resolver, at, addr, flags, ret_location);
	return resolver_resolve(&p->symbolizer.resolver, at, sample_key_mode(&e->key), addr, flags, ret_location);
}

/* The dso that it lies in, DSO_NONE: in none. */
static uint32_t profile_dso(const struct profile *p, const struct locator *locator, const struct sample_entry *e)
{
	struct timeline_snapshot at = timeline_snapshot(&p->analysis.timeline, sample_key_pid(&e->key), e->first);
	uint64_t addr = analysis_ip(&p->analysis, e);
	unsigned mode = p->analysis.options.plan.by_branch ? address_mode(addr) : sample_key_mode(&e->key);

	return locator_dso(locator, &at, mode, addr, 0);
}

/* Whether the address has a symbol; of a branch both ends, as in Linux perf. 1, 0 or -ENOMEM. */
static int entry_is_named(struct profile *p, const struct profile_entry *e)
{
	struct location from;

	if (!frame_is_named(&p->names->frames.list[e->location.frames[0]]))
		return 0;
	if (!p->analysis.options.plan.by_branch)
		return 1;
	if (resolver_resolve_data(&p->symbolizer.resolver, &e->at,
				  analysis_value(&p->analysis, e->sample, SAMPLE_VALUE_BRANCH_FROM), RESOLVE_SYMBOL,
				  &from))
		return -ENOMEM;
	return frame_is_named(&p->names->frames.list[from.frames[0]]);
}

/* That its CPU and its mode are wanted; the plan has the mode where the filter asks for one. */
static bool place_passes(const struct profile_filter *filter, const struct sample_entry *e)
{
	unsigned mode = sample_key_mode(&e->key);

	return (!filter->cpus || cpulist_has(filter->cpus, (int)sample_key_cpu(&e->key))) &&
	       !(filter->no_kernel && mode == RECORD_MISC_KERNEL) && !(filter->no_user && mode == RECORD_MISC_USER);
}

/* Whether a location is in a function of that name, which may be inlined there. */
static bool location_is_within(const struct profile *p, const struct location *l, const char *name)
{
	char text[4096];

	for (uint32_t i = 0; i < l->n_frames; i++)
		if (!strcmp(frame_text(&p->names->frames, l->frames[i], text, sizeof(text)), name))
			return true;
	return false;
}

/* Whether the function, or one that it has called, was sampled. 1, 0 or -ENOMEM. */
static int entry_is_within(struct profile *p, const struct profile_entry *e, const char *name)
{
	uint32_t node = sample_key_chain(&e->sample->key);
	struct location location;
	int more;

	if (location_is_within(p, &e->location, name))
		return 1;
	while ((more = profile_chain_next(p, &e->at, &node, RESOLVE_INLINES, &location)) > 0)
		if (location_is_within(p, &location, name))
			return 1;
	return more;
}

int profile_name(struct profile *p, const struct profile_filter *filter, unsigned want, const struct sample_entry *e,
		 struct profile_entry *ret_entry)
{
	unsigned flags;
	int named;

	ret_entry->sample = e;
	if (!place_passes(filter, e))
		return PROFILE_OUTSIDE;
	if (!filter->guests && entry_is_guest(e))
		return PROFILE_GUEST;
	want |= (profile_filter_is_of_comms(filter) ? PROFILE_COMM : 0) |
		(profile_filter_is_of_dsos(filter) ? PROFILE_DSO : 0) |
		(profile_filter_is_of_symbols(filter) || filter->only_within ? PROFILE_SYMBOL : 0);
	if (want & PROFILE_COMM) {
		ret_entry->comm = entry_comm(p, e);
		if (ret_entry->comm == STRTAB_NONE)
			return -ENOMEM;
	}
	ret_entry->at = timeline_snapshot(&p->analysis.timeline, sample_key_pid(&e->key), e->first);
	flags = (want & PROFILE_SYMBOL ? RESOLVE_SYMBOL : 0) | (want & PROFILE_LINE ? RESOLVE_LINES : 0);
	if (want & (PROFILE_DSO | PROFILE_SYMBOL) && profile_locate(p, e, &ret_entry->at, flags, &ret_entry->location))
		return -ENOMEM;
	named = filter->named_only ? entry_is_named(p, ret_entry) : 1;
	if (named <= 0)
		return named ? named : PROFILE_OUTSIDE;
	if (!entry_passes(p, filter, ret_entry))
		return PROFILE_UNWANTED;
	named = filter->only_within ? entry_is_within(p, ret_entry, filter->only_within) : 1;
	return named < 0 ? named : named ? PROFILE_WANTED : PROFILE_UNWANTED;
}

bool profile_may_pass(const struct profile *p, const struct profile_filter *filter, const struct locator *locator,
		      const struct sample_entry *e)
{
	const struct timeline *timeline = &p->analysis.timeline;
	const struct strtab *strings = &p->names->strings;
	uint32_t comm, dso;

	if (!place_passes(filter, e) || (!filter->guests && entry_is_guest(e)) || !numbers_pass(p, filter, e))
		return false;
	comm = profile_filter_is_of_comms(filter) ? timeline_comm_of_row(timeline, sample_key_tid(&e->key), e->first)
						  : STRTAB_NONE;
	if (comm != STRTAB_NONE && !comm_passes(filter, strtab_get(strings, comm)))
		return false;
	dso = profile_filter_is_of_dsos(filter) ? profile_dso(p, locator, e) : DSO_NONE;
	return dso == DSO_NONE || dso_passes(filter, strtab_get(strings, timeline->dsos.list[dso].name));
}

int profile_next(struct profile *p, const struct profile_filter *filter, unsigned want, struct profile_entry *ret_entry,
		 struct error *err)
{
	int result;

	for (;;) {
		while (p->next < p->analysis.n_entries) {
			result = profile_name(p, filter, want, &p->analysis.entries[p->next++], ret_entry);
			if (result < 0)
				return error_nomem(err);
			if (result == PROFILE_WANTED)
				return 1;
		}
		result = analysis_next(&p->analysis, err);
		if (result <= 0)
			return result;
		p->next = 0;
	}
}

int profile_chain_next(struct profile *p, const struct timeline_snapshot *at, uint32_t *node, unsigned flags,
		       struct location *ret_location)
{
	const struct chain_tree *chains = &p->analysis.chains;
	const struct chain_node *c = &chains->nodes[*node];

	if (!*node)
		return 0;
	*node = chain_tree_outer(chains, *node);
	return resolver_resolve(&p->symbolizer.resolver, at, c->mode, c->addr, RESOLVE_CALLER | RESOLVE_SYMBOL | flags,
				ret_location)
		       ? -ENOMEM
		       : 1;
}
