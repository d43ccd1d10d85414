#include "formats/file/feature_table.h"

#include "common/cursor.h"
#include "common/fileio.h"

#include <errno.h>
#include <string.h>

void feature_table_read(struct perf_file *f, struct file_section data, const uint64_t *bits)
{
	uint64_t at = data.offset + data.size;

	/* The data are cut off, which is noted where they are cut down. */
	if (data.size > f->size || data.offset > f->size - data.size)
		return;
	for (unsigned bit = 0; bit < FILE_FEATURE_BITS; bit++) {
		uint8_t bytes[FILE_SECTION_ENTRY_SIZE];
		struct cursor c = cursor_make(bytes, sizeof(bytes), f->swap);
		struct file_section s, whole;
		ssize_t n;

		if (!(bits[bit / 64] >> bit % 64 & 1))
			continue;
		n = fileio_pread(f->fd, bytes, sizeof(bytes), at);
		if (n < 0)
			perf_file_damaged(f, (int)n, at, "the table of features cannot be read: %s", strerror((int)-n));
		else if (n != sizeof(bytes))
			perf_file_damaged(f, -ENODATA, at, "the table of features is cut off");
		if (n != sizeof(bytes))
			return;
		at += sizeof(bytes);
		if (bit == FEATURE_RESERVED)
			continue;
		whole = file_section_read(&c);
		s = perf_file_clip(f, whole, "contents of a feature");
		if (s.offset != whole.offset || s.size != whole.size)
			f->features.cut[bit / 64] |= 1ull << bit % 64;
		f->features.list[bit] = s;
		f->features.bits[bit / 64] |= 1ull << bit % 64;
	}
}
