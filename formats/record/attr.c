#include "formats/record/attr.h"

#include <errno.h>

/*
 * The kernel's bitfields fill a u64 from bit 0 on a little-endian writer, and from bit 63 on a big-endian one.
 * precise_ip, the only field of two bits, keeps the order of its bits; so these are exchanged again after the whole u64
 * was mirrored, or before it is.
 */
static uint64_t attr_mirror_flags(uint64_t flags)
{
	uint64_t mirrored = 0;

	for (int bit = 0; bit < 64; bit++)
		if (flags >> bit & 1)
			mirrored |= 1ull << (63 - bit);
	return mirrored;
}

static uint64_t attr_turn_precise_ip(uint64_t flags)
{
	uint64_t precise_ip = flags >> ATTR_PRECISE_IP_SHIFT & 3;

	precise_ip = precise_ip >> 1 | (precise_ip & 1) << 1;
	return (flags & ~ATTR_PRECISE_IP_MASK) | precise_ip << ATTR_PRECISE_IP_SHIFT;
}

static uint64_t attr_flags_decode(uint64_t flags, bool big_endian)
{
	return big_endian ? attr_turn_precise_ip(attr_mirror_flags(flags)) : flags;
}

static uint64_t attr_flags_encode(uint64_t flags, bool big_endian)
{
	return big_endian ? attr_mirror_flags(attr_turn_precise_ip(flags)) : flags;
}

/* Returns how many of the bytes belong to the attr, by its own size. */
static size_t attr_filled(const struct cursor *c, size_t there)
{
	uint32_t size = load_u32_order(c->pos + sizeof(uint32_t), c->swap);

	if (!size || size > there)
		return there;
	return size < ATTR_SIZE_VER0 ? ATTR_SIZE_VER0 : size;
}

int attr_decode(struct event_attr *ret_attr, struct cursor *c, struct error *err)
{
	uint8_t bytes[sizeof(struct event_attr)] = { 0 };
	size_t there = cursor_left(c);
	struct event_attr a = { 0 };
	struct cursor in;

	if (there < ATTR_SIZE_VER0)
		return error_set(err, -ENODATA, "event attribute of %zu bytes, %d at least", there, ATTR_SIZE_VER0);
	if (there > sizeof(bytes))
		there = sizeof(bytes);
	memcpy(bytes, c->pos, attr_filled(c, there));
	cursor_skip(c, cursor_left(c));
	in = cursor_make(bytes, sizeof(bytes), c->swap);
	a.type = cursor_u32(&in);
	a.size = cursor_u32(&in);
	a.config = cursor_u64(&in);
	a.sample_period = cursor_u64(&in);
	a.sample_type = cursor_u64(&in);
	a.read_format = cursor_u64(&in);
	a.flags = attr_flags_decode(cursor_u64(&in), order_is_big(c->swap));
	a.wakeup_events = cursor_u32(&in);
	a.bp_type = cursor_u32(&in);
	a.config1 = cursor_u64(&in);
	a.config2 = cursor_u64(&in);
	a.branch_sample_type = cursor_u64(&in);
	a.sample_regs_user = cursor_u64(&in);
	a.sample_stack_user = cursor_u32(&in);
	a.clockid = (int32_t)cursor_u32(&in);
	a.sample_regs_intr = cursor_u64(&in);
	a.aux_watermark = cursor_u32(&in);
	a.sample_max_stack = cursor_u16(&in);
	a.reserved_2 = cursor_u16(&in);
	a.aux_sample_size = cursor_u32(&in);
	a.aux_action = cursor_u32(&in);
	a.sig_data = cursor_u64(&in);
	a.config3 = cursor_u64(&in);
	a.config4 = cursor_u64(&in);
	if (!a.size || a.size > there)
		a.size = (uint32_t)there;
	*ret_attr = a;
	return 0;
}

void attr_encode(struct buffer *b, const struct event_attr *a)
{
	size_t start = b->size;
	size_t size = a->size < sizeof(*a) ? a->size : sizeof(*a);

	buffer_put_u32(b, a->type);
	buffer_put_u32(b, a->size);
	buffer_put_u64(b, a->config);
	buffer_put_u64(b, a->sample_period);
	buffer_put_u64(b, a->sample_type);
	buffer_put_u64(b, a->read_format);
	buffer_put_u64(b, attr_flags_encode(a->flags, order_is_big(b->swap)));
	buffer_put_u32(b, a->wakeup_events);
	buffer_put_u32(b, a->bp_type);
	buffer_put_u64(b, a->config1);
	buffer_put_u64(b, a->config2);
	buffer_put_u64(b, a->branch_sample_type);
	buffer_put_u64(b, a->sample_regs_user);
	buffer_put_u32(b, a->sample_stack_user);
	buffer_put_u32(b, (uint32_t)a->clockid);
	buffer_put_u64(b, a->sample_regs_intr);
	buffer_put_u32(b, a->aux_watermark);
	buffer_put_u16(b, a->sample_max_stack);
	buffer_put_u16(b, a->reserved_2);
	buffer_put_u32(b, a->aux_sample_size);
	buffer_put_u32(b, a->aux_action);
	buffer_put_u64(b, a->sig_data);
	buffer_put_u64(b, a->config3);
	buffer_put_u64(b, a->config4);
	if (buffer_ok(b))
		b->size = start + size;
}

struct event_attr attr_to_kernel(const struct event_attr *attr)
{
	struct event_attr own = *attr;

	own.flags = attr_flags_encode(own.flags, order_is_big(false));
	return own;
}

struct event_attr attr_from_kernel(const struct event_attr *own)
{
	struct event_attr attr = *own;

	attr.flags = attr_flags_decode(attr.flags, order_is_big(false));
	return attr;
}

static const struct field_word type_words[] = {
	{ PERF_TYPE_HARDWARE, "hardware" },
	{ PERF_TYPE_SOFTWARE, "software" },
	{ PERF_TYPE_TRACEPOINT, "tracepoint" },
	{ PERF_TYPE_HW_CACHE, "hw_cache" },
	{ PERF_TYPE_RAW, "raw" },
	{ PERF_TYPE_BREAKPOINT, "breakpoint" },
	{ 0, NULL },
};

static const struct field_word sample_words[] = {
	{ PERF_SAMPLE_IP, "ip" },
	{ PERF_SAMPLE_TID, "tid" },
	{ PERF_SAMPLE_TIME, "time" },
	{ PERF_SAMPLE_ADDR, "addr" },
	{ PERF_SAMPLE_READ, "read" },
	{ PERF_SAMPLE_CALLCHAIN, "callchain" },
	{ PERF_SAMPLE_ID, "id" },
	{ PERF_SAMPLE_CPU, "cpu" },
	{ PERF_SAMPLE_PERIOD, "period" },
	{ PERF_SAMPLE_STREAM_ID, "stream_id" },
	{ PERF_SAMPLE_RAW, "raw" },
	{ PERF_SAMPLE_BRANCH_STACK, "branch_stack" },
	{ PERF_SAMPLE_REGS_USER, "regs_user" },
	{ PERF_SAMPLE_STACK_USER, "stack_user" },
	{ PERF_SAMPLE_WEIGHT, "weight" },
	{ PERF_SAMPLE_DATA_SRC, "data_src" },
	{ PERF_SAMPLE_IDENTIFIER, "identifier" },
	{ PERF_SAMPLE_TRANSACTION, "transaction" },
	{ PERF_SAMPLE_REGS_INTR, "regs_intr" },
	{ PERF_SAMPLE_PHYS_ADDR, "phys_addr" },
	{ PERF_SAMPLE_AUX, "aux" },
	{ PERF_SAMPLE_CGROUP, "cgroup" },
	{ PERF_SAMPLE_DATA_PAGE_SIZE, "data_page_size" },
	{ PERF_SAMPLE_CODE_PAGE_SIZE, "code_page_size" },
	{ PERF_SAMPLE_WEIGHT_STRUCT, "weight_struct" },
	{ 0, NULL },
};

static const struct field_word read_words[] = {
	{ PERF_FORMAT_TOTAL_TIME_ENABLED, "total_time_enabled" },
	{ PERF_FORMAT_TOTAL_TIME_RUNNING, "total_time_running" },
	{ PERF_FORMAT_ID, "id" },
	{ PERF_FORMAT_GROUP, "group" },
	{ PERF_FORMAT_LOST, "lost" },
	{ 0, NULL },
};

/* precise_ip's two bits are a number: a field of its own. */
static const struct field_word flag_words[] = {
	{ ATTR_DISABLED, "disabled" },
	{ ATTR_INHERIT, "inherit" },
	{ ATTR_PINNED, "pinned" },
	{ ATTR_EXCLUSIVE, "exclusive" },
	{ ATTR_EXCLUDE_USER, "exclude_user" },
	{ ATTR_EXCLUDE_KERNEL, "exclude_kernel" },
	{ ATTR_EXCLUDE_HV, "exclude_hv" },
	{ ATTR_EXCLUDE_IDLE, "exclude_idle" },
	{ ATTR_MMAP, "mmap" },
	{ ATTR_COMM, "comm" },
	{ ATTR_FREQ, "freq" },
	{ ATTR_INHERIT_STAT, "inherit_stat" },
	{ ATTR_ENABLE_ON_EXEC, "enable_on_exec" },
	{ ATTR_TASK, "task" },
	{ ATTR_WATERMARK, "watermark" },
	{ ATTR_MMAP_DATA, "mmap_data" },
	{ ATTR_SAMPLE_ID_ALL, "sample_id_all" },
	{ ATTR_EXCLUDE_HOST, "exclude_host" },
	{ ATTR_EXCLUDE_GUEST, "exclude_guest" },
	{ ATTR_EXCLUDE_CALLCHAIN_KERNEL, "exclude_callchain_kernel" },
	{ ATTR_EXCLUDE_CALLCHAIN_USER, "exclude_callchain_user" },
	{ ATTR_MMAP2, "mmap2" },
	{ ATTR_COMM_EXEC, "comm_exec" },
	{ ATTR_USE_CLOCKID, "use_clockid" },
	{ ATTR_CONTEXT_SWITCH, "context_switch" },
	{ ATTR_WRITE_BACKWARD, "write_backward" },
	{ ATTR_NAMESPACES, "namespaces" },
	{ ATTR_KSYMBOL, "ksymbol" },
	{ ATTR_BPF_EVENT, "bpf_event" },
	{ ATTR_AUX_OUTPUT, "aux_output" },
	{ ATTR_CGROUP, "cgroup" },
	{ ATTR_TEXT_POKE, "text_poke" },
	{ ATTR_BUILD_ID, "build_id" },
	{ ATTR_INHERIT_THREAD, "inherit_thread" },
	{ ATTR_REMOVE_ON_EXEC, "remove_on_exec" },
	{ ATTR_SIGTRAP, "sigtrap" },
	{ ATTR_DEFER_CALLCHAIN, "defer_callchain" },
	{ ATTR_DEFER_OUTPUT, "defer_output" },
	{ 0, NULL },
};

#define MEMBER(member, format, words)                                                                                  \
	{                                                                                                              \
#member, offsetof(struct event_attr, member), sizeof(((struct event_attr *)0)->member), format, words, \
	}

static const struct attr_item {
	const char *name;
	uint8_t member, size, format;
	const struct field_word *words;
} items[] = {
	MEMBER(type, FIELD_DECIMAL, type_words),
	MEMBER(size, FIELD_DECIMAL, NULL),
	MEMBER(config, FIELD_ADDRESS, NULL),
	MEMBER(sample_period, FIELD_DECIMAL, NULL),
	MEMBER(sample_type, FIELD_DECIMAL, sample_words),
	MEMBER(read_format, FIELD_DECIMAL, read_words),
	MEMBER(flags, FIELD_DECIMAL, flag_words),
	MEMBER(wakeup_events, FIELD_DECIMAL, NULL),
	MEMBER(bp_type, FIELD_DECIMAL, NULL),
	MEMBER(config1, FIELD_ADDRESS, NULL),
	MEMBER(config2, FIELD_ADDRESS, NULL),
	MEMBER(branch_sample_type, FIELD_ADDRESS, NULL),
	MEMBER(sample_regs_user, FIELD_ADDRESS, NULL),
	MEMBER(sample_stack_user, FIELD_DECIMAL, NULL),
	MEMBER(clockid, FIELD_SIGNED, NULL),
	MEMBER(sample_regs_intr, FIELD_ADDRESS, NULL),
	MEMBER(aux_watermark, FIELD_DECIMAL, NULL),
	MEMBER(sample_max_stack, FIELD_DECIMAL, NULL),
	MEMBER(aux_sample_size, FIELD_DECIMAL, NULL),
	MEMBER(aux_action, FIELD_ADDRESS, NULL),
	MEMBER(sig_data, FIELD_ADDRESS, NULL),
	MEMBER(config3, FIELD_ADDRESS, NULL),
	MEMBER(config4, FIELD_ADDRESS, NULL),
};

static uint64_t member_load(const struct event_attr *attr, const struct attr_item *item)
{
	const char *member = (const char *)attr + item->member;

	if (item->size == 8)
		return load_u64(member);
	if (item->size == 2)
		return load_u16(member);
	return item->format == FIELD_SIGNED ? (uint64_t)(int32_t)load_u32(member) : load_u32(member);
}

void attr_fields(const struct event_attr *attr, const struct field_sink *sink)
{
	for (size_t i = 0; i < ARRAY_SIZE(items); i++) {
		const struct attr_item *item = &items[i];
		struct field f = { .name = item->name, .format = item->format, .words = item->words };

		f.number = member_load(attr, item);
		f.kind = item->words && item->words != type_words ? FIELD_FLAGS : FIELD_NUMBER;
		if (item->words == flag_words) {
			field_number(sink, "precise_ip", f.number >> ATTR_PRECISE_IP_SHIFT & 3);
			f.number &= ~ATTR_PRECISE_IP_MASK;
		}
		sink->put(sink->context, &f);
	}
}
