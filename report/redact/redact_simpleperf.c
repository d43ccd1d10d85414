#include "report/redact/redact_simpleperf.h"

#include "formats/feature/protobuf.h"
#include "formats/feature/simpleperf_files.h"
#include "formats/file/bundle_numbers.h"
#include "report/redact/redact_text.h"

/* --- FILE2: messages of protocol buffers, whose numbers are those of bundles --------------- */

static void put_number(struct buffer *b, unsigned field, uint64_t value)
{
	bundle_put(b, field << 3 | PROTOBUF_VARINT);
	bundle_put(b, value);
}

static void put_bytes(struct buffer *b, unsigned field, const void *data, size_t size)
{
	bundle_put(b, field << 3 | PROTOBUF_BYTES);
	bundle_put(b, size);
	buffer_append(b, data, size);
}

static void put_message_symbol(struct buffer *b, const struct simpleperf_symbol *s)
{
	struct buffer message;

	buffer_init(&message);
	put_number(&message, 1, s->vaddr);
	put_number(&message, 2, s->size);
	put_bytes(&message, 3, s->name, s->name_size);
	put_bytes(b, 4, message.data, message.size);
	buffer_fini(&message);
}

static void put_message_offset(struct buffer *b, const struct simpleperf_file *f)
{
	struct buffer message;

	buffer_init(&message);
	put_number(&message, 1, f->offset);
	put_bytes(b, f->type == SIMPLEPERF_MODULE ? 7 : 6, message.data, message.size);
	buffer_fini(&message);
}

/* --- FILE -------------------------------------------------------------------------------- */

static void put_plain_symbol(struct buffer *b, const struct simpleperf_symbol *s)
{
	buffer_put_u64(b, s->vaddr);
	buffer_put_u32(b, (uint32_t)s->size);
	buffer_put_string(b, s->name);
}

/* After the symbols of a file. */
static void put_plain_end(struct buffer *b, const struct simpleperf_file *f)
{
	if (f->type == SIMPLEPERF_DEX)
		buffer_put_u32(b, 0);
	if (f->type == SIMPLEPERF_ELF || f->type == SIMPLEPERF_MODULE)
		buffer_put_u64(b, f->has_offset ? f->offset : UINT64_MAX);
}

/* --- both -------------------------------------------------------------------------------- */

static void put_symbols(struct redact *r, struct simpleperf_file f, struct buffer *b)
{
	struct simpleperf_symbol s;
	struct buffer name;

	buffer_init(&name);
	while (simpleperf_next_symbol(&f, &s) > 0) {
		buffer_clear(&name);
		buffer_append(&name, s.name, strnlen(s.name, s.name_size));
		buffer_put_u8(&name, 0);
		s.name = buffer_ok(&name) ? redact_function(r, (const char *)name.data, true) : "";
		s.name_size = strlen(s.name);
		if (f.is_message)
			put_message_symbol(b, &s);
		else
			put_plain_symbol(b, &s);
	}
	r->failed |= !buffer_ok(&name);
	buffer_fini(&name);
}

static void put_file(struct redact *r, const struct simpleperf_file *f, struct buffer *b)
{
	const char *path = redact_text(r, REDACT_TEXT_PATH, f->path, f->path_size, (struct redact_owner){ 0 });

	if (f->is_message) {
		put_bytes(b, 1, path, strlen(path));
		put_number(b, 2, f->type);
		put_number(b, 3, f->min_vaddr);
		put_symbols(r, *f, b);
		if (f->has_offset)
			put_message_offset(b, f);
		return;
	}
	buffer_put_string(b, path);
	buffer_put_u32(b, f->type);
	buffer_put_u64(b, f->min_vaddr);
	buffer_put_u32(b, f->n_symbols);
	put_symbols(r, *f, b);
	put_plain_end(b, f);
}

void redact_simpleperf_files(struct redact *r, unsigned feature, const struct buffer *section, struct buffer *b)
{
	struct cursor c = cursor_make(section->data, section->size, section->swap);
	struct simpleperf_file f;

	while (simpleperf_next_file(&c, feature, &f) > 0) {
		size_t start = b->size;

		buffer_put_u32(b, 0);
		put_file(r, &f, b);
		if (buffer_ok(b))
			buffer_set_u32(b, start, (uint32_t)(b->size - start - 4));
	}
}
