#include "report/rows/row_roots.h"

#include <errno.h>
#include <stdlib.h>

/* What is known of a chain node and the callers of it, in one state of the mappings. */
struct root_memo {
	uint32_t state; /* 1 + timeline_mapping_epoch; 0: nothing is known */
	uint32_t root;  /* the outermost node that is a root, CHAIN_EMPTY: none is */
};

static bool is_root(struct rows *r, const struct timeline_snapshot *at, uint32_t node, int *ret_result)
{
	struct location location;
	const struct frame *f;

	*ret_result = profile_chain_next(r->profile, at, &node, 0, &location) < 0 ? -ENOMEM : 0;
	if (*ret_result)
		return false;
	f = &r->frames->list[location.frames[0]];
	return frame_is_named(f) && !regexec(r->options->roots, strtab_get(r->frames->strings, f->name), 0, NULL, 0);
}

/* The root of a chain into memos[chain]: goes out to where it is known, and back in. 0 or -ENOMEM. */
static int find_root(struct rows *r, const struct timeline_snapshot *at, struct root_memo *memos, uint32_t *path,
		     uint32_t chain)
{
	const struct chain_tree *chains = &r->analysis->chains;
	uint32_t n = 0, root = CHAIN_EMPTY, node;
	int result = 0;

	for (node = chain; node && memos[node].state != at->epoch + 1; node = chain_tree_outer(chains, node))
		path[n++] = node;
	if (node)
		root = memos[node].root;
	while (n-- > 0 && !result) {
		if (!root && is_root(r, at, path[n], &result))
			root = path[n];
		memos[path[n]] = (struct root_memo){ .state = at->epoch + 1, .root = root };
	}
	return result;
}

/* An entry with the address and the chain of a node. 0 or -ENOMEM. */
static int entry_move(struct analysis *a, struct sample_entry *e, uint32_t node)
{
	const struct chain_node *c = &a->chains.nodes[node];
	uint64_t ip = c->addr;

	if (a->options.plan.values) {
		struct extra_fields tuple = a->values.list[e->key.w[0]];
		uint32_t number;

		tuple.ip = ip;
		number = value_table_add(&a->values, &tuple);
		if (number == VALUE_NONE)
			return -ENOMEM;
		ip = number;
	}
	e->key.w[0] = ip;
	sample_key_set_mode(&e->key, c->mode);
	sample_key_set_chain(&e->key, node);
	return 0;
}

int row_roots_apply(struct rows *r)
{
	struct analysis *a = r->analysis;
	struct root_memo *memos;
	uint32_t *path;
	int result = 0;

	if (!r->options->roots)
		return 0;
	memos = calloc(a->chains.n, sizeof(*memos));
	path = malloc(a->chains.n * sizeof(*path));
	if (!memos || !path)
		result = -ENOMEM;
	for (uint64_t i = 0; i < a->n_entries && !result; i++) {
		struct sample_entry *e = &a->entries[i];
		struct timeline_snapshot at =
			timeline_snapshot(r->resolver->locator.timeline, sample_key_pid(&e->key), e->first);
		uint32_t chain = sample_key_chain(&e->key);

		result = find_root(r, &at, memos, path, chain);
		if (!result && memos[chain].root)
			result = entry_move(a, e, memos[chain].root);
	}
	free(path);
	free(memos);
	return result;
}
