#include "formats/record/stat_record.h"

#include "tests/support/test.h"

#include <string.h>

static struct record record_of(const struct buffer *b)
{
	struct record r = { .data = b->data, .size = (uint16_t)b->size, .swap = b->swap };

	CHECK(buffer_ok(b));
	CHECK_EQ_U64(b->size % 8, 0);
	r.type = load_u32_order(b->data, b->swap);
	CHECK_EQ_U64(load_u16_order(b->data + 6, b->swap), b->size);
	return r;
}

static struct record cut(struct record r, uint16_t size)
{
	r.size = size;
	return r;
}

static void check_count(bool swap)
{
	const struct stat_record put = { 7, -1, 3, 1ull << 40, 50, 40 };
	struct stat_record got = { 0 };
	struct buffer b;
	struct record r;

	buffer_init(&b);
	b.swap = swap;
	stat_record_put(&b, &put);
	r = record_of(&b);
	CHECK_EQ_U64(r.type, PERF_RECORD_STAT);
	CHECK(stat_record_parse(&r, &got));
	CHECK(got.id == put.id && got.cpu == put.cpu && got.thread == put.thread && got.value == put.value &&
	      got.enabled == put.enabled && got.running == put.running);
	for (uint16_t size = RECORD_HEADER_SIZE; size < r.size; size++) {
		const struct record less = cut(r, size);

		CHECK(!stat_record_parse(&less, &got));
	}
	buffer_fini(&b);
}

TEST(counts)
{
	check_count(false);
	check_count(true);
}

static void check_round(bool swap)
{
	struct stat_round got = { 0 };
	struct buffer b;
	struct record r;

	buffer_init(&b);
	b.swap = swap;
	stat_round_put(&b, &(struct stat_round){ STAT_ROUND_FINAL, 1234567890123 });
	r = record_of(&b);
	CHECK_EQ_U64(r.type, PERF_RECORD_STAT_ROUND);
	CHECK(stat_round_parse(&r, &got));
	CHECK(got.type == STAT_ROUND_FINAL && got.time == 1234567890123);
	r = cut(r, 20);
	CHECK(!stat_round_parse(&r, &got));
	buffer_fini(&b);
}

TEST(rounds)
{
	check_round(false);
	check_round(true);
}

static void check_config(bool swap, bool has_level)
{
	const struct stat_config put = { STAT_MODE_CACHE, 100, 1, has_level ? 3 : 0, has_level };
	struct stat_config got;
	struct buffer b;
	struct record r;

	buffer_init(&b);
	b.swap = swap;
	stat_config_put(&b, &put);
	r = record_of(&b);
	CHECK_EQ_U64(r.type, PERF_RECORD_STAT_CONFIG);
	CHECK(stat_config_parse(&r, &got));
	CHECK(got.mode == put.mode && got.interval == put.interval && got.scale == put.scale &&
	      got.level == put.level && got.has_level == has_level);
	for (uint16_t size = RECORD_HEADER_SIZE; size < r.size; size += 8) {
		const struct record less = cut(r, size);

		CHECK(!stat_config_parse(&less, &got));
	}
	buffer_fini(&b);
}

TEST(configs)
{
	for (int i = 0; i < 4; i++)
		check_config(i & 1, i & 2);
}

/* A number of entries that no record can hold ends with the record. */
TEST(a_config_of_too_many)
{
	struct stat_config got;
	struct buffer b;
	struct record r;

	buffer_init(&b);
	stat_config_put(&b, &(struct stat_config){ .mode = STAT_MODE_CORE, .scale = 1 });
	buffer_set_u64(&b, RECORD_HEADER_SIZE, UINT64_MAX);
	r = record_of(&b);
	CHECK(!stat_config_parse(&r, &got));
	CHECK_EQ_U64(got.mode, STAT_MODE_CORE);
	buffer_fini(&b);
}

static void check_threads(bool swap)
{
	const struct stat_thread put[] = { { -1, "" }, { 4194304, "a thread's name" } };
	struct stat_thread got;
	struct buffer b;
	struct cursor c;
	struct record r;
	uint64_t n;

	buffer_init(&b);
	b.swap = swap;
	stat_threads_put(&b, put, ARRAY_SIZE(put));
	r = record_of(&b);
	CHECK_EQ_U64(r.type, PERF_RECORD_THREAD_MAP);
	CHECK(stat_threads_begin(&r, &c, &n));
	CHECK_EQ_U64(n, ARRAY_SIZE(put));
	for (size_t i = 0; i < ARRAY_SIZE(put); i++) {
		CHECK(stat_threads_next(&c, &got));
		CHECK_EQ_I64(got.tid, put[i].tid);
		CHECK_STR(got.comm, put[i].comm);
	}
	CHECK(!stat_threads_next(&c, &got));
	r = cut(r, (uint16_t)(r.size - 8));
	CHECK(stat_threads_begin(&r, &c, &n) && stat_threads_next(&c, &got) && !stat_threads_next(&c, &got));
	buffer_fini(&b);
}

TEST(threads)
{
	check_threads(false);
	check_threads(true);
}

/* A name that no NUL ends. */
TEST(a_long_comm)
{
	struct stat_thread put = { .tid = 1 }, got;
	struct buffer b;
	struct cursor c;
	struct record r;
	uint64_t n;

	memset(put.comm, 'x', sizeof(put.comm));
	buffer_init(&b);
	stat_threads_put(&b, &put, 1);
	r = record_of(&b);
	CHECK(stat_threads_begin(&r, &c, &n) && stat_threads_next(&c, &got));
	CHECK_EQ_U64(strlen(got.comm), STAT_THREAD_COMM_SIZE - 1);
	buffer_fini(&b);
}

/* More threads than a record holds. */
TEST(too_many_threads)
{
	static struct stat_thread threads[2730];
	struct buffer b;

	buffer_init(&b);
	stat_threads_put(&b, threads, ARRAY_SIZE(threads) - 1);
	CHECK(buffer_ok(&b));
	stat_threads_put(&b, threads, ARRAY_SIZE(threads));
	CHECK(!buffer_ok(&b));
	buffer_fini(&b);
}

static void check_cpus(bool swap)
{
	const int cpus[] = { -1, 0, 4095 };
	struct buffer b;
	struct record r;

	buffer_init(&b);
	b.swap = swap;
	stat_cpus_put(&b, cpus, ARRAY_SIZE(cpus));
	r = record_of(&b);
	CHECK_EQ_U64(r.type, PERF_RECORD_CPU_MAP);
	CHECK_EQ_U64(load_u16_order(r.data + 8, swap), 0);
	CHECK_EQ_U64(load_u16_order(r.data + 10, swap), 3);
	CHECK_EQ_U64(load_u16_order(r.data + 12, swap), UINT16_MAX);
	CHECK_EQ_U64(load_u16_order(r.data + 16, swap), 4095);
	buffer_fini(&b);
}

TEST(cpus)
{
	check_cpus(false);
	check_cpus(true);
}

static void check_updates(bool swap)
{
	const int cpu = 2;
	struct stat_update got;
	struct buffer b;
	struct record r;

	buffer_init(&b);
	b.swap = swap;
	stat_unit_put(&b, 9, "Joules");
	r = record_of(&b);
	CHECK_EQ_U64(r.type, PERF_RECORD_EVENT_UPDATE);
	CHECK(stat_update_parse(&r, &got));
	CHECK(got.type == EVENT_UPDATE_UNIT && got.id == 9);
	CHECK_STR(got.unit, "Joules");
	/* Without the NUL it is no text. */
	r = cut(r, 30);
	CHECK(!stat_update_parse(&r, &got));
	buffer_clear(&b);
	stat_scale_put(&b, 9, 2.3283064365386962890625e-10);
	r = record_of(&b);
	CHECK(stat_update_parse(&r, &got));
	CHECK(got.type == EVENT_UPDATE_SCALE && got.scale == 2.3283064365386962890625e-10);
	r = cut(r, 28);
	CHECK(!stat_update_parse(&r, &got));
	buffer_clear(&b);
	stat_event_cpus_put(&b, 9, &cpu, 1);
	r = record_of(&b);
	CHECK(stat_update_parse(&r, &got));
	CHECK(got.type == EVENT_UPDATE_CPUS && got.id == 9 && !got.unit);
	buffer_fini(&b);
}

TEST(updates)
{
	check_updates(false);
	check_updates(true);
}
