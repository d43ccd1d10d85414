#include "formats/feature/features_encode.h"

#include "common/cursor.h"
#include "formats/feature/tracing_data.h"
#include "tests/support/test.h"

#include <string.h>

/* A string of a section: its size a multiple of 64, zeros after the text. */
static void check_string(struct cursor *c, const char *want)
{
	uint32_t room = cursor_u32(c);
	const uint8_t *text = cursor_bytes(c, room);

	CHECK(cursor_ok(c));
	CHECK_EQ_U64(room, align_up(strlen(want) + 1, 64));
	CHECK_STR((const char *)text, want);
	for (size_t i = strlen(want); i < room; i++)
		CHECK_EQ_U64(text[i], 0);
}

static struct cursor cursor_of(const struct buffer *b)
{
	CHECK(buffer_ok(b));
	return cursor_make(b->data, b->size, b->swap);
}

static void check_end(const struct cursor *c)
{
	CHECK(cursor_ok(c));
	CHECK_EQ_U64(cursor_left(c), 0);
}

TEST(strings)
{
	char long_text[130];
	struct buffer b;
	struct cursor c;

	memset(long_text, 'x', sizeof(long_text));
	long_text[64] = 0;
	buffer_init(&b);
	feature_put_string(&b, "");
	feature_put_string(&b, long_text);
	c = cursor_of(&b);
	check_string(&c, "");
	check_string(&c, long_text);
	check_end(&c);
	buffer_fini(&b);
}

TEST(cpu_topology)
{
	static const char *const sockets[] = { "0-1" };
	static const char *const threads[] = { "0", "1" };
	static const struct feature_cpu cpus[] = { { 4, 5, 6 }, { 7, 8, 9 } };
	struct feature_topology t = { sockets, 1, threads, 2, sockets, 1, cpus, 2 };

	for (int swap = 0; swap < 2; swap++) {
		struct buffer b;
		struct cursor c;

		buffer_init(&b);
		b.swap = swap;
		feature_encode_cpu_topology(&b, &t);
		c = cursor_of(&b);
		CHECK_EQ_U64(cursor_u32(&c), 1);
		check_string(&c, "0-1");
		CHECK_EQ_U64(cursor_u32(&c), 2);
		check_string(&c, "0");
		check_string(&c, "1");
		CHECK_EQ_U64(cursor_u32(&c), 4);
		CHECK_EQ_U64(cursor_u32(&c), 5);
		CHECK_EQ_U64(cursor_u32(&c), 7);
		CHECK_EQ_U64(cursor_u32(&c), 8);
		CHECK_EQ_U64(cursor_u32(&c), 1);
		check_string(&c, "0-1");
		CHECK_EQ_U64(cursor_u32(&c), 6);
		CHECK_EQ_U64(cursor_u32(&c), 9);
		check_end(&c);
		buffer_fini(&b);
	}
}

TEST(event_desc)
{
	static const uint64_t ids[] = { 10, 0x1100000011 };
	struct event_attr attr = { .type = 2, .size = ATTR_SIZE_VER7, .config = 0x174, .config3 = 9 };
	struct feature_event event = { "sched:sched_switch", &attr, ids, 2 };

	for (int swap = 0; swap < 2; swap++) {
		struct buffer b;
		struct cursor c;

		buffer_init(&b);
		b.swap = swap;
		feature_encode_event_desc(&b, &event, 1, ATTR_SIZE_VER8);
		c = cursor_of(&b);
		CHECK_EQ_U64(cursor_u32(&c), 1);
		CHECK_EQ_U64(cursor_u32(&c), ATTR_SIZE_VER8);
		CHECK_EQ_U64(cursor_u32(&c), 2);
		CHECK_EQ_U64(cursor_u32(&c), ATTR_SIZE_VER8);
		CHECK_EQ_U64(cursor_u64(&c), 0x174);
		cursor_skip(&c, ATTR_SIZE_VER8 - 16 - 8);
		CHECK_EQ_U64(cursor_u64(&c), 9);
		CHECK_EQ_U64(cursor_u32(&c), 2);
		check_string(&c, "sched:sched_switch");
		CHECK_EQ_U64(cursor_u64(&c), 10);
		CHECK_EQ_U64(cursor_u64(&c), 0x1100000011);
		check_end(&c);
		buffer_fini(&b);
	}
}

TEST(memory)
{
	static const uint64_t words[] = { 0x5, 0x1 };
	struct feature_memory_node node = { 3, words, 65 };
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	feature_encode_mem_topology(&b, 0x8000000, &node, 1);
	c = cursor_of(&b);
	CHECK_EQ_U64(cursor_u64(&c), 1);
	CHECK_EQ_U64(cursor_u64(&c), 0x8000000);
	CHECK_EQ_U64(cursor_u64(&c), 1);
	CHECK_EQ_U64(cursor_u64(&c), 3);
	CHECK_EQ_U64(cursor_u64(&c), 65);
	CHECK_EQ_U64(cursor_u64(&c), 65);
	CHECK_EQ_U64(cursor_u64(&c), 5);
	CHECK_EQ_U64(cursor_u64(&c), 1);
	check_end(&c);
	buffer_fini(&b);
}

TEST(numa_and_caches)
{
	struct feature_numa_node node = { 1, 4286680, 3927624, "0-1" };
	struct feature_cache cache = { 3, 64, 32768, 16, "Unified", "32768K", "0-1" };
	struct buffer b;
	struct cursor c;

	buffer_init(&b);
	feature_encode_numa_topology(&b, &node, 1);
	feature_encode_cache(&b, &cache, 1);
	c = cursor_of(&b);
	CHECK_EQ_U64(cursor_u32(&c), 1);
	CHECK_EQ_U64(cursor_u32(&c), 1);
	CHECK_EQ_U64(cursor_u64(&c), 4286680);
	CHECK_EQ_U64(cursor_u64(&c), 3927624);
	check_string(&c, "0-1");
	CHECK_EQ_U64(cursor_u32(&c), 1);
	CHECK_EQ_U64(cursor_u32(&c), 1);
	CHECK_EQ_U64(cursor_u32(&c), 3);
	CHECK_EQ_U64(cursor_u32(&c), 64);
	CHECK_EQ_U64(cursor_u32(&c), 32768);
	CHECK_EQ_U64(cursor_u32(&c), 16);
	check_string(&c, "Unified");
	check_string(&c, "32768K");
	check_string(&c, "0-1");
	check_end(&c);
	buffer_fini(&b);
}

TEST(build_id)
{
	struct feature_build_id entry = { .pid = -1, .misc = RECORD_MISC_KERNEL, .name = "[kernel.kallsyms]" };

	entry.id.size = 16;
	memset(entry.id.data, 0xab, 16);
	for (int swap = 0; swap < 2; swap++) {
		struct buffer b;
		struct cursor c;
		const uint8_t *id;

		buffer_init(&b);
		b.swap = swap;
		feature_encode_build_id(&b, &entry);
		CHECK_EQ_U64(b.size, 100);
		c = cursor_of(&b);
		CHECK_EQ_U64(cursor_u32(&c), 0);
		CHECK_EQ_U64(cursor_u16(&c), RECORD_MISC_KERNEL | RECORD_MISC_BUILD_ID_SIZE);
		CHECK_EQ_U64(cursor_u16(&c), 100);
		CHECK_EQ_U64(cursor_u32(&c), UINT32_MAX);
		id = cursor_bytes(&c, 24);
		CHECK_BYTES(id, entry.id.data, 20);
		CHECK_EQ_U64(id[20], 16);
		CHECK_STR(cursor_string(&c), "[kernel.kallsyms]");
		buffer_fini(&b);
	}
}

TEST(tracing_data)
{
	static const struct tracing_text formats[] = { { "aa", 2 }, { "b", 1 } };
	static const struct tracing_system systems[] = { { "irq", formats, 1 }, { "sched", formats + 1, 1 } };
	struct tracing_data data = { .page_size = 4096,
				     .header_page = { "P", 1 },
				     .header_event = { "E", 1 },
				     .systems = systems,
				     .n_systems = 2,
				     .printk_formats = { "%d", 2 } };

	for (int swap = 0; swap < 2; swap++) {
		bool big = order_is_big(swap);
		struct buffer b;
		struct cursor c;

		buffer_init(&b);
		b.swap = swap;
		tracing_data_encode(&b, &data);
		c = cursor_of(&b);
		CHECK_BYTES(cursor_bytes(&c, 10), "\27\10\104tracing", 10);
		CHECK_STR(cursor_string(&c), "0.6");
		CHECK_EQ_U64(cursor_u8(&c), big);
		CHECK_EQ_U64(cursor_u8(&c), sizeof(long));
		CHECK_EQ_U64(cursor_u32(&c), 4096);
		CHECK_STR(cursor_string(&c), "header_page");
		CHECK_EQ_U64(cursor_u64(&c), 1);
		CHECK_EQ_U64(cursor_u8(&c), 'P');
		CHECK_STR(cursor_string(&c), "header_event");
		CHECK_EQ_U64(cursor_u64(&c), 1);
		CHECK_EQ_U64(cursor_u8(&c), 'E');
		CHECK_EQ_U64(cursor_u32(&c), 0);
		CHECK_EQ_U64(cursor_u32(&c), 2);
		CHECK_STR(cursor_string(&c), "irq");
		CHECK_EQ_U64(cursor_u32(&c), 1);
		CHECK_EQ_U64(cursor_u64(&c), 2);
		CHECK_BYTES(cursor_bytes(&c, 2), "aa", 2);
		CHECK_STR(cursor_string(&c), "sched");
		CHECK_EQ_U64(cursor_u32(&c), 1);
		CHECK_EQ_U64(cursor_u64(&c), 1);
		CHECK_EQ_U64(cursor_u8(&c), 'b');
		CHECK_EQ_U64(cursor_u32(&c), 0);
		CHECK_EQ_U64(cursor_u32(&c), 2);
		CHECK_BYTES(cursor_bytes(&c, 2), "%d", 2);
		CHECK_EQ_U64(cursor_u64(&c), 0);
		check_end(&c);
		buffer_fini(&b);
	}
}
