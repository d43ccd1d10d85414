/*
 * make_directory KIND DIR: a recording as perf record --threads leaves it, in a directory that is there. KIND: plain,
 * or streams for compressed ones.
 *
 * Two CPUs write what their threads do, in turns; data holds what was there before.
 */
#include "tests/support/perf_builder.h"

#include <stdio.h>
#include <string.h>

#define KERNEL 0xffffffff81000000ull

static void build_before(struct perf_builder *b)
{
	b->at = (struct perf_builder_at){ 0 };
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = UINT32_MAX,
							 .start = KERNEL,
							 .size = 0x1000000,
							 .pgoff = KERNEL,
							 .misc = RECORD_MISC_KERNEL,
							 .name = "[kernel.kallsyms]_text" });
	perf_builder_comm(b, 10, 10, "first", 0);
	perf_builder_comm(b, 20, 20, "second", 0);
	perf_builder_mmap2(b, &(struct perf_builder_map){ .pid = 10,
							  .tid = 10,
							  .start = 0x400000,
							  .size = 0x10000,
							  .prot = 5,
							  .misc = RECORD_MISC_USER,
							  .name = "/nowhere/first" });
}

/* A piece of a hardware trace: its bytes are after the record, and look like none. */
static void build_trace(struct perf_builder *b)
{
	static const char bytes[] = "a trace of forty bytes, and no record...";
	struct buffer body;

	buffer_init(&body);
	buffer_put_u64(&body, sizeof(bytes) - 1);
	buffer_append(&body, NULL, 32);
	perf_builder_record(b, PERF_RECORD_AUXTRACE, 0, body.data, body.size, false);
	buffer_fini(&body);
	buffer_append(&b->records, bytes, sizeof(bytes) - 1);
}

/* What comes of a CPU: its samples are between those of the other in time. */
static void build_cpu(struct perf_builder *b, uint32_t cpu, bool compressed)
{
	uint32_t pid = cpu ? 20 : 10;

	perf_builder_next_part(b);
	if (compressed)
		perf_builder_compress_begin(b);
	for (uint64_t i = 0; i < 4; i++) {
		b->at = (struct perf_builder_at){
			.id = 7 + cpu, .pid = pid, .tid = pid, .cpu = cpu, .time = 1000000000 + 2000 * i + 1000 * cpu
		};
		/* In the middle the program on CPU 1 becomes another one. */
		if (cpu && i == 2)
			perf_builder_comm(b, pid, pid, "third", RECORD_MISC_COMM_EXEC);
		if (cpu && i == 3 && !compressed)
			build_trace(b);
		perf_builder_sample(b, &(struct perf_builder_sample){
					       .misc = i % 2 ? RECORD_MISC_USER : RECORD_MISC_KERNEL,
					       .ip = i % 2 ? 0x400100 : KERNEL + 0x1010 + 0x100 * (uint64_t)cpu,
					       .period = 1000 });
	}
	if (compressed)
		perf_builder_compress_stream_end(b, 1, 50);
}

int main(int argc, char **argv)
{
	static const struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
						.size = ATTR_SIZE_VER7,
						.sample_period = 1000,
						.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
							       PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
							       PERF_SAMPLE_IDENTIFIER,
						.flags = ATTR_SAMPLE_ID_ALL | ATTR_MMAP2 | ATTR_COMM };
	bool compressed = argc == 3 && !strcmp(argv[1], "streams");
	struct perf_builder b;
	bool written;

	if (argc != 3 || (!compressed && strcmp(argv[1], "plain"))) {
		fputs("usage: make_directory plain|streams DIR\n", stderr);
		return 2;
	}
	perf_builder_init(&b, 0);
	perf_builder_event(&b, &attr, "cpu-clock", (const uint64_t[]){ 7, 8 }, 2);
	perf_builder_feature_dir_format(&b, 1);
	if (compressed)
		perf_builder_feature_compressed(&b, 1, 2, 1 << 20);
	build_before(&b);
	build_cpu(&b, 0, compressed);
	build_cpu(&b, 1, compressed);
	written = perf_builder_write_dir(&b, argv[2]);
	perf_builder_fini(&b);
	if (!written)
		perror(argv[2]);
	return !written;
}
