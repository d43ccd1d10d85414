#include "report/fetch/fetch_requests.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

void fetch_requests_fini(struct fetch_requests *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		free(r->items[i].path);
	free(r->items);
	hash_table_fini(&r->table);
	*r = (struct fetch_requests){ 0 };
}

struct fetch_key fetch_key(const struct build_id *id, enum fetch_kind kind)
{
	struct fetch_key key;

	memset(&key, 0, sizeof(key));
	key.id.size = id->size < BUILD_ID_SIZE_MAX ? id->size : BUILD_ID_SIZE_MAX;
	memcpy(key.id.data, id->data, key.id.size);
	key.kind = kind;
	return key;
}

static bool same_key(const void *context, uint32_t number, const void *wanted)
{
	const struct fetch_requests *r = context;

	return !memcmp(&r->items[number].key, wanted, sizeof(struct fetch_key));
}

uint32_t fetch_requests_find(const struct fetch_requests *r, const struct fetch_key *key)
{
	return hash_table_find(&r->table, hash_bytes(key, sizeof(*key)), same_key, r, key);
}

uint32_t fetch_requests_add(struct fetch_requests *r, const struct fetch_key *key)
{
	if (!key->id.size || r->n == FETCH_FILES_MAX ||
	    !list_reserve(&r->items, r->n, &r->capacity, sizeof(*r->items)) ||
	    hash_table_add(&r->table, hash_bytes(key, sizeof(*key)), r->n))
		return HASH_TABLE_NONE;
	memset(&r->items[r->n], 0, sizeof(r->items[r->n]));
	memcpy(&r->items[r->n].key, key, sizeof(*key));
	r->items[r->n].is_pending = true;
	r->counts.asked++;
	r->pending++;
	return r->n++;
}

static void count_failure(struct fetch_counts *c, int code)
{
	if (code == -ENOENT)
		c->absent++;
	else if (code == -ETIME)
		c->late++;
	else
		c->failed++;
	if (code != -ENOENT && code != -ETIME && !c->code)
		c->code = code;
}

void fetch_requests_answer(struct fetch_requests *r, uint32_t number, int code, const char *path)
{
	struct fetch_item *item = number < r->n ? &r->items[number] : NULL;

	if (!item || !item->is_pending)
		return;
	item->is_pending = false;
	r->pending--;
	if (!code && path[0] != '/')
		code = -EPROTO;
	if (!code)
		item->path = strdup(path);
	if (!code && !item->path)
		code = -ENOMEM;
	if (code)
		count_failure(&r->counts, code);
	else
		r->counts.found++;
}

void fetch_requests_end(struct fetch_requests *r, int code)
{
	for (uint32_t i = 0; i < r->n; i++)
		if (r->items[i].is_pending)
			fetch_requests_answer(r, i, code, NULL);
}

bool fetch_requests_refuse(struct fetch_requests *r, uint32_t number)
{
	struct fetch_item *item = &r->items[number];

	if (!item->path || item->refused)
		return false;
	item->refused = true;
	r->counts.found--;
	r->counts.refused++;
	return true;
}
