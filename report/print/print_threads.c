#include "report/print/print_threads.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Widths of columns. */
struct widths {
	int pid, tid, name, raw, count;
};

static void widen(int *width, int n)
{
	if (*width < n)
		*width = n;
}

static void widths_of_threads(struct widths *w, const struct thread_counts *t)
{
	for (uint32_t i = 0; i < t->n; i++) {
		widen(&w->pid, snprintf(NULL, 0, "%" PRId32, (int32_t)t->threads[i].pid));
		widen(&w->tid, snprintf(NULL, 0, "%" PRId32, (int32_t)t->threads[i].tid));
	}
}

/* Returns the width of the largest count of an event. */
static int count_width(const struct thread_counts *t, uint32_t event)
{
	int width = 0;

	for (uint32_t i = 0; i < t->n; i++)
		widen(&width, snprintf(NULL, 0, "%" PRIu64, thread_count(t, i, event)));
	return width;
}

static void print_ids(FILE *out, const struct thread_counts *t, const struct widths *w, uint32_t thread)
{
	fprintf(out, "  %*" PRId32 "  %*" PRId32, w->pid, (int32_t)t->threads[thread].pid, w->tid,
		(int32_t)t->threads[thread].tid);
}

/* Prints a column for each event, as wide as its name and its counts. 0 or -ENOMEM. */
static int print_counts(FILE *out, const struct thread_counts *t, const struct widths *w)
{
	int *widths = calloc(t->n_events + 1ull, sizeof(*widths));

	if (!widths)
		return -ENOMEM;
	for (uint32_t i = 0; i < t->n_events; i++) {
		const char *name = t->file->events[t->events[i]].name;

		widths[i] = count_width(t, t->events[i]);
		widen(&widths[i], (int)strlen(name));
		fprintf(out, "  %*s", widths[i], name);
	}
	fputc('\n', out);
	for (uint32_t thread = 0; thread < t->n; thread++) {
		print_ids(out, t, w, thread);
		for (uint32_t i = 0; i < t->n_events; i++)
			fprintf(out, "  %*" PRIu64, widths[i], thread_count(t, thread, t->events[i]));
		fputc('\n', out);
	}
	free(widths);
	return 0;
}

/* Prints a line for each count. Linux perf puts the counts of all threads on one line. */
static int print_raw(FILE *out, const struct thread_counts *t, struct widths *w)
{
	for (uint32_t i = 0; i < t->n_events; i++) {
		const struct file_event *e = &t->file->events[t->events[i]];

		widen(&w->name, (int)strlen(e->name));
		widen(&w->raw, snprintf(NULL, 0, "%x", t->events[i]));
		widen(&w->count, count_width(t, t->events[i]));
	}
	fprintf(out, "  %*s  %*s  %*s\n", w->name, "Name", w->raw, "Raw", w->count, "Count");
	for (uint32_t thread = 0; thread < t->n; thread++)
		for (uint32_t i = 0; i < t->n_events; i++) {
			const struct file_event *e = &t->file->events[t->events[i]];

			print_ids(out, t, w, thread);
			fprintf(out, "  %*s  %*x  %*" PRIu64 "\n", w->name, e->name, w->raw, t->events[i], w->count,
				thread_count(t, thread, t->events[i]));
		}
	return 0;
}

int print_threads(FILE *out, const struct thread_counts *t, bool raw, bool view)
{
	struct widths w = { .pid = 3, .tid = 3, .name = 4, .raw = 3, .count = 5 };

	widths_of_threads(&w, t);
	fprintf(out, "%s%*s  %*s", view ? "  " : "# ", w.pid, "PID", w.tid, "TID");
	return raw ? print_raw(out, t, &w) : print_counts(out, t, &w);
}
