#include "record/session/status.h"

#include "common/log.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MEBIBYTE      (1024.0 * 1024.0)
#define LOSS_TEXT_MAX 512
#define LOSSES_SHOWN  8
#define CLEAR_LINE    "\r\033[K"

bool status_is_wanted(bool command_is_target, bool quiet)
{
	return !quiet && !command_is_target && isatty(STDERR_FILENO);
}

void status_draw(const struct status_facts *f)
{
	fprintf(stderr, CLEAR_LINE "[ %.1f s: %llu samples", f->elapsed, (unsigned long long)f->samples);
	if (f->lost)
		fprintf(stderr, ", %llu lost", (unsigned long long)f->lost);
	fprintf(stderr, ", %.3f MB ]", f->bytes / MEBIBYTE);
	fflush(stderr);
}

void status_clear(void)
{
	fputs(CLEAR_LINE, stderr);
	fflush(stderr);
}

static uint64_t loss_lost(const struct status_loss *loss)
{
	return loss->lost;
}

static uint64_t loss_throttled(const struct status_loss *loss)
{
	return loss->throttled;
}

/* "CPU 0: 12, CPU 3: 7": those with a number other than 0, the rest in one. */
static void list_losses(char *text, size_t room, const struct status_summary *s,
			uint64_t (*number)(const struct status_loss *))
{
	uint64_t rest = 0;
	size_t at = 0;
	int shown = 0;

	text[0] = 0;
	for (size_t i = 0; i < s->n_losses; i++) {
		const struct status_loss *loss = &s->losses[i];
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

static uint64_t sum_throttled(const struct status_summary *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < s->n_losses; i++)
		sum += s->losses[i].throttled;
	return sum;
}

static void warn_of_loss(const struct status_summary *s)
{
	uint64_t throttled = sum_throttled(s);
	char text[LOSS_TEXT_MAX];

	if (s->facts.lost) {
		list_losses(text, sizeof(text), s, loss_lost);
		log_warn("%llu samples were lost (%s), %.2f %%: larger buffers (-m 4M) or fewer samples (-F, -c) help",
			 (unsigned long long)s->facts.lost, text,
			 100.0 * s->facts.lost / (double)(s->facts.lost + s->facts.samples));
	}
	if (s->hardware_lost)
		log_warn("the hardware dropped %llu samples", (unsigned long long)s->hardware_lost);
	if (s->sideband_lost)
		log_warn("%llu records of mappings and processes were lost: some addresses may have no name",
			 (unsigned long long)s->sideband_lost);
	if (throttled) {
		list_losses(text, sizeof(text), s, loss_throttled);
		log_warn(
			"the kernel paused sampling %llu times (%s), because it came faster than "
			"kernel.perf_event_max_sample_rate or took more than kernel.perf_cpu_time_max_percent; a lower "
			"rate (-F 1000) helps",
			(unsigned long long)throttled, text);
	}
}

void status_summarize(const struct status_summary *s)
{
	warn_of_loss(s);
	if (log_level() < LOG_NORMAL)
		return;
	fprintf(stderr, "[ prec record: Captured and wrote %.3f MB %s (%llu samples", s->facts.bytes / MEBIBYTE,
		s->output, (unsigned long long)s->facts.samples);
	if (s->facts.lost)
		fprintf(stderr, ", %llu lost", (unsigned long long)s->facts.lost);
	if (s->packed_bytes)
		fprintf(stderr, ", compressed %.1f:1", (double)s->raw_bytes / (double)s->packed_bytes);
	fputs(") ]\n", stderr);
}
