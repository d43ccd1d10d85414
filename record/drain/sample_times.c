#include "record/drain/sample_times.h"

#include "common/clock_ns.h"
#include "common/list.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MS_MAX INT32_MAX

/* A number of milliseconds at *text, which moves behind it. */
static bool take_ms(const char **text, uint64_t *ret_ns)
{
	unsigned long long ms;
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	ms = strtoull(*text, &end, 10);
	if (errno || ms > MS_MAX)
		return false;
	*text = end;
	*ret_ns = ms * NS_PER_MS;
	return true;
}

/* "10-20" at *text, after the end of the range before. */
static bool take_range(const char **text, uint64_t before, struct sample_range *ret_range)
{
	struct sample_range range;

	if (!take_ms(text, &range.from) || *(*text)++ != '-' || !take_ms(text, &range.until))
		return false;
	if (range.until <= range.from || (before && range.from <= before))
		return false;
	*ret_range = range;
	return true;
}

static int add_range(struct sample_times *t, const struct sample_range *range)
{
	if (!list_reserve_unkept(&t->ranges, t->n, sizeof(*t->ranges)))
		return -ENOMEM;
	t->ranges[t->n++] = *range;
	return 0;
}

static int parse_ranges(struct sample_times *t, const char *text)
{
	for (;;) {
		struct sample_range range;

		if (!take_range(&text, t->n ? t->ranges[t->n - 1].until : 0, &range))
			return -EINVAL;
		if (add_range(t, &range))
			return -ENOMEM;
		if (!*text)
			return 0;
		if (*text++ != ',')
			return -EINVAL;
	}
}

static int parse(struct sample_times *t, const char *text)
{
	struct sample_range range = { 0 };
	const char *end = text;

	if (!strcmp(text, "-1")) {
		t->on_request = true;
		return 0;
	}
	if (!take_ms(&end, &range.from) || *end)
		return parse_ranges(t, text);
	return range.from ? add_range(t, &range) : 0;
}

int sample_times_parse(struct sample_times *t, const char *text, struct error *err)
{
	struct sample_times parsed = { 0 };
	int result = parse(&parsed, text);

	if (result) {
		sample_times_fini(&parsed);
		return result == -ENOMEM ? error_nomem(err)
					 : error_set(err, result,
						     "'%s': neither a number of milliseconds, nor -1, nor ranges that "
						     "ascend, such as 10-20,30-40",
						     text);
	}
	sample_times_fini(t);
	*t = parsed;
	return 0;
}

void sample_times_fini(struct sample_times *t)
{
	free(t->ranges);
	memset(t, 0, sizeof(*t));
}

bool sample_times_begin_on(const struct sample_times *t)
{
	return !t->on_request && (!t->n || !t->ranges[0].from);
}

void sample_schedule_start(struct sample_schedule *s, const struct sample_times *times, uint64_t now)
{
	*s = (struct sample_schedule){ .times = times, .start_ns = now, .is_on = sample_times_begin_on(times) };
}

void sample_schedule_stop(struct sample_schedule *s)
{
	s->range = s->times->n;
}

uint64_t sample_schedule_next(const struct sample_schedule *s)
{
	const struct sample_range *range;

	if (s->range >= s->times->n)
		return 0;
	range = &s->times->ranges[s->range];
	if (s->is_on && !range->until)
		return 0;
	return s->start_ns + (s->is_on ? range->until : range->from);
}

enum sample_change sample_schedule_take(struct sample_schedule *s, uint64_t now)
{
	uint64_t next = sample_schedule_next(s);

	if (!next || now < next)
		return SAMPLE_SAME;
	s->is_on = !s->is_on;
	if (s->is_on)
		return SAMPLE_ON;
	return ++s->range < s->times->n ? SAMPLE_OFF : SAMPLE_OVER;
}
