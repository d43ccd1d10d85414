/*
 * The table of record types against the decoders of record.h, which are code, since the timeline is made by them: each
 * item that the table has is what the decoder puts into a member of its structure.
 */
#include "formats/record/record_fields.h"
#include "formats/record/record_types.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stddef.h>

union decoded {
	struct record_mmap mmap;
	struct record_comm comm;
	struct record_task task;
	struct record_cgroup cgroup;
	struct record_deferred deferred;
	struct record_namespaces namespaces;
	struct record_ksymbol ksymbol;
	struct record_lost lost;
};

static int decode(const struct record *r, union decoded *d)
{
	struct error err = ERROR_INIT;

	switch (r->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2: return record_decode_mmap(r, &d->mmap, &err);
	case PERF_RECORD_COMM: return record_decode_comm(r, &d->comm, &err);
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT: return record_decode_task(r, &d->task, &err);
	case PERF_RECORD_CGROUP: return record_decode_cgroup(r, &d->cgroup, &err);
	case PERF_RECORD_CALLCHAIN_DEFERRED: return record_decode_deferred(r, &d->deferred, &err);
	case PERF_RECORD_NAMESPACES: return record_decode_namespaces(r, &d->namespaces, &err);
	case PERF_RECORD_KSYMBOL: return record_decode_ksymbol(r, &d->ksymbol, &err);
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES: return record_decode_lost(r, &d->lost, &err);
	default: return -ENOTSUP;
	}
}

/* Where an item of the table is in the structure. size 0: a string. at: the element of a list that is decoded. */
struct member {
	const char *item;
	size_t offset, size;
	unsigned at;
};

#define MEMBER(item, type, name)                                                          \
	{                                                                                 \
		item, offsetof(struct type, name), sizeof(((struct type *)NULL)->name), 0 \
	}
#define TEXT(item, type, name)                          \
	{                                               \
		item, offsetof(struct type, name), 0, 0 \
	}

static const struct member mmap_members[] = {
	MEMBER("pid", record_mmap, pid),
	MEMBER("tid", record_mmap, tid),
	MEMBER("addr", record_mmap, addr),
	MEMBER("len", record_mmap, len),
	MEMBER("pgoff", record_mmap, pgoff),
	MEMBER("maj", record_mmap, maj),
	MEMBER("min", record_mmap, min),
	MEMBER("ino", record_mmap, ino),
	MEMBER("ino_generation", record_mmap, ino_generation),
	MEMBER("build_id_size", record_mmap, build_id.size),
	MEMBER("build_id", record_mmap, build_id.data),
	MEMBER("prot", record_mmap, prot),
	MEMBER("flags", record_mmap, flags),
	TEXT("filename", record_mmap, filename),
	{ NULL, 0, 0, 0 },
};
static const struct member comm_members[] = {
	MEMBER("pid", record_comm, pid),
	MEMBER("tid", record_comm, tid),
	TEXT("comm", record_comm, comm),
	{ NULL, 0, 0, 0 },
};
static const struct member task_members[] = {
	MEMBER("pid", record_task, pid),   MEMBER("ppid", record_task, ppid), MEMBER("tid", record_task, tid),
	MEMBER("ptid", record_task, ptid), MEMBER("time", record_task, time), { NULL, 0, 0, 0 },
};
static const struct member cgroup_members[] = {
	MEMBER("id", record_cgroup, id),
	TEXT("path", record_cgroup, path),
	{ NULL, 0, 0, 0 },
};
static const struct member deferred_members[] = {
	MEMBER("cookie", record_deferred, cookie),
	MEMBER("nr", record_deferred, n),
	{ NULL, 0, 0, 0 },
};
/* Of the namespaces that of control groups is decoded, and their number is not. */
static const struct member namespaces_members[] = {
	MEMBER("pid", record_namespaces, pid),
	MEMBER("tid", record_namespaces, tid),
	{ "dev", offsetof(struct record_namespaces, cgroup_device), 8, 6 },
	{ "inode", offsetof(struct record_namespaces, cgroup_inode), 8, 6 },
	{ NULL, 0, 0, 0 },
};
static const struct member ksymbol_members[] = {
	MEMBER("addr", record_ksymbol, addr),
	MEMBER("len", record_ksymbol, len),
	MEMBER("ksym_type", record_ksymbol, ksym_type),
	MEMBER("flags", record_ksymbol, flags),
	TEXT("name", record_ksymbol, name),
	{ NULL, 0, 0, 0 },
};
static const struct member lost_members[] = {
	MEMBER("id", record_lost, id),
	MEMBER("lost", record_lost, lost),
	{ NULL, 0, 0, 0 },
};

/* Records of every type that has a decoder: bytes before the string, if there is one, or all of them. */
static const struct made {
	uint32_t type;
	uint16_t misc;
	uint16_t size, n_items;
	bool has_text;
	const struct member *members;
} made[] = {
	{ PERF_RECORD_MMAP, 0, 32, 6, true, mmap_members },
	{ PERF_RECORD_MMAP2, 0, 64, 12, true, mmap_members },
	{ PERF_RECORD_MMAP2, RECORD_MISC_MMAP_BUILD_ID, 64, 10, true, mmap_members },
	{ PERF_RECORD_COMM, 0, 8, 3, true, comm_members },
	{ PERF_RECORD_FORK, 0, 24, 5, false, task_members },
	{ PERF_RECORD_EXIT, 0, 24, 5, false, task_members },
	{ PERF_RECORD_CGROUP, 0, 8, 2, true, cgroup_members },
	{ PERF_RECORD_CALLCHAIN_DEFERRED, 0, 16 + 3 * 8, 2 + 3, false, deferred_members },
	{ PERF_RECORD_NAMESPACES, 0, 16 + 7 * 16, 3 + 7 * 2, false, namespaces_members },
	{ PERF_RECORD_KSYMBOL, 0, 16, 5, true, ksymbol_members },
	{ PERF_RECORD_LOST, 0, 16, 2, false, lost_members },
	{ PERF_RECORD_LOST_SAMPLES, 0, 8, 1, false, lost_members },
};

/* No two bytes are alike, but for the numbers that have to be right for the rest to be there. */
static void make_body(struct buffer *b, const struct made *m, bool swap)
{
	buffer_init(b);
	b->swap = swap;
	for (uint16_t i = 0; i < m->size; i++)
		buffer_put_u8(b, (uint8_t)(i + 1));
	if (m->has_text)
		buffer_append(b, "text\0\0\0", 8);
	if (m->type == PERF_RECORD_NAMESPACES)
		buffer_set_u64(b, 8, 7);
	if (m->type == PERF_RECORD_CALLCHAIN_DEFERRED)
		buffer_set_u64(b, 8, 3);
	if (m->misc)
		memcpy(b->data + 32, "\x14\0\0", 4);
}

struct comparison {
	const struct made *made;
	const union decoded *decoded;
	bool swap;
	unsigned n_items, n_groups, n_words;
};

static uint64_t number_at(const void *place, size_t size)
{
	uint64_t number = 0;

	memcpy((uint8_t *)&number + (order_is_big(false) ? 8 - size : 0), place, size);
	return number;
}

static void compare_member(const struct comparison *c, const struct member *m, const struct field *f)
{
	const uint8_t *place = (const uint8_t *)c->decoded + m->offset;
	const char *text;

	if (f->kind == FIELD_HEX) {
		CHECK_BYTES(place, f->bytes, f->size);
	} else if (m->size) {
		CHECK_EQ_U64(number_at(place, m->size), f->number);
	} else {
		memcpy(&text, place, sizeof(text));
		CHECK_EQ_U64(strlen(text), f->size);
		CHECK_BYTES(text, f->bytes, f->size);
	}
}

/* A field that no member has: of a list, or how long one is. */
static bool is_in_list(struct comparison *c, const struct field *f)
{
	const struct record_deferred *deferred = &c->decoded->deferred;

	if (c->made->type == PERF_RECORD_CALLCHAIN_DEFERRED && !f->name) {
		CHECK_EQ_U64(load_u64_order(deferred->words + 8 * c->n_words++, c->swap), f->number);
		return true;
	}
	return c->made->type == PERF_RECORD_NAMESPACES && (c->n_groups != 0 || !strcmp(f->name, "nr_namespaces"));
}

static void compare(void *context, const struct field *f)
{
	struct comparison *c = context;
	const struct member *m = c->made->members;

	c->n_groups += f->kind == FIELD_GROUP;
	if (f->kind >= FIELD_LIST)
		return;
	c->n_items++;
	while (m->item && !(f->name && !strcmp(m->item, f->name) && (!m->at || m->at + 1 == c->n_groups)))
		m++;
	if (m->item)
		compare_member(c, m, f);
	else
		CHECK(is_in_list(c, f));
}

TEST(decoders_have_every_item_of_the_table)
{
	for (size_t i = 0; i < 2 * ARRAY_SIZE(made); i++) {
		const bool swap = i % 2;
		const struct made *one = &made[i / 2];
		union decoded decoded;
		struct comparison c = { .made = one, .decoded = &decoded, .swap = swap };
		const struct field_sink sink = { .put = compare, .context = &c };
		struct perf_builder b;
		struct buffer body;
		struct record r;

		perf_builder_init(&b, swap ? PERF_BUILDER_SWAP : 0);
		make_body(&body, one, swap);
		perf_builder_record(&b, one->type, one->misc, body.data, body.size, false);
		CHECK_EQ_I64(record_at(&r, b.records.data, b.records.size, 0, swap, NULL), 0);
		CHECK_EQ_I64(decode(&r, &decoded), 0);
		CHECK_EQ_I64(record_fields(&r, NULL, REGS_X86, &sink, NULL), 0);
		CHECK_EQ_U64(c.n_items, one->n_items);
		buffer_fini(&body);
		perf_builder_fini(&b);
	}
}

TEST(every_type_has_a_name_and_items)
{
	for (uint32_t type = 1; type < PERF_RECORD_KERNEL_MAX; type++)
		CHECK(record_type_find(type));
	for (uint32_t type = 0; type < SIMPLEPERF_RECORD_END; type++) {
		const struct record_type *t = record_type_find(type);

		CHECK(!t || (*t->name && t->items));
	}
	CHECK(!record_type_find(0));
	CHECK(!record_type_find(PERF_RECORD_USER_TYPE_END));
	CHECK(!record_type_find(SIMPLEPERF_RECORD_START));
	CHECK(record_type_is(PERF_RECORD_MMAP2, RECORD_STATE));
	CHECK(!record_type_is(PERF_RECORD_SAMPLE, RECORD_STATE));
	CHECK(!record_type_is(UINT32_MAX, RECORD_STATE));
}
