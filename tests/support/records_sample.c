#include "tests/support/records_sample.h"

#include "formats/record/private_record.h"

const struct event_attr records_sample_attr = {
	.type = PERF_TYPE_RAW,
	.size = ATTR_SIZE_VER7,
	.config = 0x1cd,
	.sample_period = 4000,
	.sample_type = (PERF_SAMPLE_WEIGHT_STRUCT * 2 - 1) & ~PERF_SAMPLE_WEIGHT,
	.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID |
		       PERF_FORMAT_GROUP | PERF_FORMAT_LOST,
	.flags = ATTR_SAMPLE_ID_ALL | ATTR_FREQ | ATTR_MMAP | ATTR_COMM | 2ull << ATTR_PRECISE_IP_SHIFT,
	.branch_sample_type = PERF_SAMPLE_BRANCH_HW_INDEX | PERF_SAMPLE_BRANCH_COUNTERS,
	.sample_regs_user = 1 << 0 | 1 << 8,
	.sample_regs_intr = 1ull << 23 | 1ull << 50,
	.clockid = -1,
};

void records_sample_event(struct perf_builder *b)
{
	perf_builder_event(b, &records_sample_attr, "mem-loads", (uint64_t[]){ 7, 8 }, 2);
	b->at = (struct perf_builder_at){ .pid = 10, .tid = 11, .time = 1000, .id = 7, .stream_id = 9, .cpu = 3 };
}

static void put_sample(struct perf_builder *b)
{
	static const struct perf_builder_branch branches[] = {
		{ 0x401000, 0x402000, 1 | 1 << 2 | 77 << 4 | 3 << 20 | 2 << 24 | 5 << 26 | 1ull << 30 },
		{ 0x402010, 0x401004, 2 },
	};

	perf_builder_sample(b, &(struct perf_builder_sample){
				       .misc = RECORD_MISC_USER | RECORD_MISC_EXACT_IP,
				       .ip = 0x401000,
				       .addr = 0x7ffc00001000,
				       .period = 12345,
				       .read = (const uint64_t[]){ 2, 100, 90, 5, 7, 1, 6, 8, 0 },
				       .n_read = 9,
				       .chain = (const uint64_t[]){ CALLCHAIN_KERNEL, 0xffffffff81000010,
								    CALLCHAIN_USER, 0x401000, 0x400800 },
				       .n_chain = 5,
				       .raw = "rawdata",
				       .raw_size = 8,
				       .branches = branches,
				       .branch_counters = (const uint64_t[]){ 0x1, 0x22 },
				       .n_branches = 2,
				       .branch_hw_idx = 9,
				       .regs_user_abi = 2,
				       .regs_intr_abi = 1,
				       .regs_user = (const uint64_t[]){ 0x11, 0x401000 },
				       .regs_intr = (const uint64_t[]){ 0x1515, 0x99 },
				       .stack = "stackstackstack",
				       .stack_size = 16,
				       .stack_dyn_size = 8,
				       .weight = 0x0003000200000001,
				       .data_src = 0x5080144,
				       .transaction = 0x21 | 5ull << 32,
				       .phys_addr = 0x123000,
				       .cgroup = 55,
				       .data_page_size = 4096,
				       .code_page_size = 2 << 20,
				       .aux = "auxauxa",
				       .aux_size = 8,
			       });
}

/* A body to be filled, in the builder's byte order. */
static struct buffer *body_begin(struct perf_builder *b, struct buffer *body)
{
	buffer_init(body);
	body->swap = b->records.swap;
	return body;
}

static void body_end(struct perf_builder *b, struct buffer *body, uint32_t type, uint16_t misc)
{
	perf_builder_record(b, type, misc, body->data, body->size, type < PERF_RECORD_USER_TYPE_START);
	buffer_fini(body);
}

static void put_u64s(struct buffer *body, const uint64_t *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buffer_put_u64(body, words[i]);
}

static void put_u32s(struct buffer *body, const uint32_t *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buffer_put_u32(body, words[i]);
}

static void put_u16s(struct buffer *body, const uint16_t *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buffer_put_u16(body, words[i]);
}

#define U64S(body, ...) put_u64s(body, (const uint64_t[]){ __VA_ARGS__ }, sizeof((uint64_t[]){ __VA_ARGS__ }) / 8)
#define U32S(body, ...) put_u32s(body, (const uint32_t[]){ __VA_ARGS__ }, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4)
#define U16S(body, ...) put_u16s(body, (const uint16_t[]){ __VA_ARGS__ }, sizeof((uint16_t[]){ __VA_ARGS__ }) / 2)

static void put_text(struct buffer *body, const char *text, size_t size)
{
	uint8_t *place = buffer_append(body, NULL, size);

	memcpy(place, text, strlen(text));
}

static void put_mappings(struct perf_builder *b)
{
	struct perf_builder_map map = { .pid = 10,
					.tid = 11,
					.start = 0x400000,
					.size = 0x3000,
					.pgoff = 0x1000,
					.major = 8,
					.minor = 1,
					.inode = 77,
					.generation = 3,
					.prot = 5,
					.flags = 2,
					.misc = RECORD_MISC_USER,
					.name = "/bin/cat" };

	perf_builder_mmap(b, &map);
	perf_builder_mmap2(b, &map);
	map.build_id = (struct build_id){ .size = 20, .data = { 0xe4, 0xf1, 0x8d, 0x9d } };
	perf_builder_mmap2(b, &map);
}

static void put_plain(struct perf_builder *b, uint32_t type, uint16_t misc, const uint64_t *words, size_t n)
{
	struct buffer body;

	put_u64s(body_begin(b, &body), words, n);
	body_end(b, &body, type, misc);
}

#define PLAIN(b, type, misc, ...) \
	put_plain(b, type, misc, (const uint64_t[]){ __VA_ARGS__ }, sizeof((uint64_t[]){ __VA_ARGS__ }) / 8)

static void put_small_kernel(struct perf_builder *b)
{
	struct buffer body;

	U32S(body_begin(b, &body), 10, 11);
	U64S(&body, 1, 100, 90, 5, 7, 1);
	body_end(b, &body, PERF_RECORD_READ, 0);
	PLAIN(b, PERF_RECORD_AUX, 0, 0x1000, 0x200, 1 | 4);
	U32S(body_begin(b, &body), 10, 11);
	body_end(b, &body, PERF_RECORD_ITRACE_START, 0);
	perf_builder_lost_samples(b, 44, 0);
	perf_builder_switch(b, RECORD_MISC_SWITCH_OUT);
	U32S(body_begin(b, &body), 20, 21);
	body_end(b, &body, PERF_RECORD_SWITCH_CPU_WIDE, RECORD_MISC_SWITCH_OUT | 1 << 14);
	U16S(body_begin(b, &body), 1, 0);
	U32S(&body, 33);
	buffer_append(&body, "\x01\x02\x03\x04\x05\x06\x07\x08", 8);
	body_end(b, &body, PERF_RECORD_BPF_EVENT, 0);
	U64S(body_begin(b, &body), 0xffffffff81000100);
	U16S(&body, 5, 2);
	buffer_append(&body, "\x0f\x1f\x44\x00\x00\xeb\x05\0", 9);
	body_end(b, &body, PERF_RECORD_TEXT_POKE, RECORD_MISC_KERNEL);
	PLAIN(b, PERF_RECORD_AUX_OUTPUT_HW_ID, 0, 0xabc);
	PLAIN(b, PERF_RECORD_CALLCHAIN_DEFERRED, RECORD_MISC_USER, 99, 2, 0x401000, 0x400800);
}

void records_sample_kernel(struct perf_builder *b)
{
	put_mappings(b);
	perf_builder_lost(b, 7, 3);
	perf_builder_comm(b, 10, 11, "a \"comm\"\x1b[m", RECORD_MISC_COMM_EXEC);
	perf_builder_exit(b, 10, 1, 11, 1);
	perf_builder_throttle(b, false, 1000, 7, 9);
	perf_builder_throttle(b, true, 1001, 7, 9);
	perf_builder_fork(b, 12, 10, 12, 11);
	put_sample(b);
	perf_builder_namespaces(b, 10, 11, 2, (const uint64_t[][2]){ { 3, 0xf0000001 }, { 3, 0xf0000002 } });
	perf_builder_ksymbol(b, 0xffffffffc0000000, 64, 1, 1, "bpf_prog_1");
	perf_builder_cgroup(b, 55, "/user.slice");
	put_small_kernel(b);
}

static void put_auxtrace(struct perf_builder *b)
{
	struct buffer body;

	U32S(body_begin(b, &body), 1, 0);
	U64S(&body, 8, 0x300);
	body_end(b, &body, PERF_RECORD_AUXTRACE_INFO, 0);
	U64S(body_begin(b, &body), 16, 0x1000, 0x55);
	U32S(&body, 2, -1u, 3, 0);
	body_end(b, &body, PERF_RECORD_AUXTRACE, 0);
	buffer_append(&b->records, "sixteen bytes...", 16);
	U32S(body_begin(b, &body), 1, 5, 3, 10, 11, 2);
	U64S(&body, 0x401000, 1000);
	put_text(&body, "Lost trace data", 64);
	U32S(&body, 0, -1u);
	body_end(b, &body, PERF_RECORD_AUXTRACE_ERROR, 0);
}

static void put_cpu_maps(struct perf_builder *b)
{
	struct buffer body;

	U16S(body_begin(b, &body), 0, 3, 0, 1, 5);
	buffer_pad(&body, 8);
	body_end(b, &body, PERF_RECORD_CPU_MAP, 0);
	U16S(body_begin(b, &body), 1, 2, 4);
	U32S(&body, 0xf, 0x1);
	buffer_pad(&body, 8);
	body_end(b, &body, PERF_RECORD_CPU_MAP, 0);
	U16S(body_begin(b, &body), 1, 1, 8, 0, 0);
	U64S(&body, 0xff);
	buffer_pad(&body, 8);
	body_end(b, &body, PERF_RECORD_CPU_MAP, 0);
	U16S(body_begin(b, &body), 2);
	buffer_append(&body, "\x01", 2);
	U16S(&body, 0, 7);
	body_end(b, &body, PERF_RECORD_CPU_MAP, 0);
}

static void put_stat(struct perf_builder *b)
{
	struct buffer body;

	PLAIN(b, PERF_RECORD_STAT_CONFIG, 0, 2, 0, 3, 1, 1000);
	U64S(body_begin(b, &body), 7);
	U32S(&body, 3, 0);
	U64S(&body, 123456, 100, 90);
	body_end(b, &body, PERF_RECORD_STAT, 0);
	PLAIN(b, PERF_RECORD_STAT_ROUND, 0, 1, 1000);
}

static void put_event_updates(struct perf_builder *b)
{
	double scale = 0.25;
	struct buffer body;
	uint64_t bits;

	U64S(body_begin(b, &body), 0, 7);
	put_text(&body, "Joules", 8);
	body_end(b, &body, PERF_RECORD_EVENT_UPDATE, 0);
	memcpy(&bits, &scale, 8);
	PLAIN(b, PERF_RECORD_EVENT_UPDATE, 0, 1, 7, bits);
	U64S(body_begin(b, &body), 2, 7);
	put_text(&body, "mem-loads", 16);
	body_end(b, &body, PERF_RECORD_EVENT_UPDATE, 0);
	U64S(body_begin(b, &body), 3, 7);
	U16S(&body, 0, 2, 0, 1);
	body_end(b, &body, PERF_RECORD_EVENT_UPDATE, 0);
}

static void put_texts(struct perf_builder *b)
{
	struct buffer body;

	U64S(body_begin(b, &body), 4);
	put_text(&body, "cycles", 64);
	body_end(b, &body, PERF_RECORD_HEADER_EVENT_TYPE, 0);
	U32S(body_begin(b, &body), -1u);
	buffer_append(&body, "\xe4\xf1\x8d\x9d", 4);
	buffer_append(&body, NULL, 16);
	buffer_append(&body, "\x14\0\0\0", 4);
	put_text(&body, "[kernel.kallsyms]", 24);
	body_end(b, &body, PERF_RECORD_HEADER_BUILD_ID, RECORD_MISC_KERNEL | RECORD_MISC_BUILD_ID_SIZE);
	U64S(body_begin(b, &body), 1, 10);
	put_text(&body, "cat", 16);
	body_end(b, &body, PERF_RECORD_THREAD_MAP, 0);
	put_text(body_begin(b, &body), "prog", 512);
	U64S(&body, 1);
	put_text(&body, "version", 64);
	put_text(&body, "1.2", 256);
	body_end(b, &body, PERF_RECORD_BPF_METADATA, 0);
	U64S(body_begin(b, &body), 3);
	put_text(&body, "host", 64);
	body_end(b, &body, PERF_RECORD_HEADER_FEATURE, 0);
}

void records_sample_recorder(struct perf_builder *b)
{
	struct buffer body;

	put_texts(b);
	U32S(body_begin(b, &body), 8);
	body_end(b, &body, PERF_RECORD_HEADER_TRACING_DATA, 0);
	buffer_append(&b->records, "tracing", 8);
	perf_builder_finished_round(b);
	PLAIN(b, PERF_RECORD_ID_INDEX, 0, 2, 7, 0, 0, -1ull, 8, 1, 1, 11);
	put_auxtrace(b);
	put_cpu_maps(b);
	put_stat(b);
	put_event_updates(b);
	U64S(body_begin(b, &body), 10, 20, 0x30, 0x40, 0x50);
	buffer_append(&body, "\x01\x00\0\0\0\0\0", 8);
	body_end(b, &body, PERF_RECORD_TIME_CONV, 0);
	perf_builder_record(b, PERF_RECORD_FINISHED_INIT, 0, NULL, 0, false);
	private_record_put_cpu_gap(&b->records, 3, 1000, 2000);
	private_record_put_redacted(&b->records, REDACTION_NAMES);
	private_record_put_clock(&b->records, &(const struct clock_note){ .clock = 1,
									  .boot = { 0x28, 0xf7, 0xe5, 0x15, 1 },
									  .start = { 1000, 86400000001000 },
									  .end = { 3000, 86400000003000 } });
}
