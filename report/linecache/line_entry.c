#include "report/linecache/line_entry.h"

#include "common/bytes.h"
#include "common/clock_ns.h"
#include "common/cursor.h"
#include "common/sorting.h"
#include "formats/elf/build_id.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line_identity line_identity_of(const struct stat *st)
{
	return (struct line_identity){
		.inode = st->st_ino,
		.size = (uint64_t)st->st_size,
		.modified = (uint64_t)st->st_mtim.tv_sec * NS_PER_S + (uint64_t)st->st_mtim.tv_nsec,
		.changed = (uint64_t)st->st_ctim.tv_sec * NS_PER_S + (uint64_t)st->st_ctim.tv_nsec,
	};
}

struct line_identity line_identity_at(const char *path)
{
	struct stat st;

	return stat(path, &st) ? (struct line_identity){ 0 } : line_identity_of(&st);
}

bool line_identity_same(const struct line_identity *a, const struct line_identity *b)
{
	return a->inode == b->inode && a->size == b->size && a->modified == b->modified && a->changed == b->changed;
}

uint32_t line_sum(const void *data, size_t size, uint32_t before)
{
	return lzma_crc32(data, size, before);
}

const char *line_key_name(const struct line_key *key, char name[static LINE_NAME_SIZE])
{
	char id[BUILD_ID_TEXT_SIZE];

	snprintf(name, LINE_NAME_SIZE, "%s-%08" PRIx32, build_id_text(&key->build_id, id),
		 line_sum(&key->file, sizeof(key->file), key->below));
	return name;
}

bool line_name_is_good(const char *name)
{
	static const char digits[] = "0123456789abcdef";
	size_t id = strspn(name, digits);

	return id >= 2 && id <= 2 * BUILD_ID_SIZE_MAX && id % 2 == 0 && name[id] == '-' &&
	       strspn(name + id + 1, digits) == LINE_NAME_TAG && !name[id + 1 + LINE_NAME_TAG];
}

/* "precline" in the bytes of a little-endian machine. */
#define MAGIC 0x656e696c63657270ull

/* Goes up when the layout of entries or windows changes, or what libdw is asked for. */
#define ENTRY_VERSION 3u

/* The sizes of what is encoded. */
#define KEY_SIZE   (1 + BUILD_ID_SIZE_MAX + 4 * 8 + 4)
#define HEAD_SIZE  (8 + 4 + 8 + KEY_SIZE + 4 * 3 + 4 + 3)
#define SUM_AT     (HEAD_SIZE - 4)
#define OTHER_SIZE (4 * 8 + 4)
#define INDEX_SIZE (8 + 8 + 4 + 4 + 4 + 4)

static_assert(HEAD_SIZE % 8 == 0, "what follows is aligned");

/* --- encoding -------------------------------------------------------------------------- */

static void put_identity(struct buffer *b, const struct line_identity *i)
{
	buffer_put_u64(b, i->inode);
	buffer_put_u64(b, i->size);
	buffer_put_u64(b, i->modified);
	buffer_put_u64(b, i->changed);
}

static void put_key(struct buffer *b, const struct line_key *key)
{
	uint8_t id[1 + BUILD_ID_SIZE_MAX] = { key->build_id.size };

	memcpy(id + 1, key->build_id.data, key->build_id.size);
	buffer_append(b, id, sizeof(id));
	put_identity(b, &key->file);
	buffer_put_u32(b, key->below);
}

static int compare_pieces(const void *a, const void *b)
{
	const struct line_piece *x = a, *y = b;

	if (x->has_lines != y->has_lines)
		return x->has_lines ? 1 : -1;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return x->end < y->end ? -1 : x->end > y->end;
}

/* Sorts the pieces, removes overlaps, and returns how many fit into size bytes. */
static uint32_t sort_pieces(struct line_piece *pieces, uint32_t n, uint64_t size)
{
	uint32_t kept = 0;

	if (n)
		qsort(pieces, n, sizeof(*pieces), compare_pieces);
	for (uint32_t i = 0; i < n; i++) {
		struct line_piece p = pieces[i];

		if (kept && pieces[kept - 1].has_lines == p.has_lines && p.begin < pieces[kept - 1].end)
			p.begin = pieces[kept - 1].end;
		if (p.begin >= p.end || INDEX_SIZE + (uint64_t)p.size > size)
			continue;
		size -= INDEX_SIZE + (uint64_t)p.size;
		pieces[kept++] = p;
	}
	return kept;
}

/* Returns the offset of the windows. The checksum in the head covers all bytes before it. */
static uint64_t windows_at(uint32_t n_others, uint32_t paths_size, uint32_t n_windows)
{
	return HEAD_SIZE + (uint64_t)n_others * OTHER_SIZE + paths_size + (uint64_t)n_windows * INDEX_SIZE;
}

static void put_others(struct buffer *b, const struct line_other *others, uint32_t n)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < n; i++) {
		put_identity(b, &others[i].identity);
		buffer_put_u32(b, at);
		at += (uint32_t)strlen(others[i].path) + 1;
	}
	for (uint32_t i = 0; i < n; i++)
		buffer_put_string(b, others[i].path);
}

/* The checksum of what comes before the windows, without the checksum itself. */
static uint32_t sum_of_head(const uint8_t *entry, uint64_t windows)
{
	return line_sum(entry + HEAD_SIZE, windows - HEAD_SIZE, line_sum(entry, SUM_AT, 0));
}

void line_entry_seal(uint8_t *data, size_t size)
{
	struct cursor c = cursor_make(data, size, false);
	uint64_t windows;
	uint32_t sum, n_others, paths;

	cursor_skip(&c, 8 + 4 + 8 + KEY_SIZE);
	n_others = cursor_u32(&c);
	paths = cursor_u32(&c);
	windows = windows_at(n_others, paths, cursor_u32(&c));
	if (size < HEAD_SIZE || windows > size)
		return;
	sum = sum_of_head(data, windows);
	memcpy(data + SUM_AT, &sum, sizeof(sum));
}

void line_entry_encode(struct buffer *b, const struct line_key *key, const struct line_other *others, uint32_t n_others,
		       struct line_piece *pieces, uint32_t n_pieces)
{
	uint64_t size, at;
	uint32_t paths = 0;
	size_t begin = b->size;

	for (uint32_t i = 0; i < n_others; i++)
		paths += (uint32_t)strlen(others[i].path) + 1;
	n_pieces = sort_pieces(pieces, n_pieces, LINE_ENTRY_MAX - windows_at(n_others, paths, 0));
	size = at = windows_at(n_others, paths, n_pieces);
	for (uint32_t i = 0; i < n_pieces; i++)
		size += pieces[i].size;
	buffer_put_u64(b, MAGIC);
	buffer_put_u32(b, ENTRY_VERSION);
	buffer_put_u64(b, size);
	put_key(b, key);
	buffer_put_u32(b, n_others);
	buffer_put_u32(b, paths);
	buffer_put_u32(b, n_pieces);
	buffer_append(b, NULL, begin + SUM_AT - b->size);
	buffer_put_u32(b, 0);
	put_others(b, others, n_others);
	for (uint32_t i = 0; i < n_pieces; i++) {
		buffer_put_u64(b, pieces[i].begin);
		buffer_put_u64(b, pieces[i].end);
		buffer_put_u32(b, pieces[i].has_lines);
		buffer_put_u32(b, (uint32_t)at);
		buffer_put_u32(b, pieces[i].size);
		buffer_put_u32(b, line_sum(pieces[i].data, pieces[i].size, 0));
		at += pieces[i].size;
	}
	for (uint32_t i = 0; i < n_pieces; i++)
		buffer_append(b, pieces[i].data, pieces[i].size);
	if (buffer_ok(b))
		line_entry_seal(b->data + begin, b->size - begin);
}

/* --- decoding -------------------------------------------------------------------------- */

static struct line_identity get_identity(struct cursor *c)
{
	struct line_identity i;

	i.inode = cursor_u64(c);
	i.size = cursor_u64(c);
	i.modified = cursor_u64(c);
	i.changed = cursor_u64(c);
	return i;
}

struct line_other line_entry_other(const struct line_entry *e, uint32_t number)
{
	struct cursor c = cursor_make(e->data + e->others + (size_t)number * OTHER_SIZE, OTHER_SIZE, false);
	struct line_other other = { .identity = get_identity(&c) };

	other.path = (const char *)e->data + e->paths + cursor_u32(&c);
	return other;
}

/* Reads the index of a window. Its bytes are not checked. *ret_sum: their checksum. */
static struct line_piece index_entry(const struct line_entry *e, uint32_t number, uint64_t *ret_at, uint32_t *ret_sum)
{
	struct cursor c = cursor_make(e->data + e->index + (size_t)number * INDEX_SIZE, INDEX_SIZE, false);
	struct line_piece p = { .begin = cursor_u64(&c) };

	p.end = cursor_u64(&c);
	p.has_lines = cursor_u32(&c) != 0;
	*ret_at = cursor_u32(&c);
	p.size = cursor_u32(&c);
	*ret_sum = cursor_u32(&c);
	p.data = e->data + *ret_at;
	return p;
}

static bool others_are_good(const struct line_entry *e)
{
	if (!e->paths_size)
		return !e->n_others;
	if (e->data[e->paths + e->paths_size - 1])
		return false;
	for (uint32_t i = 0; i < e->n_others; i++)
		if ((const uint8_t *)line_entry_other(e, i).path - e->data - e->paths >= e->paths_size)
			return false;
	return true;
}

static bool index_is_good(const struct line_entry *e, uint64_t windows)
{
	struct line_piece before = { 0 };

	for (uint32_t i = 0; i < e->n_windows; i++) {
		uint64_t at;
		uint32_t sum;
		struct line_piece p = index_entry(e, i, &at, &sum);

		if (p.begin >= p.end || at < windows || at > e->size || p.size > e->size - at ||
		    (i &&
		     (before.has_lines > p.has_lines || (before.has_lines == p.has_lines && before.end > p.begin))))
			return false;
		before = p;
	}
	return true;
}

int line_entry_parse(struct line_entry *ret_entry, const struct line_key *key, const void *data, size_t size)
{
	struct line_entry e = { .data = data, .size = size, .others = HEAD_SIZE };
	struct cursor c = cursor_make(data, size, false);
	uint64_t windows, whole;
	struct buffer wanted;
	bool same;

	if (size < HEAD_SIZE || size > LINE_ENTRY_MAX || cursor_u64(&c) != MAGIC)
		return -EBADMSG;
	if (cursor_u32(&c) != ENTRY_VERSION)
		return -ESTALE;
	whole = cursor_u64(&c);
	buffer_init(&wanted);
	put_key(&wanted, key);
	same = buffer_ok(&wanted) && wanted.size == KEY_SIZE && !memcmp(c.pos, wanted.data, KEY_SIZE);
	buffer_fini(&wanted);
	cursor_skip(&c, KEY_SIZE);
	e.n_others = cursor_u32(&c);
	e.paths_size = cursor_u32(&c);
	e.n_windows = cursor_u32(&c);
	windows = windows_at(e.n_others, e.paths_size, e.n_windows);
	if (!cursor_ok(&c) || whole != size || windows > size || e.n_others > LINE_OTHERS_MAX)
		return -EBADMSG;
	if (load_u32(e.data + SUM_AT) != sum_of_head(data, windows))
		return -EBADMSG;
	e.paths = e.others + (size_t)e.n_others * OTHER_SIZE;
	e.index = e.paths + e.paths_size;
	if (!others_are_good(&e) || !index_is_good(&e, windows))
		return -EBADMSG;
	if (!same)
		return -ESTALE;
	*ret_entry = e;
	return 0;
}

bool line_entry_is_current(const struct line_entry *e)
{
	for (uint32_t i = 0; i < e->n_others; i++) {
		struct line_other other = line_entry_other(e, i);
		struct line_identity now = line_identity_at(other.path);

		if (!line_identity_same(&now, &other.identity))
			return false;
	}
	return true;
}

bool line_entry_piece(const struct line_entry *e, uint32_t number, struct line_piece *ret_piece)
{
	uint64_t at;
	uint32_t sum;

	*ret_piece = index_entry(e, number, &at, &sum);
	return line_sum(ret_piece->data, ret_piece->size, 0) == sum;
}

/* Whether window i is of this kind and ends after the address, or is of a later kind. */
static bool piece_reaches(const struct line_entry *e, uint32_t number, uint64_t address, bool lines)
{
	uint64_t at;
	uint32_t sum;
	struct line_piece p = index_entry(e, number, &at, &sum);

	return p.has_lines > lines || (p.has_lines == lines && p.end > address);
}

bool line_entry_find(const struct line_entry *e, uint64_t address, bool lines, struct line_piece *ret_piece)
{
	uint32_t number = BISECT(0, e->n_windows, i, !piece_reaches(e, i, address, lines));

	return number < e->n_windows && line_entry_piece(e, number, ret_piece) && ret_piece->has_lines == lines &&
	       ret_piece->begin <= address && address < ret_piece->end;
}
