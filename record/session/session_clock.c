#include "record/session/session_clock.h"

#include "common/clock_ns.h"
#include "common/text.h"
#include "record/host/host_read.h"
#include "record/sampler/event_clock.h"

#define TRIES 16

/* The event's clock is read between two reads of the wall clock; of several tries the one counts that took least. */
static struct clock_moment moment_now(struct event_clock *clock)
{
	struct clock_moment moment = { 0 };
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		const uint64_t before = clock_ns(CLOCK_REALTIME), time = event_clock_now(clock);
		const uint64_t after = clock_ns(CLOCK_REALTIME);

		if (!time || after < before || after - before >= least)
			continue;
		least = after - before;
		moment = (struct clock_moment){ .time = time, .wall = before + least / 2 };
	}
	return moment;
}

static struct clock_moment moment_of(const struct event_attr *attr)
{
	struct clock_moment moment = { 0 };
	struct event_clock clock;

	if (!event_clock_open(&clock, attr)) {
		moment = moment_now(&clock);
		event_clock_close(&clock);
	}
	return moment;
}

/* 32 digits of hex, in groups: 28f7e515-... */
static void boot_parse(uint8_t boot[static BOOT_ID_SIZE], const char *text)
{
	size_t n = 0;

	for (; *text && n < 2 * BOOT_ID_SIZE; text++) {
		const int value = text_hex_digit(*text);

		if (value < 0)
			continue;
		boot[n / 2] = (uint8_t)(boot[n / 2] << 4 | value);
		n++;
	}
}

void session_clock_start(struct clock_note *ret_note, const struct event_attr *attr)
{
	static const struct host_roots roots = { 0 };
	struct host_read read;
	const char *boot;

	*ret_note = (struct clock_note){ .clock = attr->flags & ATTR_USE_CLOCKID ? (uint32_t)attr->clockid
										 : CLOCK_OF_PERF };
	host_read_init(&read, &roots);
	boot = host_read_proc(&read, "sys/kernel/random/boot_id");
	if (boot)
		boot_parse(ret_note->boot, boot);
	host_read_fini(&read);
	ret_note->start = moment_of(attr);
}

void session_clock_end(struct clock_note *note, const struct event_attr *attr)
{
	note->end = moment_of(attr);
}
