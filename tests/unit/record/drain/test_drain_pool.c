/* Threads that drain rings: what is in the file, in which order, and that nothing is used by two at once. */
#include "tests/support/made_rings.h"
#include "tests/support/test.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>
#include <zstd.h>

#define RING_BYTES 65536
#define CPUS       6
#define SAMPLES    20000 /* in each ring */

#define KERNEL_IP 0xffffffff81000000

/* The records of a file, unpacked, and where in them the marks of rounds lie. */
struct contents {
	struct buffer records;
	size_t marks[4096];
	size_t n_marks;
};

static struct thread_masks masks_for(unsigned n)
{
	const struct thread_spec spec = { .kind = THREAD_NUMBER, .n = n };
	const struct host_roots roots = { 0 };
	struct thread_masks masks;
	struct cpulist cpus;

	CHECK_EQ_I64(cpulist_parse(&cpus, "0-5", NULL), 0);
	CHECK_EQ_I64(thread_masks_make(&masks, &spec, &cpus, false, &roots, NULL), 0);
	cpulist_fini(&cpus);
	return masks;
}

/* One frame after another: each call takes what a record has of them. */
static void unpack(ZSTD_DStream *stream, const uint8_t *data, size_t size, struct buffer *out)
{
	ZSTD_inBuffer in = { data, size, 0 };

	while (in.pos < in.size) {
		uint8_t *room = buffer_reserve(out, 1 << 17);
		ZSTD_outBuffer to = { room, 1 << 17, 0 };

		CHECK(room && !ZSTD_isError(ZSTD_decompressStream(stream, &to, &in)));
		out->size += to.pos;
	}
}

static void read_record(struct contents *c, ZSTD_DStream *stream, const uint8_t *record, size_t size)
{
	uint32_t type = load_u32(record);

	if (type == PERF_RECORD_COMPRESSED)
		unpack(stream, record + RECORD_HEADER_SIZE, size - RECORD_HEADER_SIZE, &c->records);
	else if (type == PERF_RECORD_SAMPLE || type == PERF_RECORD_SWITCH)
		buffer_append(&c->records, record, size);
	else if (type == PERF_RECORD_FINISHED_ROUND && c->n_marks < ARRAY_SIZE(c->marks))
		c->marks[c->n_marks++] = c->records.size;
}

static void contents_init(struct contents *c, int fd)
{
	ZSTD_DStream *stream = ZSTD_createDStream();
	size_t size = (size_t)lseek(fd, 0, SEEK_END);
	uint8_t *file = malloc(size);
	size_t at, end;

	*c = (struct contents){ 0 };
	buffer_init(&c->records);
	CHECK(file && stream && pread(fd, file, size, 0) == (ssize_t)size);
	at = load_u64(file + 40);
	end = at + load_u64(file + 48);
	while (at < end) {
		size_t record = load_u16(file + at + 6);

		CHECK(record >= RECORD_HEADER_SIZE && record <= end - at);
		read_record(c, stream, file + at, record);
		at += record;
	}
	CHECK(buffer_ok(&c->records));
	ZSTD_freeDStream(stream);
	free(file);
}

static uint64_t count_records(const struct contents *c, uint32_t type)
{
	uint64_t n = 0;

	for (size_t at = 0; at < c->records.size; at += load_u16(c->records.data + at + 6))
		n += load_u32(c->records.data + at) == type;
	return n;
}

/*
 * A clock of all rings, as the kernel's is. A record has its time a moment before it is in its ring: rounds begin while
 * there is none between, since a thread, unlike an interrupt, may be away for long in such a moment.
 */
static uint64_t now;
static pthread_rwlock_t between = PTHREAD_RWLOCK_INITIALIZER;

/* Fills some rings, as the kernel does on as many CPUs. */
struct producer {
	struct made_rings *m;
	unsigned first, step; /* rings */
	pthread_t thread;
};

static bool put_one(const struct producer *p, unsigned ring, unsigned i)
{
	struct made_sample sample = { .ip = i % 2 ? KERNEL_IP + i : 0x1000 + i, .pid = 100 + ring, .n_callers = 2 };
	bool done;

	pthread_rwlock_rdlock(&between);
	sample.time = __atomic_add_fetch(&now, 1, __ATOMIC_SEQ_CST);
	done = made_rings_put_sample(p->m, ring, &sample);
	pthread_rwlock_unlock(&between);
	return done;
}

static void *produce(void *context)
{
	const struct producer *p = context;

	for (unsigned i = 0; i < SAMPLES; i++)
		for (unsigned ring = p->first; ring < p->m->n; ring += p->step)
			while (!put_one(p, ring, i))
				sched_yield();
	return NULL;
}

static void round_between(struct made_rings *m)
{
	pthread_rwlock_wrlock(&between);
	pthread_rwlock_unlock(&between);
	CHECK_EQ_I64(made_rings_round(m, NULL), 0);
}

static void start_producers(struct producer *p, unsigned n, struct made_rings *m)
{
	for (unsigned i = 0; i < n; i++) {
		p[i] = (struct producer){ .m = m, .first = MADE_FIRST + i, .step = n };
		CHECK_EQ_I64(pthread_create(&p[i].thread, NULL, produce, &p[i]), 0);
	}
}

/* What comes after a mark is not older than what there was before the mark before it: so readers sort. */
static void check_rounds(const struct contents *c)
{
	uint64_t latest = 0, before_last = 0, before_this = 0;
	size_t mark = 0;

	for (size_t at = 0; at < c->records.size; at += load_u16(c->records.data + at + 6)) {
		uint64_t time = load_u64(c->records.data + at + 32);

		for (; mark < c->n_marks && c->marks[mark] <= at; mark++) {
			before_last = before_this;
			before_this = latest;
		}
		CHECK(time > before_last);
		if (time > latest)
			latest = time;
	}
}

static void record_all(unsigned n_threads, int level, bool watched)
{
	struct thread_masks masks = masks_for(n_threads);
	const struct session_config config = {
		.level = level, .threads = &masks, .keep_files = true, .wants_build_ids = true
	};
	struct producer producers[2];
	struct made_rings m;
	struct contents c;
	uint64_t first, last;

	made_rings_init(&m, CPUS, RING_BYTES, &config);
	made_rings_begin(&m, watched);
	start_producers(producers, ARRAY_SIZE(producers), &m);
	for (size_t i = 0; i < ARRAY_SIZE(producers); i++)
		while (pthread_tryjoin_np(producers[i].thread, NULL))
			round_between(&m);
	CHECK_EQ_I64(drain_all(&m.drain, NULL), 0);
	drain_end(&m.drain);
	CHECK_EQ_U64(drain_samples(&m.drain), CPUS * SAMPLES);
	drain_sample_times(&m.drain, &first, &last);
	CHECK(first && first < last && last <= now);
	CHECK_EQ_I64(drain_cut(&m.drain, NULL), 0);
	CHECK_EQ_I64(perf_writer_flush(&m.streams.writer, NULL), 0);
	CHECK_EQ_U64(m.streams.kept.sampled.n, CPUS);
	contents_init(&c, m.fd);
	CHECK_EQ_U64(count_records(&c, PERF_RECORD_SAMPLE), CPUS * SAMPLES);
	check_rounds(&c);
	buffer_fini(&c.records);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

TEST(rounds_in_one_thread_and_in_several)
{
	record_all(1, 1, false);
	record_all(4, 0, false);
	record_all(4, 1, false);
}

TEST(rings_that_threads_watch)
{
	struct thread_masks masks = masks_for(3);
	const struct session_config config = { .level = 1, .threads = &masks };
	const struct made_sample sample = { .ip = 1, .time = 1, .pid = 1 };
	struct made_rings m;

	made_rings_init(&m, CPUS, RING_BYTES, &config);
	for (unsigned i = MADE_FIRST; i < m.n; i++) {
		CHECK(made_rings_put_sample(&m, i, &sample));
		CHECK_EQ_I64(write(m.rings[i].fd, &(uint64_t){ 1 }, 8), 8);
	}
	made_rings_begin(&m, true);
	/* The rings are readable all the time, so threads drain them over and over. */
	for (unsigned i = MADE_FIRST; i < m.n; i++)
		while (!__atomic_load_n((uint64_t *)((char *)m.sampler.rings.rings[i].ring.base + 1032),
					__ATOMIC_ACQUIRE))
			sched_yield();
	/* Nobody drains what is held; once it is released, somebody does. */
	drain_pause(&m.drain);
	CHECK_EQ_U64(drain_samples(&m.drain), CPUS);
	CHECK(made_rings_put_sample(&m, MADE_FIRST, &sample));
	sched_yield();
	CHECK_EQ_U64(drain_samples(&m.drain), CPUS);
	CHECK_EQ_I64(drain_all(&m.drain, NULL), 0);
	CHECK_EQ_U64(drain_samples(&m.drain), CPUS + 1);
	drain_resume(&m.drain);
	drain_end(&m.drain);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

#define DOUBTFUL   50 /* a thread that has inherited event 60 and has events of its own, one of each ring */
#define INHERITED  60
#define OWN(ring)  (100 + (uint64_t)(ring))
#define OF_A_DRAIN 300

static void make_suspect(struct made_rings *m)
{
	const uint64_t id = m->ids[0];

	for (unsigned i = MADE_FIRST; i < m->n; i++) {
		struct open_ring *ring = &m->sampler.rings.rings[i];
		struct event_fd *own = &m->sampler.rings.events[i];

		*own = (struct event_fd){
			.fd = own->fd, .ring = i, .tid = DOUBTFUL, .opened = OWN(i), .suspect = INHERITED
		};
		ring->renewals = calloc(2, sizeof(*ring->renewals));
		CHECK(ring->renewals);
		ring->n_renewals = 2;
		ring->renewals[0] = (struct id_remap){ .opened = INHERITED, .id = id, .tid = 10 };
		ring->renewals[1] = (struct id_remap){ .opened = OWN(i), .id = id, .tid = DOUBTFUL };
		for (int k = 0; k < 2; k++)
			event_layout_make(&ring->renewals[k].layout, &m->events[0].attr);
	}
	CHECK_EQ_I64(duplicate_filter_follow(&m->drain.suspects, &m->sampler.rings), 0);
}

/* Of each pair the inherited one comes first, as it was enabled first. */
static void *produce_twice(void *context)
{
	struct made_rings *m = context;

	for (unsigned i = 0; i < SAMPLES; i++) {
		const unsigned ring = MADE_FIRST + i / OF_A_DRAIN % CPUS;
		struct made_sample sample = { .ip = 1, .time = 1 + i, .pid = DOUBTFUL, .id = INHERITED };

		while (!made_rings_put_sample(m, ring, &sample))
			sched_yield();
		sample.id = OWN(ring);
		while (!made_rings_put_sample(m, ring, &sample))
			sched_yield();
	}
	return NULL;
}

/* Several threads find out at once, and none writes a sample twice. */
TEST(a_thread_that_is_sampled_twice)
{
	struct thread_masks masks = masks_for(3);
	const struct session_config config = { .level = 1, .threads = &masks };
	struct made_rings m;
	struct contents c;
	pthread_t producer;

	made_rings_init(&m, CPUS, RING_BYTES, &config);
	make_suspect(&m);
	made_rings_begin(&m, true);
	CHECK_EQ_I64(pthread_create(&producer, NULL, produce_twice, &m), 0);
	while (pthread_tryjoin_np(producer, NULL))
		CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	drain_end(&m.drain);
	CHECK_EQ_U64(drain_samples(&m.drain), SAMPLES);
	for (unsigned i = MADE_FIRST; i < m.n; i++)
		CHECK(duplicate_filter_is_double(&m.drain.suspects, &m.sampler.rings.events[i]));
	contents_init(&c, m.fd);
	CHECK_EQ_U64(count_records(&c, PERF_RECORD_SAMPLE), SAMPLES);
	for (size_t at = 0; at < c.records.size; at += load_u16(c.records.data + at + 6))
		CHECK_EQ_U64(load_u64(c.records.data + at + 8), m.ids[0]);
	buffer_fini(&c.records);
	for (unsigned i = MADE_FIRST; i < m.n; i++)
		free(m.sampler.rings.rings[i].renewals);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

/* What is drained for threads that are held or have ended is in the file before the round's mark. */
TEST(a_round_without_them)
{
	struct thread_masks masks = masks_for(2);
	const struct session_config config = { .level = 1, .threads = &masks };
	struct made_rings m;
	struct contents c;

	made_rings_init(&m, CPUS, RING_BYTES, &config);
	made_rings_begin(&m, false);
	drain_pause(&m.drain);
	for (unsigned ring = MADE_FIRST; ring < m.n; ring++)
		CHECK(made_rings_put_sample(&m, ring, &(struct made_sample){ .ip = 1, .time = ring, .pid = 1 }));
	CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	drain_resume(&m.drain);
	drain_end(&m.drain);
	for (unsigned ring = MADE_FIRST; ring < m.n; ring++)
		CHECK(made_rings_put_sample(&m, ring, &(struct made_sample){ .ip = 1, .time = 10 + ring, .pid = 1 }));
	CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	contents_init(&c, m.fd);
	CHECK_EQ_U64(count_records(&c, PERF_RECORD_SAMPLE), 2 * CPUS);
	CHECK_EQ_U64(c.n_marks, 2);
	CHECK_EQ_U64(c.marks[0], c.records.size / 2);
	CHECK_EQ_U64(c.marks[1], c.records.size);
	buffer_fini(&c.records);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

TEST(a_thread_that_fails)
{
	static const uint8_t damaged[8] = { PERF_RECORD_SAMPLE, 0, 0, 0, 0, 0, 4, 0 };
	struct thread_masks masks = masks_for(2);
	const struct session_config config = { .threads = &masks };
	struct error err = ERROR_INIT;
	struct made_rings m;

	made_rings_init(&m, CPUS, RING_BYTES, &config);
	made_rings_begin(&m, false);
	CHECK_EQ_I64(made_rings_round(&m, &err), 0);
	CHECK(made_rings_put(&m, CPUS, damaged, sizeof(damaged)));
	CHECK_EQ_I64(made_rings_round(&m, &err), -EBADMSG);
	CHECK(strstr(err.message, "damaged"));
	/* It stays failed, and the rest ends as ever. */
	CHECK_EQ_I64(made_rings_round(&m, &err), -EBADMSG);
	drain_pause(&m.drain);
	drain_resume(&m.drain);
	drain_end(&m.drain);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

/* A file that cannot be written: no round waits for ever. */
TEST(a_file_that_fails)
{
	struct thread_masks masks = masks_for(2);
	const struct session_config config = { .threads = &masks };
	const struct made_sample sample = { .ip = 1, .time = 1, .pid = 1, .n_callers = MADE_CHAIN_MAX };
	struct made_rings m;
	int result = 0;

	made_rings_init(&m, CPUS, RING_BYTES, &config);
	made_rings_begin(&m, false);
	m.streams.writer.fd = -1;
	for (int i = 0; i < 100 && !result; i++) {
		for (unsigned ring = MADE_FIRST; ring < m.n; ring++)
			while (made_rings_put_sample(&m, ring, &sample))
				continue;
		result = made_rings_round(&m, NULL);
	}
	CHECK_EQ_I64(result, -EBADF);
	drain_end(&m.drain);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

static void fill(struct made_rings *m, bool (*put)(struct made_rings *m, unsigned ring), uint64_t *accepted)
{
	for (unsigned ring = MADE_FIRST; ring < m->n; ring++)
		while (put(m, ring))
			++*accepted;
}

static bool put_long_sample(struct made_rings *m, unsigned ring)
{
	const struct made_sample sample = { .ip = 1, .time = 1, .pid = 1, .n_callers = MADE_CHAIN_MAX };

	return made_rings_put_sample(m, ring, &sample);
}

static bool put_switch(struct made_rings *m, unsigned ring)
{
	return made_rings_put_switch(m, ring, 1, 1);
}

static size_t packed_bytes(struct made_rings *m)
{
	size_t bytes;

	pthread_mutex_lock(&m->drain.drain_pool.lock);
	bytes = m->drain.drain_pool.packed.bytes;
	pthread_mutex_unlock(&m->drain.drain_pool.lock);
	return bytes;
}

static bool is_much_packed(struct made_rings *m)
{
	return packed_bytes(m) > DRAIN_POOL_PACKED_MAX;
}

static bool is_much_switch_buffer(struct made_rings *m)
{
	return drain_unflushed(&m->drain) > DRAIN_POOL_SWITCH_BUFFER_MAX;
}

/*
 * All rings are readable all the time. As many records as find room while threads drain them and nobody writes, until
 * there is `much`, and for a while after that.
 */
static uint64_t stall(struct made_rings *m, bool (*put)(struct made_rings *m, unsigned ring),
		      bool (*much)(struct made_rings *m), uint64_t enough)
{
	uint64_t accepted = 0;

	for (unsigned i = MADE_FIRST; i < m->n; i++)
		CHECK_EQ_I64(write(m->rings[i].fd, &(uint64_t){ 1 }, 8), 8);
	fill(m, put, &accepted);
	made_rings_begin(m, true);
	for (int tries = 0; accepted <= enough && tries < 1000; tries += much(m)) {
		fill(m, put, &accepted);
		sched_yield();
	}
	return accepted;
}

/*
 * While nobody writes what is packed, each thread stops with one block more than they are to hold, though its rings
 * have more. A copy of one ring is in its stream.
 */
TEST(memory_while_nothing_is_written)
{
	enum { BYTES = 4 << 20, SAMPLE = 8 * (6 + MADE_CHAIN_MAX), THREADS = 2 };
	const uint64_t most = DRAIN_POOL_PACKED_MAX + THREADS * (BYTES + BLOCK_PLAIN_MAX) + CPUS * (uint64_t)BYTES;
	struct thread_masks masks = masks_for(THREADS);
	const struct session_config config = { .threads = &masks };
	struct made_rings m;
	uint64_t accepted;

	made_rings_init(&m, CPUS, BYTES, &config);
	accepted = stall(&m, put_long_sample, is_much_packed, 2 * most / SAMPLE);
	CHECK(accepted * SAMPLE <= most);
	CHECK(packed_bytes(&m) <= DRAIN_POOL_PACKED_MAX + THREADS * BLOCK_PLAIN_MAX);
	CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	drain_end(&m.drain);
	CHECK_EQ_I64(drain_all(&m.drain, NULL), 0);
	CHECK_EQ_U64(drain_samples(&m.drain), accepted);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

/* Nor do they put aside more records of switches, which are not packed. A round goes on, and what it settles is gone.
 */
TEST(memory_while_no_round_is_settled)
{
	enum { BYTES = 1 << 20, SWITCH = 32, THREADS = 2 };
	const uint64_t most = DRAIN_POOL_SWITCH_BUFFER_MAX + 2 * CPUS * (uint64_t)BYTES;
	struct thread_masks masks = masks_for(THREADS);
	const struct session_config config = { .threads = &masks, .wants_switches = true };
	struct made_rings m;
	struct contents c;
	uint64_t accepted;

	made_rings_init(&m, CPUS, BYTES, &config);
	accepted = stall(&m, put_switch, is_much_switch_buffer, 2 * most / SWITCH);
	CHECK(accepted * SWITCH <= most);
	CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	drain_end(&m.drain);
	CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	CHECK_EQ_U64(drain_unflushed(&m.drain), 0);
	contents_init(&c, m.fd);
	CHECK_EQ_U64(count_records(&c, PERF_RECORD_SWITCH), accepted);
	buffer_fini(&c.records);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

TEST(switches_go_to_the_sideband)
{
	struct thread_masks masks = masks_for(2);
	const struct session_config config = { .level = 1, .threads = &masks, .wants_switches = true };
	struct made_rings m;
	struct contents c;

	made_rings_init(&m, CPUS, RING_BYTES, &config);
	made_rings_begin(&m, false);
	CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	for (unsigned ring = MADE_FIRST; ring < m.n; ring++) {
		CHECK(made_rings_put_sample(&m, ring, &(struct made_sample){ .ip = 1, .time = ring, .pid = 1 }));
		CHECK(made_rings_put_switch(&m, ring, 1, 10 + ring));
	}
	CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	/* Nothing has come since. */
	CHECK_EQ_I64(made_rings_round(&m, NULL), 0);
	drain_end(&m.drain);
	contents_init(&c, m.fd);
	CHECK_EQ_U64(count_records(&c, PERF_RECORD_SWITCH), CPUS);
	CHECK_EQ_U64(count_records(&c, PERF_RECORD_SAMPLE), CPUS);
	for (size_t i = 0; i < m.streams.index.n; i++) {
		const struct block_entry *block = &m.streams.index.blocks[i];

		CHECK_EQ_U64(block->n_samples != 0, !(block->flags & BLOCK_SIDEBAND));
	}
	buffer_fini(&c.records);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

/* Rings that the sampler has mapped and drain_add_rings has not seen are left alone. */
TEST(rings_to_come)
{
	const struct session_config config = { .level = 1 };
	struct made_rings m;

	made_rings_init(&m, CPUS, RING_BYTES, &config);
	m.drain.n_rings = 2;
	m.drain.rings = realloc(m.drain.rings, 2 * sizeof(*m.drain.rings));
	for (unsigned ring = MADE_FIRST; ring < m.n; ring++)
		CHECK(made_rings_put_sample(&m, ring, &(struct made_sample){ .ip = 1, .time = ring, .pid = 1 }));
	CHECK_EQ_I64(drain_all(&m.drain, NULL), 0);
	CHECK_EQ_U64(drain_samples(&m.drain), 1);
	CHECK_EQ_I64(drain_add_rings(&m.drain, NULL), 0);
	CHECK_EQ_I64(drain_all(&m.drain, NULL), 0);
	CHECK_EQ_U64(drain_samples(&m.drain), CPUS);
	made_rings_fini(&m);
}

static const char *advice_of(unsigned n_threads, unsigned n_rings)
{
	struct thread_masks masks = masks_for(n_threads ? n_threads : 1);
	const struct session_config config = { .threads = n_threads ? &masks : NULL };
	const char *advice;
	struct made_rings m;

	made_rings_init(&m, n_rings, RING_BYTES, &config);
	advice = drain_advice(&m.drain);
	made_rings_fini(&m);
	thread_masks_fini(&masks);
	return advice;
}

/* Threads are advised where there is work for one more. */
TEST(what_helps_against_losses)
{
	CHECK(strstr(advice_of(0, CPUS), ", threads that drain them (--threads)"));
	CHECK(strstr(advice_of(2, CPUS), ", more threads that drain them (--threads)"));
	CHECK(!strstr(advice_of(CPUS, CPUS), "--threads"));
	CHECK(!strstr(advice_of(0, 1), "--threads"));
}

/* One warning, for however many threads may not run where they are to. */
TEST(threads_that_run_elsewhere)
{
	struct thread_masks masks = masks_for(3);
	const struct session_config config = { .threads = &masks };
	struct made_rings m;

	for (unsigned i = 0; i < masks.n; i++)
		CHECK_EQ_I64(cpulist_copy(&masks.list[i].run, &(struct cpulist){ (int[]){ CPULIST_MAX_CPU }, 1 }), 0);
	made_rings_init(&m, CPUS, RING_BYTES, &config);
	made_rings_begin(&m, false);
	drain_end(&m.drain);
	CHECK_EQ_U64(m.diagnostics.n, 1);
	CHECK(strstr(m.diagnostics.list[0].text, "3 threads of --threads run on any CPU"));
	made_rings_fini(&m);
	thread_masks_fini(&masks);
}

/* What the kernel says of sampling itself is counted for the ring that it came through. */
TEST(pauses_and_drops_are_counted)
{
	const struct session_config config = { .level = 1 };
	struct made_rings m;

	made_rings_init(&m, CPUS, RING_BYTES, &config);
	for (unsigned ring = MADE_FIRST; ring < m.n; ring++) {
		struct {
			uint32_t type;
			uint16_t misc, size;
			uint64_t time, id, stream_id;
			uint32_t pid, tid;
			uint64_t sample_time, sample_id;
		} pause = { PERF_RECORD_THROTTLE, 0, sizeof(pause), 1, m.ids[1], m.ids[1], 1, 1, 1, m.ids[1] };
		const struct {
			uint32_t type;
			uint16_t misc, size;
			uint64_t lost;
			uint32_t pid, tid;
			uint64_t time, id;
		} drop = { PERF_RECORD_LOST_SAMPLES, 0, sizeof(drop), 10, 1, 1, 1, m.ids[1] };

		for (unsigned i = 0; i < ring; i++)
			CHECK(made_rings_put(&m, ring, &pause, sizeof(pause)));
		/* The second time nothing had been paused. */
		pause.type = PERF_RECORD_UNTHROTTLE;
		pause.time = 1 + 10 * ring;
		for (unsigned i = 0; i < 2; i++)
			CHECK(made_rings_put(&m, ring, &pause, sizeof(pause)));
		CHECK(made_rings_put(&m, ring, &drop, sizeof(drop)));
	}
	CHECK_EQ_I64(drain_all(&m.drain, NULL), 0);
	for (unsigned ring = MADE_FIRST; ring < m.n; ring++) {
		CHECK_EQ_U64(m.drain.rings[ring].counts.throttled, ring);
		CHECK_EQ_U64(m.drain.rings[ring].counts.throttled_ns, 10 * ring);
		CHECK_EQ_U64(m.drain.rings[ring].counts.lost_samples, 10);
	}
	CHECK_EQ_U64(drain_samples(&m.drain), 0);
	made_rings_fini(&m);
}
