/*
 * file_parts: the files of a recording that hold records: the one with the header, and those beside it.
 */
#ifndef PREC_FORMATS_FILE_FILE_PARTS_H
#define PREC_FORMATS_FILE_FILE_PARTS_H

#include "common/cursor.h"
#include "common/error.h"

#include <sys/types.h>

#define PERF_FILE_PARTS_MAX 16384

#define FILE_SECTION_ENTRY_SIZE 16 /* of a section in a file */

struct file_section {
	uint64_t offset, size;
};

/* A section as it stands in a file. Fails as the cursor does. */
static inline struct file_section file_section_read(struct cursor *c)
{
	struct file_section s;

	s.offset = cursor_u64(c);
	s.size = cursor_u64(c);
	return s;
}

/* A file that holds records. */
struct file_part {
	int fd;
	char *name;               /* within its directory; NULL: the file stands alone */
	uint64_t start;           /* the offset of its first byte, counted through all parts */
	uint64_t size;            /* when it was opened */
	struct file_section data; /* its records */
};

struct file_parts {
	struct file_part *list;
	uint32_t n;
};

/*
 * Adds a file of nothing but records to those there are, at least one. Takes the descriptor over, also at
 * failure; the name is copied. 0; -ENOTSUP: not a regular file; -E2BIG: too many; -ENOMEM; -errno of fstat.
 */
int file_parts_add(struct file_parts *parts, int fd, const char *name, struct error *err);

/* Closes all but the first part's descriptor, which is the owner's, and frees the list. */
void file_parts_fini(struct file_parts *parts);

/* The part in which an offset lies; of one beyond all of them, the last. */
const struct file_part *file_parts_at(const struct file_parts *parts, uint64_t offset);

/* Reads from an offset on, no further than to the end of the part. As fileio_pread. */
ssize_t file_part_pread(const struct file_part *part, void *data, size_t size, uint64_t offset);

static inline uint64_t file_part_data_end(const struct file_part *part)
{
	return part->data.offset + part->data.size;
}

#endif
