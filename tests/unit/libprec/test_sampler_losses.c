#include "formats/record/attr.h"
#include "libprec/sampler_set.h"
#include "tests/support/test.h"
#include "tests/unit/libprec/page_child.h"
#include "tests/unit/libprec/seen_records.h"
#include <prec/counters.h>
#include <prec/event.h>
#include <prec/sampler.h>

#include <errno.h>
#include <sched.h>
#include <unistd.h>

static const struct prec_sampler_options tiny = { .fields = PREC_ADDR, .ring_bytes = 4096 };

/* Children that stay on one CPU, so with one ring, and what they have done, as a counter has it. */
struct losing {
	struct prec_sampler *sampler;
	struct prec_counters *counters[2];
	struct page_child children[2];
	uint64_t samples, told;
	unsigned exits;
};

static void on_sample(void *arg, const struct prec_sample *sample)
{
	struct losing *l = arg;

	(void)sample;
	l->samples++;
}

static void on_exit_of(void *arg, pid_t pid)
{
	struct losing *l = arg;

	(void)pid;
	l->exits++;
}

static void on_lost(void *arg, uint64_t n)
{
	struct losing *l = arg;

	CHECK(n);
	l->told += n;
}

static const struct prec_sampler_ops ops = { .sample = on_sample, .exit = on_exit_of, .lost = on_lost };

static void need_counts_of_losses(void)
{
	const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					 .size = ATTR_SIZE_VER0,
					 .config = PERF_COUNT_SW_DUMMY,
					 .flags = ATTR_EXCLUDE_KERNEL,
					 .read_format = PERF_FORMAT_LOST };
	const struct event_attr own = attr_to_kernel(&attr);
	const int fd = prec_event_open((const struct perf_event_attr *)&own, 0, -1, -1, 0);

	if (fd == -EINVAL)
		test_skip("needs the counts of lost records of Linux 6.0");
	if (fd >= 0)
		close(fd);
}

static void start(struct losing *l, const char *events, unsigned n_children)
{
	cpu_set_t all, one;

	*l = (struct losing){ .sampler = seen_sampler(events, &tiny) };
	need_counts_of_losses();
	CHECK_EQ_I64(sched_getaffinity(0, sizeof(all), &all), 0);
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	CHECK_EQ_I64(sched_setaffinity(0, sizeof(one), &one), 0);
	for (unsigned i = 0; i < n_children; i++)
		page_child_start(&l->children[i], 0);
	CHECK_EQ_I64(sched_setaffinity(0, sizeof(all), &all), 0);
	for (unsigned i = 0; i < n_children; i++) {
		const struct prec_target target = { .pid = l->children[i].pid, .inherit = true };

		CHECK_EQ_I64(prec_counters_open(&l->counters[i], "page-faults:u", &target, NULL), 0);
		seen_add(l->sampler, l->children[i].pid);
		CHECK_EQ_I64(prec_counters_enable(l->counters[i]), 0);
	}
}

static void take(struct losing *l)
{
	CHECK(prec_sampler_poll(l->sampler, 0, &ops, l) >= 0);
}

/* How often it happened, in all children. */
static uint64_t happened(struct losing *l)
{
	struct prec_count count;
	uint64_t sum = 0;

	for (int i = 0; i < 2 && l->counters[i]; i++) {
		CHECK_EQ_I64(prec_counters_read(l->counters[i], &count, 1), 1);
		sum += count.value;
	}
	return sum;
}

/* Each poll that has nothing else to do may tell of them, but for a while after it has read all descriptors. */
static void take_losses(struct losing *l)
{
	while (l->samples + l->told < happened(l))
		CHECK(prec_sampler_poll(l->sampler, 1, &ops, l) >= 0);
	CHECK_EQ_U64(l->samples + l->told, happened(l));
}

static void end(struct losing *l)
{
	prec_sampler_free(l->sampler);
	for (int i = 0; i < 2; i++)
		prec_counters_close(l->counters[i]);
}

/* Counted when it is asked for, before any record tells of it, and not once more by the record that does. */
TEST(losses_that_no_record_tells_of)
{
	struct losing l;

	start(&l, "page-faults:u", 1);
	page_child_touch(&l.children[0], 1000, 0);
	take(&l);
	CHECK(l.samples && l.samples < 1000);
	CHECK_EQ_U64(l.told, 0);
	CHECK_EQ_U64(l.samples + prec_sampler_lost(l.sampler), happened(&l));
	CHECK_EQ_U64(l.samples + prec_sampler_lost(l.sampler), happened(&l));
	page_child_touch(&l.children[0], 1, 0);
	take(&l);
	CHECK(l.told);
	CHECK_EQ_U64(prec_sampler_lost(l.sampler), l.told);
	CHECK_EQ_U64(l.samples + l.told, happened(&l));
	page_child_end(&l.children[0]);
	end(&l);
}

TEST(losses_of_a_process_that_ends)
{
	struct losing l;

	start(&l, "page-faults:u", 1);
	page_child_touch(&l.children[0], 1000, 0);
	page_child_end(&l.children[0]);
	while (!l.exits)
		CHECK(prec_sampler_poll(l.sampler, -1, &ops, &l) >= 0);
	CHECK(l.told >= 500);
	CHECK_EQ_U64(l.samples + l.told, happened(&l));
	CHECK_EQ_U64(prec_sampler_lost(l.sampler), l.told);
	CHECK_EQ_I64(prec_sampler_poll(l.sampler, -1, &ops, &l), -ECHILD);
	CHECK_EQ_U64(prec_sampler_lost(l.sampler), l.told);
	end(&l);
}

/* Nobody has to end for that. */
TEST(losses_that_nothing_follows)
{
	struct losing l;

	start(&l, "page-faults:u", 2);
	page_child_touch(&l.children[0], 1000, 0);
	take(&l);
	CHECK_EQ_U64(l.told, 0);
	take_losses(&l);
	CHECK(l.told);
	CHECK_EQ_U64(prec_sampler_lost(l.sampler), l.told);
	for (int i = 0; i < 2; i++)
		page_child_end(&l.children[i]);
	end(&l);
}

/* An exit is not the time to read all that is open. */
TEST(losses_and_an_exit)
{
	struct losing l;

	start(&l, "page-faults:u", 2);
	page_child_touch(&l.children[0], 1000, 0);
	take(&l);
	page_child_end(&l.children[0]);
	while (!l.exits)
		CHECK(prec_sampler_poll(l.sampler, 0, &ops, &l) >= 0);
	CHECK_EQ_U64(l.sampler->next_count_ns, 0);
	take_losses(&l);
	page_child_end(&l.children[1]);
	end(&l);
}

/* Nothing is read of descriptors that are closed while no ring was full. */
TEST(no_losses_cost_nothing)
{
	static const struct prec_sampler_options large = { .fields = PREC_ADDR };

	need_counts_of_losses();
	for (int i = 0; i < 2; i++) {
		struct prec_sampler *s = seen_sampler("page-faults:u", i ? &tiny : &large);
		struct losing l = { .sampler = s };

		page_child_start(&l.children[0], 0);
		seen_add(s, l.children[0].pid);
		page_child_touch(&l.children[0], 200, 0);
		take(&l);
		CHECK(l.samples);
		CHECK_EQ_I64(prec_sampler_remove(s, l.children[0].pid), 0);
		CHECK_EQ_U64(s->n_loss_reads > 0, i);
		page_child_end(&l.children[0]);
		end(&l);
	}
}

/* The next poll tells of them, also one that has nothing to wait for. */
TEST(losses_of_a_process_that_is_removed)
{
	struct losing l;

	start(&l, "page-faults:u", 1);
	page_child_touch(&l.children[0], 1000, 0);
	take(&l);
	CHECK_EQ_U64(l.told, 0);
	CHECK_EQ_I64(prec_sampler_remove(l.sampler, l.children[0].pid), 0);
	CHECK_EQ_U64(l.samples + prec_sampler_lost(l.sampler), happened(&l));
	CHECK_EQ_I64(prec_sampler_poll(l.sampler, -1, &ops, &l), -ECHILD);
	CHECK_EQ_U64(l.samples + l.told, happened(&l));
	/* What it does now is nobody's; the record of the losses of before comes with what it does after that. */
	page_child_touch(&l.children[0], 100, 0);
	CHECK_EQ_U64(prec_sampler_lost(l.sampler), l.told);
	CHECK_EQ_I64(prec_counters_reset(l.counters[0]), 0);
	seen_add(l.sampler, l.children[0].pid);
	page_child_touch(&l.children[0], 10, 0);
	l.samples = 0;
	take(&l);
	CHECK_EQ_U64(l.samples, happened(&l));
	CHECK_EQ_U64(prec_sampler_lost(l.sampler), l.told);
	page_child_end(&l.children[0]);
	end(&l);
}

/* Their records tell of both in one number. */
TEST(losses_in_a_ring_of_two)
{
	struct losing l;

	start(&l, "page-faults:u", 2);
	for (int i = 0; i < 3; i++) {
		page_child_touch(&l.children[0], 300, 0);
		page_child_touch(&l.children[1], 300, 0);
		take(&l);
	}
	CHECK_EQ_U64(l.samples + prec_sampler_lost(l.sampler), happened(&l));
	page_child_touch(&l.children[0], 300, 0);
	page_child_end(&l.children[0]);
	while (!l.exits)
		CHECK(prec_sampler_poll(l.sampler, -1, &ops, &l) >= 0);
	take_losses(&l);
	page_child_touch(&l.children[1], 300, 0);
	take(&l);
	CHECK_EQ_U64(l.samples + prec_sampler_lost(l.sampler), happened(&l));
	page_child_end(&l.children[1]);
	while (l.exits < 2)
		CHECK(prec_sampler_poll(l.sampler, -1, &ops, &l) >= 0);
	CHECK_EQ_U64(l.samples + l.told, happened(&l));
	CHECK_EQ_U64(prec_sampler_lost(l.sampler), l.told);
	end(&l);
}

/* Other descriptors have counts of their own, and threads that have inherited theirs have none. */
TEST(losses_of_events_that_are_opened_again)
{
	struct losing l;

	start(&l, "page-faults:u", 1);
	page_child_touch(&l.children[0], 500, 0);
	CHECK_EQ_I64(prec_sampler_set_freq(l.sampler, 100), 0);
	CHECK_EQ_I64(prec_sampler_set_period(l.sampler, 1), 0);
	page_child_start_thread(&l.children[0], 500);
	take_losses(&l);
	CHECK(l.told);
	CHECK_EQ_U64(l.samples + prec_sampler_lost(l.sampler), happened(&l));
	page_child_end(&l.children[0]);
	while (!l.exits)
		CHECK(prec_sampler_poll(l.sampler, -1, &ops, &l) >= 0);
	CHECK_EQ_U64(l.samples + l.told, happened(&l));
	end(&l);
}

/* A read of one is of all of them. */
TEST(losses_of_a_group)
{
	struct losing l;

	start(&l, "{page-faults:u,task-clock:u}:S", 1);
	page_child_touch(&l.children[0], 1000, 0);
	take(&l);
	CHECK(l.samples && l.samples < 1000);
	CHECK_EQ_U64(l.samples + prec_sampler_lost(l.sampler), happened(&l));
	page_child_end(&l.children[0]);
	while (!l.exits)
		CHECK(prec_sampler_poll(l.sampler, -1, &ops, &l) >= 0);
	CHECK_EQ_U64(l.samples + l.told, happened(&l));
	end(&l);
}

/* What else the CPUs do is lost with it. */
TEST(losses_of_a_target)
{
	struct losing l;

	start(&l, "page-faults:u", 1);
	CHECK_EQ_I64(prec_sampler_remove(l.sampler, l.children[0].pid), 0);
	if (prec_sampler_set_target(l.sampler, &(struct prec_target){ .all_cpus = true }))
		test_skip("%s", prec_sampler_message(l.sampler));
	page_child_touch(&l.children[0], 1000, 0);
	take(&l);
	CHECK(l.samples + prec_sampler_lost(l.sampler) >= 1000);
	CHECK_EQ_I64(prec_sampler_set_target(l.sampler, NULL), 0);
	take(&l);
	CHECK(l.samples + l.told >= 1000);
	CHECK_EQ_U64(prec_sampler_lost(l.sampler), l.told);
	page_child_end(&l.children[0]);
	end(&l);
}
