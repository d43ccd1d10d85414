#include "formats/record/record_fields.h"

#include "formats/record/attr.h"
#include "formats/record/record_types.h"
#include "formats/record/sample_fields.h"

#include <errno.h>

/* One record on its way into the sink. */
struct walk {
	const struct record *r;
	const struct file_event *e;
	enum regs_arch arch;
	const struct field_sink *sink;
	struct cursor c;
	const char *last; /* the item that is being read, for messages */
	struct error *err;
};

/* The numbers of the items read so far; UINT64_MAX for what is not there. */
struct numbers {
	uint64_t of[RECORD_ITEMS_MAX];
};

static int items_walk(struct walk *w, const struct record_item *items);

static uint64_t number_read(struct cursor *c, enum item_type type)
{
	switch (type) {
	case ITEM_U8: return cursor_u8(c);
	case ITEM_U16: return cursor_u16(c);
	case ITEM_U32: return cursor_u32(c);
	case ITEM_S32: return (uint64_t)(int32_t)cursor_u32(c);
	default: return cursor_u64(c);
	}
}

static uint64_t number_put(struct walk *w, const struct record_item *item)
{
	struct field f = { .name = item->name,
			   .kind = item->are_bits ? FIELD_FLAGS : FIELD_NUMBER,
			   .format = item->format,
			   .words = item->words };

	f.number = number_read(&w->c, item->type);
	if (cursor_ok(&w->c))
		w->sink->put(w->sink->context, &f);
	return f.number;
}

static void bytes_put(struct walk *w, const struct record_item *item, uint64_t count)
{
	uint64_t size = item->size ? item->size : item->count ? count : cursor_left(&w->c);
	const uint8_t *bytes = cursor_bytes(&w->c, size);

	if (!bytes)
		return;
	if (item->count && count < size)
		size = count;
	field_bytes(w->sink, item->name, item->type == ITEM_HEX ? FIELD_HEX : FIELD_BYTES, bytes, size);
}

static void string_put(struct walk *w, const struct record_item *item)
{
	if (item->type == ITEM_STRING) {
		const char *text = cursor_string(&w->c);

		if (text)
			field_text(w->sink, item->name, text, strlen(text));
	} else {
		const uint8_t *text = cursor_bytes(&w->c, item->size);

		if (text)
			field_text(w->sink, item->name, text, item->size);
	}
}

static int list_put(struct walk *w, const struct record_item *item, uint64_t count)
{
	bool plain = !item->items[0].name;
	int result = 0;

	field_mark(w->sink, item->name, FIELD_LIST);
	for (uint64_t i = 0; item->count ? i < count : cursor_left(&w->c) > 0; i++) {
		if (!plain)
			field_mark(w->sink, NULL, FIELD_GROUP);
		result = items_walk(w, item->items);
		if (!plain)
			field_mark(w->sink, NULL, FIELD_END_GROUP);
		if (result || !cursor_ok(&w->c))
			break;
	}
	field_mark(w->sink, NULL, FIELD_END_LIST);
	return result;
}

static int group_put(struct walk *w, const struct record_item *item)
{
	int result;

	field_mark(w->sink, item->name, FIELD_GROUP);
	result = items_walk(w, item->items);
	field_mark(w->sink, NULL, FIELD_END_GROUP);
	return result;
}

static void read_put(struct walk *w, const struct record_item *item)
{
	struct sample_read read;

	sample_decode_read(&w->c, w->e ? w->e->attr.read_format : 0, &read);
	if (!cursor_ok(&w->c))
		return;
	field_mark(w->sink, item->name, FIELD_GROUP);
	sample_read_fields(&read, w->sink);
	field_mark(w->sink, NULL, FIELD_END_GROUP);
}

/* The attr's size field says where it ends. */
static int attr_put(struct walk *w, const struct record_item *item)
{
	struct event_attr attr;
	struct cursor in;
	uint32_t size;
	int result;

	if (cursor_left(&w->c) < ATTR_SIZE_VER0) {
		w->c.failed = true;
		return 0;
	}
	size = load_u32_order(w->c.pos + 4, w->r->swap);
	if (size < ATTR_SIZE_VER0 || size > cursor_left(&w->c))
		size = ATTR_SIZE_VER0;
	in = cursor_sub(&w->c, size);
	result = attr_decode(&attr, &in, w->err);
	if (result)
		return result;
	field_mark(w->sink, item->name, FIELD_GROUP);
	attr_fields(&attr, w->sink);
	field_mark(w->sink, NULL, FIELD_END_GROUP);
	return 0;
}

static int sample_item_put(struct walk *w)
{
	struct sample s;
	int result = sample_decode(w->r, &w->e->attr, &s, w->err);

	sample_fields(&s, w->arch, w->sink);
	cursor_skip(&w->c, cursor_left(&w->c));
	return result;
}

static int item_put(struct walk *w, const struct record_item *item, uint64_t count, uint64_t *ret_number)
{
	switch (item->type) {
	case ITEM_SKIP: cursor_skip(&w->c, item->size); return 0;
	case ITEM_STRING:
	case ITEM_CHARS: string_put(w, item); return 0;
	case ITEM_HEX:
	case ITEM_BYTES: bytes_put(w, item, count); return 0;
	case ITEM_LIST: return list_put(w, item, count);
	case ITEM_GROUP: return group_put(w, item);
	case ITEM_READ: read_put(w, item); return 0;
	case ITEM_ATTR: return attr_put(w, item);
	case ITEM_SAMPLE: return sample_item_put(w);
	default: *ret_number = number_put(w, item); return 0;
	}
}

static bool item_is_there(const struct walk *w, const struct record_item *item, const struct numbers *numbers)
{
	if (item->misc && !(w->r->misc & item->misc))
		return false;
	if (w->r->misc & item->misc_not)
		return false;
	return !item->when || (numbers->of[item->when - 1] == item->when_value) != item->when_not;
}

static uint64_t item_count(const struct record_item *item, const struct numbers *numbers)
{
	uint64_t count = item->count ? numbers->of[item->count - 1] : 0;

	return item->count_bits ? (uint64_t)__builtin_popcountll(count) : count;
}

static int items_walk(struct walk *w, const struct record_item *items)
{
	struct numbers numbers;
	int result = 0;

	memset(&numbers, 0xff, sizeof(numbers));
	for (unsigned i = 0; items[i].type != ITEM_END && !result; i++) {
		const struct record_item *item = &items[i];

		if (!item_is_there(w, item, &numbers))
			continue;
		if (item->optional && !cursor_left(&w->c))
			break;
		if (item->name)
			w->last = item->name;
		result = item_put(w, item, item_count(item, &numbers), &numbers.of[i]);
		if (!result && !cursor_ok(&w->c))
			result = error_at(w->err, -EBADMSG, w->r->offset, w->r->type,
					  "record %s of %u bytes ends within its field %s",
					  record_type_name(w->r->type), w->r->size, w->last);
	}
	return result;
}

/* Names are padded with zeros to 8 bytes; anything else after the last item is more than is known here. */
static void rest_put(struct walk *w)
{
	static const uint8_t zeros[8];
	size_t left = cursor_left(&w->c);

	if (left && (left >= sizeof(zeros) || memcmp(w->c.pos, zeros, left) != 0))
		field_bytes(w->sink, "unknown", FIELD_BYTES, w->c.pos, left);
}

static int trailer_put(const struct record *r, const struct event_layout *l, const struct field_sink *sink,
		       struct error *err)
{
	struct record_id id;
	int result = record_decode_id(r, l, &id, err);

	if (result)
		return result;
	field_mark(sink, "sample_id", FIELD_GROUP);
	if (l->trailer_tid) {
		field_number(sink, "pid", id.pid);
		field_number(sink, "tid", id.tid);
	}
	if (l->trailer_time)
		field_number(sink, "time", id.time);
	if (event_layout_trailer_id(l))
		field_number(sink, "id", id.id);
	if (l->trailer_stream_id)
		field_number(sink, "stream_id", id.stream_id);
	if (l->trailer_cpu)
		field_number(sink, "cpu", id.cpu);
	field_mark(sink, NULL, FIELD_END_GROUP);
	return 0;
}

int record_fields(const struct record *r, const struct file_event *e, enum regs_arch arch,
		  const struct field_sink *sink, struct error *err)
{
	const struct record_item *items = record_items(r);
	struct walk w = { .r = r, .e = e, .arch = arch, .sink = sink, .last = "header", .err = err };
	size_t trailer = 0;
	int result;

	if (!items)
		return error_at(err, -ENOTSUP, r->offset, r->type, "records of type %u are not known", r->type);
	if (!e && r->type == PERF_RECORD_SAMPLE)
		return error_at(err, -ENOTSUP, r->offset, r->type, "a sample of no event the file names");
	if (e && r->type < PERF_RECORD_USER_TYPE_START && r->type != PERF_RECORD_SAMPLE)
		trailer = e->layout.trailer_size;
	if (trailer + RECORD_HEADER_SIZE > r->size)
		trailer = 0; /* reported below, after the fields there are */
	w.c = cursor_make(r->data + RECORD_HEADER_SIZE, r->size - RECORD_HEADER_SIZE - trailer, r->swap);
	result = items_walk(&w, items);
	if (result)
		return result;
	rest_put(&w);
	if (e && r->type < PERF_RECORD_USER_TYPE_START && r->type != PERF_RECORD_SAMPLE && e->layout.trailer_size)
		result = trailer_put(r, &e->layout, sink, err);
	return result;
}
