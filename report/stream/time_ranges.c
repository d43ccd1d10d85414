#include "report/stream/time_ranges.h"

#include "common/clock_ns.h"
#include "formats/feature/features_decode.h"
#include "formats/file/perf_file.h"
#include "report/stream/record_time.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int times_bad(const char *text, struct error *err)
{
	return error_set(err, -EINVAL, "--time '%s': START,STOP in seconds or as 12:30:15, PERCENT%%/N or FROM%%-TO%%",
			 text);
}

static int times_add(struct time_ranges *t, uint64_t start, uint64_t end, const char *text, struct error *err)
{
	if (end < start)
		return error_set(err, -EINVAL, "--time '%s': a time ends before it begins", text);
	if (t->n == TIME_RANGES_MAX)
		return error_set(err, -E2BIG, "--time '%s': more than %d stretches of time", text, TIME_RANGES_MAX);
	t->ranges[t->n].start = start;
	t->ranges[t->n++].end = end;
	return 0;
}

/* The fraction of a second that may follow, in ns. */
static uint64_t fraction_parse(const char **p)
{
	uint64_t unit = NS_PER_S, ns = 0;

	if (**p == '.')
		for ((*p)++; **p >= '0' && **p <= '9'; (*p)++) {
			unit /= 10;
			ns += unit * (uint64_t)(**p - '0');
		}
	return ns;
}

/* Seconds with a fraction, in nanoseconds: digits after the ninth are dropped. False: not a number. */
static bool seconds_parse(const char **p, uint64_t *ret_ns)
{
	char *end;
	uint64_t ns;

	if (**p < '0' || **p > '9')
		return false;
	errno = 0;
	ns = strtoull(*p, &end, 10);
	if (errno || ns > UINT64_MAX / NS_PER_S - 1)
		return false;
	*p = end;
	*ret_ns = ns * NS_PER_S + fraction_parse(p);
	return true;
}

/* A time of day, with or without the day, as a time of the recording's clock. False: it is none. */
static bool wall_parse(const char **p, const struct time_base *base, uint64_t *ret_ns)
{
	static const char *const formats[] = { "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%H:%M:%S", "%H:%M" };
	const time_t began = (time_t)(wall_clock_at(&base->wall, base->first) / NS_PER_S);
	const char *end = NULL;
	struct tm day, tm;
	uint64_t ns;
	time_t seconds;

	if (!localtime_r(&began, &day))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(formats) && !end; i++) {
		tm = day;
		tm.tm_sec = 0;
		end = strptime(*p, formats[i], &tm);
	}
	if (!end)
		return false;
	tm.tm_isdst = -1;
	seconds = mktime(&tm);
	*p = end;
	ns = (uint64_t)seconds * NS_PER_S + fraction_parse(p);
	if (seconds < 0)
		return false;
	*ret_ns = wall_clock_time_of(&base->wall, ns);
	return true;
}

static bool is_wall_time(const char *text)
{
	return strchr(text, ':') != NULL;
}

static bool time_parse(const char **p, const char *text, const struct time_base *base, uint64_t *ret_ns)
{
	return is_wall_time(text) ? wall_parse(p, base, ret_ns) : seconds_parse(p, ret_ns);
}

/* START,STOP up to a space or the end. */
static int times_seconds(struct time_ranges *t, const char **p, const char *text, const struct time_base *base,
			 struct error *err)
{
	uint64_t start = 0, end = UINT64_MAX;

	if (is_wall_time(text) && !base->wall.is_known)
		return error_set(
			err, -EINVAL,
			"--time '%s': the file does not say what time of day it was (no CLOCK_DATA): recordings of "
			"prec do, and those of perf record -k mono",
			text);
	if (**p != ',' && !time_parse(p, text, base, &start))
		return times_bad(text, err);
	if (**p == ',') {
		(*p)++;
		if (**p && **p != ' ' && !time_parse(p, text, base, &end))
			return times_bad(text, err);
	}
	if (**p && **p != ' ')
		return times_bad(text, err);
	while (**p == ' ')
		(*p)++;
	return times_add(t, start, end, text, err);
}

static bool percent_parse(const char **p, double *ret_percent)
{
	char *end;
	double percent = strtod(*p, &end);

	if (end == *p || *end != '%' || !(percent >= 0 && percent <= 100))
		return false;
	*p = end + 1;
	*ret_percent = percent;
	return true;
}

/* PERCENT%/N or FROM%-TO%, up to a comma or the end. */
static int times_percent(struct time_ranges *t, const char **p, const char *text, const struct time_base *base,
			 struct error *err)
{
	const uint64_t first = base->first, last = base->last;
	double total = (double)(last - first);
	double percent, to;
	char *end;

	if (!percent_parse(p, &percent))
		return times_bad(text, err);
	if (**p == '/') {
		unsigned long n = strtoul(*p + 1, &end, 10);

		if (end == *p + 1 || !n || n > 1000 || percent * (double)n > 100)
			return times_bad(text, err);
		*p = end;
		to = percent * (double)n;
		percent = percent * (double)(n - 1);
	} else if (**p == '-') {
		(*p)++;
		if (!percent_parse(p, &to))
			return times_bad(text, err);
	} else {
		/* Without /N: the first PERCENT%. */
		to = percent;
		percent = 0;
	}
	if (**p == ',')
		(*p)++;
	else if (**p)
		return times_bad(text, err);
	return times_add(t, first + (uint64_t)round(percent / 100 * total),
			 to == 100 ? last : first + (uint64_t)round(to / 100 * total), text, err);
}

int time_ranges_parse(struct time_ranges *ret_times, const char *text, const struct time_base *base, struct error *err)
{
	bool percent = strchr(text, '%') != NULL;
	const char *p = text;
	int result = *text ? 0 : times_bad(text, err);

	ret_times->n = 0;
	if (percent && !base->first && !base->last)
		return error_set(err, -EINVAL, "--time '%s': the samples of the file have no times", text);
	while (*p && !result)
		result = percent ? times_percent(ret_times, &p, text, base, err)
				 : times_seconds(ret_times, &p, text, base, err);
	return result;
}

void sample_times(const struct perf_file *file, uint64_t *ret_first, uint64_t *ret_last)
{
	struct buffer b;
	struct cursor c;

	*ret_first = *ret_last = 0;
	buffer_init(&b);
	if (perf_file_has_feature(file, FEATURE_SAMPLE_TIME) &&
	    !perf_file_read_feature(file, FEATURE_SAMPLE_TIME, &b, NULL)) {
		c = cursor_make(b.data, b.size, file->swap);
		if (feature_decode_sample_time(&c, ret_first, ret_last) || *ret_last < *ret_first)
			*ret_first = *ret_last = 0;
	}
	buffer_fini(&b);
}

/* Times of the samples so far; first > last: none. */
struct sample_span {
	struct event_finder finder;
	uint64_t first, last;
};

static int span_take(void *context, const struct record *r, struct error *err)
{
	struct sample_span *s = context;
	const struct file_event *e = r->type == PERF_RECORD_SAMPLE ? event_finder_find(&s->finder, r) : NULL;
	uint64_t time;

	(void)err;
	if (!e || !e->layout.time || !record_time(s->finder.file, e, r, 0, &time))
		return 0;
	s->first = time < s->first ? time : s->first;
	s->last = time > s->last ? time : s->last;
	return 0;
}

int time_ranges_of_file(struct time_ranges *ret_times, const char *text, const struct perf_file *file,
			struct error *err)
{
	const bool is_relative = strchr(text, '%') || is_wall_time(text);
	struct sample_span span = { .finder.file = file };
	struct time_base base;
	int result = 0;

	if (is_relative)
		sample_times(file, &span.first, &span.last);
	if (is_relative && !span.last) {
		span.first = UINT64_MAX;
		result = blocks_each_record(file, NULL, span_take, &span, err);
		if (span.first > span.last)
			span.first = span.last = 0;
	}
	base = (struct time_base){ .first = span.first, .last = span.last, .wall = wall_clock_read(file) };
	return result ? result : time_ranges_parse(ret_times, text, &base, err);
}
