#include <prec/sampler.h>

#include "tests/support/test.h"
#include "tests/unit/libprec/page_child.h"
#include "tests/unit/libprec/seen_records.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(every_address)
{
	struct page_child child;
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct seen seen;

	page_child_start(&child, 2);
	seen = (struct seen){ .pid = child.pid };
	page_child_touch(&child, 10, 0);
	seen_add(s, child.pid);
	seen_add(s, child.pid);
	CHECK_EQ_U64(prec_sampler_size(s), 1);
	page_child_touch(&child, 20, 0);
	page_child_touch(&child, 20, 1);
	page_child_touch(&child, 20, 2);
	page_child_start_thread(&child, 20);
	seen_drain(s, &seen);
	seen_check(&seen, 0, 10, 0);
	seen_check(&seen, 10, 90, 1);
	CHECK_EQ_I64(prec_sampler_remove(s, child.pid), 0);
	CHECK_EQ_I64(prec_sampler_remove(s, child.pid), 0);
	page_child_touch(&child, 20, 0);
	seen_drain(s, &seen);
	seen_check(&seen, 90, 110, 0);
	/* What the ring had of it from before stays out when it is added again. */
	seen_add(s, child.pid);
	page_child_touch(&child, 20, 0);
	CHECK_EQ_I64(prec_sampler_remove(s, child.pid), 0);
	seen_add(s, child.pid);
	page_child_touch(&child, 20, 0);
	seen_drain(s, &seen);
	seen_check(&seen, 110, 130, 0);
	seen_check(&seen, 130, 150, 1);
	CHECK_EQ_U64(seen.others + seen.exits + seen.lost, 0);
	prec_sampler_free(s);
	page_child_end(&child);
}

static void check_whole(void *arg, const struct prec_sample *s)
{
	unsigned *n = arg;
	uint64_t registers = 0;

	CHECK(s->fields & PREC_CALLCHAIN && s->fields & PREC_REGS_USER && s->fields & PREC_STACK_USER);
	CHECK(s->callchain.n >= 2);
	CHECK_EQ_U64(s->regs_user.values.n, (uint64_t)__builtin_popcountll(s->regs_user.mask));
	CHECK_EQ_U64(s->stack_user.size, 8192);
	for (size_t i = 0; i < s->regs_user.values.n; i++)
		registers |= prec_word(&s->regs_user.values, i);
	CHECK(registers && s->period == 1 && s->time);
	++*n;
}

/* What is not of a fixed size is there as well, and fits in the smallest ring that is taken. */
TEST(whole_samples)
{
	const struct prec_sampler_options options = { .fields = PREC_ADDR | PREC_PERIOD | PREC_CALLCHAIN |
								PREC_REGS_USER | PREC_STACK_USER,
						      .ring_bytes = 1 << 14 };
	const struct prec_sampler_ops whole = { .sample = check_whole };
	struct prec_sampler *s = seen_sampler("page-faults:u", &options);
	struct page_child child;
	unsigned n = 0;

	page_child_start(&child, 0);
	seen_add(s, child.pid);
	for (int i = 0; i < 10; i++) {
		page_child_touch(&child, 1, 0);
		while (prec_sampler_poll(s, 0, &whole, &n) > 0)
			;
	}
	CHECK(n >= 10);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* The last samples come first, whenever they are asked for. */
TEST(exit_after_the_samples)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child;
	struct seen seen;
	struct pollfd fd = { prec_sampler_fd(s), POLLIN, 0 };

	page_child_start(&child, 1);
	seen = (struct seen){ .pid = child.pid };
	seen_add(s, child.pid);
	CHECK_EQ_I64(prec_sampler_poll(s, 0, &seen_ops, &seen), 0);
	page_child_touch(&child, 50, 0);
	page_child_touch(&child, 50, 1);
	page_child_end(&child);
	CHECK_EQ_I64(poll(&fd, 1, 1000), 1);
	while (!seen.exits)
		CHECK(prec_sampler_poll(s, -1, &seen_ops, &seen) >= 0);
	seen_check(&seen, 0, 100, 1);
	CHECK_EQ_U64(prec_sampler_size(s), 0);
	CHECK_EQ_I64(prec_sampler_poll(s, 20, &seen_ops, &seen), 0);
	CHECK_EQ_I64(prec_sampler_poll(s, -1, &seen_ops, &seen), -ECHILD);
	CHECK_EQ_U64(seen.exits, 1);
	CHECK_EQ_I64(prec_sampler_add(s, child.pid), -ESRCH);
	prec_sampler_free(s);
}

TEST(period)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child;
	struct seen seen;

	page_child_start(&child, 1);
	seen = (struct seen){ .pid = child.pid };
	seen_add(s, child.pid);
	page_child_touch(&child, 100, 1);
	CHECK_EQ_I64(prec_sampler_set_period(s, 0), 0);
	page_child_touch(&child, 100, 1);
	seen_drain(s, &seen);
	CHECK_EQ_U64(seen.n, 100);
	/* The one that was paused, and one that comes now. */
	CHECK_EQ_I64(prec_sampler_set_period(s, 0), 0);
	page_child_start_thread(&child, 100);
	seen_drain(s, &seen);
	CHECK_EQ_U64(seen.n, 100);
	CHECK_EQ_I64(prec_sampler_set_period(s, 10), 0);
	page_child_touch(&child, 100, 0);
	page_child_touch(&child, 100, 1);
	page_child_touch(&child, 100, PAGE_CHILD_LATER); /* has inherited its event */
	seen_drain(s, &seen);
	CHECK(seen.n >= 100 + 3 * 9 && seen.n <= 100 + 3 * 13);
	CHECK_EQ_I64(prec_sampler_set_period(s, 1), 0);
	CHECK_EQ_I64(prec_sampler_set_period(s, 1), 0);
	seen.n = 0;
	page_child_touch(&child, 100, PAGE_CHILD_LATER);
	seen_drain(s, &seen);
	CHECK_EQ_U64(seen.n, 100);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* What the kernel exchanges between threads does not keep the rate of one that has ended. */
TEST(period_after_a_thread_has_ended)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child;
	struct seen seen;

	page_child_start(&child, 0);
	seen = (struct seen){ .pid = child.pid };
	seen_add(s, child.pid);
	for (unsigned period = 1; period <= 100; period *= 10) {
		CHECK_EQ_I64(prec_sampler_set_period(s, period), 0);
		seen.n = 0;
		page_child_pass_thread(&child, 200);
		page_child_touch(&child, 200, 0);
		seen_drain(s, &seen);
		CHECK(seen.n >= 2 * (200 / period) - 2 && seen.n <= 2 * (200 / period) + 2);
	}
	prec_sampler_free(s);
	page_child_end(&child);
}

/* It is an error, and the process is no dead one: it is sampled as before. */
TEST(rate_without_descriptors)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child, other;
	struct rlimit before, none;
	struct seen seen;
	int next, results[4];

	page_child_start(&child, 0);
	page_child_start(&other, 0);
	seen = (struct seen){ .pid = child.pid };
	seen_add(s, child.pid);
	CHECK_EQ_I64(getrlimit(RLIMIT_NOFILE, &before), 0);
	next = dup(0);
	close(next);
	/* With one left there is something to wait for its end by, and nothing to find its threads by. */
	for (int spare = 0; spare < 2; spare++) {
		none = (struct rlimit){ (rlim_t)(next + spare), before.rlim_max };
		CHECK_EQ_I64(setrlimit(RLIMIT_NOFILE, &none), 0);
		results[2 * spare] = prec_sampler_add(s, other.pid);
		results[2 * spare + 1] = spare ? -EMFILE : prec_sampler_set_freq(s, 100);
	}
	CHECK_EQ_I64(setrlimit(RLIMIT_NOFILE, &before), 0);
	for (size_t i = 0; i < ARRAY_SIZE(results); i++)
		CHECK_EQ_I64(results[i], -EMFILE);
	CHECK(*prec_sampler_message(s));
	CHECK_EQ_U64(prec_sampler_size(s), 1);
	page_child_touch(&child, 50, 0);
	seen_drain(s, &seen);
	CHECK_EQ_U64(seen.n, 50);
	prec_sampler_free(s);
	page_child_end(&child);
	page_child_end(&other);
}

static bool is_refused_in_a_child(struct prec_sampler *s, pid_t pid)
{
	const bool is_refused = prec_sampler_poll(s, 0, &seen_ops, NULL) == -EPERM &&
				prec_sampler_add(s, pid) == -EPERM && prec_sampler_remove(s, pid) == -EPERM &&
				prec_sampler_update(s, &pid, 1) == -EPERM && prec_sampler_set_period(s, 7) == -EPERM &&
				prec_sampler_set_target(s, NULL) == -EPERM && !prec_sampler_lost(s);

	prec_sampler_free(s);
	return is_refused;
}

/* A child has copies of all descriptors, and no rings. */
TEST(forked_children)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child;
	struct seen seen;
	pid_t waits, tries;
	int status;

	page_child_start(&child, 0);
	seen = (struct seen){ .pid = child.pid };
	seen_add(s, child.pid);
	waits = fork();
	if (!waits)
		for (;;)
			pause();
	tries = fork();
	if (!tries)
		_exit(is_refused_in_a_child(s, child.pid) ? 0 : 1);
	CHECK_EQ_I64(waitpid(tries, &status, 0), tries);
	CHECK_EQ_I64(status, 0);
	page_child_touch(&child, 20, 0);
	/* What is closed here is open there, and samples no more. */
	CHECK_EQ_I64(prec_sampler_set_freq(s, 100), 0);
	CHECK_EQ_I64(prec_sampler_set_period(s, 1), 0);
	page_child_touch(&child, 20, 0);
	seen_drain(s, &seen);
	seen_check(&seen, 0, 40, 1);
	CHECK_EQ_U64(seen.n, 40);
	kill(waits, SIGKILL);
	CHECK_EQ_I64(waitpid(waits, NULL, 0), waits);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* A frequency is another kind of rate: what is open is opened again. */
TEST(frequency)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child;
	struct seen seen;

	page_child_start(&child, 1);
	seen = (struct seen){ .pid = child.pid };
	seen_add(s, child.pid);
	CHECK_EQ_I64(prec_sampler_set_freq(s, 100), 0);
	page_child_touch(&child, 200, 0);
	CHECK_EQ_I64(prec_sampler_set_period(s, 1), 0);
	page_child_touch(&child, 100, 0);
	page_child_touch(&child, 100, 1);
	seen_drain(s, &seen);
	seen_check(&seen, 200, 400, 1);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* It stays as it was, for what is there and for what comes. */
TEST(rate_that_is_refused)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child, other;
	struct seen seen;

	page_child_start(&child, 1);
	page_child_start(&other, 0);
	seen = (struct seen){ .pid = child.pid };
	seen_add(s, child.pid);
	CHECK_EQ_I64(prec_sampler_set_freq(s, 1ull << 40), -EINVAL);
	CHECK(*prec_sampler_message(s));
	CHECK_EQ_I64(prec_sampler_set_period(s, 1ull << 63), -EINVAL);
	page_child_touch(&child, 50, 0);
	page_child_touch(&child, 50, 1);
	seen_drain(s, &seen);
	CHECK_EQ_U64(seen.n, 100);
	seen = (struct seen){ .pid = other.pid };
	seen_add(s, other.pid);
	page_child_touch(&other, 50, 0);
	seen_drain(s, &seen);
	CHECK_EQ_U64(seen.n, 50);
	prec_sampler_free(s);
	page_child_end(&child);
	page_child_end(&other);
}

TEST(update_of_the_set)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child children[3];
	struct seen seen[3];

	for (int i = 0; i < 3; i++)
		page_child_start(&children[i], 0);
	CHECK_EQ_I64(prec_sampler_update(s, (pid_t[]){ children[0].pid, children[1].pid }, 2), 0);
	CHECK_EQ_U64(prec_sampler_size(s), 2);
	CHECK_EQ_I64(prec_sampler_update(s, (pid_t[]){ children[1].pid, children[2].pid }, 2), 0);
	CHECK_EQ_U64(prec_sampler_size(s), 2);
	for (int i = 0; i < 3; i++) {
		seen[i] = (struct seen){ .pid = children[i].pid };
		page_child_touch(&children[i], 30, 0);
		seen_drain(s, &seen[i]);
	}
	CHECK_EQ_U64(seen[0].n, 0);
	CHECK_EQ_U64(seen[1].n, 30);
	CHECK_EQ_U64(seen[2].n, 30);
	/* The first failure ends it. */
	CHECK_EQ_I64(prec_sampler_update(s, (pid_t[]){ 0x7ffffff0, children[0].pid }, 2), -ESRCH);
	CHECK_EQ_U64(prec_sampler_size(s), 0);
	CHECK_EQ_I64(prec_sampler_update(s, NULL, 0), 0);
	for (int i = 0; i < 3; i++)
		page_child_end(&children[i]);
	prec_sampler_free(s);
}

TEST(removed_while_it_is_handed_out)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child;
	struct seen seen;

	page_child_start(&child, 0);
	seen = (struct seen){ .sampler = s, .pid = child.pid, .remove_at = child.pid };
	seen_add(s, child.pid);
	page_child_touch(&child, 100, 0);
	seen_drain(s, &seen);
	CHECK_EQ_U64(seen.n, 1);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* They share neither rings nor samples, though the kernel makes one sample for both. */
TEST(two_samplers)
{
	struct prec_sampler *one = seen_sampler("page-faults:u,context-switches", &seen_addresses);
	struct prec_sampler *other = seen_sampler("page-faults:u", &seen_addresses);
	struct seen by_one, by_other;
	struct page_child child;

	page_child_start(&child, 0);
	by_one = by_other = (struct seen){ .pid = child.pid };
	seen_add(one, child.pid);
	seen_add(other, child.pid);
	page_child_touch(&child, 100, 0);
	seen_drain(one, &by_one);
	seen_drain(other, &by_other);
	seen_check(&by_one, 0, 100, 1);
	seen_check(&by_other, 0, 100, 1);
	prec_sampler_free(one);
	page_child_touch(&child, 100, 0);
	seen_drain(other, &by_other);
	seen_check(&by_other, 100, 200, 1);
	prec_sampler_free(other);
	page_child_end(&child);
}

/* A thread of this process with a sampler of its own, and the process that it samples. */
struct lane {
	pthread_t thread;
	struct page_child child;
	struct seen seen;
	int result;
};

static void *run_lane(void *arg)
{
	struct lane *lane = arg;
	struct prec_sampler *s;

	lane->result = prec_sampler_new(&s, "page-faults:u", &seen_addresses, NULL);
	for (int i = 0; i < 20 && !lane->result; i++) {
		lane->result = prec_sampler_add(s, lane->child.pid);
		page_child_touch(&lane->child, 20, 0);
		if (!lane->result)
			lane->result = prec_sampler_set_period(s, i % 4 == 3 ? 0 : 1);
		seen_drain(s, &lane->seen);
		prec_sampler_remove(s, lane->child.pid);
	}
	prec_sampler_free(s);
	return NULL;
}

TEST(a_sampler_a_thread)
{
	static struct lane lanes[2];

	prec_sampler_free(seen_sampler("page-faults:u", &seen_addresses)); /* or skips */
	for (int i = 0; i < 2; i++) {
		page_child_start(&lanes[i].child, 0);
		lanes[i].seen.pid = lanes[i].child.pid;
	}
	for (int i = 0; i < 2; i++)
		CHECK_EQ_I64(pthread_create(&lanes[i].thread, NULL, run_lane, &lanes[i]), 0);
	for (int i = 0; i < 2; i++)
		CHECK_EQ_I64(pthread_join(lanes[i].thread, NULL), 0);
	for (int i = 0; i < 2; i++) {
		CHECK_EQ_I64(lanes[i].result, 0);
		/* All but those of the four rounds that came after a pause. */
		CHECK_EQ_U64(lanes[i].seen.n, 16 * 20);
		page_child_end(&lanes[i].child);
	}
}

/* What finds no room is counted: with what was handed out it is all. The child stays on one CPU, so with one ring. */
TEST(lost)
{
	const struct prec_sampler_options small = { .fields = PREC_ADDR, .ring_bytes = 4096 };
	struct prec_sampler *s = seen_sampler("page-faults:u", &small);
	struct page_child child;
	struct seen seen;

	page_child_start_on(&child, 0, sched_getcpu());
	seen = (struct seen){ .pid = child.pid };
	seen_add(s, child.pid);
	page_child_touch(&child, 1000, 0);
	seen_drain(s, &seen);
	CHECK(seen.n >= 40 && seen.n < 1000);
	/* The kernel reports it with the next record that finds room. */
	page_child_touch(&child, 1, 0);
	seen_drain(s, &seen);
	CHECK(seen.lost);
	CHECK(seen.n + seen.lost + seen.others >= 1001);
	CHECK_EQ_U64(prec_sampler_lost(s), seen.lost);
	prec_sampler_free(s);
	page_child_end(&child);
}

TEST(descriptors_are_closed)
{
	const unsigned before = seen_descriptors();
	struct prec_sampler *s = seen_sampler("page-faults:u,context-switches", &seen_addresses);
	struct page_child child;
	unsigned empty, with;

	empty = seen_descriptors();
	page_child_start(&child, 3);
	with = seen_descriptors();
	for (int i = 0; i < 50; i++) {
		seen_add(s, child.pid);
		CHECK(seen_descriptors() > with);
		CHECK_EQ_I64(prec_sampler_set_period(s, (uint64_t)i % 3), 0);
		CHECK_EQ_I64(prec_sampler_remove(s, child.pid), 0);
		CHECK_EQ_U64(seen_descriptors(), with);
	}
	page_child_end(&child);
	CHECK_EQ_U64(seen_descriptors(), empty);
	prec_sampler_free(s);
	CHECK_EQ_U64(seen_descriptors(), before);
}

static volatile sig_atomic_t n_signals;

static void on_signal(int number)
{
	(void)number;
	n_signals++;
}

TEST(signals)
{
	struct prec_sampler *s = seen_sampler("page-faults:u", &seen_addresses);
	struct page_child child;

	signal(SIGRTMIN, on_signal);
	page_child_start(&child, 0);
	CHECK_EQ_I64(prec_sampler_set_signal(s, SIGRTMIN, (pid_t)syscall(SYS_gettid)), 0);
	seen_add(s, child.pid);
	page_child_touch(&child, 10, 0);
	CHECK(n_signals > 0);
	CHECK_EQ_I64(prec_sampler_set_signal(s, SIGUSR1, (pid_t)1 << 30), -ESRCH);
	CHECK_EQ_I64(prec_sampler_set_signal(s, 9999, (pid_t)syscall(SYS_gettid)), -EINVAL);
	CHECK_EQ_I64(prec_sampler_set_signal(s, 0, 0), 0);
	n_signals = 0;
	page_child_touch(&child, 10, 0);
	CHECK_EQ_I64(n_signals, 0);
	prec_sampler_free(s);
	page_child_end(&child);
}

/* Threads are added alone; exits of theirs are reported where the kernel has a descriptor of a thread. */
TEST(by_thread)
{
	const struct prec_sampler_options options = { .fields = PREC_ADDR, .ring_bytes = 65536, .by_thread = true };
	struct prec_sampler *s = seen_sampler("page-faults:u", &options);
	struct page_child child;
	struct seen seen;

	page_child_start(&child, 1);
	seen = (struct seen){ .pid = child.pid };
	seen_add(s, child.pid);
	page_child_touch(&child, 30, 1);
	seen_drain(s, &seen);
	CHECK_EQ_U64(seen.n, 0);
	page_child_touch(&child, 30, 0);
	seen_drain(s, &seen);
	CHECK_EQ_U64(seen.n, 30);
	prec_sampler_free(s);
	page_child_end(&child);
}

static void check_refused(const char *events, const struct prec_sampler_options *options, int code, const char *part)
{
	struct prec_sampler *s = (void *)1;
	struct prec_error err = { .code = 0 };

	CHECK_EQ_I64(prec_sampler_new(&s, events, options, &err), code);
	CHECK(!s);
	if (!strstr(err.message, part))
		test_fail(__FILE__, __LINE__, "'%s' is not in '%s'", part, err.message);
}

TEST(refused)
{
	const struct prec_sampler_options both = { .period = 1, .freq = 1 };
	const struct prec_sampler_options no_clock = { .use_clock = true, .clock = 99 };
	const struct prec_sampler_options huge = { .ring_bytes = SIZE_MAX / 2 };
	const struct prec_sampler_options small = { .ring_bytes = 4096, .fields = PREC_STACK_USER };
	struct prec_sampler *s;
	struct prec_error err;

	check_refused("page-fautls", NULL, -ENOENT, "page-faults");
	check_refused("", NULL, -EINVAL, "");
	check_refused("page-faults", &both, -EINVAL, "exclude");
	check_refused("page-faults", &(struct prec_sampler_options){ .fields = PREC_AUX }, -EINVAL, "no PREC_AUX");
	check_refused("page-faults", &(struct prec_sampler_options){ .fields = PREC_READ }, -EINVAL, "no PREC_READ");
	check_refused("page-faults", &(struct prec_sampler_options){ .fields = 1ull << 40 }, -EINVAL, "no fields");
	check_refused("page-faults", &(struct prec_sampler_options){ .fields = PREC_WEIGHT | PREC_WEIGHT_STRUCT },
		      -EINVAL, "either PREC_WEIGHT");
	check_refused("page-faults:u", &no_clock, -EINVAL, "event 'page-faults:u': ");
	check_refused("page-faults:u", &no_clock, -EINVAL, "the clock: realtime");
	check_refused("page-faults:u", &huge, -ENOMEM, "a ring of ");
	check_refused("page-faults:u", &small, -EINVAL, "ring_bytes has to be 16384 at least");
	CHECK_EQ_I64(prec_sampler_memory(&s, 0, NULL, &err), -EINVAL);
	CHECK_EQ_I64(prec_sampler_memory(&s, 8, NULL, &err), -EINVAL);
	CHECK(!s);
	s = seen_sampler("page-faults:u", NULL);
	CHECK_EQ_I64(prec_sampler_poll(s, -1, NULL, NULL), -ECHILD);
	CHECK_EQ_I64(prec_sampler_add(s, 0), -EINVAL);
	CHECK_EQ_I64(prec_sampler_add(s, -5), -EINVAL);
	CHECK_EQ_I64(prec_sampler_add(s, 0x7ffffff0), -ESRCH);
	CHECK_EQ_U64(prec_sampler_size(s), 0);
	CHECK_EQ_I64(prec_sampler_poll(s, 0, NULL, NULL), 0);
	prec_sampler_free(s);
	prec_sampler_free(NULL);
}
