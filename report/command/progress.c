#include "report/command/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define PROGRESS_AFTER 0.5 /* seconds before the first line */
#define PROGRESS_EVERY 0.1

static double seconds_since(const struct timespec *then, const struct timespec *now)
{
	return (double)(now->tv_sec - then->tv_sec) + (double)(now->tv_nsec - then->tv_nsec) / 1e9;
}

static void progress_show(void *context, uint64_t done, uint64_t all, uint64_t samples)
{
	struct progress *p = context;
	struct timespec now;
	double seconds;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (done < p->done) {
		p->started = now;
		p->pass++;
	}
	p->done = done;
	seconds = seconds_since(&p->started, &now);
	if ((seconds < PROGRESS_AFTER && !p->pass) || seconds_since(&p->shown, &now) < PROGRESS_EVERY || !done || !all)
		return;
	p->shown = now;
	p->drew = true;
	fputc('\r', stderr);
	if (p->pass)
		fprintf(stderr, "pass %u  ", p->pass + 1);
	/* The workers' shares are about equal, so the samples of one show how far all are. */
	fprintf(stderr, "%3.0f%%  %" PRIu64 " of %" PRIu64 " MB  %.1f M samples/s  %.0f s left\033[K",
		100.0 * (double)done / (double)all, done >> 20, all >> 20, (double)samples * p->workers / seconds / 1e6,
		seconds * (double)(all - done) / (double)done);
}

void progress_init(struct progress *p, unsigned workers, bool quiet)
{
	*p = (struct progress){ .is_on = !quiet && isatty(STDERR_FILENO), .workers = workers };
	p->scan = (struct scan_progress){ .show = progress_show, .context = p };
	clock_gettime(CLOCK_MONOTONIC, &p->started);
}

void progress_end(struct progress *p)
{
	if (p->drew)
		fputs("\r\033[K", stderr);
	p->drew = false;
}
