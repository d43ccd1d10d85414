#include "formats/record/regs.h"
#include "formats/record/sample_decode.h"
#include "tests/support/perf_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>

static const uint64_t chain[] = { CALLCHAIN_KERNEL, 0xffffffff81000010, CALLCHAIN_USER, 0x400100 };
static const uint64_t regs[] = { 0x11, 0x22, 0x33 };
static const uint64_t counters[] = { 0xa1, 0xa2 };
static const struct perf_builder_branch branches[] = {
	{ 0x1000, 0x2000, 1 | 1 << 2 | 77 << 4 | 3 << 20 | 2 << 24 | 5 << 26 | 6ull << 30 },
	{ 0x3000, 0x4000, 2 | 1 << 3 },
};

static const struct perf_builder_sample all_fields = {
	.misc = RECORD_MISC_USER,
	.ip = 0x401000,
	.addr = 0x7000,
	.period = 12345,
	.read = (const uint64_t[]){ 5, 100, 90, 7, 1 },
	.n_read = 5,
	.chain = chain,
	.n_chain = 4,
	.raw = "rawdata",
	.raw_size = 8,
	.branches = branches,
	.branch_counters = counters,
	.n_branches = 2,
	.branch_hw_idx = 9,
	.regs_user_abi = 2,
	.regs_intr_abi = 1,
	.regs_user = regs,
	.regs_intr = regs,
	.stack = "stackstackstack",
	.stack_size = 16,
	.stack_dyn_size = 8,
	.weight = 0x0003000200000001,
	.data_src = 0x5080144,
	.transaction = 0x21,
	.phys_addr = 0x123000,
	.cgroup = 55,
	.data_page_size = 4096,
	.code_page_size = 2 << 20,
	.aux = "auxaux",
	.aux_size = 7,
};

static const struct event_attr all_attr = {
	.size = ATTR_SIZE_VER7,
	.sample_type = PERF_SAMPLE_WEIGHT_STRUCT - 1,
	.read_format =
		PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING | PERF_FORMAT_ID | PERF_FORMAT_LOST,
	.branch_sample_type = PERF_SAMPLE_BRANCH_HW_INDEX | PERF_SAMPLE_BRANCH_COUNTERS,
	.sample_regs_user = 0x7,
	.sample_regs_intr = 1 << 1 | 1 << 5 | 1ull << 40,
};

/* One sample of an event, as a record whose bytes the caller frees. */
static struct record sample_make(const struct event_attr *attr, const struct perf_builder_sample *s, unsigned flags)
{
	struct perf_builder b;
	struct record r;
	uint8_t *data;

	perf_builder_init(&b, flags);
	perf_builder_event(&b, attr, "event", (const uint64_t[]){ 7 }, 1);
	b.at = (struct perf_builder_at){ .pid = 10, .tid = 11, .time = 1000, .id = 7, .stream_id = 8, .cpu = 3 };
	perf_builder_sample(&b, s);
	data = malloc(b.records.size);
	memcpy(data, b.records.data, b.records.size);
	CHECK_EQ_I64(record_at(&r, data, b.records.size, 0, flags & PERF_BUILDER_SWAP, NULL), 0);
	perf_builder_fini(&b);
	return r;
}

static void check_fixed(const struct sample *s)
{
	CHECK_EQ_U64(s->identifier, 7);
	CHECK_EQ_U64(s->ip, 0x401000);
	CHECK_EQ_U64(s->pid, 10);
	CHECK_EQ_U64(s->tid, 11);
	CHECK_EQ_U64(s->time, 1000);
	CHECK_EQ_U64(s->addr, 0x7000);
	CHECK_EQ_U64(s->id, 7);
	CHECK_EQ_U64(s->stream_id, 8);
	CHECK_EQ_U64(s->cpu, 3);
	CHECK_EQ_U64(s->cpu_reserved, 0);
	CHECK_EQ_U64(s->period, 12345);
}

static void check_branches(const struct sample_branches *b)
{
	struct sample_branch branch;

	CHECK(b->has_hw_idx);
	CHECK_EQ_U64(b->hw_idx, 9);
	CHECK_EQ_U64(b->n, 2);
	for (uint32_t i = 0; i < 2; i++) {
		branch = sample_branch(b, i);
		CHECK_EQ_U64(branch.from, branches[i].from);
		CHECK_EQ_U64(branch.to, branches[i].to);
		CHECK_EQ_U64(branch.flags, branches[i].flags);
		CHECK_EQ_U64(sample_word(&b->counters, i), counters[i]);
	}
	branch = sample_branch(b, 0);
	CHECK_EQ_U64(BRANCH_MISPRED(branch.flags), 1);
	CHECK_EQ_U64(BRANCH_PREDICTED(branch.flags), 0);
	CHECK_EQ_U64(BRANCH_IN_TX(branch.flags), 1);
	CHECK_EQ_U64(BRANCH_ABORT(branch.flags), 0);
	CHECK_EQ_U64(BRANCH_CYCLES(branch.flags), 77);
	CHECK_EQ_U64(BRANCH_TYPE(branch.flags), 3);
	CHECK_EQ_U64(BRANCH_SPEC(branch.flags), 2);
	CHECK_EQ_U64(BRANCH_NEW_TYPE(branch.flags), 5);
	CHECK_EQ_U64(BRANCH_PRIV(branch.flags), 6);
}

static void check_varying(const struct sample *s)
{
	struct sample_read_value v = sample_read_value(&s->read, 0);

	CHECK_EQ_U64(s->read.n, 1);
	CHECK_EQ_U64(s->read.time_enabled, 100);
	CHECK_EQ_U64(s->read.time_running, 90);
	CHECK_EQ_U64(v.value, 5);
	CHECK_EQ_U64(v.id, 7);
	CHECK_EQ_U64(v.lost, 1);
	CHECK_EQ_U64(s->callchain.n, 4);
	for (uint32_t i = 0; i < 4; i++)
		CHECK_EQ_U64(sample_word(&s->callchain, i), chain[i]);
	CHECK_EQ_U64(s->raw.size, 12);
	CHECK_BYTES(s->raw.data, "rawdata", 8);
	check_branches(&s->branches);
	CHECK_EQ_U64(s->stack_user.size, 16);
	CHECK_BYTES(s->stack_user.data, "stackstackstack", 16);
	CHECK_EQ_U64(s->stack_dyn_size, 8);
	CHECK_EQ_U64(s->aux.size, 7);
	CHECK_BYTES(s->aux.data, "auxaux", 7);
	CHECK_EQ_U64(s->regs_user.abi, 2);
	CHECK_EQ_U64(s->regs_user.mask, 7);
	CHECK_EQ_U64(s->regs_intr.abi, 1);
	CHECK_EQ_U64(s->regs_intr.values.n, 3);
	for (uint32_t i = 0; i < 3; i++) {
		CHECK_EQ_U64(sample_word(&s->regs_user.values, i), regs[i]);
		CHECK_EQ_U64(sample_word(&s->regs_intr.values, i), regs[i]);
	}
}

static void check_memory(const struct sample *s)
{
	CHECK_EQ_U64(SAMPLE_WEIGHT_VAR1(s->weight), 1);
	CHECK_EQ_U64(SAMPLE_WEIGHT_VAR2(s->weight), 2);
	CHECK_EQ_U64(SAMPLE_WEIGHT_VAR3(s->weight), 3);
	CHECK_EQ_U64(s->data_src, 0x5080144);
	CHECK_EQ_U64(s->transaction, 0x21);
	CHECK_EQ_U64(s->phys_addr, 0x123000);
	CHECK_EQ_U64(s->cgroup, 55);
	CHECK_EQ_U64(s->data_page_size, 4096);
	CHECK_EQ_U64(s->code_page_size, 2 << 20);
}

TEST(every_field)
{
	for (unsigned swap = 0; swap < 2; swap++) {
		struct record r = sample_make(&all_attr, &all_fields, swap ? PERF_BUILDER_SWAP : 0);
		struct sample s;

		CHECK_EQ_I64(sample_decode(&r, &all_attr, &s, NULL), 0);
		CHECK_EQ_U64(s.type, all_attr.sample_type);
		CHECK_EQ_U64(s.rest.size, 0);
		CHECK_EQ_U64(s.unknown, 0);
		check_fixed(&s);
		check_varying(&s);
		check_memory(&s);
		free((void *)r.data);
	}
}

/* Each field alone: nothing but it moves. */
TEST(fields_one_by_one)
{
	for (unsigned bit = 0; bit < 25; bit++)
		for (unsigned swap = 0; swap < 2; swap++) {
			struct event_attr attr = all_attr;
			struct record r;
			struct sample s;

			attr.sample_type = 1ull << bit;
			r = sample_make(&attr, &all_fields, swap ? PERF_BUILDER_SWAP : 0);
			CHECK_EQ_I64(sample_decode(&r, &attr, &s, NULL), 0);
			CHECK_EQ_U64(s.type, attr.sample_type);
			CHECK_EQ_U64(s.rest.size, 0);
			CHECK(sample_field_name(attr.sample_type));
			free((void *)r.data);
		}
	CHECK(!sample_field_name(1ull << 25));
}

TEST(cut_off_at_every_byte)
{
	for (unsigned swap = 0; swap < 2; swap++) {
		struct record r = sample_make(&all_attr, &all_fields, swap ? PERF_BUILDER_SWAP : 0);

		for (uint16_t size = RECORD_HEADER_SIZE; size < r.size; size++) {
			struct error err = ERROR_INIT;
			struct record cut = r;
			uint8_t *data = malloc(size);
			struct sample s;

			memcpy(data, r.data, size);
			cut.data = data;
			cut.size = size;
			CHECK_EQ_I64(sample_decode(&cut, &all_attr, &s, &err), -EBADMSG);
			CHECK(strstr(err.message, "ends within its field"));
			CHECK(s.type != all_attr.sample_type);
			free(data);
		}
		free((void *)r.data);
	}
}

/* Every read_format, of one event and of a group of two. */
TEST(read_formats)
{
	for (uint64_t format = 0; format < 32; format++)
		for (unsigned swap = 0; swap < 2; swap++) {
			struct event_attr attr = { .size = ATTR_SIZE_VER7, .sample_type = PERF_SAMPLE_READ };
			uint32_t n = format & PERF_FORMAT_GROUP ? 2 : 1;
			struct perf_builder_sample with = { 0 };
			uint64_t words[16];
			struct record r;
			struct sample s;
			size_t at = 0;

			attr.read_format = format;
			if (n == 2)
				words[at++] = 2;
			else
				words[at++] = 1000;
			if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
				words[at++] = 50;
			if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
				words[at++] = 40;
			for (uint32_t i = 0; i < n; i++) {
				if (n == 2)
					words[at++] = 1000 + i;
				if (format & PERF_FORMAT_ID)
					words[at++] = 2000 + i;
				if (format & PERF_FORMAT_LOST)
					words[at++] = 3000 + i;
			}
			with.read = words;
			with.n_read = at;
			r = sample_make(&attr, &with, swap ? PERF_BUILDER_SWAP : 0);
			CHECK_EQ_I64(sample_decode(&r, &attr, &s, NULL), 0);
			CHECK_EQ_U64(s.rest.size, 0);
			CHECK_EQ_U64(s.read.n, n);
			CHECK_EQ_U64(s.read.time_enabled, format & PERF_FORMAT_TOTAL_TIME_ENABLED ? 50 : 0);
			CHECK_EQ_U64(s.read.time_running, format & PERF_FORMAT_TOTAL_TIME_RUNNING ? 40 : 0);
			for (uint32_t i = 0; i < n; i++) {
				struct sample_read_value v = sample_read_value(&s.read, i);

				CHECK_EQ_U64(v.value, 1000 + i);
				CHECK_EQ_U64(v.id, format & PERF_FORMAT_ID ? 2000 + i : 0);
				CHECK_EQ_U64(v.lost, format & PERF_FORMAT_LOST ? 3000 + i : 0);
			}
			free((void *)r.data);
		}
}

/* The callchain as the hot loop finds it is the decoder's. */
TEST(callchain_agrees)
{
	struct record r = sample_make(&all_attr, &all_fields, 0);
	struct file_event e = { .attr = all_attr };
	const uint8_t *addrs;
	struct sample s;
	uint64_t n;

	event_layout_make(&e.layout, &e.attr);
	CHECK_EQ_I64(sample_find_callchain(&r, &e, &addrs, &n, NULL), 0);
	CHECK_EQ_I64(sample_decode(&r, &all_attr, &s, NULL), 0);
	CHECK_EQ_U64(n, s.callchain.n);
	CHECK(addrs == s.callchain.data);
	free((void *)r.data);
}

/* No branches and no hw_idx either, as the kernel writes when it has no branches. */
TEST(branches_without_index)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER7,
				   .sample_type = PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_PHYS_ADDR,
				   .branch_sample_type = PERF_SAMPLE_BRANCH_HW_INDEX };
	struct event_attr plain = attr;
	struct perf_builder_sample with = { .phys_addr = 99, .branch_hw_idx = 5 };
	struct record r;
	struct sample s;

	plain.branch_sample_type = 0;
	r = sample_make(&plain, &with, 0);
	CHECK_EQ_I64(sample_decode(&r, &attr, &s, NULL), 0);
	CHECK_EQ_U64(s.phys_addr, 99);
	CHECK(!s.branches.has_hw_idx);
	free((void *)r.data);
	r = sample_make(&attr, &with, 0);
	CHECK_EQ_I64(sample_decode(&r, &attr, &s, NULL), 0);
	CHECK_EQ_U64(s.phys_addr, 99);
	CHECK_EQ_U64(s.branches.hw_idx, 5);
	free((void *)r.data);
}

TEST(no_registers_no_stack)
{
	struct event_attr attr = all_attr;
	struct perf_builder_sample with = { .phys_addr = 4 };
	struct record r;
	struct sample s;

	attr.sample_type =
		PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_PHYS_ADDR;
	r = sample_make(&attr, &with, 0);
	CHECK_EQ_I64(sample_decode(&r, &attr, &s, NULL), 0);
	CHECK_EQ_U64(s.regs_user.abi, 0);
	CHECK_EQ_U64(s.regs_user.mask, 0);
	CHECK_EQ_U64(s.stack_user.size, 0);
	CHECK_EQ_U64(s.phys_addr, 4);
	free((void *)r.data);
}

/* Fields of a later kernel stand after the known ones, and are left alone. */
TEST(unknown_bits)
{
	struct event_attr attr = all_attr;
	struct record r;
	struct sample s;

	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_PHYS_ADDR;
	r = sample_make(&attr, &all_fields, 0);
	attr.sample_type = PERF_SAMPLE_IP | 1ull << 40;
	CHECK_EQ_I64(sample_decode(&r, &attr, &s, NULL), 0);
	CHECK_EQ_U64(s.type, PERF_SAMPLE_IP);
	CHECK_EQ_U64(s.unknown, 1ull << 40);
	CHECK_EQ_U64(s.rest.size, 8);
	free((void *)r.data);
}

/* Counts of which eight times wrap around 64 bits. */
TEST(counts_beyond_all_bounds)
{
	static const uint64_t bits[] = { PERF_SAMPLE_CALLCHAIN,  PERF_SAMPLE_BRANCH_STACK, PERF_SAMPLE_READ,
					 PERF_SAMPLE_STACK_USER, PERF_SAMPLE_AUX,          PERF_SAMPLE_RAW };
	static const uint64_t counts[] = { UINT64_MAX, 1ull << 61, (1ull << 61) + 1, 1ull << 32, 65536, 3 };

	for (size_t i = 0; i < ARRAY_SIZE(bits); i++)
		for (size_t k = 0; k < ARRAY_SIZE(counts); k++) {
			struct event_attr attr = { .sample_type = bits[i], .read_format = PERF_FORMAT_GROUP };
			uint8_t data[RECORD_HEADER_SIZE + 8] = { 0 };
			struct record r = { .data = data, .type = PERF_RECORD_SAMPLE, .size = sizeof(data) };
			uint64_t n = bits[i] == PERF_SAMPLE_RAW ? counts[k] * 3 | 0x80000000 : counts[k];
			struct sample s;

			if (bits[i] == PERF_SAMPLE_RAW)
				memcpy(data + RECORD_HEADER_SIZE, &(uint32_t){ (uint32_t)n }, 4);
			else
				memcpy(data + RECORD_HEADER_SIZE, &n, 8);
			CHECK_EQ_I64(sample_decode(&r, &attr, &s, NULL), -EBADMSG);
		}
}

TEST(register_names)
{
	CHECK_STR(regs_name(regs_arch_of("x86_64"), 8), "IP");
	CHECK_STR(regs_name(regs_arch_of("i686"), 7), "SP");
	CHECK_STR(regs_name(regs_arch_of("x86_64"), 23), "R15");
	CHECK_STR(regs_name(regs_arch_of("x86_64"), 33), "XMM0");
	CHECK(!regs_name(regs_arch_of("x86_64"), 64));
	CHECK(!regs_name(regs_arch_of("x86_64"), 25));
	CHECK_STR(regs_name(regs_arch_of("aarch64"), 32), "pc");
	CHECK_STR(regs_name(regs_arch_of("aarch64"), 46), "vg");
	CHECK_STR(regs_name(regs_arch_of("armv7l"), 13), "sp");
	CHECK_STR(regs_name(regs_arch_of("riscv64"), 31), "t6");
	CHECK_STR(regs_name(regs_arch_of("ppc64le"), 32), "nip");
	CHECK_STR(regs_name(regs_arch_of("s390x"), 33), "PC");
	CHECK_STR(regs_name(regs_arch_of("loongarch64"), 3), "%r3");
	CHECK(regs_arch_of("vax") == REGS_UNKNOWN);
	CHECK(!regs_name(regs_arch_of(NULL), 0));
}
