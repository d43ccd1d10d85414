/* Sampling without a session, a file or a command line: this thread, by a software event in user space. */
#include "config.h" /* gettid */

#include "record/sampler/sampler.h"

#include "record/events/event_parse.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "formats/record/record.h"
#include "tests/support/test.h"

struct fixture {
	struct event_list list;
	struct sampler_config config;
	struct target target;
	struct sampler sampler;
	struct notices notices;
	struct error err;
	bool missing;
};

/* inherit: children too, which takes a ring for each CPU. */
static void fixture_init(struct fixture *f, const char *events, bool inherit)
{
	const pid_t self = (pid_t)gettid();
	const struct target_config config = { .kind = TARGET_THREADS, .ids = &self, .n_ids = 1, .inherit = inherit };

	*f = (struct fixture){ .config.ring_bytes = 64 * 1024, .config.interval.period = 1, .err = ERROR_INIT };
	notices_init(&f->notices, NOTICE_DEBUG);
	event_list_init(&f->list);
	CHECK_EQ_I64(event_list_parse(&f->list, events, NULL, NULL), 0);
	CHECK_EQ_I64(target_init(&f->target, &config, NULL), 0);
}

static int fixture_open(struct fixture *f)
{
	int result = sampler_open(&f->sampler, &f->list, &f->config, &f->target, &f->notices, &f->missing, &f->err);

	if (result == -EACCES || result == -EPERM || result == -ENOSYS)
		test_skip("cannot open events: %s", f->err.message);
	return result;
}

static void fixture_fini(struct fixture *f)
{
	sampler_close(&f->sampler);
	target_fini(&f->target);
	event_list_fini(&f->list);
	notices_fini(&f->notices);
}

static void touch_pages(size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = aligned_alloc(page, n * page);

	CHECK(memory);
	for (size_t i = 0; i < n; i++)
		((volatile char *)memory)[i * page] = 1;
	free(memory);
}

static size_t count_samples(const struct sampler *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->rings.n_rings; i++) {
		struct buffer records;

		buffer_init(&records);
		CHECK(ring_drain(&s->rings.rings[i].ring, &records) >= 0);
		for (size_t at = 0; at < records.size; at += load_u16(records.data + at + 6))
			n += load_u32(records.data + at) == PERF_RECORD_SAMPLE;
		buffer_fini(&records);
	}
	return n;
}

TEST(samples_this_thread)
{
	struct fixture f;

	fixture_init(&f, "page-faults:u", false);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_U64(f.sampler.rings.n_rings, 2);
	CHECK_EQ_U64(f.sampler.rings.n_events, 2);
	touch_pages(64);
	CHECK_EQ_U64(count_samples(&f.sampler), 0);
	CHECK_EQ_I64(open_rings_enable(&f.sampler.rings, false, OPEN_EVERY_CPU, NULL), 0);
	touch_pages(256);
	open_rings_disable(&f.sampler.rings);
	CHECK(count_samples(&f.sampler) > 0);
	touch_pages(64);
	CHECK_EQ_U64(count_samples(&f.sampler), 0);
	fixture_fini(&f);
}

TEST(a_ring_for_each_cpu)
{
	struct fixture f;

	fixture_init(&f, "page-faults:u", true);
	CHECK_EQ_I64(fixture_open(&f), 0);
	CHECK_EQ_U64(f.sampler.rings.n_rings, 2 * (uint64_t)f.target.cpus.n);
	CHECK_EQ_U64(f.sampler.set.events[0].n_ids, (uint64_t)f.target.cpus.n);
	CHECK(open_rings_have_cpu(&f.sampler.rings, f.target.cpus.cpus[0]));
	fixture_fini(&f);
}

/* The message is in the error, for the caller to print or not. */
TEST(what_fails_is_an_error)
{
	struct fixture f;

	fixture_init(&f, "cpu-clock/period=1/u", false);
	f.list.events[0].attr.type = 0x7ffffff0;
	CHECK_EQ_I64(fixture_open(&f), -ENOENT);
	CHECK(f.missing);
	CHECK(strstr(f.err.message, "this kernel or CPU does not have it"));
	fixture_fini(&f);
}
