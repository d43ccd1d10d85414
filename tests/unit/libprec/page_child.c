#include "tests/unit/libprec/page_child.h"

#include "tests/support/test.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE        4096ull
#define THREADS_MAX (PAGE_CHILD_LATER + 1)

/* What the process is told: `n` pages from `first` on. */
struct order {
	uint32_t first, n, thread;
	bool starts, passes, ends;
};

static struct {
	int pipes[2]; /* of the orders to a thread */
} threads[THREADS_MAX];
static int answers_to;
static char *region; /* which no process but the children touches; each has its own pages there */

/* A sanitizer's memory for the pages would have to be found, too. */
__attribute__((no_sanitize("address", "thread"))) static void touch_pages(const struct order *o)
{
	for (uint32_t i = o->first; i < o->first + o->n; i++)
		*(volatile char *)(region + i * PAGE) = 1;
}

static void answer(void)
{
	if (write(answers_to, "", 1) != 1)
		_exit(1);
}

static void touch(const struct order *o)
{
	touch_pages(o);
	answer();
}

static void *pass(void *o)
{
	touch_pages(o);
	return NULL;
}

static void pass_thread(struct order *o)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, pass, o) || pthread_join(thread, NULL))
		_exit(1);
	answer();
}

static void *obey(void *which)
{
	struct order o;

	while (read(threads[(uintptr_t)which].pipes[0], &o, sizeof(o)) == sizeof(o))
		touch(&o);
	return NULL;
}

static void start_thread(uintptr_t which)
{
	pthread_t thread;

	if (pipe(threads[which].pipes) || pthread_create(&thread, NULL, obey, (void *)which))
		_exit(1);
}

static _Noreturn void serve(int orders, unsigned n_threads)
{
	struct order o;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (unsigned i = 1; i <= n_threads; i++)
		start_thread(i);
	answer();
	while (read(orders, &o, sizeof(o)) == sizeof(o)) {
		if (o.ends)
			_exit(0);
		if (o.starts)
			start_thread(o.thread);
		if (o.passes)
			pass_thread(&o);
		else if (!o.thread)
			touch(&o);
		else if (write(threads[o.thread].pipes[1], &o, sizeof(o)) != sizeof(o))
			_exit(1);
	}
	_exit(0);
}

static void await_answer(const struct page_child *c)
{
	char byte;

	CHECK_EQ_I64(read(c->answers, &byte, 1), 1);
}

static void send(struct page_child *c, const struct order *o)
{
	CHECK(c->touched + o->n <= PAGE_CHILD_PAGES);
	CHECK_EQ_I64(write(c->orders, o, sizeof(*o)), sizeof(*o));
	await_answer(c);
	c->touched += o->n;
}

static void make_region(void)
{
	region = mmap(NULL, PAGE_CHILD_PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(region != MAP_FAILED);
	CHECK(!madvise(region, PAGE_CHILD_PAGES * PAGE, MADV_NOHUGEPAGE));
}

void page_child_start(struct page_child *c, unsigned n_threads)
{
	int orders[2], answers[2];

	CHECK(n_threads < PAGE_CHILD_LATER);
	if (!region)
		make_region();
	CHECK(!pipe(orders) && !pipe(answers));
	*c = (struct page_child){ .pid = fork(), .orders = orders[1], .answers = answers[0] };
	CHECK(c->pid >= 0);
	if (!c->pid) {
		close(orders[1]);
		close(answers[0]);
		answers_to = answers[1];
		serve(orders[0], n_threads);
	}
	close(orders[0]);
	close(answers[1]);
	await_answer(c);
	/* What a first touch needs beside its page is there then. */
	for (unsigned i = 0; i <= n_threads; i++)
		send(c, &(struct order){ .thread = i });
}

/* It inherits the one CPU that this process has meanwhile. */
void page_child_start_on(struct page_child *c, unsigned n_threads, int cpu)
{
	cpu_set_t all, one;

	CHECK_EQ_I64(sched_getaffinity(0, sizeof(all), &all), 0);
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	CHECK_EQ_I64(sched_setaffinity(0, sizeof(one), &one), 0);
	page_child_start(c, n_threads);
	CHECK_EQ_I64(sched_setaffinity(0, sizeof(all), &all), 0);
}

void page_child_touch(struct page_child *c, uint32_t n, unsigned thread)
{
	send(c, &(struct order){ .first = c->touched, .n = n, .thread = thread });
}

void page_child_start_thread(struct page_child *c, uint32_t n)
{
	send(c, &(struct order){ .first = c->touched, .n = n, .thread = PAGE_CHILD_LATER, .starts = true });
}

void page_child_pass_thread(struct page_child *c, uint32_t n)
{
	send(c, &(struct order){ .first = c->touched, .n = n, .passes = true });
}

void page_child_end(struct page_child *c)
{
	const struct order o = { .ends = true };

	/* Processes that were forked later have the other end of the pipe, too. */
	CHECK_EQ_I64(write(c->orders, &o, sizeof(o)), sizeof(o));
	close(c->orders);
	close(c->answers);
	CHECK_EQ_I64(waitpid(c->pid, NULL, 0), c->pid);
}

bool page_child_has(uint64_t addr, uint32_t *ret_page)
{
	const uint64_t first = (uintptr_t)region;

	if (addr < first || addr >= first + PAGE_CHILD_PAGES * PAGE)
		return false;
	*ret_page = (uint32_t)((addr - first) / PAGE);
	return true;
}
