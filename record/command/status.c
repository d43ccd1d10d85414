#include "record/command/status.h"

#include "common/clock_ns.h"
#include "common/log.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define INTERVAL_NS   (250 * NS_PER_MS)
#define MEBIBYTE      (1024.0 * 1024.0)
#define LOSS_TEXT_MAX 512
#define LOSSES_SHOWN  8
#define CLEAR_LINE    "\r\033[K"

void status_init(struct status *status, bool command_is_target, bool quiet)
{
	uint64_t now = clock_now();

	*status =
		(struct status){ .is_shown = !quiet && !command_is_target && isatty(STDERR_FILENO), .started_ns = now };
	if (status->is_shown)
		status->next_ns = now;
}

static void draw(const struct session_progress *progress, double elapsed)
{
	fprintf(stderr, CLEAR_LINE "[ %.1f s: %llu samples", elapsed, (unsigned long long)progress->samples);
	if (progress->lost)
		fprintf(stderr, ", %llu lost", (unsigned long long)progress->lost);
	fprintf(stderr, ", %.3f MB ]", progress->bytes / MEBIBYTE);
	fflush(stderr);
}

int status_update(struct status *status, struct session *session, struct error *err)
{
	uint64_t now = clock_now();
	struct session_progress progress;
	int result;

	if (!status->is_shown || now < status->next_ns)
		return 0;
	result = session_progress(session, &progress, err);
	draw(&progress, (double)(now - status->started_ns) / 1e9);
	status->next_ns = now + INTERVAL_NS;
	return result;
}

void status_clear(const struct status *status)
{
	if (!status->is_shown)
		return;
	fputs(CLEAR_LINE, stderr);
	fflush(stderr);
}

static uint64_t loss_lost(const struct session_loss *loss)
{
	return loss->lost;
}

static uint64_t loss_throttled(const struct session_loss *loss)
{
	return loss->throttled;
}

/* "CPU 0: 12, CPU 3: 7": those with a number other than 0, the rest in one. */
static void list_losses(char *text, size_t room, const struct session_summary *s,
			uint64_t (*number)(const struct session_loss *))
{
	uint64_t rest = 0;
	size_t at = 0;
	int shown = 0;

	text[0] = 0;
	for (size_t i = 0; i < s->n_losses; i++) {
		const struct session_loss *loss = &s->losses[i];
		uint64_t n = number(loss);

		if (!n)
			continue;
		if (shown++ >= LOSSES_SHOWN) {
			rest += n;
			continue;
		}
		at += (size_t)snprintf(text + at, room - at, "%s%s %d: %llu", at ? ", " : "",
				       loss->cpu >= 0 ? "CPU" : "thread", loss->cpu >= 0 ? loss->cpu : loss->tid,
				       (unsigned long long)n);
	}
	if (rest)
		snprintf(text + at, room - at, ", others: %llu", (unsigned long long)rest);
}

static uint64_t sum_throttled(const struct session_summary *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < s->n_losses; i++)
		sum += s->losses[i].throttled;
	return sum;
}

static void warn_of_pauses(const struct session_summary *s, uint64_t throttled)
{
	uint64_t ns = 0;
	char text[LOSS_TEXT_MAX];

	for (size_t i = 0; i < s->n_losses; i++)
		ns += s->losses[i].throttled_ns;
	list_losses(text, sizeof(text), s, loss_throttled);
	log_warn("the kernel paused sampling %llu times (%s), for %.3f ms or more in all, because it came faster than "
		 "kernel.perf_event_max_sample_rate or took more than kernel.perf_cpu_time_max_percent; a lower rate "
		 "(-F 1000) helps",
		 (unsigned long long)throttled, text, (double)ns / 1e6);
}

/* In the words of Linux perf, as far as it has any. */
static void warn_of_traces(const struct session_traces *t)
{
	const unsigned long long parts = t->counts.parts;

	if (t->counts.truncated || t->n_impossible)
		log_warn("AUX data lost %llu times out of %llu! Larger areas (-m ,16M) or less to trace help",
			 (unsigned long long)(t->counts.truncated + t->n_impossible), parts);
	if (t->lost)
		log_warn("%llu records about hardware traces were lost, without which decoders miss parts of them; "
			 "larger areas (-m ,16M), which the kernel reports less often, or less to trace help",
			 (unsigned long long)t->lost);
	if (t->counts.partial)
		log_warn("AUX data had gaps in it %llu times out of %llu! Are you running a KVM guest in the "
			 "background?",
			 (unsigned long long)t->counts.partial, parts);
	if (t->counts.collided)
		log_warn("AUX data detected collision %llu times out of %llu!", (unsigned long long)t->counts.collided,
			 parts);
	if (t->by_snapshot && !t->n_snapshots)
		log_warn("no snapshot was taken: SIGUSR2 takes one, and -Se one at the end");
}

static void warn_of_loss(const struct session_summary *s)
{
	uint64_t throttled = sum_throttled(s);
	char text[LOSS_TEXT_MAX];

	if (s->total.lost) {
		list_losses(text, sizeof(text), s, loss_lost);
		log_warn("%llu samples were lost (%s), %.2f %%: %s", (unsigned long long)s->total.lost, text,
			 100.0 * s->total.lost / (double)(s->total.lost + s->total.samples), s->advice);
	}
	if (s->hardware_lost)
		log_warn("the hardware dropped %llu samples", (unsigned long long)s->hardware_lost);
	if (s->sideband_lost)
		log_warn("%llu records of mappings and processes were lost: some addresses may have no name",
			 (unsigned long long)s->sideband_lost);
	warn_of_traces(&s->traces);
	if (throttled)
		warn_of_pauses(s, throttled);
}

void status_summarize(const struct session_summary *s, const char *output)
{
	warn_of_loss(s);
	if (log_level() < LOG_NORMAL)
		return;
	fprintf(stderr, "[ prec record: Captured and wrote %.3f MB ", s->total.bytes / MEBIBYTE);
	if (s->n_files > 1)
		fprintf(stderr, "in %u files, the last is ", s->n_files);
	fprintf(stderr, "%s (%llu samples", output, (unsigned long long)s->total.samples);
	if (s->total.lost)
		fprintf(stderr, ", %llu lost", (unsigned long long)s->total.lost);
	if (s->traces.are_recorded)
		fprintf(stderr, ", %.3f MB of traces", s->traces.bytes / MEBIBYTE);
	if (s->packed_bytes)
		fprintf(stderr, ", compressed %.1f:1", (double)s->raw_bytes / (double)s->packed_bytes);
	fputs(") ]\n", stderr);
}
