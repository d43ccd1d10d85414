#include "report/source/source_kept.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

/* Takes over the list of other files from an entry. False without memory. */
static bool take_others(struct source_kept *k)
{
	for (uint32_t i = 0; i < k->entry.n_others; i++) {
		struct line_other other = line_entry_other(&k->entry, i);

		source_kept_other(k, other.path);
		if (k->too_much)
			return false;
	}
	return true;
}

static void entry_drop(struct source_kept *k)
{
	free((void *)k->entry.data);
	k->entry = (struct line_entry){ 0 };
}

void source_kept_init(struct source_kept *k, const char *directory, const struct source_origin *origin)
{
	*k = (struct source_kept){ .key.file = line_identity_at(origin->path) };
	buffer_init(&k->bytes);
	k->is_on = directory && origin->build_id.size && k->key.file.inode == origin->inode && !strtab_init(&k->others);
	if (!k->is_on)
		return;
	k->key.build_id = origin->build_id;
	k->key.below = line_sum(origin->symfs, strlen(origin->symfs), 0);
	if (strcmp(origin->program, origin->path) != 0)
		k->key.below = line_sum(origin->program, strlen(origin->program), k->key.below);
	if (line_cache_read(&k->entry, directory, &k->key)) {
		k->entry = (struct line_entry){ 0 };
		return;
	}
	/* A file that did not exist may exist now. */
	if (!line_entry_is_current(&k->entry))
		entry_drop(k);
	else
		take_others(k);
}

void source_kept_fini(struct source_kept *k)
{
	if (k->is_on)
		strtab_fini(&k->others);
	entry_drop(k);
	free(k->identities);
	free(k->windows);
	buffer_fini(&k->bytes);
	*k = (struct source_kept){ 0 };
}

struct source_window *source_kept_find(const struct source_kept *k, uint64_t address, bool lines, size_t *ret_size)
{
	struct source_window *w;
	struct line_piece piece;

	if (!k->entry.data || !line_entry_find(&k->entry, address, lines, &piece) ||
	    source_window_decode(&w, piece.data, piece.size, ret_size))
		return NULL;
	if (w->begin > piece.begin || w->end < piece.end) {
		free(w);
		return NULL;
	}
	w->begin = piece.begin;
	w->end = piece.end;
	return w;
}

void source_kept_add(struct source_kept *k, const struct source_window *w, bool lines, const void *bytes, size_t size)
{
	if (!k->is_on || k->too_much)
		return;
	if (!list_reserve(&k->windows, k->n_windows, &k->windows_capacity, sizeof(*k->windows)) ||
	    k->bytes.size + size > LINE_ENTRY_MAX) {
		k->too_much = true;
		return;
	}
	k->windows[k->n_windows++] = (struct source_new_window){
		.begin = w->begin, .end = w->end, .has_lines = lines, .size = (uint32_t)size, .at = k->bytes.size
	};
	buffer_append(&k->bytes, bytes, size);
}

void source_kept_other(struct source_kept *k, const char *path)
{
	uint32_t id;

	if (!k->is_on || k->too_much)
		return;
	id = strtab_find(&k->others, path, strlen(path));
	if (id != STRTAB_NONE && id)
		return;
	id = *path && k->n_identities < LINE_OTHERS_MAX ? strtab_add_string(&k->others, path) : STRTAB_NONE;
	if (id == STRTAB_NONE ||
	    !list_reserve(&k->identities, k->n_identities, &k->identities_capacity, sizeof(*k->identities))) {
		k->too_much = true;
		return;
	}
	k->identities[k->n_identities++] = line_identity_at(path);
}

bool source_kept_is_new(const struct source_kept *k)
{
	return k->is_on && k->n_windows && !k->too_much;
}

/* Returns all windows, those of the entry first; the caller frees them. NULL without memory. */
static struct line_piece *kept_pieces(const struct source_kept *k, uint32_t *ret_n)
{
	struct line_piece *pieces = malloc((k->entry.n_windows + (size_t)k->n_windows) * sizeof(*pieces));
	uint32_t n = 0;

	for (uint32_t i = 0; pieces && i < k->entry.n_windows; i++)
		n += line_entry_piece(&k->entry, i, &pieces[n]);
	for (uint32_t i = 0; pieces && i < k->n_windows; i++) {
		const struct source_new_window *w = &k->windows[i];

		pieces[n++] = (struct line_piece){ .begin = w->begin,
						   .end = w->end,
						   .has_lines = w->has_lines,
						   .size = w->size,
						   .data = k->bytes.data + w->at };
	}
	*ret_n = n;
	return pieces;
}

int source_kept_write(struct source_kept *k, const char *path, struct line_store *store)
{
	struct line_identity now = line_identity_at(path);
	struct line_other *others;
	struct line_piece *pieces;
	int result = -ENOMEM;
	struct buffer b;
	uint32_t n;

	if (!line_identity_same(&now, &k->key.file))
		return -ESTALE;
	buffer_init(&b);
	others = calloc(k->n_identities + 1ull, sizeof(*others));
	pieces = kept_pieces(k, &n);
	for (uint32_t i = 0; others && i < k->n_identities; i++)
		others[i] = (struct line_other){ k->identities[i], strtab_get(&k->others, i + 1) };
	if (others && pieces && buffer_ok(&k->bytes)) {
		line_entry_encode(&b, &k->key, others, k->n_identities, pieces, n);
		if (buffer_ok(&b))
			result = line_store_keep(store, &k->key, b.data, b.size);
	}
	free(others);
	free(pieces);
	buffer_fini(&b);
	return result;
}
