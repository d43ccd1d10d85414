#include "report/stream/sample_choice.h"
#include "tests/support/test.h"

#include <errno.h>

#define N_EVENTS 5

static void file_make(struct perf_file *f, struct file_event *events)
{
	static char names[N_EVENTS][32] = { "cycles:u", "cpu/event=0x3c,umask=1/", "sched:sched_switch", "dummy:HG",
					    "cycles" };

	*f = (struct perf_file){ .events = events, .n_events = N_EVENTS };
	for (unsigned i = 0; i < N_EVENTS; i++)
		events[i] = (struct file_event){ .name = names[i] };
	events[3].attr.type = PERF_TYPE_SOFTWARE;
	events[3].attr.config = PERF_COUNT_SW_DUMMY;
}

/* The events that a list chooses, a bit each; negative: the error. */
static int chosen(const char *list, struct error *err)
{
	struct file_event events[N_EVENTS];
	struct sample_choice c;
	struct perf_file f;
	int result, bits = 0;

	file_make(&f, events);
	result = sample_choice_make(&c, &f, &(struct sample_choice_words){ .events = list }, err);
	for (uint32_t i = 0; i < N_EVENTS; i++)
		bits |= sample_choice_has_event(&c, i) << i;
	sample_choice_fini(&c);
	return result ? result : bits;
}

TEST(events_by_name)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(chosen(NULL, &err), 31);
	CHECK_EQ_I64(chosen("cycles:u", &err), 1);
	CHECK_EQ_I64(chosen("cycles", &err), 1 | 16);
	CHECK_EQ_I64(chosen("sched:sched_switch", &err), 4);
	CHECK(sample_choice_has_event(NULL, 0));
}

TEST(names_that_have_commas)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(chosen("cpu/event=0x3c,umask=1/", &err), 2);
	CHECK_EQ_I64(chosen("cycles:u,cpu/event=0x3c,umask=1/,sched:sched_switch", &err), 7);
}

TEST(patterns)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(chosen("sched:*", &err), 4);
	CHECK_EQ_I64(chosen("c*", &err), 1 | 2 | 16);
	CHECK_EQ_I64(chosen("[sd]*", &err), 4 | 8);
}

TEST(words_that_name_nothing)
{
	struct error err = ERROR_INIT;

	CHECK_EQ_I64(chosen("cycles,instructions", &err), -EINVAL);
	CHECK_STR(err.message, "-e 'instructions': the file has no such event, but cycles:u, cpu/event=0x3c,umask=1/, "
			       "sched:sched_switch, cycles");
	CHECK_EQ_I64(chosen("", &err), -EINVAL);
	CHECK_EQ_I64(chosen("cycles,", &err), -EINVAL);
	CHECK_EQ_I64(chosen("sched", &err), -EINVAL);
	CHECK_EQ_I64(chosen("sched:sched_switc", &err), -EINVAL);
}
