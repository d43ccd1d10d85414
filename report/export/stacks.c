#include "report/export/stacks.h"

#include "common/list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int stacks_init(struct stacks *s, struct profile *profile, bool inlines)
{
	*s = (struct stacks){ .profile = profile, .resolve = inlines ? RESOLVE_INLINES : 0 };
	if (!list_reserve(&s->list, 0, &s->capacity, sizeof(*s->list)) ||
	    !list_reserve(&s->locations, 0, &s->locations_capacity, sizeof(*s->locations)) ||
	    !list_reserve(&s->functions, 0, &s->functions_capacity, sizeof(*s->functions)))
		return -ENOMEM;
	s->list[0] = (struct stack){ 0 };
	s->locations[0] = (struct stack_location){ .dso = DSO_NONE };
	s->functions[0] = (struct stack_function){ 0 };
	s->n = s->n_locations = s->n_functions = 1;
	return 0;
}

void stacks_forget_chains(struct stacks *s)
{
	pages_free(s->memos, s->n_memos * sizeof(*s->memos));
	s->memos = NULL;
	s->n_memos = 0;
	s->memo_chains = NULL;
}

void stacks_fini(struct stacks *s)
{
	stacks_forget_chains(s);
	free(s->list);
	free(s->locations);
	free(s->frames);
	free(s->functions);
	free(s->path);
	hash_table_fini(&s->table);
	hash_table_fini(&s->location_table);
	hash_table_fini(&s->function_table);
	memset(s, 0, sizeof(*s));
}

static struct strtab *stacks_strings(const struct stacks *s)
{
	return &s->profile->names->strings;
}

/* --- functions --------------------------------------------------------------------------- */

/* A named function is known by its name, wherever it was inlined; one with bounds by its start. */
static uint64_t function_start(const struct stack_function *f)
{
	return f->has_bounds ? f->start : 0;
}

static uint64_t function_hash(const struct stack_function *f)
{
	return hash_pair(function_start(f), (uint64_t)f->dso << 32 | f->name);
}

static bool same_function(const void *context, uint32_t number, const void *wanted)
{
	const struct stack_function *have = &((const struct stacks *)context)->functions[number], *f = wanted;

	return have->name == f->name && have->dso == f->dso && have->has_bounds == f->has_bounds &&
	       function_start(have) == function_start(f);
}

static enum stack_code code_of(const struct location *l, char level)
{
	if (level == 'k')
		return STACK_CODE_KERNEL;
	if (level != '.' || !l->map)
		return STACK_CODE_OTHER;
	return l->dso->kind == DSO_JIT || l->dso->kind == DSO_ANON ? STACK_CODE_JIT : STACK_CODE_USER;
}

/* The first file in the order of bytes, and the lowest start: whatever comes first. */
static void function_met(const struct stacks *s, struct stack_function *have, const struct stack_function *f)
{
	const struct strtab *strings = stacks_strings(s);

	if (f->file && (!have->file || (f->file != have->file &&
					strcmp(strtab_get(strings, f->file), strtab_get(strings, have->file)) < 0)))
		have->file = f->file;
	if (f->symbol && (!have->symbol || f->start < have->start)) {
		have->symbol = f->symbol;
		have->start = f->start;
	}
}

/* The number of a function, which is added if it is new; STACKS_FAILED without memory. */
static uint32_t function_add(struct stacks *s, const struct stack_function *f)
{
	uint32_t number = hash_table_find(&s->function_table, function_hash(f), same_function, s, f);

	if (number != HASH_TABLE_NONE) {
		function_met(s, &s->functions[number], f);
		return number;
	}
	if (!list_reserve(&s->functions, s->n_functions, &s->functions_capacity, sizeof(*s->functions)) ||
	    hash_table_add(&s->function_table, function_hash(f), s->n_functions))
		return STACKS_FAILED;
	s->functions[s->n_functions] = *f;
	return s->n_functions++;
}

/* The function of a frame of a location. file: of the source. */
static uint32_t function_of(struct stacks *s, const struct location *l, uint32_t number, uint32_t file)
{
	const struct frame *frame = &s->profile->names->frames.list[number];
	struct stack_function f = { .name = frame->name,
				    .dso = frame->dso,
				    .file = file,
				    .code = code_of(l, frame->level),
				    .has_bounds = frame_has_bounds(frame) };

	if (frame_is_inlined(frame) || (!f.name && !f.has_bounds))
		return function_add(s, &f);
	f.start = frame->start;
	if (f.name && l->has_symbol && l->symbol.mangled)
		f.symbol = strtab_add_string(stacks_strings(s), l->symbol.mangled);
	return f.symbol == STRTAB_NONE ? STACKS_FAILED : function_add(s, &f);
}

const char *stack_function_text(const struct stacks *s, uint32_t function, char *text, size_t size)
{
	const struct stack_function *f = &s->functions[function];
	const char *dso = strtab_get(stacks_strings(s), f->dso);

	if (f->name)
		return strtab_get(stacks_strings(s), f->name);
	if (f->has_bounds)
		snprintf(text, size, "[%.*s+0x%llx]", (int)(size - STACK_TEXT_MIN / 2), dso,
			 (unsigned long long)f->start);
	else
		snprintf(text, size, *dso == '[' ? "%.*s" : "[%.*s]", (int)(size - STACK_TEXT_MIN / 2), dso);
	return text;
}

/* --- locations ---------------------------------------------------------------------------- */

/* What tells locations apart. */
struct location_key {
	uint32_t dso;
	uint64_t lookup;
};

static uint64_t location_hash(const struct location_key *key)
{
	return hash_pair(key->lookup, key->dso);
}

static bool same_location(const void *context, uint32_t number, const void *wanted)
{
	const struct stack_location *have = &((const struct stacks *)context)->locations[number];
	const struct location_key *key = wanted;

	return have->lookup == key->lookup && have->dso == key->dso;
}

/* The source's file and line of a frame; source NULL: not known. 0 or -ENOMEM. */
static int frame_set_line(struct stacks *s, struct stack_frame *frame, const struct dso_frame *source)
{
	if (!source || !source->file)
		return 0;
	frame->file = strtab_add_string(stacks_strings(s), source->file);
	frame->line = source->line;
	return frame->file == STRTAB_NONE ? -ENOMEM : 0;
}

/* Adds the frames that a resolved location has. 0 or -ENOMEM. */
static int location_frames_add(struct stacks *s, struct location *l)
{
	struct locator *locator = &s->profile->symbolizer.resolver.locator;
	struct dso_frame source[DSO_FRAMES_MAX];
	unsigned n_source = l->map ? locator_source(locator, l, true, source) : 0;
	/* Without inlined functions a location has the line of the outermost one. */
	unsigned skipped = n_source > l->n_frames ? n_source - l->n_frames : 0;

	for (uint32_t i = 0; i < l->n_frames; i++) {
		struct stack_frame frame = { .is_inlined = i + 1 < l->n_frames };
		const struct dso_frame *at = i + skipped < n_source ? &source[i + skipped] : NULL;

		if (frame_set_line(s, &frame, at))
			return -ENOMEM;
		frame.function = function_of(s, l, l->frames[i], frame.file);
		if (frame.function == STACKS_FAILED ||
		    !list_reserve(&s->frames, s->n_frames, &s->frames_capacity, sizeof(*s->frames)))
			return -ENOMEM;
		s->frames[s->n_frames++] = frame;
	}
	return 0;
}

static uint64_t shown_address(struct stacks *s, const struct location *l, uint64_t addr)
{
	struct locator *locator = &s->profile->symbolizer.resolver.locator;
	struct dso_symbols *symbols = l->map ? locator_symbols(locator, l->map->dso) : NULL;

	if (!l->map)
		return addr;
	return symbols ? dso_symbols_virtual(symbols, l->addr) : l->addr;
}

/* An address at a time. */
struct stack_address {
	const struct timeline_snapshot *at;
	uint64_t addr;
	unsigned mode;
	unsigned flags; /* RESOLVE_CALLER: of a chain */
};

/* The number of the location of an address, which is added if it is new; STACKS_FAILED without memory. */
static uint32_t location_of(struct stacks *s, const struct stack_address *a)
{
	struct resolver *resolver = &s->profile->symbolizer.resolver;
	unsigned flags = a->flags | RESOLVE_SYMBOL | s->resolve;
	struct location l;
	struct location_key key;
	uint64_t offset;
	uint32_t number;

	locator_map(&resolver->locator, a->at, a->mode, a->addr, flags, &l);
	key = (struct location_key){ .dso = l.map ? l.map->dso : DSO_NONE, .lookup = l.map ? l.lookup : a->addr };
	offset = l.map ? l.addr : a->addr;
	number = hash_table_find(&s->location_table, location_hash(&key), same_location, s, &key);
	if (number != HASH_TABLE_NONE)
		return number;
	if (resolver_resolve(resolver, a->at, a->mode, a->addr, flags, &l) ||
	    !list_reserve(&s->locations, s->n_locations, &s->locations_capacity, sizeof(*s->locations)))
		return STACKS_FAILED;
	s->locations[s->n_locations] = (struct stack_location){ .dso = key.dso,
								.lookup = key.lookup,
								.address = shown_address(s, &l, a->addr),
								.offset = offset,
								.first = s->n_frames,
								.n = l.n_frames };
	if (location_frames_add(s, &l) || hash_table_add(&s->location_table, location_hash(&key), s->n_locations))
		return STACKS_FAILED;
	return s->n_locations++;
}

/* --- stacks --------------------------------------------------------------------------------- */

static uint64_t stack_hash(const struct stack *stack)
{
	return hash_u64((uint64_t)stack->caller << 32 | stack->location);
}

static bool same_stack(const void *context, uint32_t number, const void *wanted)
{
	const struct stack *have = &((const struct stacks *)context)->list[number], *stack = wanted;

	return have->caller == stack->caller && have->location == stack->location;
}

/* The number of the stack of an address that was called from a stack; STACKS_FAILED without memory. */
static uint32_t stack_add(struct stacks *s, uint32_t caller, const struct stack_address *a)
{
	const struct stack stack = { .caller = caller, .location = location_of(s, a) };
	uint32_t number;

	if (stack.location == STACKS_FAILED)
		return STACKS_FAILED;
	number = hash_table_find(&s->table, stack_hash(&stack), same_stack, s, &stack);
	if (number != HASH_TABLE_NONE)
		return number;
	if (!list_reserve(&s->list, s->n, &s->capacity, sizeof(*s->list)) ||
	    hash_table_add(&s->table, stack_hash(&stack), s->n))
		return STACKS_FAILED;
	s->list[s->n] = stack;
	return s->n++;
}

/* The memo of a chain's node; NULL without memory. */
static struct stack_memo *memo_of(struct stacks *s, const struct chain_tree *chains, uint32_t node)
{
	if (s->memo_chains != chains)
		stacks_forget_chains(s);
	s->memo_chains = chains;
	if (node >= s->n_memos && pages_reach(&s->memos, &s->n_memos, node, sizeof(*s->memos)))
		return NULL;
	return &s->memos[node];
}

/*
 * From the node inwards, the nodes whose stack is not known in this epoch: *ret_n of them in s->path. Returns the stack
 * that these were called from.
 */
static uint32_t chain_known(struct stacks *s, const struct chain_tree *chains, uint32_t node, uint32_t epoch,
			    uint32_t *ret_n)
{
	*ret_n = 0;
	for (; node; node = chain_tree_outer(chains, node)) {
		const struct stack_memo *memo = memo_of(s, chains, node);

		if (!memo)
			return STACKS_FAILED;
		if (memo->stack && memo->epoch == epoch)
			return memo->stack;
		if (!list_reserve(&s->path, *ret_n, &s->path_capacity, sizeof(*s->path)))
			return STACKS_FAILED;
		s->path[(*ret_n)++] = node;
	}
	return 0;
}

static uint32_t stack_of_chain(struct stacks *s, const struct chain_tree *chains, uint32_t node,
			       const struct timeline_snapshot *at)
{
	uint32_t n, stack = chain_known(s, chains, node, at->epoch, &n);

	while (n && stack != STACKS_FAILED) {
		const struct chain_node *c = &chains->nodes[s->path[--n]];
		const struct stack_address a = { .at = at, .addr = c->addr, .mode = c->mode, .flags = RESOLVE_CALLER };

		stack = stack_add(s, stack, &a);
		s->memos[s->path[n]] = (struct stack_memo){ .stack = stack, .epoch = at->epoch };
	}
	return stack;
}

uint32_t stacks_of(struct stacks *s, const struct chain_tree *chains, const struct sample_key *key, uint64_t ip,
		   const struct timeline_snapshot *at)
{
	const struct stack_address a = { .at = at, .addr = ip, .mode = sample_key_mode(key) };
	uint32_t chain = sample_key_chain(key);

	if (chain)
		return stack_of_chain(s, chains, chain, at);
	return stack_add(s, 0, &a);
}

const uint32_t *stacks_path(struct stacks *s, uint32_t stack, uint32_t *ret_n)
{
	uint32_t n = 0;

	for (uint32_t at = stack; at; at = s->list[at].caller)
		n++;
	*ret_n = n;
	while (n >= s->path_capacity)
		if (!list_reserve(&s->path, s->path_capacity, &s->path_capacity, sizeof(*s->path)))
			return NULL;
	for (uint32_t at = stack; at; at = s->list[at].caller)
		s->path[--n] = s->list[at].location;
	return s->path;
}
