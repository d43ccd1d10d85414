#include "formats/archive/archive_records.h"

#include "common/memory.h"
#include "formats/archive/archive_walk.h"
#include "formats/record/sample_decode.h"

#define CLASS_VERBATIM 255 /* no record, but bytes */

struct archive_records *archive_records_new(struct archive_coder *coder)
{
	struct archive_records *r = sparse_alloc(sizeof(*r));

	if (r) {
		r->coder = coder;
		buffer_init(&r->addresses.list);
	}
	return r;
}

void archive_records_free(struct archive_records *r)
{
	if (!r)
		return;
	buffer_fini(&r->addresses.list);
	archive_places_clear(&r->places);
	sparse_free(r, sizeof(*r));
}

void archive_records_begin(struct archive_records *r, const struct archive_model *model)
{
	struct buffer list = r->addresses.list;
	struct archive_coder *coder = r->coder;

	archive_places_clear(&r->places);
	sparse_clear(r, sizeof(*r));
	r->coder = coder;
	r->model = model;
	buffer_clear(&list);
	r->addresses.list = list;
	r->time_unit = 1000000;
	r->is_multiple = ARCHIVE_CHANCE_EVEN;
	for (unsigned i = 0; i < ARRAY_SIZE(r->same_register); i++)
		r->same_register[i] = ARCHIVE_CHANCE_EVEN;
	archive_address_kind_begin(&r->kind_ip, STREAM_IP_KNOWN);
	archive_address_kind_begin(&r->kind_frame, STREAM_FRAME_KNOWN);
	archive_address_kind_begin(&r->kind_branch, STREAM_BRANCH_KNOWN);
	archive_address_kind_begin(&r->kind_stack, STREAM_STACK_KNOWN);
}

/* --- classes -------------------------------------------------------------------- */

static unsigned class_find(struct archive_records *r, const struct record_class *wanted)
{
	unsigned i = 0;

	while (i < r->n_classes && memcmp(&r->classes[i], wanted, sizeof(*wanted)))
		i++;
	return i;
}

/* Codes what class `number` is, where it is a new one. True: *class is set. */
static bool code_class(struct archive_records *r, unsigned number, struct record_class *class)
{
	uint8_t bytes[sizeof(*class)];

	if (number < r->n_classes) {
		*class = r->classes[number];
		return true;
	}
	if (r->n_classes == CLASSES || number != r->n_classes)
		return false;
	for (unsigned i = 0; i < 4; i++)
		bytes[i] = (uint8_t)(class->type >> 8 * i);
	for (unsigned i = 0; i < 2; i++) {
		bytes[4 + i] = (uint8_t)(class->misc >> 8 * i);
		bytes[6 + i] = (uint8_t)(class->event >> 8 * i);
	}
	archive_code_bytes(r->coder, STREAM_CLASS_NEW, bytes, sizeof(bytes));
	*class = (struct record_class){ .type = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24,
					.misc = (uint16_t)(bytes[4] | bytes[5] << 8),
					.event = (uint16_t)(bytes[6] | bytes[7] << 8) };
	r->classes[r->n_classes++] = *class;
	return true;
}

static void header_store(const struct walk *w, const struct record_class *class, size_t size)
{
	const uint16_t whole = load_u16_order(&(uint16_t){ (uint16_t)size }, w->r->model->swap);
	const uint16_t misc = load_u16_order(&class->misc, w->r->model->swap);

	half_store(w, 0, class->type);
	memcpy(w->record + 4, &misc, sizeof(misc));
	memcpy(w->record + 6, &whole, sizeof(whole));
}

/* Codes the record in r->record, of at most `size` bytes. Returns its size; 0: it is damaged. */
static size_t code_record(struct archive_records *r, const struct record_class *class, size_t size)
{
	struct walk w = { .r = r, .coder = r->coder, .record = r->record, .at = RECORD_HEADER_SIZE, .size = size };

	if (class->type != PERF_RECORD_SAMPLE) {
		walk_code_sideband(&w, class);
	} else if (class->event < r->model->n_events) {
		w.event = &r->model->events[class->event];
		walk_code_sample(&w);
	} else {
		r->coder->failed = true;
	}
	if (r->coder->failed || w.at > RECORD_SIZE_MAX)
		return 0;
	header_store(&w, class, w.at);
	return w.at;
}

/* --- encoding ------------------------------------------------------------------- */

/* True if no address looks like what stands for another one. */
static bool addresses_are_plain(const struct sample *s)
{
	for (uint32_t i = 0; i < s->callchain.n; i++)
		if (archive_place_is_in_file(sample_word(&s->callchain, i)))
			return false;
	return !archive_place_is_in_file(s->ip);
}

/* True if the record is as its event says, so that code_record restores it. */
static bool is_regular(const struct archive_records *r, const struct record *record, struct record_class *ret_class)
{
	const struct file_event *e;
	struct sample s;

	*ret_class = (struct record_class){ .type = record->type, .misc = record->misc };
	if (record->type != PERF_RECORD_SAMPLE)
		return record->type >= PERF_RECORD_USER_TYPE_START ||
		       (r->model->n_events && record->size >= RECORD_HEADER_SIZE + r->model->trailer);
	e = archive_model_event(r->model, record->data, record->size);
	if (!e || sample_decode(record, &e->attr, &s, NULL) || s.unknown || s.rest.size || !addresses_are_plain(&s))
		return false;
	ret_class->event = (uint16_t)(e - r->model->events);
	return true;
}

void archive_records_encode_bytes(struct archive_records *r, const uint8_t *data, uint64_t size)
{
	uint8_t class = CLASS_VERBATIM;

	if (!size)
		return;
	archive_code_byte(r->coder, STREAM_CLASS, &class);
	archive_code_number(r->coder, STREAM_SIZE, 0, &size);
	archive_code_bytes(r->coder, STREAM_VERBATIM, (void *)(uintptr_t)data, size);
}

/* Encodes a record, and the bytes before it from *from on that were none; one that is not regular is left for later. */
static void encode_record(struct archive_records *r, const uint8_t *data, const struct record *record, size_t *from)
{
	struct record_class class;
	uint8_t number;

	if (!is_regular(r, record, &class))
		return;
	number = (uint8_t)class_find(r, &class);
	if (number == CLASSES)
		return;
	archive_records_encode_bytes(r, data + *from, (size_t)(record->data - data) - *from);
	memcpy(r->record, record->data, record->size);
	archive_code_byte(r->coder, STREAM_CLASS, &number);
	code_class(r, number, &class);
	code_record(r, &class, record->size);
	*from = (size_t)(record->data - data) + record->size;
}

void archive_records_encode(struct archive_records *r, const uint8_t *data, size_t size)
{
	struct record record;
	uint64_t trailing;
	size_t from = 0, at = 0;

	while (at < size && !record_at(&record, data + at, size - at, 0, r->model->swap, NULL)) {
		encode_record(r, data, &record, &from);
		at += record.size;
		if (record.type >= PERF_RECORD_USER_TYPE_START && !record_trailing_size(&record, &trailing, NULL))
			at += trailing < size - at ? trailing : size - at;
	}
	archive_records_encode_bytes(r, data + from, size - from);
}

/* --- decoding ------------------------------------------------------------------- */

static size_t decode_verbatim(struct archive_records *r, uint8_t *to, size_t size)
{
	uint64_t n = 0;

	archive_code_number(r->coder, STREAM_SIZE, 0, &n);
	if (n > size)
		return 0;
	archive_code_bytes(r->coder, STREAM_VERBATIM, to, n);
	return n;
}

static size_t decode_piece(struct archive_records *r, uint8_t *to, size_t size)
{
	struct record_class class = { 0 };
	uint8_t number = 0;
	size_t n;

	archive_code_byte(r->coder, STREAM_CLASS, &number);
	if (number == CLASS_VERBATIM)
		return decode_verbatim(r, to, size);
	if (!code_class(r, number, &class))
		return 0;
	n = code_record(r, &class, size < RECORD_SIZE_MAX ? size : RECORD_SIZE_MAX);
	memcpy(to, r->record, n);
	return n;
}

bool archive_records_decode(struct archive_records *r, uint8_t *to, size_t size)
{
	size_t n;

	for (size_t at = 0; at < size; at += n) {
		n = decode_piece(r, to + at, size - at);
		if (!n || r->coder->failed)
			return false;
	}
	return true;
}
