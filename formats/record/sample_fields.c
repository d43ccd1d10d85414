#include "formats/record/sample_fields.h"

#include <stdio.h>

static const struct field_word chain_words[] = {
	{ CALLCHAIN_HV, "hv" },
	{ CALLCHAIN_KERNEL, "kernel" },
	{ CALLCHAIN_USER, "user" },
	{ CALLCHAIN_USER_DEFERRED, "user_deferred" },
	{ CALLCHAIN_GUEST, "guest" },
	{ CALLCHAIN_GUEST_KERNEL, "guest_kernel" },
	{ CALLCHAIN_GUEST_USER, "guest_user" },
	{ 0, NULL },
};

static const struct field_word abi_words[] = { { 0, "none" }, { 1, "32" }, { 2, "64" }, { 0, NULL } };

/* perf_event.h, PERF_BR_*. */
static const struct field_word branch_types[] = {
	{ 0, "unknown" },     { 1, "cond" },  { 2, "uncond" },  { 3, "ind" },     { 4, "call" },
	{ 5, "ind_call" },    { 6, "ret" },   { 7, "syscall" }, { 8, "sysret" },  { 9, "cond_call" },
	{ 10, "cond_ret" },   { 11, "eret" }, { 12, "irq" },    { 13, "serror" }, { 14, "no_tx" },
	{ 15, "extend_abi" }, { 0, NULL },
};

static const struct field_word branch_flag_words[] = {
	{ 1, "mispred" }, { 2, "predicted" }, { 4, "in_tx" }, { 8, "abort" }, { 0, NULL }
};

static const struct field_word branch_specs[] = {
	{ 0, "none" }, { 1, "wrong_path" }, { 2, "non_spec_correct_path" }, { 3, "spec_correct_path" }, { 0, NULL }
};

static const struct field_word branch_privs[] = {
	{ 0, "unknown" }, { 1, "user" }, { 2, "kernel" }, { 3, "hv" }, { 0, NULL }
};

/* PERF_TXN_*. */
static const struct field_word transaction_words[] = {
	{ 1 << 0, "elision" },        { 1 << 1, "transaction" },   { 1 << 2, "sync" },
	{ 1 << 3, "async" },          { 1 << 4, "retry" },         { 1 << 5, "conflict" },
	{ 1 << 6, "capacity_write" }, { 1 << 7, "capacity_read" }, { 0, NULL },
};

/* PERF_MEM_*: perf_mem_data_src. */
static const struct field_word mem_ops[] = { { 1, "na" },       { 2, "load" },  { 4, "store" },
					     { 8, "prefetch" }, { 16, "exec" }, { 0, NULL } };
static const struct field_word mem_levels[] = {
	{ 0x1, "na" },
	{ 0x2, "hit" },
	{ 0x4, "miss" },
	{ 0x8, "l1" },
	{ 0x10, "lfb" },
	{ 0x20, "l2" },
	{ 0x40, "l3" },
	{ 0x80, "local_ram" },
	{ 0x100, "remote_ram1" },
	{ 0x200, "remote_ram2" },
	{ 0x400, "remote_cache1" },
	{ 0x800, "remote_cache2" },
	{ 0x1000, "io" },
	{ 0x2000, "uncached" },
	{ 0, NULL },
};
static const struct field_word mem_snoops[] = { { 1, "na" },   { 2, "none" },  { 4, "hit" },
						{ 8, "miss" }, { 16, "hitm" }, { 0, NULL } };
static const struct field_word mem_locks[] = { { 1, "na" }, { 2, "locked" }, { 0, NULL } };
static const struct field_word mem_tlbs[] = { { 1, "na" },  { 2, "hit" },     { 4, "miss" },   { 8, "l1" },
					      { 16, "l2" }, { 32, "walker" }, { 64, "fault" }, { 0, NULL } };
static const struct field_word mem_level_nums[] = {
	{ 0, "none" }, { 1, "l1" },   { 2, "l2" },       { 3, "l3" },  { 4, "l4" },  { 5, "l2_mhb" },
	{ 6, "msc" },  { 7, "l0" },   { 8, "uncached" }, { 9, "cxl" }, { 10, "io" }, { 11, "any_cache" },
	{ 12, "lfb" }, { 13, "ram" }, { 14, "pmem" },    { 15, "na" }, { 0, NULL },
};
static const struct field_word mem_snoopxs[] = { { 1, "fwd" }, { 2, "peer" }, { 0, NULL } };
static const struct field_word mem_blocks[] = { { 1, "na" }, { 2, "data" }, { 4, "addr" }, { 0, NULL } };

static const struct mem_part {
	const char *name;
	uint8_t shift, bits;
	bool flags;
	const struct field_word *words;
} mem_parts[] = {
	{ "op", 0, 5, true, mem_ops },        { "lvl", 5, 14, true, mem_levels },
	{ "snoop", 19, 5, true, mem_snoops }, { "lock", 24, 2, true, mem_locks },
	{ "dtlb", 26, 7, true, mem_tlbs },    { "lvl_num", 33, 4, false, mem_level_nums },
	{ "remote", 37, 1, false, NULL },     { "snoopx", 38, 2, true, mem_snoopxs },
	{ "blk", 40, 3, true, mem_blocks },   { "hops", 43, 3, false, NULL },
};

static void put_words(const struct field_sink *sink, const char *name, const struct sample_words *w,
		      const struct field_word *words)
{
	field_mark(sink, name, FIELD_LIST);
	for (uint32_t i = 0; i < w->n; i++) {
		struct field f = { .kind = FIELD_NUMBER, .format = FIELD_ADDRESS, .number = sample_word(w, i) };

		/* Only the highest addresses are markers. */
		f.words = f.number >= CALLCHAIN_MARKER_MIN ? words : NULL;
		sink->put(sink->context, &f);
	}
	field_mark(sink, NULL, FIELD_END_LIST);
}

void sample_read_fields(const struct sample_read *read, const struct field_sink *sink)
{
	if (read->format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		field_number(sink, "time_enabled", read->time_enabled);
	if (read->format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		field_number(sink, "time_running", read->time_running);
	field_mark(sink, "values", FIELD_LIST);
	for (uint32_t i = 0; i < read->n; i++) {
		struct sample_read_value v = sample_read_value(read, i);

		field_mark(sink, NULL, FIELD_GROUP);
		field_number(sink, "value", v.value);
		if (read->format & PERF_FORMAT_ID)
			field_number(sink, "id", v.id);
		if (read->format & PERF_FORMAT_LOST)
			field_number(sink, "lost", v.lost);
		field_mark(sink, NULL, FIELD_END_GROUP);
	}
	field_mark(sink, NULL, FIELD_END_LIST);
}

static void put_read(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	(void)arch;
	field_mark(sink, "read", FIELD_GROUP);
	sample_read_fields(&s->read, sink);
	field_mark(sink, NULL, FIELD_END_GROUP);
}

static void put_callchain(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	(void)arch;
	put_words(sink, "callchain", &s->callchain, chain_words);
}

static void put_branch(const struct sample_branches *b, uint32_t i, const struct field_sink *sink)
{
	struct sample_branch branch = sample_branch(b, i);

	field_mark(sink, NULL, FIELD_GROUP);
	field_address(sink, "from", branch.from);
	field_address(sink, "to", branch.to);
	field_flags(sink, "flags", branch.flags & 15, branch_flag_words);
	field_number(sink, "cycles", BRANCH_CYCLES(branch.flags));
	field_word(sink, "type", BRANCH_TYPE(branch.flags), branch_types);
	field_word(sink, "spec", BRANCH_SPEC(branch.flags), branch_specs);
	field_number(sink, "new_type", BRANCH_NEW_TYPE(branch.flags));
	field_word(sink, "priv", BRANCH_PRIV(branch.flags), branch_privs);
	if (b->counters.n)
		field_address(sink, "counters", sample_word(&b->counters, i));
	field_mark(sink, NULL, FIELD_END_GROUP);
}

static void put_branches(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	(void)arch;
	field_mark(sink, "branch_stack", FIELD_GROUP);
	if (s->branches.has_hw_idx)
		field_address(sink, "hw_idx", s->branches.hw_idx);
	field_mark(sink, "branches", FIELD_LIST);
	for (uint32_t i = 0; i < s->branches.n; i++)
		put_branch(&s->branches, i, sink);
	field_mark(sink, NULL, FIELD_END_LIST);
	field_mark(sink, NULL, FIELD_END_GROUP);
}

static void put_regs(const char *name, const struct sample_regs *regs, enum regs_arch arch,
		     const struct field_sink *sink)
{
	uint64_t mask = regs->mask;

	field_mark(sink, name, FIELD_GROUP);
	field_word(sink, "abi", regs->abi, abi_words);
	for (uint32_t i = 0; i < regs->values.n; i++) {
		unsigned number = (unsigned)__builtin_ctzll(mask);
		const char *known = regs_name(arch, number);
		char unknown[16];

		mask &= mask - 1;
		if (!known)
			snprintf(unknown, sizeof(unknown), "reg%u", number);
		field_address(sink, known ? known : unknown, sample_word(&regs->values, i));
	}
	field_mark(sink, NULL, FIELD_END_GROUP);
}

static void put_regs_user(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	put_regs("regs_user", &s->regs_user, arch, sink);
}

static void put_regs_intr(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	put_regs("regs_intr", &s->regs_intr, arch, sink);
}

static void put_raw(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	(void)arch;
	field_bytes(sink, "raw", FIELD_BYTES, s->raw.data, s->raw.size);
}

static void put_stack(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	(void)arch;
	field_bytes(sink, "stack_user", FIELD_BYTES, s->stack_user.data, s->stack_user.size);
	field_number(sink, "stack_dyn_size", s->stack_dyn_size);
}

static void put_weight(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	(void)arch;
	if (s->type & PERF_SAMPLE_WEIGHT) {
		field_number(sink, "weight", s->weight);
		return;
	}
	field_mark(sink, "weight", FIELD_GROUP);
	field_number(sink, "var1", SAMPLE_WEIGHT_VAR1(s->weight));
	field_number(sink, "var2", SAMPLE_WEIGHT_VAR2(s->weight));
	field_number(sink, "var3", SAMPLE_WEIGHT_VAR3(s->weight));
	field_mark(sink, NULL, FIELD_END_GROUP);
}

static void put_data_src(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	(void)arch;
	field_mark(sink, "data_src", FIELD_GROUP);
	field_address(sink, "value", s->data_src);
	for (size_t i = 0; i < ARRAY_SIZE(mem_parts); i++) {
		const struct mem_part *p = &mem_parts[i];
		uint64_t part = s->data_src >> p->shift & ((1ull << p->bits) - 1);

		if (p->flags)
			field_flags(sink, p->name, part, p->words);
		else
			field_word(sink, p->name, part, p->words);
	}
	field_mark(sink, NULL, FIELD_END_GROUP);
}

static void put_transaction(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	(void)arch;
	field_mark(sink, "transaction", FIELD_GROUP);
	field_flags(sink, "flags", s->transaction & 0xffffffff, transaction_words);
	field_number(sink, "abort_code", s->transaction >> 32);
	field_mark(sink, NULL, FIELD_END_GROUP);
}

static void put_aux(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	(void)arch;
	field_bytes(sink, "aux", FIELD_BYTES, s->aux.data, s->aux.size);
}

#define U64(bit, name, member, format)                                                    \
	{                                                                                 \
		PERF_SAMPLE_##bit, name, offsetof(struct sample, member), 8, format, NULL \
	}
#define U32(bit, name, member)                                                                   \
	{                                                                                        \
		PERF_SAMPLE_##bit, name, offsetof(struct sample, member), 4, FIELD_DECIMAL, NULL \
	}
#define PUT(bit, put)                                             \
	{                                                         \
		PERF_SAMPLE_##bit, NULL, 0, 0, FIELD_DECIMAL, put \
	}

static const struct sample_item {
	uint64_t bit;
	const char *name;
	uint16_t member;
	uint8_t size;
	uint8_t format;
	void (*put)(const struct sample *s, enum regs_arch arch, const struct field_sink *sink);
} items[] = {
	U64(IDENTIFIER, "identifier", identifier, FIELD_DECIMAL),
	U64(IP, "ip", ip, FIELD_ADDRESS),
	U32(TID, "pid", pid),
	U32(TID, "tid", tid),
	U64(TIME, "time", time, FIELD_DECIMAL),
	U64(ADDR, "addr", addr, FIELD_ADDRESS),
	U64(ID, "id", id, FIELD_DECIMAL),
	U64(STREAM_ID, "stream_id", stream_id, FIELD_DECIMAL),
	U32(CPU, "cpu", cpu),
	U64(PERIOD, "period", period, FIELD_DECIMAL),
	PUT(READ, put_read),
	PUT(CALLCHAIN, put_callchain),
	PUT(RAW, put_raw),
	PUT(BRANCH_STACK, put_branches),
	PUT(REGS_USER, put_regs_user),
	PUT(STACK_USER, put_stack),
	PUT(WEIGHT, put_weight),
	PUT(WEIGHT_STRUCT, put_weight),
	PUT(DATA_SRC, put_data_src),
	PUT(TRANSACTION, put_transaction),
	PUT(REGS_INTR, put_regs_intr),
	U64(PHYS_ADDR, "phys_addr", phys_addr, FIELD_ADDRESS),
	U64(CGROUP, "cgroup", cgroup, FIELD_DECIMAL),
	U64(DATA_PAGE_SIZE, "data_page_size", data_page_size, FIELD_DECIMAL),
	U64(CODE_PAGE_SIZE, "code_page_size", code_page_size, FIELD_DECIMAL),
	PUT(AUX, put_aux),
};

static void put_number(const struct sample *s, const struct sample_item *item, const struct field_sink *sink)
{
	const char *member = (const char *)s + item->member;
	struct field f = { .name = item->name, .kind = FIELD_NUMBER, .format = item->format };

	f.number = item->size == 8 ? load_u64(member) : load_u32(member);
	sink->put(sink->context, &f);
}

/* Those of the bits `which`, and what is not known. */
static void put_items(const struct sample *s, uint64_t which, enum regs_arch arch, const struct field_sink *sink)
{
	for (size_t i = 0; i < ARRAY_SIZE(items); i++) {
		if (!(s->type & which & items[i].bit))
			continue;
		if (items[i].put)
			items[i].put(s, arch, sink);
		else
			put_number(s, &items[i], sink);
	}
	if (s->rest.size)
		field_bytes(sink, "unknown", FIELD_BYTES, s->rest.data, s->rest.size);
}

void sample_fields(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	put_items(s, UINT64_MAX, arch, sink);
}

#define PLACED                                                                                             \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | \
	 PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

unsigned sample_offsets(const struct event_attr *attr, struct sample_offset *ret_offsets)
{
	size_t at = RECORD_HEADER_SIZE;
	unsigned n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(items); i++) {
		if (!(attr->sample_type & PLACED & items[i].bit))
			continue;
		at = align_up(at, items[i].size); /* after a cpu are four unused bytes */
		ret_offsets[n++] = (struct sample_offset){ .at = (uint16_t)at, .size = items[i].size };
		at += items[i].size;
	}
	return n;
}

void sample_fields_after(const struct sample *s, enum regs_arch arch, const struct field_sink *sink)
{
	put_items(s, ~PLACED, arch, sink);
}
