#include "formats/feature/features_decode.h"

#include "formats/record/attr.h"

#include <errno.h>

#define FEATURE_CACHE_VERSION  1
#define FEATURE_MEMORY_VERSION 1
#define FEATURE_CLOCK_VERSION  1

const char *feature_get_string(struct cursor *c)
{
	uint32_t size = cursor_u32(c);
	const char *text = (const char *)cursor_bytes(c, size);

	if (text && !memchr(text, 0, size)) {
		c->failed = true;
		return NULL;
	}
	return text;
}

static int cursor_result(const struct cursor *c)
{
	return cursor_ok(c) ? 0 : -EBADMSG;
}

int feature_decode_string(struct cursor *c, const char **ret_text)
{
	const char *text = feature_get_string(c);

	if (!text)
		return -EBADMSG;
	*ret_text = text;
	return 0;
}

int feature_decode_nrcpus(struct cursor *c, uint32_t *ret_available, uint32_t *ret_online)
{
	uint32_t available = cursor_u32(c);
	uint32_t online = cursor_u32(c);

	if (!cursor_ok(c))
		return -EBADMSG;
	*ret_available = available;
	*ret_online = online;
	return 0;
}

int feature_decode_u32(struct cursor *c, uint32_t *ret_value)
{
	uint32_t value = cursor_u32(c);

	if (cursor_ok(c))
		*ret_value = value;
	return cursor_result(c);
}

int feature_decode_u64(struct cursor *c, uint64_t *ret_value)
{
	uint64_t value = cursor_u64(c);

	if (cursor_ok(c))
		*ret_value = value;
	return cursor_result(c);
}

int feature_decode_sample_time(struct cursor *c, uint64_t *ret_first, uint64_t *ret_last)
{
	uint64_t first = cursor_u64(c);
	uint64_t last = cursor_u64(c);

	if (!cursor_ok(c))
		return -EBADMSG;
	*ret_first = first;
	*ret_last = last;
	return 0;
}

int feature_decode_compressed(struct cursor *c, struct feature_compression *ret_compression)
{
	struct feature_compression z;

	z.version = cursor_u32(c);
	z.type = cursor_u32(c);
	z.level = cursor_u32(c);
	z.ratio = cursor_u32(c);
	z.mmap_len = cursor_u32(c);
	if (cursor_ok(c))
		*ret_compression = z;
	return cursor_result(c);
}

int feature_decode_clock_data(struct cursor *c, struct feature_clock *ret_clock)
{
	uint32_t version = cursor_u32(c);
	struct feature_clock clock;

	clock.clockid = cursor_u32(c);
	clock.wall_time = cursor_u64(c);
	clock.clock_time = cursor_u64(c);
	if (!cursor_ok(c))
		return -EBADMSG;
	if (version != FEATURE_CLOCK_VERSION)
		return -ENOTSUP;
	*ret_clock = clock;
	return 0;
}

int feature_decode_e_machine(struct cursor *c, uint32_t *ret_machine, uint32_t *ret_flags)
{
	uint32_t machine = cursor_u32(c);
	uint32_t flags = cursor_u32(c);

	if (!cursor_ok(c))
		return -EBADMSG;
	*ret_machine = machine;
	*ret_flags = flags;
	return 0;
}

int feature_items_begin(struct feature_items *ret_items, struct cursor *c)
{
	uint32_t n = cursor_u32(c);

	if (!cursor_ok(c))
		return -EBADMSG;
	*ret_items = (struct feature_items){ .c = c, .left = n };
	return 0;
}

int feature_caches_begin(struct feature_items *ret_items, struct cursor *c)
{
	uint32_t version = cursor_u32(c);

	if (!cursor_ok(c))
		return -EBADMSG;
	return version == FEATURE_CACHE_VERSION ? feature_items_begin(ret_items, c) : -ENOTSUP;
}

int feature_memory_begin(struct feature_items *ret_items, struct cursor *c, uint64_t *ret_block_size)
{
	uint64_t version = cursor_u64(c);
	uint64_t block_size = cursor_u64(c);
	uint64_t n = cursor_u64(c);

	if (!cursor_ok(c))
		return -EBADMSG;
	if (version != FEATURE_MEMORY_VERSION)
		return -ENOTSUP;
	*ret_block_size = block_size;
	*ret_items = (struct feature_items){ .c = c, .left = n };
	return 0;
}

/* Returns 1 if there is another item; 0: there is none; -EBADMSG: the list has failed. */
static int items_more(struct feature_items *items)
{
	if (!cursor_ok(items->c))
		return -EBADMSG;
	if (!items->left)
		return 0;
	items->left--;
	return 1;
}

/* Returns what a _next function returns after it has read an item. */
static int items_read(const struct feature_items *items)
{
	return cursor_ok(items->c) ? 1 : -EBADMSG;
}

int feature_next_string(struct feature_items *items, const char **ret_text)
{
	int more = items_more(items);
	const char *text;

	if (more <= 0)
		return more;
	text = feature_get_string(items->c);
	if (text)
		*ret_text = text;
	return items_read(items);
}

int feature_next_numa_node(struct feature_items *items, struct feature_numa_node *ret_node)
{
	int more = items_more(items);
	struct feature_numa_node node;

	if (more <= 0)
		return more;
	node.node = cursor_u32(items->c);
	node.total_kib = cursor_u64(items->c);
	node.free_kib = cursor_u64(items->c);
	node.cpus = feature_get_string(items->c);
	if (cursor_ok(items->c))
		*ret_node = node;
	return items_read(items);
}

int feature_next_pmu(struct feature_items *items, struct feature_pmu *ret_pmu)
{
	int more = items_more(items);
	struct feature_pmu pmu;

	if (more <= 0)
		return more;
	pmu.type = cursor_u32(items->c);
	pmu.name = feature_get_string(items->c);
	if (cursor_ok(items->c))
		*ret_pmu = pmu;
	return items_read(items);
}

int feature_next_group(struct feature_items *items, struct feature_group *ret_group)
{
	int more = items_more(items);
	struct feature_group group;

	if (more <= 0)
		return more;
	group.name = feature_get_string(items->c);
	group.leader = cursor_u32(items->c);
	group.n_members = cursor_u32(items->c);
	if (cursor_ok(items->c))
		*ret_group = group;
	return items_read(items);
}

int feature_next_cache(struct feature_items *items, struct feature_cache *ret_cache)
{
	int more = items_more(items);
	struct feature_cache cache;

	if (more <= 0)
		return more;
	cache.level = cursor_u32(items->c);
	cache.line_size = cursor_u32(items->c);
	cache.sets = cursor_u32(items->c);
	cache.ways = cursor_u32(items->c);
	cache.type = feature_get_string(items->c);
	cache.size = feature_get_string(items->c);
	cache.cpus = feature_get_string(items->c);
	if (cursor_ok(items->c))
		*ret_cache = cache;
	return items_read(items);
}

int feature_next_cap(struct feature_items *items, struct feature_cap *ret_cap)
{
	int more = items_more(items);
	struct feature_cap cap;

	if (more <= 0)
		return more;
	cap.name = feature_get_string(items->c);
	cap.value = feature_get_string(items->c);
	if (cursor_ok(items->c))
		*ret_cap = cap;
	return items_read(items);
}

int feature_next_hybrid_pmu(struct feature_items *items, struct feature_hybrid_pmu *ret_pmu)
{
	int more = items_more(items);
	struct feature_hybrid_pmu pmu;

	if (more <= 0)
		return more;
	pmu.pmu = feature_get_string(items->c);
	pmu.cpus = feature_get_string(items->c);
	if (cursor_ok(items->c))
		*ret_pmu = pmu;
	return items_read(items);
}

int feature_next_memory_node(struct feature_items *items, struct feature_memory_bits *ret_node)
{
	int more = items_more(items);
	struct feature_memory_bits node;
	uint64_t n_words;

	if (more <= 0)
		return more;
	node.node = cursor_u64(items->c);
	cursor_u64(items->c); /* the number of bits, which the bitmap itself has once more */
	node.n_bits = cursor_u64(items->c);
	n_words = node.n_bits / 64 + (node.n_bits % 64 != 0);
	if (n_words > cursor_left(items->c) / 8)
		items->c->failed = true;
	node.words = cursor_sub(items->c, n_words * 8);
	if (cursor_ok(items->c))
		*ret_node = node;
	return items_read(items);
}

/* The name comes after the capabilities, so these are skipped to find it. */
int feature_next_pmu_caps(struct feature_items *items, struct feature_pmu_caps_entry *ret_entry)
{
	int more = items_more(items);
	struct feature_pmu_caps_entry entry;
	const uint8_t *start;

	if (more <= 0)
		return more;
	entry.n_caps = cursor_u32(items->c);
	start = items->c->pos;
	for (uint32_t i = 0; i < entry.n_caps && cursor_ok(items->c); i++) {
		feature_get_string(items->c);
		feature_get_string(items->c);
	}
	entry.caps = cursor_make(start, (size_t)(items->c->pos - start), items->c->swap);
	entry.pmu = feature_get_string(items->c);
	if (cursor_ok(items->c))
		*ret_entry = entry;
	return items_read(items);
}

int feature_next_meta_info(struct cursor *c, const char **ret_key, const char **ret_value)
{
	const char *key, *value;

	if (!cursor_left(c) && cursor_ok(c))
		return 0;
	key = cursor_string(c);
	if (key && !*key) /* in a pipe zeroes follow, up to a multiple of 8 */
		return 0;
	value = cursor_string(c);
	if (!cursor_ok(c))
		return -EBADMSG;
	*ret_key = key;
	*ret_value = value;
	return 1;
}

int event_desc_begin(struct event_desc *ret_desc, struct cursor *c)
{
	struct event_desc desc = { .c = c, .left = cursor_u32(c) };

	desc.attr_size = cursor_u32(c);
	if (!cursor_ok(c) || desc.attr_size < ATTR_SIZE_VER0)
		return -EBADMSG;
	*ret_desc = desc;
	return 0;
}

/* An event has its attr, the number of ids, the name, and the ids. */
int event_desc_next(struct event_desc *desc, struct event_desc_entry *ret_entry)
{
	struct event_desc_entry e;
	struct cursor attr;

	if (!desc->left)
		return cursor_ok(desc->c) ? 0 : -EBADMSG;
	desc->left--;
	attr = cursor_sub(desc->c, desc->attr_size);
	e.n_ids = cursor_u32(desc->c);
	e.name = feature_get_string(desc->c);
	e.ids = cursor_sub(desc->c, (uint64_t)e.n_ids * 8);
	if (!cursor_ok(desc->c))
		return -EBADMSG;
	e.attr_size = load_u32_order(attr.pos + sizeof(uint32_t), attr.swap);
	if (attr_decode(&e.attr, &attr, NULL))
		return -EBADMSG;
	*ret_entry = e;
	return 1;
}

#define ENTRY_BUILD_ID_SIZE 24 /* 20 used; byte 20 holds their number, where misc says so */

int build_id_list_next(struct cursor *c, struct build_id_entry *ret_entry)
{
	struct build_id_entry e = { 0 };
	const uint8_t *build_id;
	struct cursor body;
	uint16_t size;

	if (!cursor_left(c))
		return 0;
	cursor_u32(c); /* type: of no meaning here */
	e.misc = cursor_u16(c);
	size = cursor_u16(c);
	if (!cursor_ok(c) || size < RECORD_HEADER_SIZE)
		return -EBADMSG;
	body = cursor_sub(c, size - RECORD_HEADER_SIZE);
	cursor_u32(&body); /* pid: -1 for the host */
	build_id = cursor_bytes(&body, ENTRY_BUILD_ID_SIZE);
	e.filename = (const char *)body.pos;
	if (!cursor_ok(&body))
		return -EBADMSG;
	e.build_id.size = BUILD_ID_SIZE_MAX;
	if (e.misc & RECORD_MISC_BUILD_ID_SIZE && build_id[BUILD_ID_SIZE_MAX] < BUILD_ID_SIZE_MAX)
		e.build_id.size = build_id[BUILD_ID_SIZE_MAX];
	memcpy(e.build_id.data, build_id, e.build_id.size);
	e.filename_size = strnlen(e.filename, cursor_left(&body));
	*ret_entry = e;
	return 1;
}
