/* counters: implements prec/counters.h. */
#include "libprec/counter_page.h"
#include "libprec/fork_guard.h"
#include "libprec/lib_types.h"
#include "record/counter/counters.h"
#include "record/events/event_groups.h"
#include "record/events/event_parse.h"
#include <prec/counters.h>
#include <prec/event.h>

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *counter_page_map(int fd)
{
	void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);

	return page == MAP_FAILED ? NULL : page;
}

void counter_page_unmap(void *page)
{
	if (page)
		munmap(page, (size_t)sysconf(_SC_PAGESIZE));
}

/* What is read of one event without the others. */
struct own_counter {
	bool is_known;   /* it was asked for, and looked for then */
	uint32_t number; /* in the list; COUNTER_NONE: there is none, or several, and none of them the opener's */
	void *page;      /* NULL: not mapped */
};

#define COUNTER_NONE UINT32_MAX

struct prec_counters {
	struct event_list events;
	struct target target;
	struct counters counters;
	struct count *bases; /* for each counter: its value and times at the last reset, subtracted when it is read */
	pid_t opener;        /* the thread that opened the counters */
	struct own_counter *own; /* one for each event */
	struct fork_guard process;
};

/*
 * Finds the event's counter of the thread that opened the counters, and maps its page; or else the only counter of the
 * event. A thread may read the page of its own counter only.
 */
static void find_own(const struct prec_counters *c, uint32_t event, struct own_counter *own)
{
	uint32_t n = 0;

	own->is_known = true;
	own->number = COUNTER_NONE;
	for (uint32_t i = 0; i < c->counters.n; i++) {
		const struct counter *counter = &c->counters.list[i];

		if (counter->event != event)
			continue;
		own->number = i;
		n++;
		if (counter->tid == c->opener && counter->cpu < 0) {
			own->page = counter_page_map(c->counters.handles[i].fd);
			return;
		}
	}
	if (n != 1)
		own->number = COUNTER_NONE;
}

static int check_events(const struct prec_counters *c, struct error *err)
{
	for (size_t i = 0; i < c->counters.set.n; i++)
		if (!c->counters.is_missing[i])
			return 0;
	return error_set(err, -ENOENT, "this machine has none of these events, '%s' first",
			 c->counters.set.events[0].name);
}

static int check_threads(const struct prec_counters *c, struct error *err)
{
	if (c->counters.n)
		return 0;
	return error_set(err, -ESRCH, "there is no such process or thread");
}

static int open_counters(struct prec_counters *c, const char *text, const struct prec_target *target, struct error *err)
{
	const struct counting_config config = { .starts_later = true, .refuses_breakpoints = true };
	int result = event_list_parse(&c->events, text, NULL, err);

	if (!result && !c->events.n)
		result = error_set(err, -EINVAL, "no event is named");
	if (!result)
		result = lib_target_init(&c->target, target, err);
	if (!result)
		result = counters_open(&c->counters, &c->events, &config, &c->target, NULL, err);
	if (!result)
		result = check_events(c, err);
	if (!result)
		result = check_threads(c, err);
	if (result)
		return result;
	c->opener = gettid();
	fork_guard_init(&c->process);
	c->own = calloc(c->counters.set.n, sizeof(*c->own));
	c->bases = calloc(c->counters.n, sizeof(*c->bases));
	return c->own && c->bases ? 0 : error_nomem(err);
}

int prec_counters_open(struct prec_counters **ret_counters, const char *events, const struct prec_target *target,
		       struct prec_error *ret_error)
{
	struct prec_counters *c = calloc(1, sizeof(*c));
	struct error err = ERROR_INIT;
	int result;

	*ret_counters = NULL;
	if (!c)
		return lib_error_set(ret_error, -ENOMEM, "out of memory");
	event_list_init(&c->events);
	result = open_counters(c, events, target, &err);
	if (result) {
		prec_counters_close(c);
		return lib_error(ret_error, result, &err);
	}
	*ret_counters = c;
	return 0;
}

/* Disables the events before they are closed: if a forked child has the descriptors, too, they would count on. */
static void end_counting(struct prec_counters *c)
{
	counters_disable(&c->counters, NULL);
	for (size_t i = 0; c->own && i < c->counters.set.n; i++)
		counter_page_unmap(c->own[i].page);
}

void prec_counters_close(struct prec_counters *c)
{
	if (!c)
		return;
	if (fork_guard_is(&c->process))
		end_counting(c);
	fork_guard_fini(&c->process);
	free(c->own);
	free(c->bases);
	counters_close(&c->counters);
	target_fini(&c->target);
	event_list_fini(&c->events);
	free(c);
}

size_t prec_counters_size(const struct prec_counters *c)
{
	return c->counters.set.n;
}

static size_t find_leader(const struct event_list *list, size_t event)
{
	while (!event_groups_leads(list, (int)event))
		event--;
	return event;
}

int prec_counters_info(const struct prec_counters *c, size_t event, struct prec_counter_info *ret_info)
{
	const struct event_spec *spec;

	if (event >= c->counters.set.n)
		return -EINVAL;
	spec = c->counters.set.events[event].spec;
	*ret_info = (struct prec_counter_info){ .name = c->counters.set.events[event].name,
						.unit = spec->unit.text ? spec->unit.text : "",
						.scale = spec->unit.scale ? spec->unit.scale : 1,
						.is_supported = !c->counters.is_missing[event],
						.leader = find_leader(&c->events, event) };
	for (uint32_t i = 0; i < c->counters.n; i++)
		ret_info->n += c->counters.list[i].event == event;
	return 0;
}

int prec_counters_enable(struct prec_counters *c)
{
	return counters_enable(&c->counters, NULL);
}

int prec_counters_disable(struct prec_counters *c)
{
	return counters_disable(&c->counters, NULL);
}

/* Returns what is subtracted from a count from now on. Of a state, such as a temperature, nothing is. */
static struct count base_of(const struct prec_counters *c, uint32_t number)
{
	const struct counter *counter = &c->counters.list[number];
	struct count base = counter->count;

	if (c->counters.set.events[counter->event].spec->unit.is_snapshot)
		base.value = 0;
	return base;
}

/*
 * The kernel's reset does not reset the times, nor what ended threads and processes added that had inherited a counter.
 * So the rest is read after it, each group at once, and subtracted from then on.
 */
int prec_counters_reset(struct prec_counters *c)
{
	int result = 0;

	for (uint32_t i = 0; i < c->counters.n && !result; i++) {
		result = prec_event_reset(c->counters.handles[i].fd, false);
		c->counters.list[i].count.value = 0; /* one that cannot be read has nothing more */
		c->bases[i].value = 0;
	}
	if (!result)
		result = counters_read(&c->counters, NULL);
	for (uint32_t i = 0; i < c->counters.n && !result; i++)
		c->bases[i] = base_of(c, i);
	return result;
}

/* Returns value minus base; 0 if it is less, because the caller has reset the descriptor. */
static inline uint64_t value_since(uint64_t value, const struct count *base)
{
	return value > base->value ? value - base->value : 0;
}

static struct prec_count lib_count(const struct prec_counters *c, uint32_t number)
{
	const struct count *base = &c->bases[number];
	struct count count = c->counters.list[number].count;

	count.value = value_since(count.value, base);
	count.enabled -= base->enabled;
	count.running -= base->running;
	return (struct prec_count){
		.value = count.value, .enabled = count.enabled, .running = count.running, .scaled = count_scaled(count)
	};
}

int prec_counters_read(struct prec_counters *c, struct prec_count *counts, size_t n)
{
	const size_t n_events = c->counters.set.n;
	int result = counters_read(&c->counters, NULL);

	if (result)
		return result;
	if (n)
		memset(counts, 0, n * sizeof(*counts));
	for (uint32_t i = 0; i < c->counters.n; i++) {
		const struct counter *counter = &c->counters.list[i];
		const struct prec_count one = lib_count(c, i);
		struct prec_count *sum;

		if (counter->event >= n)
			continue;
		sum = &counts[counter->event];
		sum->value += one.value;
		sum->enabled += one.enabled;
		sum->running += one.running;
		sum->scaled += one.scaled;
	}
	return n_events < INT_MAX ? (int)n_events : INT_MAX;
}

int prec_counters_each(const struct prec_counters *c, prec_counters_take *take, void *arg)
{
	for (uint32_t i = 0; i < c->counters.n; i++) {
		const struct counter *counter = &c->counters.list[i];
		const struct prec_count count = lib_count(c, i);
		int result = take(arg, counter->event, counter->cpu, counter->tid, &count);

		if (result)
			return result;
	}
	return 0;
}

static uint64_t read_own(struct prec_counters *c, const struct own_counter *own)
{
	if (own->number == COUNTER_NONE || counters_read_one(&c->counters, own->number, NULL))
		return UINT64_MAX;
	return value_since(c->counters.list[own->number].count.value, &c->bases[own->number]);
}

uint64_t prec_counter_rdpmc(struct prec_counters *c, size_t event)
{
	struct own_counter *own;
	uint64_t count;

	if (event >= c->counters.set.n || !fork_guard_is(&c->process))
		return UINT64_MAX;
	own = &c->own[event];
	if (!own->is_known)
		find_own(c, (uint32_t)event, own);
	if (!own->page || !counter_page_read(own->page, &count))
		return read_own(c, own);
	return value_since(count, &c->bases[own->number]);
}

int prec_counter_fd(const struct prec_counters *c, size_t event, size_t place)
{
	for (uint32_t i = 0; i < c->counters.n; i++)
		if (c->counters.list[i].event == event && !place--)
			return c->counters.handles[i].fd;
	return -EINVAL;
}
