#include "formats/record/attr.h"

#include <errno.h>

/*
 * Bitfields fill a u64 from bit 0 on a little-endian machine and from bit 63 on a big-endian one, whoever reads them.
 * precise_ip, the one field of two bits, keeps the order of its bits: they are turned round where the flags are those
 * of ATTR_*, after decoding and before encoding.
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

/* How many of the bytes that are there the attr fills, as it says itself. What comes after them is not part of it. */
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
