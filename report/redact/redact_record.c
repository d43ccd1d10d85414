/* redact_record: encodes records anew, item by item of formats/record/record_types.h. */
#include "report/redact/redact.h"

#include "formats/record/record_types.h"
#include "formats/record/record_write.h"
#include "formats/record/sample_decode.h"
#include "report/redact/redact_text.h"

#include <errno.h>

/* A record on its way. */
struct copy {
	struct redact *redact;
	const struct record *r;
	const struct file_event *e;
	struct buffer *b;
	struct cursor c;
	enum redact_text text;
	uint32_t pid; /* the last one that was copied */
};

/* The numbers of the items so far; UINT64_MAX for what is not there. */
struct copied {
	uint64_t of[RECORD_ITEMS_MAX];
};

static void copy_items(struct copy *w, const struct record_item *items);

/* At `names` a file is not to be found by where it lies. */
static bool is_place(const struct copy *w, const char *name)
{
	static const char *const places[] = { "maj", "min", "ino", "ino_generation" };

	for (size_t i = 0; w->r->type == PERF_RECORD_MMAP2 && name && i < ARRAY_SIZE(places); i++)
		if (!strcmp(name, places[i]))
			return w->redact->level >= REDACT_NAMES;
	return false;
}

static uint64_t number_of(struct cursor c, enum item_type type)
{
	switch (type) {
	case ITEM_U8: return cursor_u8(&c);
	case ITEM_U16: return cursor_u16(&c);
	case ITEM_U64: return cursor_u64(&c);
	default: return cursor_u32(&c);
	}
}

static uint64_t copy_number(struct copy *w, const struct record_item *item)
{
	size_t size = item->type == ITEM_U8 ? 1 : item->type == ITEM_U16 ? 2 : item->type == ITEM_U64 ? 8 : 4;
	const uint8_t *bytes = cursor_bytes(&w->c, size);
	uint64_t number;

	if (!bytes)
		return 0;
	number = number_of(cursor_make(bytes, size, w->r->swap), item->type);
	buffer_append(w->b, is_place(w, item->name) ? NULL : bytes, size);
	if (item->name && !strcmp(item->name, "pid"))
		w->pid = (uint32_t)number;
	return number;
}

static void copy_string(struct copy *w, const struct record_item *item)
{
	size_t size = item->type == ITEM_CHARS ? (item->size ? item->size : cursor_left(&w->c)) : 0;
	const char *text = size ? (const char *)cursor_bytes(&w->c, size) : cursor_string(&w->c);
	const char *put;
	size_t n;

	if (!text)
		return;
	put = redact_text(w->redact, w->text, text, size ? size : strlen(text), (struct redact_owner){ w->pid });
	n = strlen(put);
	if (!size) {
		buffer_append(w->b, put, n + 1);
		buffer_pad(w->b, 8);
	} else {
		n = n < size ? n : size;
		buffer_append(w->b, put, n);
		buffer_append(w->b, NULL, size - n);
	}
}

static void put_id(struct copy *w, const uint8_t *bytes, uint64_t size, uint64_t count)
{
	struct build_id id = { .size = (uint8_t)(count < BUILD_ID_SIZE_MAX ? count : BUILD_ID_SIZE_MAX) };

	memcpy(id.data, bytes, size < id.size ? size : id.size);
	id = redact_build_id(w->redact, &id);
	buffer_append(w->b, id.data, size < sizeof(id.data) ? size : sizeof(id.data));
}

/* Bytes that are shown as such; those of which it is not known what they are stay away. */
static void copy_hex(struct copy *w, const struct record_item *item, uint64_t count)
{
	uint64_t size = item->size ? item->size : item->count ? count : cursor_left(&w->c);
	const uint8_t *bytes = cursor_bytes(&w->c, size);

	if (!bytes)
		return;
	if (w->r->type == PERF_RECORD_MMAP2)
		put_id(w, bytes, size, count);
	else if (w->r->type == PERF_RECORD_HEADER_BUILD_ID)
		put_id(w, bytes, size, w->r->misc & RECORD_MISC_BUILD_ID_SIZE && cursor_left(&w->c) ? *w->c.pos : size);
	else if (w->r->type == SIMPLEPERF_RECORD_KERNEL_SYMBOL ||
		 (w->r->type == PERF_RECORD_BPF_EVENT && w->redact->level < REDACT_NAMES))
		buffer_append(w->b, bytes, size);
	else
		buffer_append(w->b, NULL, size);
}

static void copy_list(struct copy *w, const struct record_item *item, uint64_t count)
{
	size_t before = SIZE_MAX;

	for (uint64_t i = 0; item->count ? i < count : cursor_left(&w->c) > 0; i++) {
		copy_items(w, item->items);
		/* Damaged records have lists of any length that take no bytes. */
		if (!cursor_ok(&w->c) || cursor_left(&w->c) == before)
			break;
		before = cursor_left(&w->c);
	}
}

static void copy_read(struct copy *w)
{
	const uint8_t *start = w->c.pos;
	struct sample_read read;

	sample_decode_read(&w->c, w->e ? w->e->attr.read_format : 0, &read);
	if (cursor_ok(&w->c))
		buffer_append(w->b, start, (size_t)(w->c.pos - start));
}

static uint64_t copy_item(struct copy *w, const struct record_item *item, uint64_t count)
{
	switch ((enum item_type)item->type) {
	case ITEM_U8:
	case ITEM_U16:
	case ITEM_U32:
	case ITEM_S32:
	case ITEM_U64: return copy_number(w, item);
	case ITEM_SKIP:
		if (cursor_skip(&w->c, item->size))
			buffer_append(w->b, NULL, item->size);
		break;
	case ITEM_STRING:
	case ITEM_CHARS: copy_string(w, item); break;
	case ITEM_HEX:
	case ITEM_BYTES: copy_hex(w, item, count); break;
	case ITEM_LIST: copy_list(w, item, count); break;
	case ITEM_GROUP: copy_items(w, item->items); break;
	case ITEM_READ: copy_read(w); break;
	/* Of no record that stays. */
	case ITEM_ATTR:
	case ITEM_SAMPLE: w->c.failed = true; break;
	case ITEM_END: break;
	}
	return UINT64_MAX;
}

static bool item_is_there(const struct copy *w, const struct record_item *item, const struct copied *numbers)
{
	if ((item->misc && !(w->r->misc & item->misc)) || w->r->misc & item->misc_not)
		return false;
	return !item->when || (numbers->of[item->when - 1] == item->when_value) != item->when_not;
}

static void copy_items(struct copy *w, const struct record_item *items)
{
	struct copied numbers;

	memset(&numbers, 0xff, sizeof(numbers));
	for (unsigned i = 0; items[i].type != ITEM_END && cursor_ok(&w->c) && buffer_ok(w->b); i++) {
		const struct record_item *item = &items[i];
		uint64_t count = item->count ? numbers.of[item->count - 1] : 0;

		if (!item_is_there(w, item, &numbers) || (item->optional && !cursor_left(&w->c)))
			continue;
		if (item->count_bits)
			count = (uint64_t)__builtin_popcountll(count);
		numbers.of[i] = copy_item(w, item, count);
	}
}

/* Memory that is not code is called by what programs keep in it. */
static enum redact_text text_of(const struct record *r)
{
	struct record_mmap m;

	if (r->type != PERF_RECORD_MMAP && r->type != PERF_RECORD_MMAP2)
		return redact_record_text(r->type);
	if (r->misc & RECORD_MISC_MMAP_DATA || (!record_decode_mmap(r, &m, NULL) && !redact_maps_code(r, &m)))
		return REDACT_TEXT_DATA;
	return REDACT_TEXT_PATH;
}

/* Words of the user part of a callchain in a record of its own. */
static void clean_deferred(struct redact *r, struct buffer *b, size_t start, size_t end)
{
	for (size_t at = start + RECORD_HEADER_SIZE + 16; at + 8 <= end && buffer_ok(b); at += 8) {
		uint64_t word = load_u64_order(b->data + at, b->swap);

		if (word < CALLCHAIN_MARKER_MIN && !redact_is_code(r, word)) {
			buffer_set_u64(b, at, 0);
			r->counts[REDACTED_CHAIN_WORDS]++;
		}
	}
}

/* Names of events are in the file's own list; this is how old recorders of pipes tell them. */
static bool tells_event_name(const struct redact *r, const struct record *record)
{
	return record->type == PERF_RECORD_EVENT_UPDATE && r->level >= REDACT_ARGS &&
	       record->size >= RECORD_HEADER_SIZE + 8 &&
	       load_u64_order(record->data + RECORD_HEADER_SIZE, record->swap) == EVENT_UPDATE_NAME;
}

static enum redacted dropped_kind(const struct record *r)
{
	switch (r->type) {
	case PERF_RECORD_TEXT_POKE: return REDACTED_CODE;
	case PERF_RECORD_AUX:
	case PERF_RECORD_AUX_OUTPUT_HW_ID:
	case PERF_RECORD_AUXTRACE_INFO:
	case PERF_RECORD_AUXTRACE:
	case PERF_RECORD_AUXTRACE_ERROR: return REDACTED_TRACES;
	default: return record_type_find(r->type) ? REDACTED_RECORDS : REDACTED_UNKNOWN;
	}
}

/* A record of prec's own. */
static int copy_private(struct redact *r, const struct private_record *private, struct buffer *b)
{
	struct cursor c = private->content;
	size_t before = b->size;
	const char *name;
	uint32_t number;
	uint64_t from, until;

	if (private->version != PRIVATE_RECORD_VERSION ||
	    r->level >= redact_private_goes((enum private_record_kind) private->kind)) {
		r->counts[REDACTED_UNKNOWN] += private->kind != PRIVATE_RECORD_REDACTED;
		return 0;
	}
	number = cursor_u32(&c);
	cursor_skip(&c, 4);
	if (private->kind == PRIVATE_RECORD_CPU_GAP) {
		from = cursor_u64(&c);
		until = cursor_u64(&c);
		if (cursor_ok(&c))
			private_record_put_cpu_gap(b, number, from, until);
	} else if (private->kind == PRIVATE_RECORD_EVENT_CGROUP && (name = cursor_string(&c))) {
		private_record_put_event_cgroup(
			b, number, redact_text(r, REDACT_TEXT_CGROUP, name, strlen(name), (struct redact_owner){ 0 }));
	}
	return b->size > before;
}

void redact_clock(struct redact *r, struct clock_note *note)
{
	if (r->level >= REDACT_ARGS)
		memset(note->boot, 0, sizeof(note->boot));
}

int redact_record(struct redact *r, const struct record *record, const struct file_event *e, struct buffer *b)
{
	const struct record_item *items = record_items(record);
	size_t trailer = record->type < PERF_RECORD_USER_TYPE_START && e ? e->layout.trailer_size : 0;
	size_t start = b->size, end;
	struct private_record private;
	struct copy w = { .redact = r, .r = record, .e = e, .b = b, .text = text_of(record) };

	if (private_record_parse(record, &private))
		return copy_private(r, &private, b);
	if (!items || tells_event_name(r, record) || r->level >= redact_record_goes(record->type) ||
	    record->size < RECORD_HEADER_SIZE + trailer) {
		r->counts[dropped_kind(record)]++;
		return 0;
	}
	record_begin(b, record->type, record->misc);
	w.c = cursor_make(record->data + RECORD_HEADER_SIZE, record->size - RECORD_HEADER_SIZE - trailer, record->swap);
	copy_items(&w, items);
	buffer_pad(b, 8);
	end = b->size;
	buffer_append(b, record->data + record->size - trailer, trailer);
	if (r->failed || !buffer_ok(b))
		return -ENOMEM;
	if (!cursor_ok(&w.c) || b->size - start > RECORD_SIZE_MAX) {
		b->size = start;
		r->counts[REDACTED_RECORDS]++;
		return 0;
	}
	if (record->type == PERF_RECORD_CALLCHAIN_DEFERRED)
		clean_deferred(r, b, start, end);
	buffer_set_u16(b, start + 6, (uint16_t)(b->size - start));
	return 1;
}
