/*
 * script_file [--swap] [--pipe] [--damaged] PATH: a perf.data file with a little of all that prec script shows: records
 * out of order, threads that begin and end, every field of a sample.
 *
 * Nothing in it has a file on any machine, so that no symbols are found.
 */
#include "tests/support/perf_builder.h"

#include <stdio.h>
#include <string.h>

#define PLAIN (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)
#define FULL                                                                                                     \
	(PLAIN | PERF_SAMPLE_ADDR | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_REGS_INTR |   \
	 PERF_SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_DATA_PAGE_SIZE | \
	 PERF_SAMPLE_CODE_PAGE_SIZE)

enum event { EVENT_CHAIN, EVENT_FULL, EVENT_FAULT, EVENT_TRACE, EVENT_BPF };

static const struct event_attr attrs[] = {
	[EVENT_CHAIN] = { .type = PERF_TYPE_HARDWARE, .sample_type = PLAIN | PERF_SAMPLE_CALLCHAIN },
	[EVENT_FULL] = { .type = PERF_TYPE_RAW,
			 .sample_type = FULL,
			 .sample_regs_user = 3,
			 .sample_regs_intr = 1 << 8 },
	[EVENT_FAULT] = { .type = PERF_TYPE_SOFTWARE,
			  .config = PERF_COUNT_SW_PAGE_FAULTS,
			  .sample_type = PLAIN | PERF_SAMPLE_ADDR },
	[EVENT_TRACE] = { .type = PERF_TYPE_TRACEPOINT, .config = 314, .sample_type = PLAIN | PERF_SAMPLE_RAW },
	[EVENT_BPF] = { .type = PERF_TYPE_SOFTWARE,
			.config = PERF_COUNT_SW_BPF_OUTPUT,
			.sample_type = PLAIN | PERF_SAMPLE_RAW },
};
static const char *const names[] = { "cycles", "cpu/mem-loads/", "page-faults", "test:count", "bpf-output" };

static const char format[] = "name: count\nID: 314\nformat:\n"
			     "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
			     "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
			     "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
			     "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
			     "\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n"
			     "\tfield:char word[4];\toffset:12;\tsize:4;\tsigned:0;\n\n"
			     "print fmt: \"n=%d word=%s\", REC->n, REC->word\n";

static void at(struct perf_builder *b, enum event event, uint32_t tid, uint32_t cpu, uint64_t time)
{
	b->at = (struct perf_builder_at){
		.event = (int)event, .pid = 10, .tid = tid, .time = time, .id = 100 + event, .cpu = cpu
	};
}

static void put_features(struct perf_builder *b)
{
	perf_builder_feature_tracing(b, format);
	perf_builder_feature_string(b, FEATURE_ARCH, "x86_64");
	perf_builder_feature_sample_time(b, 1000000000, 2000000000);
	perf_builder_feature_event_desc(b);
}

static void put_beginning(struct perf_builder *b)
{
	struct perf_builder_map map = { .pid = 10, .tid = 10, .start = 0x400000, .size = 0x10000, .pgoff = 0x1000 };

	at(b, EVENT_CHAIN, 0, 0, 0);
	map.name = "/nowhere/prog";
	map.prot = 5;
	map.inode = 77;
	perf_builder_comm(b, 10, 10, "prog", 0);
	perf_builder_mmap2(b, &map);
	map = (struct perf_builder_map){ .pid = -1, .start = 0xffffffff81000000, .size = 0x1000000 };
	map.pgoff = map.start;
	map.misc = RECORD_MISC_KERNEL;
	map.name = "[kernel.kallsyms]_text";
	perf_builder_mmap(b, &map);
}

/* The kernel changes a jump to bytes that are more than a line. */
static void put_poke(struct perf_builder *b)
{
	static const uint8_t bytes[] = "\xeb\x05\x0f\x1f\x44\x00\x00 as long as it has to be";
	struct buffer body;

	buffer_init(&body);
	body.swap = b->flags & PERF_BUILDER_SWAP;
	buffer_put_u64(&body, 0xffffffff81000100);
	buffer_put_u16(&body, 2);
	buffer_put_u16(&body, sizeof(bytes) - 2);
	buffer_append(&body, bytes, sizeof(bytes));
	buffer_pad(&body, 8);
	perf_builder_record(b, PERF_RECORD_TEXT_POKE, RECORD_MISC_KERNEL, body.data, body.size, true);
	buffer_fini(&body);
}

/* A thread begins, and ends; the CPU it ends on comes first in the file. */
static void put_threads(struct perf_builder *b)
{
	static const uint64_t chain[] = { CALLCHAIN_KERNEL, 0xffffffff81000010, CALLCHAIN_USER, 0x400100, 0x99 };
	struct perf_builder_sample s = { .misc = RECORD_MISC_KERNEL, .ip = chain[1], .chain = chain, .n_chain = 5 };

	at(b, EVENT_CHAIN, 11, 1, 1500000000);
	perf_builder_exit(b, 10, 10, 11, 10);
	at(b, EVENT_CHAIN, 11, 1, 1500000001);
	s.period = 3;
	perf_builder_sample(b, &s);
	at(b, EVENT_CHAIN, 10, 0, 1100000000);
	perf_builder_fork(b, 10, 10, 11, 10);
	at(b, EVENT_CHAIN, 11, 0, 1200000000);
	s.period = 1000000;
	perf_builder_sample(b, &s);
	at(b, EVENT_CHAIN, 11, 0, 1300000000);
	perf_builder_comm(b, 10, 11, "a worker thread", 0);
	perf_builder_comm(b, 12, 12, "other", RECORD_MISC_COMM_EXEC);
	perf_builder_sample(b, &s);
	perf_builder_switch(b, RECORD_MISC_SWITCH_OUT | RECORD_MISC_SWITCH_OUT_PREEMPT);
	perf_builder_lost(b, 100, 12);
	perf_builder_ksymbol(b, 0xffffffffc0000000, 64, 1, 0, "bpf_prog_1");
	perf_builder_bpf_event(b, 1, 0, 7);
	perf_builder_cgroup(b, 55, "/user.slice");
	perf_builder_namespaces(b, 10, 11, 2, (const uint64_t[][2]){ { 4, 0xf0000001 }, { 4, 0xf0000002 } });
	put_poke(b);
	s.n_chain = 0;
	at(b, EVENT_CHAIN, 10, 0, 1400000000);
	perf_builder_sample(b, &s);
}

static void put_fields(struct perf_builder *b)
{
	static const struct perf_builder_branch branches[] = { { 0x400200, 0x400300, 2 | 7 << 4 | 4 << 20 },
							       { 0xffffffff81000020, 0x400400, 1 } };
	struct perf_builder_sample s = { .misc = RECORD_MISC_USER,
					 .ip = 0x400100,
					 .addr = 0x400800,
					 .period = 7,
					 .branches = branches,
					 .n_branches = 2,
					 .regs_user_abi = 2,
					 .regs_user = (const uint64_t[]){ 0x11, 0x22 },
					 .regs_intr_abi = 2,
					 .regs_intr = (const uint64_t[]){ 0x33 },
					 .weight = 0x0003000200000001,
					 .data_src = 0x68100142,
					 .phys_addr = 0x123000,
					 .data_page_size = 4096,
					 .code_page_size = 2 << 20 };

	at(b, EVENT_FULL, 10, 0, 1600000000);
	perf_builder_sample(b, &s);
	at(b, EVENT_FAULT, 10, 0, 1700000000);
	perf_builder_sample(b, &s);
}

static void put_raw(struct perf_builder *b)
{
	struct perf_builder_sample s = { .misc = RECORD_MISC_KERNEL, .ip = 0xffffffff81000030, .period = 1 };
	struct buffer raw;

	buffer_init(&raw);
	raw.swap = b->flags & PERF_BUILDER_SWAP;
	buffer_put_u16(&raw, 314);
	buffer_put_u16(&raw, 0);
	buffer_put_u32(&raw, 10);
	buffer_put_u32(&raw, 42);
	buffer_append(&raw, "abc", 4);
	s.raw = raw.data;
	s.raw_size = (uint32_t)raw.size;
	at(b, EVENT_TRACE, 10, 0, 1800000000);
	perf_builder_sample(b, &s);
	s.raw = "some words\0";
	s.raw_size = 12;
	at(b, EVENT_BPF, 10, 0, 1900000000);
	perf_builder_sample(b, &s);
	buffer_fini(&raw);
}

/* A callchain that says it is longer than its record. */
static void put_damage(struct perf_builder *b)
{
	struct buffer body;

	buffer_init(&body);
	body.swap = b->flags & PERF_BUILDER_SWAP;
	buffer_put_u64(&body, 100 + EVENT_CHAIN); /* IDENTIFIER, IP, TID, TIME, CPU, PERIOD, CALLCHAIN */
	buffer_put_u64(&body, 0x400100);
	buffer_put_u32(&body, 10);
	buffer_put_u32(&body, 10);
	buffer_put_u64(&body, 1950000000);
	buffer_put_u64(&body, 0);
	buffer_put_u64(&body, 1);
	buffer_put_u64(&body, 1000);
	perf_builder_record(b, PERF_RECORD_SAMPLE, RECORD_MISC_USER, body.data, body.size, false);
	buffer_fini(&body);
}

int main(int argc, char **argv)
{
	const char *path = NULL;
	bool damaged = false;
	unsigned flags = 0;
	struct perf_builder b;

	for (int i = 1; i < argc; i++) {
		flags |= !strcmp(argv[i], "--swap") ? PERF_BUILDER_SWAP : 0;
		flags |= !strcmp(argv[i], "--pipe") ? PERF_BUILDER_PIPE : 0;
		damaged = damaged || !strcmp(argv[i], "--damaged");
		path = argv[i];
	}
	if (!path) {
		fprintf(stderr, "usage: script_file [--swap] [--pipe] [--damaged] PATH\n");
		return 2;
	}
	perf_builder_init(&b, flags);
	for (unsigned i = 0; i < ARRAY_SIZE(attrs); i++) {
		struct event_attr attr = attrs[i];

		attr.size = ATTR_SIZE_VER7;
		attr.flags = ATTR_SAMPLE_ID_ALL;
		attr.sample_type |= PERF_SAMPLE_IDENTIFIER;
		perf_builder_event(&b, &attr, names[i], (uint64_t[]){ 100 + i }, 1);
	}
	put_features(&b);
	put_beginning(&b);
	put_threads(&b);
	put_fields(&b);
	put_raw(&b);
	if (damaged)
		put_damage(&b);
	if (!perf_builder_finish(&b) || !perf_builder_write(&b, path)) {
		perror(path);
		return 1;
	}
	perf_builder_fini(&b);
	return 0;
}
