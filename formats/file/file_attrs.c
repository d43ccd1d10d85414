#include "formats/file/file_attrs.h"

#include "common/cursor.h"
#include "common/fileio.h"
#include "formats/record/attr.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One attr entry: the attr, then where its ids lie. *ids_left: how many ids all events may still have. */
static int attr_entry_read(struct perf_file *f, struct file_event *e, struct cursor *c, uint64_t *ids_left,
			   struct error *err)
{
	struct cursor attr = cursor_sub(c, cursor_left(c) - FILE_SECTION_ENTRY_SIZE);
	struct file_section ids;
	uint8_t *bytes;
	ssize_t n;
	int result = attr_decode(&e->attr, &attr, err);

	if (result)
		return result;
	ids = perf_file_clip(f, file_section_read(c), "list of an event's ids");
	/* Entries may share one list, so that many small entries could ask for far more memory than the file has. */
	if (ids.size / 8 > *ids_left) {
		perf_file_damaged(f, -E2BIG, ids.offset,
				  "the events have more ids than the file has room for, or than %u", PERF_FILE_IDS_MAX);
		ids.size = *ids_left * 8;
	}
	*ids_left -= ids.size / 8;
	e->n_ids = ids.size / 8;
	if (!e->n_ids)
		return 0;
	bytes = malloc(e->n_ids * 8);
	if (!bytes)
		return error_nomem(err);
	n = fileio_pread(f->fd, bytes, e->n_ids * 8, ids.offset);
	e->n_ids = n < 0 ? 0 : n / 8;
	e->ids = (uint64_t *)bytes;
	for (uint32_t i = 0; i < e->n_ids; i++)
		e->ids[i] = load_u64_order(bytes + 8 * i, f->swap);
	return n < 0 ? error_set(err, (int)n, "%s", strerror((int)-n)) : 0;
}

int file_attrs_read(struct perf_file *f, struct file_section section, uint64_t entry_size, struct error *err)
{
	struct file_section attrs = perf_file_clip(f, section, "list of events");
	uint64_t n = entry_size ? attrs.size / entry_size : 0;
	uint64_t ids_left = f->size / 8 < PERF_FILE_IDS_MAX ? f->size / 8 : PERF_FILE_IDS_MAX;
	uint8_t *bytes = NULL;
	int result = 0;

	if (entry_size < ATTR_SIZE_VER0 + FILE_SECTION_ENTRY_SIZE || entry_size > RECORD_SIZE_MAX)
		return error_at(err, -EBADMSG, 16, ERROR_NO_RECORD, "impossible size of an event attribute: %llu",
				(unsigned long long)entry_size);
	if (n > PERF_FILE_EVENTS_MAX)
		return error_at(err, -E2BIG, attrs.offset, ERROR_NO_RECORD, "%llu events, at most %d",
				(unsigned long long)n, PERF_FILE_EVENTS_MAX);
	if (!n)
		return error_at(err, -EBADMSG, attrs.offset, ERROR_NO_RECORD, "the file has no events");
	bytes = malloc(entry_size);
	f->events = calloc(n, sizeof(*f->events));
	if (!bytes || !f->events) {
		free(bytes);
		return error_nomem(err);
	}
	f->attr_size = entry_size - FILE_SECTION_ENTRY_SIZE;
	for (uint64_t i = 0; i < n && !result; i++) {
		ssize_t got = fileio_pread(f->fd, bytes, entry_size, attrs.offset + i * entry_size);
		struct cursor c = cursor_make(bytes, entry_size, f->swap);

		if (got != (ssize_t)entry_size)
			result = error_at(err, got < 0 ? (int)got : -ENODATA, attrs.offset, ERROR_NO_RECORD,
					  "the list of events cannot be read");
		else
			result = attr_entry_read(f, &f->events[f->n_events++], &c, &ids_left, err);
	}
	free(bytes);
	return result;
}
