#include "tests/support/test.h"
#include "tests/unit/libprec/page_child.h"
#include "tests/unit/libprec/seen_records.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#define PAGES   3000u
#define THREADS 20u /* so that a change of all takes its time */

/* A child that touches pages while the rate changes, and the samples of each page. */
struct touching {
	struct prec_sampler *sampler;
	struct page_child child;
	uint32_t first, samples[PAGE_CHILD_PAGES];
	uint64_t n, lost;
	atomic_bool ended;
};

/* A tracepoint has the address in its raw data, after the fields that all have. */
static void on_page(void *arg, const struct prec_sample *s)
{
	struct touching *t = arg;
	uint64_t address = s->addr;
	uint32_t page;

	if (s->fields & PREC_RAW) {
		CHECK(s->raw.size >= 16);
		memcpy(&address, (const char *)s->raw.data + 8, sizeof(address));
	}
	if ((pid_t)s->pid == t->child.pid && page_child_has(address, &page)) {
		t->samples[page]++;
		t->n++;
	}
}

static void on_lost(void *arg, uint64_t n)
{
	struct touching *t = arg;

	t->lost += n;
}

static const struct prec_sampler_ops ops = { .sample = on_page, .lost = on_lost };

static void *touch(void *arg)
{
	struct touching *t = arg;

	for (uint32_t n = 0; n < PAGES; n += 10)
		page_child_touch(&t->child, 10, THREADS / 2);
	t->ended = true;
	return NULL;
}

/* Something is sampled at each rate. */
static void change(struct touching *t, uint64_t period)
{
	uint64_t before;

	CHECK_EQ_I64(prec_sampler_set_period(t->sampler, period), 0);
	while (prec_sampler_poll(t->sampler, 0, &ops, t) > 0)
		;
	before = t->n;
	while (t->n == before && !t->ended)
		CHECK(prec_sampler_poll(t->sampler, 1, &ops, t) >= 0);
}

/* One touch after another: with a period of 2 every other one is sampled, and a change may leave one without a sample.
 */
static void check_pages(const struct touching *t)
{
	for (uint32_t i = t->first; i < t->first + PAGES; i++) {
		CHECK(t->samples[i] <= 1);
		CHECK(i == t->first || t->samples[i] + t->samples[i - 1] >= 1);
	}
	CHECK_EQ_U64(t->lost, 0);
}

static void run(const char *event, uint64_t fields)
{
	const struct prec_sampler_options options = {
		.fields = fields, .period = 1, .ring_bytes = 1 << 20, .wakeup_bytes = 1
	};
	static struct touching t;
	unsigned n_changes = 0;
	pthread_t toucher;

	memset(&t, 0, sizeof(t));
	t.sampler = seen_sampler(event, &options);
	page_child_start_on(&t.child, THREADS, sched_getcpu());
	t.first = t.child.touched;
	seen_add(t.sampler, t.child.pid);
	CHECK_EQ_I64(pthread_create(&toucher, NULL, touch, &t), 0);
	while (!t.ended)
		change(&t, n_changes++ % 2 ? 1 : 2);
	CHECK_EQ_I64(pthread_join(toucher, NULL), 0);
	change(&t, 1);
	CHECK(n_changes > 1);
	check_pages(&t);
	prec_sampler_free(t.sampler);
	page_child_end(&t.child);
}

struct pauses {
	pid_t pid;
	uint64_t begun, ended, ns;
};

static void on_throttled(void *arg, const struct prec_throttling *t)
{
	struct pauses *p = arg;

	CHECK_EQ_I64((pid_t)t->pid, p->pid);
	CHECK(t->time && (pid_t)t->tid == p->pid);
	p->begun += !t->ns;
	p->ended += t->ns > 0;
	p->ns += t->ns;
}

/*
 * A hit of this tracepoint counts the nanoseconds that a thread has run, and the kernel begins a frequency with a
 * period of 1, so that the first hit is more samples than it takes in a tick.
 */
TEST(throttling)
{
	const struct prec_sampler_options options = { .freq = 100, .ring_bytes = 1 << 20 };
	const struct prec_sampler_ops none = { .sample = NULL };
	struct prec_sampler *s;
	struct page_child child;
	struct pauses pauses;
	uint64_t ns = 1;

	if (access("/sys/kernel/tracing/events/sched/sched_stat_runtime/id", R_OK))
		test_skip("needs the tracepoint sched:sched_stat_runtime");
	s = seen_sampler("sched:sched_stat_runtime", &options);
	prec_sampler_set_throttled(s, on_throttled);
	page_child_start(&child, 0);
	pauses = (struct pauses){ .pid = child.pid };
	CHECK_EQ_U64(prec_sampler_throttled(s, &ns), 0);
	CHECK_EQ_U64(ns, 0);
	seen_add(s, child.pid);
	while (!pauses.ended) {
		page_child_touch(&child, 0, 0);
		CHECK(prec_sampler_poll(s, 0, &none, &pauses) >= 0);
	}
	CHECK(pauses.begun >= pauses.ended);
	CHECK_EQ_U64(prec_sampler_throttled(s, &ns), pauses.begun);
	CHECK_EQ_U64(ns, pauses.ns);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* Each happening has one sample or none, though for a moment the events of both rates are there. */
TEST(nothing_missed_or_twice)
{
	run("page-faults:u", PREC_ADDR);
}

/* The kernel makes a sample of its own for each event of a tracepoint. */
TEST(nothing_missed_of_a_tracepoint)
{
	if (access("/sys/kernel/tracing/events/exceptions/page_fault_user/id", R_OK))
		test_skip("needs the tracepoint exceptions:page_fault_user");
	run("exceptions:page_fault_user", PREC_RAW);
}
