#include "record/command/clock_options.h"

#include "record/command/record_options.h"
#include "record/events/event_traces.h"
#include "record/host/host_read.h"
#include "record/pmu/event_context.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define CLOCK_OF_KERNEL (-1)

int clock_option_take(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	static const struct {
		const char *name;
		int clockid;
	} clocks[] = {
		{ "monotonic", CLOCK_MONOTONIC },
		{ "mono", CLOCK_MONOTONIC },
		{ "monotonic_raw", CLOCK_MONOTONIC_RAW },
		{ "raw", CLOCK_MONOTONIC_RAW },
		{ "boottime", CLOCK_BOOTTIME },
		{ "boot", CLOCK_BOOTTIME },
		{ "realtime", CLOCK_REALTIME },
		{ "real", CLOCK_REALTIME },
		{ "tai", CLOCK_TAI },
		{ "perf", CLOCK_OF_KERNEL },
	};
	const char *name = strncasecmp(text, "CLOCK_", 6) ? text : text + 6;
	char *end;
	long number = strtol(text, &end, 10);
	const bool is_number = end != text && !*end && number >= 0;

	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++)
		if (is_number ? number == clocks[i].clockid : !strcasecmp(name, clocks[i].name)) {
			const bool is_given = clocks[i].clockid != CLOCK_OF_KERNEL;

			o->sampler.clock = (struct sample_clock){ is_given, is_given ? clocks[i].clockid : 0 };
			o->clock_given = true;
			return 0;
		}
	return error_set(err, -EINVAL,
			 "-k '%s': no such clock; there are monotonic, monotonic_raw, boottime, realtime, tai, and the "
			 "kernel's own, perf",
			 text);
}

/* Whether the kernel's clocks are read from a device. Source: drivers/clocksource, arch/x86/kernel/hpet.c. */
static bool reads_device(void)
{
	static const char *const devices[] = { "hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit" };
	const struct host_roots roots = { .sys_root = event_context_of_environment().sys_root };
	struct host_read read;
	const char *source;
	bool result = false;

	host_read_init(&read, &roots);
	source = host_read_sys(&read, "devices/system/clocksource/clocksource0/current_clocksource");
	for (size_t i = 0; i < ARRAY_SIZE(devices) && source; i++)
		result |= !strcmp(source, devices[i]);
	host_read_fini(&read);
	return result;
}

/*
 * Whether the CPU collects samples before it interrupts, which it does with times of the kernel's own clock only:
 * precise ones at a fixed period. Source: intel_pmu_large_pebs_flags, arch/x86/events/intel/core.c.
 */
static bool collects_samples(const struct record_options *o)
{
	for (int i = 0; i < o->events.n; i++) {
		const struct event_spec *spec = &o->events.events[i];

		if (spec->attr.flags & ATTR_PRECISE_IP_MASK && !spec->freq &&
		    (spec->period || o->sampler.interval.period))
			return true;
	}
	return false;
}

void clock_options_finish(struct record_options *o)
{
	if (!o->clock_given && !event_traces_first(&o->events) && !collects_samples(o) && !reads_device())
		o->sampler.clock = (struct sample_clock){ true, CLOCK_MONOTONIC };
}
