#include "formats/file/perf_open.h"

#include "common/fileio.h"
#include "formats/file/file_header.h"
#include "formats/file/file_magic.h"
#include "formats/file/perf_pipe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Finds the byte order, version and mode from the first 16 bytes. */
static int magic_read(struct perf_file *f, struct error *err)
{
	uint8_t bytes[FILE_PIPE_HEADER_SIZE];
	ssize_t n = fileio_pread(f->fd, bytes, sizeof(bytes), 0);
	uint64_t size;

	if (n < 0)
		return error_set(err, (int)n, "%s", strerror((int)-n));
	if (n == 0)
		return error_at(err, -ENODATA, 0, ERROR_NO_RECORD, "the file is empty");
	if (n < (ssize_t)sizeof(bytes))
		return error_at(err, n >= 8 ? -ENODATA : -EBADMSG, n, ERROR_NO_RECORD,
				"too short to be a perf.data file: %zd bytes", n);
	f->swap = file_magic_version(bytes, true) > 0;
	f->version = file_magic_version(bytes, f->swap);
	if (!f->version)
		return perf_file_not_magic(bytes, err);
	size = load_u64_order(bytes + 8, f->swap);
	f->pipe = size == FILE_PIPE_HEADER_SIZE;
	if (!f->pipe && size != FILE_HEADER_SIZE)
		return error_at(err, -EBADMSG, 8, ERROR_NO_RECORD, "impossible size of the header: %llu",
				(unsigned long long)size);
	return 0;
}

static int events_finish(struct perf_file *f, struct error *err)
{
	uint16_t place;

	if (!f->n_events)
		return error_set(err, -EBADMSG, "the file has no events");
	f->timed = true;
	f->same_id_place = true;
	for (uint32_t i = 0; i < f->n_events; i++) {
		struct file_event *e = &f->events[i];
		uint64_t flags = e->attr.flags;

		event_layout_make(&e->layout, &e->attr);
		if (!(e->attr.sample_type & PERF_SAMPLE_TIME) || !(flags & ATTR_SAMPLE_ID_ALL))
			f->timed = false;
		place = event_layout_sample_id(&f->events[0].layout);
		if (event_layout_sample_id(&e->layout) != place || !place)
			f->same_id_place = false;
	}
	return perf_file_index_ids(f, err);
}

/* The file's own records. It is the first part, whose offsets are those of the file. */
static int first_part_make(struct perf_file *f, struct error *err)
{
	f->parts.list = malloc(sizeof(*f->parts.list));
	if (!f->parts.list)
		return error_nomem(err);
	f->parts.list[0] = (struct file_part){ .fd = f->fd, .size = f->size, .data = f->data };
	f->parts.n = 1;
	return 0;
}

static int perf_file_load(struct perf_file *f, struct error *err)
{
	struct stat st;
	int result;

	if (fstat(f->fd, &st))
		return error_set(err, -errno, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_set(err, -ENOTSUP, "not a regular file");
	f->size = st.st_size;
	result = magic_read(f, err);
	if (!result)
		result = f->pipe ? perf_pipe_open(f, err) : file_header_open(f, err);
	if (!result)
		result = events_finish(f, err);
	/* What says so stands near the file's end: it may be compressed and have lost the word. */
	if (perf_file_has_feature(f, FEATURE_COMPRESSED) || f->unfinished || f->damages.n)
		f->compressed = true;
	return result ? result : first_part_make(f, err);
}

int perf_file_open(struct perf_file **ret_file, int fd, struct error *err)
{
	struct perf_file *f = calloc(1, sizeof(*f));
	int result;

	if (!f) {
		close(fd);
		return error_nomem(err);
	}
	f->fd = fd;
	result = perf_file_load(f, err);
	if (result) {
		perf_file_close(f);
		return result;
	}
	*ret_file = f;
	return 0;
}
