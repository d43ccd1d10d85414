#include "tests/support/rewrite_source.h"

struct event_attr source_attr(uint64_t config, uint64_t more, uint64_t flags)
{
	return (struct event_attr){ .type = PERF_TYPE_SOFTWARE,
				    .size = ATTR_SIZE_VER7,
				    .config = config,
				    .sample_period = 1,
				    .sample_type = SOURCE_FIELDS | more,
				    .flags = ATTR_SAMPLE_ID_ALL | flags };
}

void source_event(struct perf_builder *b, uint64_t config, uint64_t more, uint64_t flags, uint64_t id)
{
	static const char *const names[] = { [CLOCK_ID] = "clock", [FAULTS_ID] = "faults", [DUMMY_ID] = "dummy:u" };
	const struct event_attr attr = source_attr(config, more, flags);

	perf_builder_event(b, &attr, names[id], &id, 1);
}

void source_events(struct perf_builder *b, unsigned flags, uint64_t first, uint64_t dummy)
{
	perf_builder_init(b, flags);
	source_event(b, PERF_COUNT_SW_CPU_CLOCK, first | PERF_SAMPLE_PERIOD, 0, CLOCK_ID);
	source_event(b, PERF_COUNT_SW_PAGE_FAULTS, first, 0, FAULTS_ID);
	source_event(b, PERF_COUNT_SW_DUMMY, dummy, ATTR_MMAP2 | ATTR_COMM | ATTR_TASK, DUMMY_ID);
}

void source_at(struct perf_builder *b, int event, uint64_t time)
{
	b->at = (struct perf_builder_at){
		.event = event, .pid = 10, .tid = 11, .time = time, .id = CLOCK_ID + (uint64_t)event, .cpu = 1
	};
}

void source_sample(struct perf_builder *b, int event, uint64_t time)
{
	source_at(b, event, time);
	perf_builder_sample(b, &(struct perf_builder_sample){ .misc = RECORD_MISC_USER, .ip = time, .period = 5 });
}

void source_comm(struct perf_builder *b, int event, uint64_t time, const char *text)
{
	source_at(b, event, time);
	perf_builder_comm(b, 10, 11, text, 0);
}

void source_small(struct perf_builder *b, unsigned flags, uint64_t first, uint64_t dummy)
{
	source_events(b, flags, first, dummy);
	source_comm(b, 2, 1000, "one");
	source_sample(b, 0, 1001);
	source_sample(b, 1, 1002);
	source_comm(b, 2, 1003, "two");
	source_sample(b, 0, 1004);
	perf_builder_feature_event_desc(b);
	perf_builder_feature_string(b, FEATURE_HOSTNAME, "host");
}
