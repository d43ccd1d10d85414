#include <prec/sampler.h>

#include "libprec/sampler_set.h"
#include "tests/support/test.h"
#include "tests/unit/libprec/page_child.h"
#include "tests/unit/libprec/seen_records.h"

#include <poll.h>
#include <sched.h>
#include <sys/timerfd.h>

static const struct prec_sampler_options each = { .fields = PREC_ADDR, .ring_bytes = 65536, .wakeup_bytes = 1 };

/* How many rings say that they have something. They forget it by that. */
static unsigned rings_that_wake(const struct prec_sampler *s)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < s->n_rings; i++) {
		struct pollfd fd = { s->rings[i].fd, POLLIN, 0 };

		n += poll(&fd, 1, 0) == 1;
	}
	return n;
}

static bool ticks(const struct prec_sampler *s)
{
	struct itimerspec left;

	CHECK_EQ_I64(timerfd_gettime(s->timer, &left), 0);
	return left.it_interval.tv_nsec;
}

/* By default the kernel is to wake nobody for one, whoever is in the set; it is handed out all the same. */
TEST(one_record)
{
	for (int i = 0; i < 2; i++) {
		struct prec_sampler *s = seen_sampler("page-faults:u", i ? &each : &seen_addresses);
		struct pollfd fd = { prec_sampler_fd(s), POLLIN, 0 };
		struct page_child child;
		struct seen seen;

		page_child_start(&child, 0);
		seen = (struct seen){ .pid = child.pid };
		seen_add(s, child.pid);
		seen_drain(s, &seen);
		rings_that_wake(s);
		page_child_touch(&child, 1, 0);
		CHECK_EQ_U64(rings_that_wake(s) > 0, i);
		page_child_touch(&child, 1, 0);
		CHECK_EQ_I64(poll(&fd, 1, -1), 1);
		while (seen.n < 2)
			CHECK(prec_sampler_poll(s, -1, &seen_ops, &seen) >= 0);
		seen_check(&seen, 0, 2, 1);
		prec_sampler_free(s);
		page_child_end(&child);
	}
}

/* A ring that fills up does not wait for the timer. */
TEST(quarter_of_a_ring)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child;

	page_child_start_on(&child, 0, sched_getcpu());
	seen_add(s, child.pid);
	page_child_touch(&child, 1000, 0);
	CHECK(rings_that_wake(s));
	prec_sampler_free(s);
	page_child_end(&child);
}

/* Nobody is woken for a set that is empty, or paused. */
TEST(timer)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child;

	page_child_start(&child, 0);
	CHECK(!ticks(s));
	seen_add(s, child.pid);
	CHECK(ticks(s));
	CHECK_EQ_I64(prec_sampler_set_period(s, 0), 0);
	CHECK(!ticks(s));
	CHECK_EQ_I64(prec_sampler_set_period(s, 1), 0);
	CHECK(ticks(s));
	CHECK_EQ_I64(prec_sampler_remove(s, child.pid), 0);
	CHECK(!ticks(s));
	prec_sampler_free(s);
	s = seen_sampler("page-faults:u", &each);
	CHECK_EQ_I64(s->timer, -1);
	prec_sampler_free(s);
	page_child_end(&child);
}
