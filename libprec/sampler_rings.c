/* sampler_rings: opens and maps the rings of a sampler (libprec/sampler_set.h). */
#include "libprec/sampler_set.h"

#include "formats/record/abi.h"
#include "record/sampler/ring_sizes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define RING_DEFAULT   (512u * 1024)
#define CHAIN_MAX      127u /* kernel.perf_event_max_stack, as it is set at first */
#define CHAIN_CONTEXTS 8u   /* beside the addresses; kernel.perf_event_max_contexts_per_stack */
#define LOST_ROOM      256u /* of a record that says what was lost before a sample */

int sampler_set_watch(const struct prec_sampler *s, int fd, uint64_t data)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = data };

	return epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

/* Fields of one word (8 bytes) each. */
#define WORDS                                                                                              \
	(PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_TRANSACTION | \
	 PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP | PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE)
/* Fields whose size only the kernel or the CPU knows. */
#define VARY (PERF_SAMPLE_READ | PERF_SAMPLE_RAW | PERF_SAMPLE_BRANCH_STACK)

static bool is_bounded(const struct event_attr *attr)
{
	return !(attr->sample_type & VARY) && (!(attr->sample_type & PERF_SAMPLE_CALLCHAIN) || attr->sample_max_stack);
}

/* Returns the largest size of a sample in bytes, without the fields of VARY. */
static size_t sample_max(const struct event_attr *attr)
{
	const uint64_t type = attr->sample_type;
	struct event_layout layout;
	size_t words;

	event_layout_make(&layout, attr);
	words = layout.fixed_end / 8 + (size_t)__builtin_popcountll(type & WORDS);
	if (type & PERF_SAMPLE_CALLCHAIN)
		words += 1 + (attr->sample_max_stack ? attr->sample_max_stack : CHAIN_MAX) + CHAIN_CONTEXTS;
	if (type & PERF_SAMPLE_REGS_USER)
		words += 1 + (size_t)__builtin_popcountll(attr->sample_regs_user);
	if (type & PERF_SAMPLE_REGS_INTR)
		words += 1 + (size_t)__builtin_popcountll(attr->sample_regs_intr);
	if (type & PERF_SAMPLE_STACK_USER)
		words += 2 + attr->sample_stack_user / 8;
	return words * 8;
}

/* Sets each event's room. Returns the smallest size of a ring with room for a sample of any event by sample_max. */
static size_t find_least(struct prec_sampler *s)
{
	size_t most = 0;

	for (uint32_t i = 0; i < s->n_events; i++) {
		const struct event_attr *attr = &s->set.events[i].attr;
		const size_t max = sample_max(attr) + LOST_ROOM;

		s->events[i].room = is_bounded(attr) ? max : RECORD_SIZE_MAX + LOST_ROOM;
		most = max > most ? max : most;
	}
	return ring_sizes_round(most);
}

/* Opens a ring; if its CPU has gone offline there is none. 0 or a negative errno. */
static int open_ring(struct prec_sampler *s, int cpu, uint32_t event, struct error *err)
{
	const int fd = descriptor_anchor(&s->set.events[event], cpu, err);

	if (fd < 0)
		return fd == -ENODEV ? 0 : fd;
	s->rings[s->n_rings++] = (struct sampler_ring){ .fd = fd, .cpu = cpu, .event = event };
	return 0;
}

static void close_rings(struct prec_sampler *s)
{
	for (uint32_t i = 0; i < s->n_rings; i++) {
		ring_unmap(&s->rings[i].ring);
		free(s->rings[i].skipped);
		close(s->rings[i].fd);
	}
	s->n_rings = 0;
}

static int map_rings(struct prec_sampler *s, size_t size, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < s->n_rings && !result; i++)
		result = ring_map(&s->rings[i].ring, s->rings[i].fd, size, RING_DRAINED);
	if (result == -EPERM)
		return error_set(err, result,
				 "rings of %zu bytes for %d CPUs are more than this user may lock "
				 "(kernel.perf_event_mlock_kb, RLIMIT_MEMLOCK)",
				 size, s->target.cpus.n);
	return result ? error_set(err, result, "a ring of %zu bytes: %s", size, strerror(-result)) : 0;
}

/* Opens all rings or none. The watermark of a ring's own descriptor is what the kernel wakes by. */
static int ring_set(struct prec_sampler *s, size_t size, struct error *err)
{
	const uint32_t wakeup = s->options.wakeup_bytes ? s->options.wakeup_bytes : ring_sizes_watermark(size);
	int result = 0;

	event_set_reset(&s->set, &(struct event_watermarks){ wakeup, wakeup, 0 });
	for (int i = 0; i < s->target.cpus.n && !result; i++)
		for (uint32_t event = 0; event < s->n_events && !result; event++)
			result = open_ring(s, s->target.cpus.cpus[i], event, err);
	if (!result)
		result = map_rings(s, size, err);
	if (result)
		close_rings(s);
	return result;
}

static int error_small(size_t size, size_t least, struct error *err)
{
	return error_set(
		err, -EINVAL,
		"a ring of %zu bytes has no room for a sample with all that is asked for: ring_bytes has to be "
		"%zu at least",
		size, least);
}

/* Opens the rings; if the limit of locked memory is too low, smaller ones, unless the caller has set their size. */
static int ring_set_that_fit(struct prec_sampler *s, struct error *err)
{
	const size_t least = find_least(s);
	size_t size = ring_sizes_round(s->options.ring_bytes ? s->options.ring_bytes : RING_DEFAULT);
	int result = size < least ? error_small(size, least, err) : ring_set(s, size, err);

	while ((result == -EPERM || result == -ENOMEM) && !s->options.ring_bytes && size > least) {
		size /= 2;
		result = ring_set(s, size, err);
	}
	return result;
}

static int watch_rings(struct prec_sampler *s, struct error *err)
{
	int result = 0;

	s->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (s->epoll < 0)
		return error_set(err, -errno, "epoll_create: %s", strerror(errno));
	for (uint32_t i = 0; i < s->n_rings && !result; i++)
		result = sampler_set_watch(s, s->rings[i].fd, SAMPLER_RING_DATA);
	return result ? error_set(err, result, "a ring cannot be polled: %s", strerror(-result)) : 0;
}

/* Makes the timer that wakes the poll if the kernel does not do so for each record; see sampler_set_tick. */
static int make_timer(struct prec_sampler *s, struct error *err)
{
	int result;

	if (s->options.wakeup_bytes)
		return 0;
	s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	result = s->timer < 0 ? -errno : sampler_set_watch(s, s->timer, SAMPLER_TIMER_DATA);
	return result ? error_set(err, result, "a timer: %s", strerror(-result)) : 0;
}

int sampler_rings_open(struct prec_sampler *s, struct error *err)
{
	int result;

	s->rings = calloc((size_t)s->target.cpus.n * s->n_events, sizeof(*s->rings));
	result = s->rings ? ring_set_that_fit(s, err) : error_nomem(err);
	if (!result)
		result = watch_rings(s, err);
	return result ? result : make_timer(s, err);
}

void sampler_rings_close(struct prec_sampler *s, bool is_own)
{
	/* A child that was forked has none of the mappings. */
	for (uint32_t i = 0; !is_own && i < s->n_rings; i++)
		s->rings[i].ring.base = NULL;
	close_rings(s);
	free(s->rings);
	if (s->timer >= 0)
		close(s->timer);
	if (s->epoll >= 0)
		close(s->epoll);
}
