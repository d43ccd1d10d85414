#include "tests/support/simpleperf_builder.h"

static void put_record(struct perf_builder *b, uint32_t type, struct buffer *body)
{
	perf_builder_record(b, type, 0, body->data, body->size, false);
	buffer_fini(body);
}

static struct buffer *body_begin(struct perf_builder *b, struct buffer *body)
{
	buffer_init(body);
	body->swap = b->records.swap;
	return body;
}

/* --- sections ---------------------------------------------------------------- */

void simpleperf_put_file(struct buffer *b, const struct simpleperf_builder_file *file)
{
	struct buffer body;

	buffer_init(&body);
	body.swap = b->swap;
	buffer_put_string(&body, file->path);
	buffer_put_u32(&body, file->type);
	buffer_put_u64(&body, file->min_vaddr);
	buffer_put_u32(&body, file->n);
	for (uint32_t i = 0; i < file->n; i++) {
		buffer_put_u64(&body, file->symbols[i].vaddr);
		buffer_put_u32(&body, file->symbols[i].size);
		buffer_put_string(&body, file->symbols[i].name);
	}
	if (file->type == SIMPLEPERF_DEX) {
		buffer_put_u32(&body, 1);
		buffer_put_u64(&body, 0x28);
	}
	if (file->has_offset)
		buffer_put_u64(&body, file->offset);
	buffer_put_u32(b, (uint32_t)body.size);
	buffer_append(b, body.data, body.size);
	buffer_fini(&body);
}

static void put_varint(struct buffer *b, uint64_t value)
{
	for (; value > 0x7f; value >>= 7)
		buffer_put_u8(b, (uint8_t)(value | 0x80));
	buffer_put_u8(b, (uint8_t)value);
}

void protobuf_put_number(struct buffer *b, uint32_t field, uint64_t value)
{
	put_varint(b, field << 3);
	put_varint(b, value);
}

void protobuf_put_bytes(struct buffer *b, uint32_t field, const void *data, size_t size)
{
	put_varint(b, field << 3 | 2);
	put_varint(b, size);
	if (size)
		buffer_append(b, data, size);
}

static void put_message_symbol(struct buffer *b, const struct simpleperf_builder_symbol *s)
{
	struct buffer body;

	buffer_init(&body);
	protobuf_put_number(&body, 1, s->vaddr);
	protobuf_put_number(&body, 2, s->size);
	protobuf_put_bytes(&body, 3, s->name, strlen(s->name));
	protobuf_put_bytes(b, 4, body.data, body.size);
	buffer_fini(&body);
}

void simpleperf_put_file2(struct buffer *b, const struct simpleperf_builder_file *file)
{
	struct buffer body, offset;

	buffer_init(&body);
	buffer_init(&offset);
	protobuf_put_bytes(&body, 1, file->path, strlen(file->path));
	protobuf_put_number(&body, 2, file->type);
	protobuf_put_number(&body, 3, file->min_vaddr);
	for (uint32_t i = 0; i < file->n; i++)
		put_message_symbol(&body, &file->symbols[i]);
	if (file->has_offset) {
		/* As protocol buffers have it, a 0 is not written. */
		if (file->offset)
			protobuf_put_number(&offset, 1, file->offset);
		protobuf_put_bytes(&body, file->type == SIMPLEPERF_MODULE ? 7 : 6, offset.data, offset.size);
	}
	buffer_put_u32(b, (uint32_t)body.size);
	buffer_append(b, body.data, body.size);
	buffer_fini(&offset);
	buffer_fini(&body);
}

/* --- records ------------------------------------------------------------------- */

static void put_name(struct buffer *b, const char *name)
{
	buffer_put_string(b, name);
	buffer_pad(b, 8);
}

void simpleperf_record_dso(struct perf_builder *b, uint64_t type, uint64_t id, uint64_t min_vaddr, const char *name)
{
	struct buffer body;

	buffer_put_u64(body_begin(b, &body), type);
	buffer_put_u64(&body, id);
	buffer_put_u64(&body, min_vaddr);
	put_name(&body, name);
	put_record(b, SIMPLEPERF_RECORD_DSO, &body);
}

void simpleperf_record_symbol(struct perf_builder *b, uint64_t addr, uint64_t len, uint64_t dso, const char *name)
{
	struct buffer body;

	buffer_put_u64(body_begin(b, &body), addr);
	buffer_put_u64(&body, len);
	buffer_put_u64(&body, dso);
	put_name(&body, name);
	put_record(b, SIMPLEPERF_RECORD_SYMBOL, &body);
}

void simpleperf_record_event_id(struct perf_builder *b, const uint64_t (*pairs)[2], uint64_t n)
{
	struct buffer body;

	buffer_put_u64(body_begin(b, &body), n);
	for (uint64_t i = 0; i < n; i++) {
		buffer_put_u64(&body, pairs[i][0]);
		buffer_put_u64(&body, pairs[i][1]);
	}
	put_record(b, SIMPLEPERF_RECORD_EVENT_ID, &body);
}

void simpleperf_record_kallsyms(struct perf_builder *b, const char *text, size_t piece)
{
	struct buffer body, whole;

	buffer_put_u32(body_begin(b, &body), (uint32_t)strlen(text));
	buffer_append(&body, text, strlen(text));
	buffer_pad(&body, 4);
	if (!piece) {
		put_record(b, SIMPLEPERF_RECORD_KERNEL_SYMBOL, &body);
		return;
	}
	buffer_put_u32(body_begin(b, &whole), SIMPLEPERF_RECORD_KERNEL_SYMBOL);
	buffer_put_u16(&whole, (uint16_t)((body.size + RECORD_HEADER_SIZE) >> 16));
	buffer_put_u16(&whole, (uint16_t)(body.size + RECORD_HEADER_SIZE));
	buffer_append(&whole, body.data, body.size);
	buffer_fini(&body);
	for (size_t pos = 0; pos < whole.size; pos += piece)
		perf_builder_record(b, SIMPLEPERF_RECORD_SPLIT, 0, whole.data + pos,
				    whole.size - pos < piece ? whole.size - pos : piece, false);
	perf_builder_record(b, SIMPLEPERF_RECORD_SPLIT_END, 0, NULL, 0, false);
	buffer_fini(&whole);
}

static void put_chains(struct perf_builder *b)
{
	struct buffer body;

	buffer_put_u32(body_begin(b, &body), 10);
	buffer_put_u32(&body, 11);
	for (int i = 0; i < 7; i++)
		buffer_put_u64(&body, (const uint64_t[]){ 2, 123, 2, 0x1000, 0x2000, 0x7ff0, 0x7ff8 }[i]);
	put_record(b, SIMPLEPERF_RECORD_CALLCHAIN, &body);
	body_begin(b, &body);
	/* two registers, 16 bytes of a stack, a chain of one */
	for (int i = 0; i < 11; i++)
		buffer_put_u64(&body,
			       (const uint64_t[]){ 123, 5, 1, 0x30, 0x7000, 0x8000, 2, 0x81, 0xaa, 0xbb, 16 }[i]);
	buffer_append(&body, "0123456789abcdef", 16);
	for (int i = 0; i < 4; i++)
		buffer_put_u64(&body, (const uint64_t[]){ 8, 1, 0x1000, 0x7ff0 }[i]);
	put_record(b, SIMPLEPERF_RECORD_UNWINDING_RESULT, &body);
}

void simpleperf_records_all(struct perf_builder *b)
{
	struct buffer body;

	simpleperf_record_kallsyms(b, "1000 T start\n", 0);
	simpleperf_record_dso(b, SIMPLEPERF_ELF, 3, 0x1000, "/system/lib/libc.so");
	simpleperf_record_symbol(b, 0x1000, 0x20, 3, "malloc");
	simpleperf_record_kallsyms(b, "1000 T start\n", 100);
	simpleperf_record_event_id(b, (const uint64_t[][2]){ { 0, 7 }, { 0, 8 } }, 2);
	put_chains(b);
	buffer_put_u32(body_begin(b, &body), 5);
	buffer_append(&body, "trace\0\0\0\0\0\0\0", 12);
	put_record(b, SIMPLEPERF_RECORD_TRACING_DATA, &body);
	buffer_put_u64(body_begin(b, &body), 123);
	put_name(&body, "a message");
	put_record(b, SIMPLEPERF_RECORD_DEBUG, &body);
}
