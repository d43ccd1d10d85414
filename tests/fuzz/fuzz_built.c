/*
 * Files as the builder makes them, from the input as from a program, and then damaged: what random bytes never come to,
 * because a file with samples of a consistent event is unlikely enough.
 *
 * The input: a byte of flags, a byte that says what is done with the file, a byte with the number of damages, a seed of
 * these (u32); events, each a byte of flags and the bits of sample_type, read_format and branch_sample_type; then
 * records until it ends. What is missing is 0.
 */
#include "common/cursor.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_commands.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/fuzz/mutate.h"
#include "tests/support/built_file.h"
#include "tests/support/features_sample.h"

#define EVENTS_MAX  4
#define CHAIN_MAX   64
#define RECORDS_MAX 256
#define DAMAGES     8

static struct event_attr read_attr(struct cursor *c)
{
	struct event_attr attr = { .size = ATTR_SIZE_VER8 };
	uint8_t flags = cursor_u8(c);

	attr.type = flags & 7;
	attr.flags = (flags & 8 ? 0 : ATTR_SAMPLE_ID_ALL) | (flags & 16 ? ATTR_FREQ : 0);
	attr.sample_type = cursor_u32(c) | (flags & 32 ? 0 : PERF_SAMPLE_TIME | PERF_SAMPLE_TID);
	attr.read_format = cursor_u8(c);
	attr.branch_sample_type = (uint64_t)cursor_u16(c) << 8;
	attr.sample_regs_user = attr.sample_regs_intr = flags & 64 ? 0xff0fff : 0;
	attr.config = flags;
	return attr;
}

static void put_events(struct perf_builder *b, struct cursor *c)
{
	unsigned n = 1 + cursor_u8(c) % EVENTS_MAX;

	for (unsigned i = 0; i < n; i++) {
		struct event_attr attr = read_attr(c);

		perf_builder_event(b, &attr, i % 2 ? "cpu-clock" : "some:tracepoint", (uint64_t[]){ 7 + i, 70 + i }, 2);
	}
}

/* --- records ------------------------------------------------------------------ */

/* Few of each, so that they meet. */
static uint64_t read_address(struct cursor *c)
{
	uint8_t b = cursor_u8(c);

	return (b & 128 ? 0xffffffff81000000 : 0x400000) + (b & 127) * 0x100;
}

static void read_at(struct perf_builder *b, struct cursor *c)
{
	uint8_t who = cursor_u8(c);

	b->at.event = who % (b->n_events ? b->n_events : 1);
	b->at.id = 7 + (who >> 2 & 3) + (who & 128 ? 63 : 0);
	b->at.pid = 10 + (who >> 4 & 3);
	b->at.tid = b->at.pid + (who >> 6 & 1);
	b->at.time += (int8_t)cursor_u8(c) * 100;
	b->at.cpu = who & 1;
}

static void put_sample(struct perf_builder *b, struct cursor *c)
{
	static const uint8_t raw[96] = { 58, 1 }; /* of event 314 */
	static const uint64_t zeroes[256];
	uint64_t chain[CHAIN_MAX];
	struct perf_builder_branch branches[CHAIN_MAX] = { 0 };
	struct perf_builder_sample s = { .misc = 1 + cursor_u8(c) % 6, .ip = read_address(c), .period = cursor_u8(c) };

	s.n_chain = cursor_u8(c) % CHAIN_MAX;
	for (uint64_t i = 0; i < s.n_chain; i++) {
		chain[i] = read_address(c);
		if (chain[i] % 0x700 == 0)
			chain[i] = CALLCHAIN_USER;
		branches[i] = (struct perf_builder_branch){ .from = chain[i], .to = chain[i] + 16, .flags = i };
	}
	s.chain = chain;
	s.branches = branches;
	s.branch_counters = chain;
	s.n_branches = s.n_chain / 2;
	s.raw = raw;
	s.raw_size = 4 + 8 * (s.n_chain % 11);
	s.regs_user_abi = s.regs_intr_abi = s.n_chain % 3;
	s.regs_user = s.regs_intr = s.read = zeroes;
	s.n_read = 1 + s.n_chain % 8;
	s.stack = s.aux = zeroes;
	s.stack_size = s.stack_dyn_size = s.aux_size = 8 * (s.n_chain % 5);
	s.addr = s.phys_addr = s.ip;
	perf_builder_sample(b, &s);
}

static void put_map(struct perf_builder *b, struct cursor *c)
{
	static const char *const names[] = { "/bin/cat", "//anon", "[vdso]",    "[kernel.kallsyms]_text",
					     "[ext4]",   "",       "/dev/zero", "/tmp/perf-10.map" };
	uint8_t how = cursor_u8(c);
	struct perf_builder_map map = { .pid = how & 16 ? UINT32_MAX : b->at.pid,
					.tid = b->at.tid,
					.start = read_address(c),
					.size = 1ull << how % 33,
					.pgoff = read_address(c),
					.misc = how & 32 ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
					.name = names[cursor_u8(c) % ARRAY_SIZE(names)] };

	if (how & 64)
		map.build_id.size = 20;
	if (how & 128)
		perf_builder_mmap(b, &map);
	else
		perf_builder_mmap2(b, &map);
}

static void put_other(struct perf_builder *b, struct cursor *c)
{
	char name[2] = { (char)('a' + cursor_u8(c) % 8) };
	uint32_t pid = 10 + cursor_u8(c) % 5;

	switch (cursor_u8(c) % 10) {
	case 0: perf_builder_comm(b, pid, b->at.tid, name, RECORD_MISC_COMM_EXEC); break;
	case 1: perf_builder_comm(b, pid, b->at.tid, name, 0); break;
	case 2: perf_builder_fork(b, b->at.pid, pid, b->at.tid, pid); break;
	case 3: perf_builder_exit(b, b->at.pid, pid, b->at.tid, pid); break;
	case 4: perf_builder_lost(b, b->at.id, pid); break;
	case 5: perf_builder_lost_samples(b, pid, 0); break;
	case 6: perf_builder_ksymbol(b, read_address(c), 256, 1, pid & 1, name); break;
	case 7: perf_builder_switch(b, RECORD_MISC_SWITCH_OUT); break;
	case 8: perf_builder_namespaces(b, pid, b->at.tid, 1, (const uint64_t[][2]){ { 4, pid } }); break;
	default: perf_builder_cgroup(b, pid, name); break;
	}
}

static void put_records(struct perf_builder *b, struct cursor *c)
{
	bool packing = false;

	for (int i = 0; i < RECORDS_MAX && cursor_left(c); i++) {
		uint8_t what = cursor_u8(c);

		if (what & 128)
			read_at(b, c);
		switch (what & 7) {
		case 0: perf_builder_finished_round(b); break;
		case 1:
		case 2:
		case 3: put_sample(b, c); break;
		case 4: put_map(b, c); break;
		case 5:
			if (packing)
				perf_builder_compress_end(b,
							  what & 8 ? PERF_RECORD_COMPRESSED : PERF_RECORD_COMPRESSED2,
							  1, what & 16 ? 64 : 0);
			else
				perf_builder_compress_begin(b);
			packing = !packing;
			break;
		default: put_other(b, c); break;
		}
	}
	if (packing)
		perf_builder_compress_stream_end(b, 1, 64);
}

static void put_features(struct perf_builder *b)
{
	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		struct buffer section;

		buffer_init(&section);
		section.swap = b->flags & PERF_BUILDER_SWAP;
		if (features_sample(&section, feature))
			perf_builder_feature(b, (int)feature, section.data, section.size);
		buffer_fini(&section);
	}
	perf_builder_feature_compressed(b, 1, 2, 1 << 20);
}

/* --- what is done with the file ------------------------------------------------- */

static void damage(struct buffer *file, const struct buffer *built, unsigned n, uint32_t seed)
{
	struct mutate_random r = { .state = seed };

	for (; n; n--)
		FUZZ_CHECK(mutate(file, (struct mutate_bytes){ built->data, built->size }, &r));
}

static void use(const struct buffer *file, unsigned what)
{
	struct perf_file *f;
	uint64_t sum;

	if (what % (FUZZ_COMMANDS + 1) < FUZZ_COMMANDS) {
		fuzz_command(what % (FUZZ_COMMANDS + 1), what / (FUZZ_COMMANDS + 1), file->data, file->size);
		return;
	}
	if (recording_open(&f, built_fd(file->data, file->size), NULL))
		return;
	sum = fuzz_read_file(f);
	FUZZ_KEEP(sum);
	perf_file_close(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cursor c = cursor_make(data, size, false);
	uint8_t flags = cursor_u8(&c), what = cursor_u8(&c), damages = cursor_u8(&c) % DAMAGES;
	uint32_t seed = cursor_u32(&c);
	const struct buffer *built;
	struct perf_builder b;
	struct buffer file;

	perf_builder_init(&b, flags & 15);
	b.at.time = 1000000;
	put_events(&b, &c);
	perf_builder_comm(&b, 10, 10, "first", 0);
	put_records(&b, &c);
	if (flags & 16)
		put_features(&b);
	built = perf_builder_finish(&b);
	FUZZ_CHECK(built);
	buffer_init(&file);
	buffer_append(&file, built->data, built->size);
	damage(&file, built, damages, seed);
	use(&file, what);
	buffer_fini(&file);
	perf_builder_fini(&b);
	return 0;
}
