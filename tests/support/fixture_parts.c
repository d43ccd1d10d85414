#include "tests/support/fixture_parts.h"

static const char *const function_names[] = { "do_main", "do_work", "leaf", "helper", "do_idle" };

uint64_t fixture_function(int n, uint64_t offset)
{
	return FUNCTION_BASE + (uint64_t)n * FUNCTION_SIZE + offset;
}

struct event_attr fixture_clock(uint64_t more)
{
	return (struct event_attr){
		.type = PERF_TYPE_SOFTWARE,
		.size = ATTR_SIZE_VER7,
		.sample_period = 1000,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			       PERF_SAMPLE_PERIOD | PERF_SAMPLE_IDENTIFIER | more,
		.flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_COMM,
	};
}

void fixture_functions(struct perf_builder *b)
{
	for (int i = 0; i <= F_IDLE; i++)
		perf_builder_ksymbol(b, fixture_function(i, 0), FUNCTION_SIZE, 1, 0, function_names[i]);
}

void fixture_map(struct perf_builder *b, uint32_t pid, uint64_t start, const char *name)
{
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = pid,
							  .tid = pid,
							  .start = start,
							  .size = 0x10000,
							  .prot = 5,
							  .misc = RECORD_MISC_USER,
							  .name = name });
}

void fixture_process(struct perf_builder *b, uint32_t pid, const char *comm)
{
	perf_builder_comm(b, pid, pid, comm, 0);
	fixture_map(b, pid, 0x400000, "/nowhere/bin/program");
	fixture_map(b, pid, 0x7f0000000000, "/nowhere/lib/libcode.so.1");
}

void fixture_samples(struct perf_builder *b, uint32_t pid, uint32_t cpu, uint16_t mode, uint64_t ip, int n,
		     uint64_t period)
{
	b->at.pid = b->at.tid = pid;
	b->at.cpu = cpu;
	for (int i = 0; i < n; i++) {
		b->at.time += 1000;
		perf_builder_sample(b, &(struct perf_builder_sample){ .misc = mode, .ip = ip, .period = period });
	}
}
