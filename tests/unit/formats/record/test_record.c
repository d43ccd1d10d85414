/* Every decoder, in both byte orders, and every length a record can be cut to. */
#include "formats/record/record.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

static const struct event_attr attr = {
	.size = ATTR_SIZE_VER7,
	.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
		       PERF_SAMPLE_IDENTIFIER,
	.flags = ATTR_SAMPLE_ID_ALL,
};

/* A builder with one event, and what its records' trailers say. */
static void builder_start(struct perf_builder *b, bool swap)
{
	perf_builder_init(b, swap ? PERF_BUILDER_SWAP : 0);
	perf_builder_event(b, &attr, "event", (uint64_t[]){ 77 }, 1);
	b->at = (struct perf_builder_at){ .id = 77, .pid = 10, .tid = 11, .time = 1000, .cpu = 3, .stream_id = 5 };
}

static struct record only_record(const struct perf_builder *b)
{
	struct error err = ERROR_INIT;
	struct record r;

	CHECK_EQ_I64(record_at(&r, b->records.data, b->records.size, 264, b->records.swap, &err), 0);
	CHECK_EQ_U64(r.size, b->records.size);
	CHECK_EQ_U64(r.offset, 264);
	return r;
}

TEST(header_both_orders)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct record r;

		builder_start(&b, swap);
		perf_builder_comm(&b, 10, 11, "cat", RECORD_MISC_COMM_EXEC);
		r = only_record(&b);
		CHECK_EQ_U64(r.type, PERF_RECORD_COMM);
		CHECK_EQ_U64(r.misc, RECORD_MISC_COMM_EXEC);
		CHECK(r.swap == swap);
		perf_builder_fini(&b);
	}
}

TEST(header_of_impossible_size)
{
	for (unsigned size = 0; size < RECORD_HEADER_SIZE; size++) {
		struct error err = ERROR_INIT;
		struct perf_builder b;
		struct record r;

		builder_start(&b, false);
		perf_builder_header(&b, PERF_RECORD_MMAP, 0, (uint16_t)size);
		CHECK_EQ_I64(record_at(&r, b.records.data, b.records.size, 300, false, &err), -EBADMSG);
		CHECK_EQ_U64(err.offset, 300);
		CHECK_EQ_U64(err.record_type, PERF_RECORD_MMAP);
		perf_builder_fini(&b);
	}
}

TEST(header_or_record_cut_off)
{
	struct perf_builder b;
	struct record r;

	builder_start(&b, false);
	perf_builder_comm(&b, 10, 11, "cat", 0);
	for (size_t left = 0; left < b.records.size; left++) {
		struct error err = ERROR_INIT;

		CHECK_EQ_I64(record_at(&r, b.records.data, left, 0, false, &err), -ENODATA);
		CHECK(strstr(err.message, left < RECORD_HEADER_SIZE ? "cut off" : "inside a record of type COMM (3)"));
	}
	perf_builder_fini(&b);
}

TEST(whole_records)
{
	uint8_t data[16] = { 0 };
	const uint16_t sizes[] = { 0, 7, 8, 16, 17 };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		bool whole = sizes[i] >= RECORD_HEADER_SIZE && sizes[i] <= sizeof(data);

		memcpy(data + 6, &sizes[i], sizeof(sizes[i]));
		CHECK_EQ_U64(record_whole_size(data, sizeof(data)), whole ? sizes[i] : 0);
		CHECK_EQ_U64(record_whole_size(data, 7), 0);
	}
}

TEST(trailer)
{
	for (int swap = 0; swap < 2; swap++) {
		struct event_layout layout;
		struct perf_builder b;
		struct record_id id;
		struct record r;

		builder_start(&b, swap);
		perf_builder_comm(&b, 10, 11, "cat", 0);
		r = only_record(&b);
		event_layout_make(&layout, &attr);
		CHECK_EQ_I64(record_decode_id(&r, &layout, &id, NULL), 0);
		CHECK_EQ_U64(id.pid, 10);
		CHECK_EQ_U64(id.tid, 11);
		CHECK_EQ_U64(id.time, 1000);
		CHECK_EQ_U64(id.id, 77);
		CHECK_EQ_U64(id.cpu, 3);
		/* 48 bytes of trailer do not fit into less */
		r.size = RECORD_HEADER_SIZE + 47;
		CHECK_EQ_I64(record_decode_id(&r, &layout, &id, NULL), -EBADMSG);
		r.size = RECORD_HEADER_SIZE + 48;
		CHECK_EQ_I64(record_decode_id(&r, &layout, &id, NULL), 0);
		perf_builder_fini(&b);
	}
}

static const struct perf_builder_map cat_map = {
	.pid = 10,
	.tid = 11,
	.start = 0x400000,
	.size = 0x2000,
	.pgoff = 0x1000,
	.major = 8,
	.minor = 1,
	.inode = 12345,
	.generation = 6,
	.prot = 5,
	.flags = 2,
	.name = "/usr/bin/cat",
};

static void check_map(const struct record_mmap *m)
{
	CHECK_EQ_U64(m->pid, 10);
	CHECK_EQ_U64(m->tid, 11);
	CHECK_EQ_U64(m->addr, 0x400000);
	CHECK_EQ_U64(m->len, 0x2000);
	CHECK_EQ_U64(m->pgoff, 0x1000);
	CHECK_STR(m->filename, "/usr/bin/cat");
	CHECK_EQ_U64(m->filename_size, 12);
}

/* The decoder fails at every length below `least`, and reads nothing beyond: valgrind and ASan would report it. */
#define CHECK_CUTS(r_, least_, call_)                                         \
	do {                                                                  \
		uint16_t whole_ = (r_).size;                                  \
		for (uint16_t n_ = RECORD_HEADER_SIZE; n_ < (least_); n_++) { \
			uint8_t *copy_ = malloc(n_);                          \
			memcpy(copy_, (r_).data, n_);                         \
			const uint8_t *data_ = (r_).data;                     \
			(r_).data = copy_;                                    \
			(r_).size = n_;                                       \
			CHECK_EQ_I64((call_), -EBADMSG);                      \
			(r_).data = data_;                                    \
			free(copy_);                                          \
		}                                                             \
		(r_).size = (uint16_t)(least_);                               \
		CHECK_EQ_I64((call_), 0);                                     \
		(r_).size = whole_;                                           \
	} while (0)

TEST(mmap)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct record_mmap m;
		struct record r;

		builder_start(&b, swap);
		perf_builder_mmap(&b, &cat_map);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_mmap(&r, &m, NULL), 0);
		check_map(&m);
		CHECK_EQ_U64(m.build_id.size, 0);
		/* the name and its NUL: 13 bytes after 8 + 32 */
		CHECK_CUTS(r, 40 + 13, record_decode_mmap(&r, &m, NULL));
		perf_builder_fini(&b);
	}
}

TEST(mmap2_with_inode)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct record_mmap m;
		struct record r;

		builder_start(&b, swap);
		perf_builder_mmap2(&b, &cat_map);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_mmap(&r, &m, NULL), 0);
		check_map(&m);
		CHECK_EQ_U64(m.maj, 8);
		CHECK_EQ_U64(m.min, 1);
		CHECK_EQ_U64(m.ino, 12345);
		CHECK_EQ_U64(m.ino_generation, 6);
		CHECK_EQ_U64(m.prot, 5);
		CHECK_EQ_U64(m.flags, 2);
		CHECK_CUTS(r, 72 + 13, record_decode_mmap(&r, &m, NULL));
		perf_builder_fini(&b);
	}
}

TEST(mmap2_with_build_id)
{
	struct perf_builder_map map = cat_map;

	map.build_id = (struct build_id){ .size = 20, .data = { 1, 2, 3, [19] = 20 } };
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct record_mmap m;
		struct record r;

		builder_start(&b, swap);
		perf_builder_mmap2(&b, &map);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_mmap(&r, &m, NULL), 0);
		check_map(&m);
		CHECK_EQ_U64(m.build_id.size, 20);
		CHECK_BYTES(m.build_id.data, map.build_id.data, 20);
		CHECK_EQ_U64(m.ino, 0);
		CHECK_EQ_U64(m.prot, 5);
		CHECK_CUTS(r, 72 + 13, record_decode_mmap(&r, &m, NULL));
		perf_builder_fini(&b);
	}
}

/* The misc bit of another recording's event: the numbers are there all the same. */
TEST(mmap2_build_id_that_is_none)
{
	static const struct {
		uint32_t major, minor;
	} devices[] = { { 254, 0 }, { 259, 2 }, { 8, 1 }, { 0, 27 } };

	for (size_t i = 0; i < 2 * ARRAY_SIZE(devices); i++) {
		struct perf_builder_map map = cat_map;
		struct perf_builder b;
		struct record_mmap m;
		struct record r;

		map.misc |= RECORD_MISC_MMAP_BUILD_ID;
		map.major = devices[i / 2].major;
		map.minor = devices[i / 2].minor;
		map.inode = 333405;
		map.generation = 7;
		builder_start(&b, i % 2);
		perf_builder_mmap2(&b, &map);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_mmap(&r, &m, NULL), 0);
		CHECK_EQ_U64(m.build_id.size, 0);
		CHECK_EQ_U64(m.maj, map.major);
		CHECK_EQ_U64(m.min, map.minor);
		CHECK_EQ_U64(m.ino, 333405);
		CHECK_EQ_U64(m.ino_generation, 7);
		CHECK_EQ_U64(m.prot, 5);
		perf_builder_fini(&b);
	}
}

TEST(comm)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct record_comm c;
		struct record r;

		builder_start(&b, swap);
		perf_builder_comm(&b, 10, 11, "make", swap ? RECORD_MISC_COMM_EXEC : 0);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_comm(&r, &c, NULL), 0);
		CHECK_EQ_U64(c.pid, 10);
		CHECK_EQ_U64(c.tid, 11);
		CHECK(c.exec == swap);
		CHECK_STR(c.comm, "make");
		CHECK_EQ_U64(c.comm_size, 4);
		CHECK_CUTS(r, 16 + 5, record_decode_comm(&r, &c, NULL));
		perf_builder_fini(&b);
	}
}

TEST(fork_and_exit)
{
	for (int swap = 0; swap < 2; swap++) {
		struct record_task t;
		struct perf_builder b;
		struct record r;

		builder_start(&b, swap);
		if (swap)
			perf_builder_exit(&b, 20, 10, 21, 11);
		else
			perf_builder_fork(&b, 20, 10, 21, 11);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_task(&r, &t, NULL), 0);
		CHECK_EQ_U64(t.pid, 20);
		CHECK_EQ_U64(t.ppid, 10);
		CHECK_EQ_U64(t.tid, 21);
		CHECK_EQ_U64(t.ptid, 11);
		CHECK_EQ_U64(t.time, 1000);
		CHECK_CUTS(r, 32, record_decode_task(&r, &t, NULL));
		perf_builder_fini(&b);
	}
}

TEST(ksymbol)
{
	for (int swap = 0; swap < 2; swap++) {
		struct record_ksymbol k;
		struct perf_builder b;
		struct record r;

		builder_start(&b, swap);
		perf_builder_ksymbol(&b, 0xffffffffc0000000, 0x80, 1, 1, "bpf_prog_1");
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_ksymbol(&r, &k, NULL), 0);
		CHECK_EQ_U64(k.addr, 0xffffffffc0000000);
		CHECK_EQ_U64(k.len, 0x80);
		CHECK_EQ_U64(k.ksym_type, 1);
		CHECK_EQ_U64(k.flags, 1);
		CHECK_STR(k.name, "bpf_prog_1");
		CHECK_CUTS(r, 24 + 11, record_decode_ksymbol(&r, &k, NULL));
		perf_builder_fini(&b);
	}
}

TEST(namespaces)
{
	static const uint64_t links[7][2] = { [5] = { 4, 50 }, [6] = { 4, 60 } };

	for (int swap = 0; swap < 2; swap++) {
		struct record_namespaces n;
		struct perf_builder b;
		struct record r;

		builder_start(&b, swap);
		perf_builder_namespaces(&b, 10, 11, 7, links);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_namespaces(&r, &n, NULL), 0);
		CHECK_EQ_U64(n.pid, 10);
		CHECK_EQ_U64(n.tid, 11);
		CHECK_EQ_U64(n.cgroup_device, 4);
		CHECK_EQ_U64(n.cgroup_inode, 60);
		CHECK_CUTS(r, 24 + 7 * 16, record_decode_namespaces(&r, &n, NULL));
		perf_builder_fini(&b);
		/* A kernel without such namespaces. */
		builder_start(&b, swap);
		perf_builder_namespaces(&b, 10, 11, 6, links);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_namespaces(&r, &n, NULL), 0);
		CHECK_EQ_U64(n.cgroup_inode, 0);
		perf_builder_fini(&b);
	}
}

TEST(lost_and_lost_samples)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b, s;
		struct record_lost l;
		struct record r;

		builder_start(&b, swap);
		perf_builder_lost(&b, 77, 9);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_lost(&r, &l, NULL), 0);
		CHECK_EQ_U64(l.id, 77);
		CHECK_EQ_U64(l.lost, 9);
		CHECK_CUTS(r, 24, record_decode_lost(&r, &l, NULL));
		builder_start(&s, swap);
		perf_builder_lost_samples(&s, 12, 0);
		r = only_record(&s);
		CHECK_EQ_I64(record_decode_lost(&r, &l, NULL), 0);
		CHECK_EQ_U64(l.lost, 12);
		CHECK_CUTS(r, 16, record_decode_lost(&r, &l, NULL));
		perf_builder_fini(&b);
		perf_builder_fini(&s);
	}
}

static int trailing_of(uint32_t type, uint64_t size, bool swap, uint64_t *ret_size, struct error *err)
{
	struct buffer body;
	struct perf_builder b;
	struct record r;
	int result;

	buffer_init(&body);
	body.swap = swap;
	if (type == PERF_RECORD_HEADER_TRACING_DATA)
		buffer_put_u32(&body, (uint32_t)size);
	else
		buffer_put_u64(&body, size);
	builder_start(&b, swap);
	perf_builder_record(&b, type, 0, body.data, body.size, false);
	r = only_record(&b);
	result = record_trailing_size(&r, ret_size, err);
	perf_builder_fini(&b);
	buffer_fini(&body);
	return result;
}

TEST(data_after_records)
{
	for (int swap = 0; swap < 2; swap++) {
		uint64_t size = 1;

		CHECK_EQ_I64(trailing_of(PERF_RECORD_AUXTRACE, 4096, swap, &size, NULL), 0);
		CHECK_EQ_U64(size, 4096);
		CHECK_EQ_I64(trailing_of(PERF_RECORD_HEADER_TRACING_DATA, 13, swap, &size, NULL), 0);
		CHECK_EQ_U64(size, 16);
		CHECK_EQ_I64(trailing_of(PERF_RECORD_HEADER_TRACING_DATA, UINT32_MAX, swap, &size, NULL), 0);
		CHECK_EQ_U64(size, 1ull << 32);
		CHECK_EQ_I64(trailing_of(PERF_RECORD_ID_INDEX, 4096, swap, &size, NULL), 0);
		CHECK_EQ_U64(size, 0);
	}
}

/* A size that would wrap a file offset is damage: a walk that added it would go backwards for ever. */
TEST(data_after_record_of_impossible_size)
{
	struct error err = ERROR_INIT;
	uint64_t size = 5;

	CHECK_EQ_I64(trailing_of(PERF_RECORD_AUXTRACE, (uint64_t)-16, false, &size, &err), -EBADMSG);
	CHECK(strstr(err.message, "AUXTRACE"));
	CHECK_EQ_U64(size, 5);
	CHECK_EQ_I64(trailing_of(PERF_RECORD_AUXTRACE, INT64_MAX, false, &size, &err), 0);
}

TEST(type_names)
{
	CHECK_STR(record_type_name(PERF_RECORD_MMAP2), "MMAP2");
	CHECK_STR(record_type_name(PERF_RECORD_FINISHED_ROUND), "FINISHED_ROUND");
	CHECK(!record_type_name(0));
	CHECK(!record_type_name(40));
	CHECK(!record_type_name(UINT32_MAX));
}

TEST(deferred_callchain)
{
	for (int swap = 0; swap < 2; swap++) {
		struct perf_builder b;
		struct record_deferred d;
		struct record r;

		builder_start(&b, swap);
		perf_builder_deferred(&b, 99, (const uint64_t[]){ CALLCHAIN_USER, 0x401000 }, 2);
		r = only_record(&b);
		CHECK_EQ_I64(record_decode_deferred(&r, &d, NULL), 0);
		CHECK_EQ_U64(d.cookie, 99);
		CHECK_EQ_U64(d.n, 2);
		CHECK_EQ_U64(load_u64_order(d.words, swap), CALLCHAIN_USER);
		CHECK_EQ_U64(load_u64_order(d.words + 8, swap), 0x401000);
		CHECK_CUTS(r, 40, record_decode_deferred(&r, &d, NULL));
		perf_builder_fini(&b);
	}
}
