/*
 * ring_cost: what libprec costs beside loops that are written for one purpose, in ns of CPU time.
 *
 *	ring_cost RECORDS ROUNDS
 *
 * A record: page faults of a child fill a ring that nobody reads. prec_sampler_poll hands them out, or a bare loop over
 * a ring of the same event, which takes out the same fields and calls the same function.
 *
 * A count: the way through a page in memory of libprec/counter_page.h, and the loop of perf_event_open(2).
 *
 * Prints "record BARE LIBPREC" and "count BARE LIBPREC", the least of all rounds.
 */

#include "common/bytes.h"
#include "formats/record/abi.h"
#include "libprec/counter_page.h"
#include "tests/support/event_page.h"
#include <prec/event.h>
#include <prec/sampler.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGE      4096ul
#define RING      (64ul << 20)
#define N_COUNTS  10000000ul
#define DATA_HEAD 1024
#define DATA_TAIL 1032

static uint64_t sum;

static void on_sample(void *arg, const struct prec_sample *s)
{
	(void)arg;
	sum += s->addr + s->pid;
}

static void (*volatile hand_out)(void *arg, const struct prec_sample *s) = on_sample;

static double cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "ring_cost: %s\n", what);
	exit(77);
}

/* Touches n pages, on one CPU, when it is told to; the ring is filled when it has ended. */
static pid_t start_child(unsigned long n, int *ret_go)
{
	int go[2];
	char byte;
	pid_t pid;

	if (pipe(go))
		fail("pipe");
	pid = fork();
	if (pid) {
		close(go[0]);
		*ret_go = go[1];
		return pid;
	}
	if (read(go[0], &byte, 1) != 1)
		_exit(1);
	for (unsigned long done = 0; done < n; done += 1024) {
		char *pages = mmap(NULL, 1024 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		madvise(pages, 1024 * PAGE, MADV_NOHUGEPAGE);
		for (size_t i = 0; i < 1024; i++)
			((volatile char *)pages)[i * PAGE] = 1;
		munmap(pages, 1024 * PAGE);
	}
	_exit(0);
}

static void run_child(pid_t pid, int go)
{
	if (write(go, "", 1) != 1)
		fail("write");
	close(go);
	waitpid(pid, NULL, 0);
}

static double by_libprec(unsigned long n)
{
	const struct prec_sampler_options options = { .fields = PREC_ADDR,
						      .ring_bytes = RING,
						      .wakeup_bytes = RING / 2 };
	const struct prec_sampler_ops ops = { .sample = hand_out };
	struct prec_sampler *s;
	struct prec_error err;
	double start;
	pid_t pid;
	int handled, go;

	if (prec_sampler_new(&s, "page-faults:u", &options, &err))
		fail(err.message);
	pid = start_child(n, &go);
	if (prec_sampler_add(s, pid))
		fail(prec_sampler_message(s));
	run_child(pid, go);
	start = cpu_ns();
	handled = prec_sampler_poll(s, 0, &ops, NULL);
	start = cpu_ns() - start;
	if (handled < (int)n || prec_sampler_lost(s))
		fail("not all samples are there");
	prec_sampler_free(s);
	return start / handled;
}

/* As a tool for one event would have it: one thread, no wrap since the ring is large, every field at its place. */
static double by_hand(unsigned long n)
{
	struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
				   .size = sizeof(attr),
				   .config = PERF_COUNT_SW_PAGE_FAULTS,
				   .sample_period = 1,
				   .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
						  PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_CPU,
				   .flags = ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_WATERMARK,
				   .wakeup_events = RING / 2 };
	unsigned long handled = 0;
	int go;
	pid_t pid = start_child(n, &go);
	int fd = prec_event_open((struct perf_event_attr *)&attr, pid, -1, -1, 0);
	uint64_t head, tail = 0;
	double start;
	char *ring;

	if (fd < 0)
		fail("no event");
	ring = mmap(NULL, PAGE + RING, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring == MAP_FAILED)
		fail("no ring");
	run_child(pid, go);
	start = cpu_ns();
	head = __atomic_load_n((uint64_t *)(ring + DATA_HEAD), __ATOMIC_ACQUIRE);
	while (tail < head) {
		const char *record = ring + PAGE + tail % RING;
		struct prec_sample s;

		if (load_u32(record) == PERF_RECORD_SAMPLE) {
			s.ip = load_u64(record + 8);
			s.pid = load_u32(record + 16);
			s.tid = load_u32(record + 20);
			s.time = load_u64(record + 24);
			s.addr = load_u64(record + 32);
			s.id = load_u64(record + 40);
			s.cpu = load_u32(record + 48);
			hand_out(NULL, &s);
			handled++;
		}
		tail += load_u16(record + 6);
	}
	__atomic_store_n((uint64_t *)(ring + DATA_TAIL), tail, __ATOMIC_RELEASE);
	start = cpu_ns() - start;
	if (handled < n)
		fail("not all samples are there");
	munmap(ring, PAGE + RING);
	close(fd);
	return start / (double)handled;
}

/* The kernel may change it at any time. */
static volatile struct event_page page = { .index = 1,
					   .offset = 1000,
					   .capabilities = EVENT_PAGE_BIT0_IS_DEPRECATED | EVENT_PAGE_USER_RDPMC,
					   .pmc_width = 48 };

/* In the place of the instruction, which needs a PMU: about as long as it takes. */
static uint64_t pmc(uint32_t number)
{
	uint64_t value = number;

	for (int i = 0; i < 8; i++)
		__asm__ volatile("" : "+r"(value));
	return value;
}

static double count_by_hand(void)
{
	const double start = cpu_ns();

	for (unsigned long i = 0; i < N_COUNTS; i++) {
		uint32_t lock, index;
		uint64_t count;

		do {
			lock = page.lock;
			__asm__ volatile("" : : : "memory");
			index = page.index;
			count = page.offset;
			if (page.capabilities & EVENT_PAGE_USER_RDPMC && index) {
				const unsigned shift = 64 - page.pmc_width;

				count += (uint64_t)((int64_t)(pmc(index - 1) << shift) >> shift);
			}
			__asm__ volatile("" : : : "memory");
		} while (page.lock != lock);
		sum += count;
	}
	return (cpu_ns() - start) / (double)N_COUNTS;
}

static double count_by_libprec(void)
{
	const double start = cpu_ns();

	for (unsigned long i = 0; i < N_COUNTS; i++) {
		uint64_t count;

		if (counter_page_read_by((const void *)&page, pmc, &count))
			sum += count;
	}
	return (cpu_ns() - start) / (double)N_COUNTS;
}

static void keep_least(double *least, double value)
{
	if (!*least || value < *least)
		*least = value;
}

int main(int argc, char **argv)
{
	const unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 500000;
	const unsigned long rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 5;
	double bare = 0, ours = 0, count = 0, our_count = 0;

	for (unsigned long i = 0; i < rounds; i++) {
		keep_least(&bare, by_hand(n));
		keep_least(&ours, by_libprec(n));
		keep_least(&count, count_by_hand());
		keep_least(&our_count, count_by_libprec());
	}
	printf("record %.2f %.2f\ncount %.2f %.2f\n", bare, ours, count, our_count);
	return sum == 1;
}
