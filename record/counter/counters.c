#include "record/counter/counters.h"

#include "common/list.h"
#include "record/open/file_limit.h"
#include "record/open/inheritance.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORDS_ALONE 3    /* value, enabled, running */
#define WORDS_HEAD  3    /* of a group: how many members, enabled, running; then value and id of each */
#define WORDS_MAX   2048 /* the kernel refuses a group that would be larger: 16 KiB */

static bool is_grouped(const struct counters *c, const struct counter *counter)
{
	return c->set.events[counter->event].attr.read_format & PERF_FORMAT_GROUP;
}

/* The leader is the last before it that has the descriptor. */
static uint32_t find_leader(const struct counters *c, int fd)
{
	uint32_t i = c->n;

	while (c->handles[i - 1].fd != fd)
		i--;
	return i - 1;
}

static int add_counter(void *context, const struct opened_event *opened, struct error *err)
{
	struct counters *c = context;
	struct counter_handle handle = { .fd = opened->fd, .leader = c->n };
	struct counter counter = { .event = opened->event, .cpu = opened->cpu, .tid = opened->task->tid };
	int result = descriptor_id(opened->fd, &counter.id, err);

	if (!result && (!list_reserve(&c->list, c->n, &c->capacity, sizeof(*c->list)) ||
			!list_reserve(&c->handles, c->n, &c->handles_capacity, sizeof(*c->handles))))
		result = error_nomem(err);
	if (result) {
		close(opened->fd);
		return result;
	}
	if (opened->leader >= 0)
		handle.leader = find_leader(c, opened->leader);
	c->handles[c->n] = handle;
	c->list[c->n++] = counter;
	return 0;
}

static bool wants_event(void *context, uint32_t event, int cpu)
{
	const struct counters *c = context;

	(void)cpu;
	return !c->is_missing[event] && !c->set.events[event].spec->tool;
}

/* What the kernel answers where hardware or driver do not have the event. */
static bool may_skip_event(void *context, uint32_t event, int code)
{
	struct counters *c = context;

	switch (-code) {
	case EINVAL:
	case ENODEV:
	case ENOENT:
	case ENOSYS:
	case ENXIO:
	case EOPNOTSUPP: break;
	default: return false;
	}
	if (c->set.events[event].is_open ||
	    (c->refuses_breakpoints && code == -EINVAL && c->set.events[event].attr.type == PERF_TYPE_BREAKPOINT))
		return false;
	c->is_missing[event] = true;
	return true;
}

static void mark_counters(void *context)
{
	struct counters *c = context;

	c->n_marked = c->n;
}

static void undo_counters(void *context)
{
	struct counters *c = context;

	while (c->n > c->n_marked)
		close(c->handles[--c->n].fd);
}

static const struct open_sink sink = { .add = add_counter,
				       .wants = wants_event,
				       .may_skip = may_skip_event,
				       .mark = mark_counters,
				       .undo = undo_counters };

int counters_open(struct counters *c, const struct event_list *list, const struct counting_config *config,
		  struct target *target, struct diagnostics *diagnostics, struct error *err)
{
	int result;

	memset(c, 0, sizeof(*c));
	c->refuses_breakpoints = config->refuses_breakpoints;
	result = event_set_init_counting(&c->set, list, config, target, err);
	c->is_missing = calloc(c->set.n + 1, sizeof(*c->is_missing));
	c->words = malloc(WORDS_MAX * sizeof(*c->words));
	if (!result && (!c->is_missing || !c->words))
		result = error_nomem(err);
	open_walk_init(&c->walk, &c->set, target, &sink, c, diagnostics);
	c->walk.inherits = target->inherit;
	c->walk.systems_too = true;
	if (!result)
		result = inheritance_prepare(&c->set, diagnostics, err);
	if (!result)
		result = open_walk_target(&c->walk, err);
	if (result) {
		counters_close(c);
		return result;
	}
	c->walk.command_runs = true;
	file_limit_keep_spare(c->n);
	return 0;
}

void counters_close(struct counters *c)
{
	c->n_marked = 0;
	undo_counters(c);
	event_set_fini(&c->set);
	free(c->list);
	free(c->handles);
	free(c->is_missing);
	free(c->words);
	memset(c, 0, sizeof(*c));
}

static int switch_counter(const struct counter_handle *handle, bool on, struct error *err)
{
	int result = on ? descriptor_enable(handle->fd) : descriptor_disable(handle->fd);

	return result ? error_set(err, result, "cannot %s counting: %s", on ? "start" : "stop", strerror(-result)) : 0;
}

/* Those whose attr has none of the flags. */
static int switch_all(const struct counters *c, bool on, uint64_t but_flags, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < c->n && !result; i++)
		if (c->handles[i].leader == i && !(c->set.events[c->list[i].event].attr.flags & but_flags))
			result = switch_counter(&c->handles[i], on, err);
	return result;
}

int counters_enable(const struct counters *c, struct error *err)
{
	return switch_all(c, true, 0, err);
}

int counters_disable(const struct counters *c, struct error *err)
{
	return switch_all(c, false, 0, err);
}

int counters_enable_rest(const struct counters *c, struct error *err)
{
	return switch_all(c, true, ATTR_ENABLE_ON_EXEC, err);
}

int counters_switch(const struct counters *c, const char *name, bool on, struct error *err)
{
	bool is_found = false;
	int result = 0;

	if (!name)
		return switch_all(c, on, 0, err);
	for (size_t i = 0; i < c->set.n; i++)
		is_found |= !strcmp(c->set.events[i].name, name);
	if (!is_found)
		return error_set(err, -ENOENT, "can't find '%s' event", name);
	for (uint32_t i = 0; i < c->n && !result; i++)
		if (!strcmp(c->set.events[c->list[i].event].name, name))
			result = switch_counter(&c->handles[c->handles[i].leader], on, err);
	return result;
}

static int read_words(const struct counters *c, uint32_t number, size_t n, size_t *ret_n, struct error *err)
{
	ssize_t size = read(c->handles[number].fd, c->words, n * sizeof(*c->words));

	if (size < 0)
		return error_set(err, -errno, "event '%s': cannot read its count: %s",
				 c->set.events[c->list[number].event].name, strerror(errno));
	*ret_n = (size_t)size / sizeof(*c->words);
	return 0;
}

/* An event whose group could not be put on the CPU when it was opened (pinned) reads as nothing: it has not run. */
static int read_alone(struct counters *c, uint32_t number, struct error *err)
{
	size_t n;
	int result = read_words(c, number, WORDS_ALONE, &n, err);

	if (!result && n == WORDS_ALONE)
		c->list[number].count = (struct count){ c->words[0], c->words[1], c->words[2] };
	return result;
}

/* Members come after their leader. */
static void take_member(struct counters *c, uint32_t leader, uint64_t id, struct count count)
{
	const struct counter *first = &c->list[leader];

	for (uint32_t i = leader; i < c->n && c->list[i].tid == first->tid && c->list[i].cpu == first->cpu; i++)
		if (c->handles[i].leader == leader && c->list[i].id == id) {
			c->list[i].count = count;
			return;
		}
}

static int read_group(struct counters *c, uint32_t leader, struct error *err)
{
	const uint64_t *words = c->words;
	size_t n;
	int result = read_words(c, leader, WORDS_MAX, &n, err);

	if (result || n < WORDS_HEAD)
		return result;
	for (size_t i = 0, at = WORDS_HEAD; i < words[0] && at + 2 <= n; i++, at += 2)
		take_member(c, leader, words[at + 1], (struct count){ words[at], words[1], words[2] });
	return 0;
}

int counters_read_one(struct counters *c, uint32_t number, struct error *err)
{
	const uint32_t leader = c->handles[number].leader;

	return is_grouped(c, &c->list[leader]) ? read_group(c, leader, err) : read_alone(c, leader, err);
}

int counters_read(struct counters *c, struct error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < c->n && !result; i++)
		if (c->handles[i].leader == i)
			result = counters_read_one(c, i, err);
	return result;
}
