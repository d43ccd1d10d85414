#include "report/browser/time_strip.h"

#include "common/clock_ns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* From few samples to many. */
static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
static const char *const letters[] = { " ", ".", ":", "-", "=", "+", "*", "#", "@" };
#define HEIGHTS 8u

void time_strip_fini(struct time_strip *t)
{
	free(t->counts);
	*t = (struct time_strip){ 0 };
}

bool time_strip_key(struct time_strip *t, const struct browse_event *e)
{
	switch (e->key) {
	case BROWSE_LEFT: t->at -= t->at ? 1 : 0; break;
	case BROWSE_RIGHT: t->at += t->at + 1 < t->n ? 1 : 0; break;
	case BROWSE_HOME: t->at = 0; break;
	case BROWSE_END: t->at = t->n - 1; break;
	case BROWSE_CLICK: t->at = e->column && e->column <= t->n ? e->column - 1 : t->at; break;
	case ' ':
		t->is_marked = !t->is_marked;
		t->mark = t->at;
		break;
	default: return false;
	}
	return true;
}

static unsigned first_of(const struct time_strip *t)
{
	return t->is_marked && t->mark < t->at ? t->mark : t->at;
}

static unsigned last_of(const struct time_strip *t)
{
	return t->is_marked && t->mark > t->at ? t->mark : t->at;
}

void time_strip_draw(const struct time_strip *t, struct cells *c, unsigned line)
{
	uint64_t most = 1;

	for (unsigned i = 0; i < t->n; i++)
		most = t->counts[i] > most ? t->counts[i] : most;
	cells_put(c, line, 0, 1, STYLE_PLAIN, " ");
	for (unsigned i = 0; i < c->columns; i++)
		cells_put(c, line, i, 1, STYLE_PLAIN, " ");
	for (unsigned i = 0; i < t->n; i++) {
		/* What is there at all is seen. */
		unsigned height = (unsigned)((double)t->counts[i] * HEIGHTS / (double)most);
		bool is_chosen = i >= first_of(t) && i <= last_of(t);

		height = !height && t->counts[i] ? 1 : height;
		cells_put(c, line, i + 1, 1, is_chosen ? STYLE_SELECTED : STYLE_WARM,
			  c->is_utf8 ? blocks[height] : letters[height]);
	}
}

void time_strip_range(const struct time_strip *t, char *times, char *label, size_t size)
{
	const uint64_t second = NS_PER_S;
	bool is_short = t->n * t->piece < second;
	double unit = is_short ? 1e6 : 1e9;
	uint64_t start = t->first + first_of(t) * t->piece, end = t->first + (last_of(t) + 1) * t->piece - 1;

	snprintf(times, size, "%" PRIu64 ".%09" PRIu64 ",%" PRIu64 ".%09" PRIu64, start / second, start % second,
		 end / second, end % second);
	snprintf(label, size, "%.3f to %.3f %s", (double)(start - t->first) / unit, (double)(end + 1 - t->first) / unit,
		 is_short ? "ms" : "s");
}

void time_strip_status(const struct time_strip *t, char *text, size_t size)
{
	char times[64], label[64];
	uint64_t n = 0;

	for (unsigned i = first_of(t); i <= last_of(t); i++)
		n += t->counts[i];
	time_strip_range(t, times, label, sizeof(times));
	snprintf(text, size, "%s: %" PRIu64 " samples; SPACE marks, ENTER narrows to them", label, n);
}
