#include <prec/reader.h>

#include "tests/support/built_file.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const uint64_t chain[] = { 0xfffffffffffffe00ull, 0x400100, 0x400200 };

/* A clock with callchains and addresses, and a tracepoint of its own; in one byte order or the other. */
static void build(struct perf_builder *b, unsigned flags)
{
	struct event_attr clock = perf_builder_clock, raw;

	clock.sample_type |= PERF_SAMPLE_ADDR | PERF_SAMPLE_IDENTIFIER;
	raw = clock;
	raw.sample_type = (raw.sample_type & ~PERF_SAMPLE_CALLCHAIN) | PERF_SAMPLE_RAW;
	raw.type = PERF_TYPE_TRACEPOINT;
	raw.config = 99;
	perf_builder_init(b, flags);
	perf_builder_event(b, &clock, "cpu-clock", (uint64_t[]){ 7 }, 1);
	perf_builder_event(b, &raw, "a:b", (uint64_t[]){ 8 }, 1);
	b->at = (struct perf_builder_at){ .id = 7, .pid = 10, .tid = 10, .time = 1000, .cpu = 3 };
	perf_builder_comm(b, 10, 10, "cat", 0);
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 10,
							  .tid = 10,
							  .start = 0x400000,
							  .size = 0x1000,
							  .prot = 5,
							  .build_id = { .size = 20, .data = { 0xab, 0xcd } },
							  .name = "/bin/cat" });
	perf_builder_sample(
		b, &(struct perf_builder_sample){ .ip = 0x400100, .addr = 0x1234, .chain = chain, .n_chain = 3 });
	b->at.time = 2000;
	perf_builder_fork(b, 10, 10, 11, 10);
	b->at = (struct perf_builder_at){ .event = 1, .id = 8, .pid = 10, .tid = 11, .time = 3000, .cpu = 2 };
	perf_builder_sample(b, &(struct perf_builder_sample){ .ip = 0x400200, .raw = "raw!", .raw_size = 4 });
	perf_builder_lost(b, 8, 41);
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "somewhere");
}

static struct prec_reader *open_built(struct perf_builder *b)
{
	const struct buffer *bytes = perf_builder_finish(b);
	struct prec_reader *r;
	struct prec_error err;
	int fd;

	CHECK(bytes);
	fd = built_fd(bytes->data, bytes->size);
	if (prec_reader_open_fd(&r, fd, &err))
		test_fail(__FILE__, __LINE__, "%s", err.message);
	close(fd); /* it is the caller's */
	return r;
}

static const struct prec_record *next(struct prec_reader *r, uint32_t type)
{
	const struct prec_record *record;

	CHECK_EQ_I64(prec_reader_next(r, &record, NULL), 1);
	CHECK_EQ_U64(record->type, type);
	return record;
}

static void check_time(const struct prec_reader *r, const struct prec_record *record, uint64_t want)
{
	uint64_t time;

	CHECK(prec_reader_time(r, record, &time));
	CHECK_EQ_U64(time, want);
}

static void check_first_sample(struct prec_reader *r, const struct prec_record *record)
{
	const struct prec_sample *s = prec_reader_sample(r, record);

	CHECK(s);
	CHECK_EQ_U64(s->event, 0);
	CHECK_EQ_U64(s->ip, 0x400100);
	CHECK_EQ_U64(s->addr, 0x1234);
	CHECK_EQ_U64(s->pid, 10);
	CHECK_EQ_U64(s->cpu, 3);
	CHECK_EQ_U64(s->time, 1000);
	CHECK_EQ_U64(s->id, 7);
	CHECK(!(s->fields & PREC_CALLCHAIN));
	s = prec_reader_whole_sample(r, record);
	CHECK(s && s->fields & PREC_CALLCHAIN);
	CHECK_EQ_U64(s->callchain.n, 3);
	for (size_t i = 0; i < 3; i++)
		CHECK_EQ_U64(prec_word(&s->callchain, i), chain[i]);
	check_time(r, record, 1000);
}

static void check_mapping(struct prec_reader *r, const struct prec_record *record)
{
	const struct prec_mmap *map = prec_reader_mmap(r, record);

	CHECK(map);
	CHECK_EQ_U64(map->addr, 0x400000);
	CHECK_EQ_U64(map->len, 0x1000);
	CHECK_EQ_U64(map->prot, 5);
	CHECK_EQ_U64(map->build_id.size, 20);
	CHECK_BYTES(map->build_id.data, "\xab\xcd", 2);
	CHECK_STR(map->filename, "/bin/cat");
	CHECK(!prec_reader_sample(r, record));
	CHECK(!prec_reader_task(r, record));
	CHECK(!prec_reader_comm_record(r, record));
}

static void check_second_sample(struct prec_reader *r, const struct prec_record *record)
{
	const struct prec_sample *s = prec_reader_whole_sample(r, record);

	CHECK(s);
	CHECK_EQ_U64(s->event, 1);
	CHECK_EQ_U64(s->tid, 11);
	CHECK_EQ_U64(s->raw.size, 4);
	CHECK_BYTES(s->raw.data, "raw!", 4);
	CHECK_EQ_U64(s->callchain.n, 0);
	/* It was forked by one that has the name. */
	CHECK_STR(prec_reader_comm(r, s->tid), "cat");
}

static void check_records(struct prec_reader *r)
{
	const struct prec_record *record = next(r, PREC_RECORD_COMM);
	const struct prec_comm *comm = prec_reader_comm_record(r, record);
	const struct prec_task *task;
	uint64_t lost;

	CHECK(comm);
	CHECK_STR(comm->comm, "cat");
	CHECK_EQ_U64(comm->tid, 10);
	CHECK_STR(prec_reader_comm(r, 10), "cat");
	CHECK_STR(prec_reader_comm(r, 11), "");
	check_mapping(r, next(r, PREC_RECORD_MMAP2));
	check_first_sample(r, next(r, PREC_RECORD_SAMPLE));
	record = next(r, PREC_RECORD_FORK);
	check_time(r, record, 2000);
	task = prec_reader_task(r, record);
	CHECK(task && task->tid == 11 && task->ptid == 10);
	check_second_sample(r, next(r, PREC_RECORD_SAMPLE));
	record = next(r, PREC_RECORD_LOST);
	CHECK_EQ_I64(prec_reader_lost(r, record, &lost), 0);
	CHECK_EQ_U64(lost, 41);
}

static void check_end(struct prec_reader *r)
{
	const struct prec_record *record;

	for (int i = 0; i < 2; i++)
		CHECK_EQ_I64(prec_reader_next(r, &record, NULL), 0);
	CHECK_EQ_U64(prec_reader_damage(r, NULL), 0);
}

static void check_events(const struct prec_reader *r)
{
	struct prec_event event;

	CHECK_EQ_U64(prec_reader_events(r), 2);
	CHECK_EQ_I64(prec_reader_event(r, 1, &event), 0);
	CHECK_STR(event.name, "a:b");
	CHECK_EQ_U64(event.config, 99);
	CHECK(event.fields & PREC_RAW);
	CHECK_EQ_I64(prec_reader_event(r, 2, &event), -EINVAL);
}

TEST(both_byte_orders)
{
	static const unsigned flags[] = { 0, PERF_BUILDER_SWAP };

	for (size_t i = 0; i < 2; i++) {
		struct perf_builder b;
		struct prec_reader *r;

		build(&b, flags[i]);
		perf_builder_feature_event_desc(&b);
		r = open_built(&b);
		check_records(r);
		check_end(r);
		check_events(r);
		prec_reader_close(r);
		perf_builder_fini(&b);
	}
}

static const uint64_t fixed_fields[] = { PREC_IP,        PREC_TID, PREC_TIME,   PREC_ADDR,      PREC_ID,
					 PREC_STREAM_ID, PREC_CPU, PREC_PERIOD, PREC_IDENTIFIER };

#define N_SETS (1u << (sizeof(fixed_fields) / sizeof(fixed_fields[0])))

/* What is not among the fields is 0. */
static void check_fixed(const struct prec_sample *s, uint64_t fields, uint64_t n)
{
	CHECK(s);
	CHECK_EQ_U64(s->fields, fields);
	CHECK_EQ_U64(s->ip, fields & PREC_IP ? 0x1100 + n : 0);
	CHECK_EQ_U64(s->pid, fields & PREC_TID ? 0x1200 + n : 0);
	CHECK_EQ_U64(s->tid, fields & PREC_TID ? 0x1300 + n : 0);
	CHECK_EQ_U64(s->time, fields & PREC_TIME ? 0x1400 + n : 0);
	CHECK_EQ_U64(s->addr, fields & PREC_ADDR ? 0x1500 + n : 0);
	CHECK_EQ_U64(s->id, fields & (PREC_ID | PREC_IDENTIFIER) ? 7 : 0);
	CHECK_EQ_U64(s->stream_id, fields & PREC_STREAM_ID ? 0x1600 + n : 0);
	CHECK_EQ_U64(s->cpu, fields & PREC_CPU ? 0x1700 + n : 0);
	CHECK_EQ_U64(s->period, fields & PREC_PERIOD ? 0x1800 + n : 0);
}

static void check_set(uint64_t fields, unsigned flags)
{
	struct event_attr attr = perf_builder_clock;
	struct perf_builder b;
	struct prec_reader *r;

	attr.sample_type = fields | PREC_CALLCHAIN;
	perf_builder_init(&b, flags);
	perf_builder_event(&b, &attr, "clock", (uint64_t[]){ 7 }, 1);
	for (uint32_t i = 0; i < 2; i++) {
		b.at = (struct perf_builder_at){
			.id = 7, .pid = 0x1200 + i, .tid = 0x1300 + i, .time = 0x1400 + i, .stream_id = 0x1600 + i
		};
		b.at.cpu = 0x1700 + i;
		perf_builder_sample(&b, &(struct perf_builder_sample){
						.ip = 0x1100 + i, .addr = 0x1500 + i, .period = 0x1800 + i });
	}
	r = open_built(&b);
	for (uint32_t i = 0; i < 2; i++) {
		const struct prec_record *record = next(r, PREC_RECORD_SAMPLE);

		check_fixed(prec_reader_sample(r, record), fields, i);
		check_fixed(prec_reader_whole_sample(r, record), fields | PREC_CALLCHAIN, i);
		check_fixed(prec_reader_sample(r, record), fields, i);
	}
	prec_reader_close(r);
	perf_builder_fini(&b);
}

TEST(every_set_of_fields)
{
	for (unsigned set = 0; set < N_SETS; set++) {
		uint64_t fields = 0;

		for (unsigned i = 0; 1u << i < N_SETS; i++)
			if (set & 1u << i)
				fields |= fixed_fields[i];
		check_set(fields, 0);
		check_set(fields, PERF_BUILDER_SWAP);
	}
}

/* Of which the first is too small, and the second of no event. */
TEST(samples_of_nothing)
{
	struct perf_builder b;
	struct prec_reader *r;

	build(&b, 0);
	perf_builder_header(&b, PREC_RECORD_SAMPLE, 0, 8);
	b.at.id = 9;
	perf_builder_sample(&b, &(struct perf_builder_sample){ .ip = 0x400200 });
	b.at.id = 8;
	perf_builder_sample(&b, &(struct perf_builder_sample){ .ip = 0x400300 });
	r = open_built(&b);
	check_records(r);
	CHECK(!prec_reader_sample(r, next(r, PREC_RECORD_SAMPLE)));
	CHECK(!prec_reader_sample(r, next(r, PREC_RECORD_SAMPLE)));
	CHECK_EQ_U64(prec_reader_sample(r, next(r, PREC_RECORD_SAMPLE))->ip, 0x400300);
	prec_reader_close(r);
	perf_builder_fini(&b);
}

/* Data that belong to a record, though its size does not count them, are passed over with it. */
TEST(data_after_a_record)
{
	struct perf_builder b;
	struct prec_reader *r;

	build(&b, 0);
	perf_builder_record(&b, PERF_RECORD_AUXTRACE, 0, (uint64_t[]){ 24, 0, 0, 0, 0 }, 40, false);
	for (int i = 0; i < 24; i++)
		buffer_put_u8(&b.records, 9);
	perf_builder_sample(&b, &(struct perf_builder_sample){ .ip = 0x400300 });
	r = open_built(&b);
	check_records(r);
	next(r, PERF_RECORD_AUXTRACE);
	CHECK_EQ_U64(prec_reader_sample(r, next(r, PREC_RECORD_SAMPLE))->ip, 0x400300);
	prec_reader_close(r);
	perf_builder_fini(&b);
}

/* Names and values, one after the other. */
struct text {
	char text[4096];
	size_t size;
};

static void put_field(void *arg, const struct prec_field *f)
{
	struct text *t = arg;
	char value[256] = "";

	if (f->kind == PREC_FIELD_TEXT)
		snprintf(value, sizeof(value), "%.*s", (int)f->size, (const char *)f->bytes);
	else if (f->kind == PREC_FIELD_NUMBER)
		snprintf(value, sizeof(value), "%llu", (unsigned long long)f->number);
	else if (f->kind == PREC_FIELD_ADDRESS)
		snprintf(value, sizeof(value), "%#llx", (unsigned long long)f->number);
	else
		return;
	t->size +=
		(size_t)snprintf(t->text + t->size, sizeof(t->text) - t->size, "%s=%s ", f->name ? f->name : "", value);
}

TEST(fields)
{
	struct text t = { .size = 0 };
	struct perf_builder b;
	struct prec_reader *r;

	build(&b, 0);
	r = open_built(&b);
	CHECK_EQ_I64(prec_reader_record_fields(r, next(r, PREC_RECORD_COMM), put_field, &t), 0);
	CHECK(strstr(t.text, "pid=10 tid=10 comm=cat "));
	t.size = 0;
	next(r, PREC_RECORD_MMAP2);
	CHECK_EQ_I64(prec_reader_record_fields(r, next(r, PREC_RECORD_SAMPLE), put_field, &t), 0);
	CHECK(strstr(t.text, "ip=0x400100 "));
	t.size = 0;
	CHECK_EQ_I64(prec_reader_feature(r, "HOSTNAME", put_field, &t), 0);
	CHECK(strstr(t.text, "=somewhere "));
	CHECK_EQ_I64(prec_reader_feature(r, "OSRELEASE", put_field, &t), -ENOENT);
	CHECK_EQ_I64(prec_reader_feature(r, "NONE_SUCH", put_field, &t), -EINVAL);
	CHECK_STR(prec_record_name(PREC_RECORD_MMAP2), "MMAP2");
	CHECK(!prec_record_name(5000));
	/* All of the kernel's are in the header. */
	CHECK_STR(prec_record_name(PREC_RECORD_CALLCHAIN_DEFERRED), "CALLCHAIN_DEFERRED");
	CHECK(!prec_record_name(PREC_RECORD_CALLCHAIN_DEFERRED + 1));
	prec_reader_close(r);
	perf_builder_fini(&b);
}

/* Records that are cut off are passed over, and said. */
TEST(every_truncation)
{
	const struct buffer *bytes;
	struct perf_builder b;

	build(&b, 0);
	bytes = perf_builder_finish(&b);
	for (size_t size = 0; size < bytes->size; size++) {
		const int fd = built_fd(bytes->data, size);
		const struct prec_record *record;
		struct prec_reader *r = NULL;
		struct prec_error err;
		unsigned n = 0;
		int result = prec_reader_open_fd(&r, fd, &err);

		close(fd);
		if (result) {
			CHECK(!r && *err.message);
			continue;
		}
		while ((result = prec_reader_next(r, &record, &err)) > 0) {
			prec_reader_whole_sample(r, record);
			prec_reader_mmap(r, record);
			n++;
		}
		CHECK(result == 0 && n <= 6);
		if (n < 6)
			CHECK(prec_reader_damage(r, &err) && *err.message);
		prec_reader_close(r);
	}
	perf_builder_fini(&b);
}

static void check_refused(const char *path, int code, const char *part)
{
	struct prec_reader *r = (void *)1;
	struct prec_error err = { .code = 0 };

	CHECK_EQ_I64(prec_reader_open(&r, path, &err), code);
	CHECK(!r);
	CHECK_EQ_I64(err.code, code);
	if (!strstr(err.message, part) || !strstr(err.message, path))
		test_fail(__FILE__, __LINE__, "'%s' is not in '%s'", part, err.message);
	CHECK_EQ_I64(prec_reader_open(&r, path, NULL), code);
}

TEST(refused)
{
	check_refused("/nonexistent/perf.data", -ENOENT, "No such file");
	check_refused("", -ENOENT, "'': No such file");
	check_refused("/dev/null", -ESPIPE, "only a file");
	check_refused("/proc/self/status", -EBADMSG, "");
	prec_reader_close(NULL);
}
