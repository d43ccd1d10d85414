#include "tests/support/test.h"
#include "tests/unit/libprec/page_child.h"
#include "tests/unit/libprec/seen_records.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What was sampled of a process. */
struct hits {
	pid_t pid;
	unsigned n;
	uint32_t event; /* of the last, and so on */
	uint64_t fields, period;
	size_t raw_size;
};

static void on_hit(void *arg, const struct prec_sample *s)
{
	struct hits *hits = arg;

	CHECK_EQ_I64((pid_t)s->pid, hits->pid);
	hits->n++;
	hits->event = s->event;
	hits->fields = s->fields;
	hits->period = s->period;
	hits->raw_size = s->raw.size;
}

static const struct prec_sampler_ops hit_ops = { .sample = on_hit };

/* A sampler of a tracepoint's hits in a child, with terms of its own or ""; or the case is skipped. */
static struct prec_sampler *sampler_of(const struct page_child *child, const char *system, const char *name,
				       const char *terms, const struct prec_sampler_options *options)
{
	struct prec_sampler *s;
	char text[256];

	snprintf(text, sizeof(text), "/sys/kernel/tracing/events/%s/%s/id", system, name);
	if (access(text, R_OK))
		test_skip("%s is not to be read", text);
	snprintf(text, sizeof(text), "%s:%s%s", system, name, terms);
	s = seen_sampler(text, options);
	seen_add(s, child->pid);
	return s;
}

/* Each order to the first thread is answered by one write(2). */
static unsigned hits_of(struct prec_sampler *s, struct hits *hits, struct page_child *child, unsigned n_writes)
{
	hits->pid = child->pid;
	hits->n = 0;
	for (unsigned i = 0; i < n_writes; i++)
		page_child_touch(child, 0, 0);
	while (prec_sampler_poll(s, 0, &hit_ops, hits) > 0)
		;
	return hits->n;
}

/* The kernel may have counted some for the next sample when the period changes. */
static void check_near(unsigned n, unsigned wanted)
{
	CHECK(n + 1 >= wanted && n <= wanted + 1);
}

TEST(period_of_a_tracepoint)
{
	const struct prec_sampler_options options = { .period = 10 };
	struct page_child child;
	struct prec_sampler *s;
	struct hits hits;

	page_child_start_on(&child, 0, sched_getcpu()); /* each CPU counts on its own */
	s = sampler_of(&child, "syscalls", "sys_enter_write", "", &options);
	check_near(hits_of(s, &hits, &child, 200), 20);
	CHECK_EQ_I64(prec_sampler_set_period(s, 50), 0);
	check_near(hits_of(s, &hits, &child, 200), 4);
	CHECK_EQ_I64(prec_sampler_set_period(s, 1), 0);
	CHECK_EQ_U64(hits_of(s, &hits, &child, 20), 20);
	prec_sampler_free(s);
	/* Terms of its own come first. */
	s = sampler_of(&child, "syscalls", "sys_enter_write", "/period=20/", &options);
	check_near(hits_of(s, &hits, &child, 200), 10);
	prec_sampler_free(s);
	/* Without any, each is sampled. */
	s = sampler_of(&child, "syscalls", "sys_enter_write", "", NULL);
	CHECK_EQ_U64(hits_of(s, &hits, &child, 20), 20);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* As with every event, those that are asked for; with PERIOD the kernel samples each hit. */
TEST(fields_of_a_tracepoint)
{
	const struct prec_sampler_options usual = { .fields = 0 };
	const struct prec_sampler_options raw = { .fields = PREC_RAW, .period = 10 };
	const struct prec_sampler_options period = { .fields = PREC_PERIOD, .period = 10 };
	struct page_child child;
	struct prec_sampler *s;
	struct hits hits;

	page_child_start_on(&child, 0, sched_getcpu());
	s = sampler_of(&child, "syscalls", "sys_enter_write", "", &usual);
	CHECK_EQ_U64(hits_of(s, &hits, &child, 10), 10);
	CHECK(!(hits.fields & (PREC_RAW | PREC_PERIOD)) && !hits.raw_size);
	prec_sampler_free(s);
	s = sampler_of(&child, "syscalls", "sys_enter_write", "", &raw);
	check_near(hits_of(s, &hits, &child, 100), 10);
	CHECK(hits.fields & PREC_RAW && !(hits.fields & PREC_PERIOD));
	CHECK(hits.raw_size >= 24); /* its head, the number of the call, three arguments */
	prec_sampler_free(s);
	s = sampler_of(&child, "syscalls", "sys_enter_write", "", &period);
	CHECK_EQ_U64(hits_of(s, &hits, &child, 100), 100);
	CHECK(hits.fields & PREC_PERIOD && !(hits.fields & PREC_RAW));
	CHECK_EQ_U64(hits.period, 1);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* A hit that counts time is one sample of it, not one for each nanosecond. */
TEST(tracepoint_that_counts_time)
{
	struct page_child child;
	struct prec_sampler *s;
	struct hits hits;

	page_child_start(&child, 0);
	s = sampler_of(&child, "sched", "sched_stat_runtime", "", NULL);
	CHECK(hits_of(s, &hits, &child, 20) >= 1);
	CHECK(hits.fields & PREC_PERIOD && hits.period > 1);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* The events that a pattern stands for, by name, and what their samples have. */
TEST(events_of_a_pattern)
{
	struct page_child child;
	struct prec_sampler_info info;
	struct prec_sampler *s;
	struct hits hits;

	page_child_start(&child, 0);
	s = sampler_of(&child, "syscalls", "sys_enter_write", "v*,page-faults/call-graph=fp/", NULL);
	CHECK_EQ_U64(prec_sampler_events(s), 2);
	CHECK_EQ_I64(prec_sampler_info(s, 0, &info), 0);
	CHECK_STR(info.name, "syscalls:sys_enter_writev");
	CHECK_EQ_U64(info.fields & PREC_CALLCHAIN, 0);
	CHECK_EQ_I64(prec_sampler_info(s, 1, &info), 0);
	CHECK(!strncmp(info.name, "page-faults", strlen("page-faults")));
	CHECK_EQ_U64(info.fields & PREC_CALLCHAIN, PREC_CALLCHAIN);
	CHECK_EQ_I64(prec_sampler_info(s, 2, &info), -EINVAL);
	prec_sampler_free(s);
	s = sampler_of(&child, "syscalls", "sys_enter_write", "*", NULL);
	CHECK_EQ_U64(prec_sampler_events(s), 2);
	CHECK_EQ_U64(hits_of(s, &hits, &child, 5), 5);
	CHECK_EQ_I64(prec_sampler_info(s, hits.event, &info), 0);
	CHECK_STR(info.name, "syscalls:sys_enter_write");
	CHECK_EQ_U64(hits.fields, info.fields);
	prec_sampler_free(s);
	page_child_end(&child);
}
