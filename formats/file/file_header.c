#include "formats/file/file_header.h"

#include "common/cursor.h"
#include "common/fileio.h"
#include "formats/file/feature_table.h"
#include "formats/file/file_attrs.h"
#include "formats/record/note.h"

#include <errno.h>
#include <string.h>

/* The header as it stands in the file. */
struct file_header {
	uint64_t size, attr_size;
	struct file_section attrs, data;
	uint64_t feature_bits[FILE_FEATURE_WORDS];
};

/* What every recorder writes, and prec recover. */
#define FEATURES_EVERYWHERE (1ull << FEATURE_HOSTNAME | 1ull << FEATURE_EVENT_DESC)

/*
 * The bitmap is an array of the writer's unsigned long; on a big-endian machine of 32 bits the first of two is the
 * lower half of a u64. The bits of HOSTNAME and EVENT_DESC, which every recorder writes, show which order it is.
 */
static void header_features_order(uint64_t *bits, bool big_endian)
{
	if (!big_endian || bits[0] & FEATURES_EVERYWHERE)
		return;
	if (!((bits[0] << 32 | bits[0] >> 32) & FEATURES_EVERYWHERE))
		return;
	for (int i = 0; i < FILE_FEATURE_WORDS; i++)
		bits[i] = bits[i] << 32 | bits[i] >> 32;
}

static int header_read(struct perf_file *f, struct file_header *h, struct error *err)
{
	uint8_t bytes[FILE_HEADER_SIZE];
	ssize_t n = fileio_pread(f->fd, bytes, sizeof(bytes), 0);
	struct cursor c;

	if (n < 0)
		return error_set(err, (int)n, "%s", strerror((int)-n));
	c = cursor_make(bytes, n, f->swap);
	cursor_skip(&c, 8);
	h->size = cursor_u64(&c);
	h->attr_size = cursor_u64(&c);
	h->attrs = file_section_read(&c);
	h->data = file_section_read(&c);
	file_section_read(&c); /* event types, of old files */
	for (int i = 0; i < FILE_FEATURE_WORDS; i++)
		h->feature_bits[i] = cursor_u64(&c);
	if (!cursor_ok(&c))
		return error_at(err, -ENODATA, n, ERROR_NO_RECORD, "the file ends within its header");
	header_features_order(h->feature_bits, order_is_big(f->swap));
	return 0;
}

/*
 * What the last record of prec's own files says. A tail that claims more than the data section has stands before the
 * table of a flush that was not completed (formats/file/perf_writer.h): it is left out, and nothing is damaged.
 */
static void tail_read(struct perf_file *f)
{
	uint64_t end = f->data.offset + f->data.size;
	uint8_t bytes[NOTE_TAIL_SIZE];
	struct note_tail tail;

	if (f->data.size < sizeof(bytes) ||
	    fileio_pread(f->fd, bytes, sizeof(bytes), end - sizeof(bytes)) != sizeof(bytes) ||
	    !note_parse_tail(bytes, f->swap, &tail))
		return;
	if (!tail.finished)
		f->unfinished = true;
	if (tail.size > sizeof(bytes))
		f->data.size -= sizeof(bytes);
}

int file_header_open(struct perf_file *f, struct error *err)
{
	struct file_header h;
	int result = header_read(f, &h, err);

	if (!result)
		result = file_attrs_read(f, h.attrs, h.attr_size, err);
	if (result)
		return result;
	f->unfinished = !h.data.size || h.feature_bits[0] >> FEATURE_RESERVED & 1;
	if (h.data.size)
		feature_table_read(f, h.data, h.feature_bits);
	else if (h.data.offset <= f->size)
		h.data.size = f->size - h.data.offset;
	f->data = perf_file_clip(f, h.data, "data section");
	tail_read(f);
	return 0;
}
