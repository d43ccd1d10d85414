/* reader: opens a file, walks its records, and lists its events and damage (prec/reader.h). */
#include "libprec/reader_state.h"

#include "formats/file/file_facts.h"
#include "formats/file/recording.h"
#include "formats/record/attr.h"
#include "libprec/lib_types.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a recording; takes over fd. */
static int open_recording(struct perf_file **ret_file, int fd, struct error *err)
{
	struct stat status;
	int result;

	if (fstat(fd, &status))
		result = error_set(err, -errno, "%s", strerror(errno));
	else if (S_ISREG(status.st_mode))
		return recording_open(ret_file, fd, err);
	else if (S_ISDIR(status.st_mode))
		result = recording_open_dir(ret_file, fd, err);
	else
		result = error_set(err, -ESPIPE, "only a file can be read, not a pipe");
	close(fd);
	return result;
}

static int begin(struct prec_reader *r, int fd, struct error *err)
{
	int result = open_recording(&r->file, fd, err);

	if (!result)
		result = blocks_new(&r->blocks, r->file, err);
	if (!result)
		result = block_reader_new(&r->walk, r->blocks, err);
	if (result)
		return result;
	r->arch = file_arch(r->file);
	r->finder.file = r->file;
	r->record.is_swapped = r->file->swap;
	r->attrs = calloc(r->file->n_events + 1, sizeof(*r->attrs));
	r->samples = calloc(r->file->n_events + 1, sizeof(*r->samples));
	if (!r->attrs || !r->samples || strtab_init(&r->names))
		return error_nomem(err);
	for (uint32_t i = 0; i < r->file->n_events; i++) {
		r->attrs[i] = attr_to_kernel(&r->file->events[i].attr);
		r->samples[i].event = i;
	}
	return 0;
}

/* Makes a reader of a recording; takes over fd. */
static int open_reader(struct prec_reader **ret_reader, int fd, struct error *err)
{
	struct prec_reader *r = calloc(1, sizeof(*r));
	int result;

	if (!r) {
		close(fd);
		return error_nomem(err);
	}
	result = begin(r, fd, err);
	if (result)
		prec_reader_close(r);
	else
		*ret_reader = r;
	return result;
}

int prec_reader_open(struct prec_reader **ret_reader, const char *path, struct prec_error *ret_error)
{
	struct error err = ERROR_INIT;
	/* O_NONBLOCK: does not wait for the writer of a FIFO, which is refused later. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int result = fd < 0 ? error_set(&err, -errno, "%s", strerror(errno)) : open_reader(ret_reader, fd, &err);

	if (!result)
		return 0;
	*ret_reader = NULL;
	error_prefix(&err, "%s", *path ? path : "''");
	return lib_error(ret_error, result, &err);
}

int prec_reader_open_fd(struct prec_reader **ret_reader, int fd, struct prec_error *ret_error)
{
	struct error err = ERROR_INIT;
	int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	int result = own < 0 ? error_set(&err, -errno, "%s", strerror(errno)) : open_reader(ret_reader, own, &err);

	if (!result)
		return 0;
	*ret_reader = NULL;
	return lib_error(ret_error, result, &err);
}

void prec_reader_close(struct prec_reader *r)
{
	if (!r)
		return;
	block_reader_free(r->walk);
	blocks_free(r->blocks);
	if (r->file)
		perf_file_close(r->file);
	free(r->attrs);
	free(r->samples);
	strtab_fini(&r->names);
	u32map_fini(&r->comms);
	free(r);
}

/* Goes to the first record of the next block that has one. */
static __attribute__((noinline)) int next_block(struct prec_reader *r, const struct prec_record **ret_record,
						struct prec_error *ret_error)
{
	struct error err = ERROR_INIT;
	int result;

	do {
		result = block_reader_next(r->walk, &r->block, &err);
	} while (result > 0 && !r->block.size);
	r->at = 0;
	if (result > 0)
		return prec_reader_next(r, ret_record, ret_error);
	r->block.size = 0;
	return result ? lib_error(ret_error, result, &err) : 0;
}

/* Keeps threads' names by a record that is no sample, and skips the data that follow a record of a recorder's. */
static __attribute__((noinline)) int follow(struct prec_reader *r, struct prec_error *ret_error)
{
	const struct record record = reader_record(&r->record);

	if (record.type >= PERF_RECORD_USER_TYPE_START && !r->block.decompressed)
		r->at += block_trailing_size(&record, r->block.size - r->at);
	else if (reader_follow_names(r, &record))
		return lib_error_set(ret_error, -ENOMEM, "out of memory");
	return 1;
}

_Static_assert(offsetof(struct prec_record, misc) == 4 && offsetof(struct prec_record, size) == 6,
	       "struct prec_record begins as records do");

/* The fast path, without a call, is for a sample after another record of the same block. */
int prec_reader_next(struct prec_reader *r, const struct prec_record **ret_record, struct prec_error *ret_error)
{
	struct prec_record *const record = &r->record;

	if (__builtin_expect(r->at >= r->block.size, 0))
		return next_block(r, ret_record, ret_error);
	record->data = r->block.data + r->at;
	record->offset = r->block.decompressed ? r->block.offset : r->block.offset + r->at;
	/* One copy in place of three. */
	memcpy(record, record->data, RECORD_HEADER_SIZE);
	if (record->is_swapped) {
		record->type = __builtin_bswap32(record->type);
		record->misc = __builtin_bswap16(record->misc);
		record->size = __builtin_bswap16(record->size);
	}
	r->at += record->size;
	*ret_record = record;
	return record->type == PERF_RECORD_SAMPLE ? 1 : follow(r, ret_error);
}

uint64_t prec_reader_damage(const struct prec_reader *r, struct prec_error *ret_first)
{
	struct error first = ERROR_INIT;
	const uint64_t n = blocks_damage(r->blocks, &first);

	if (r->file->damages.n)
		first = r->file->damages.list[0];
	if (n + r->file->damages.n)
		lib_error(ret_first, first.code, &first);
	return n + r->file->damages.n;
}

size_t prec_reader_events(const struct prec_reader *r)
{
	return r->file->n_events;
}

int prec_reader_event(const struct prec_reader *r, size_t number, struct prec_event *ret_event)
{
	const struct event_attr *attr;

	if (number >= r->file->n_events)
		return -EINVAL;
	attr = &r->file->events[number].attr;
	*ret_event = (struct prec_event){ .name = r->file->events[number].name,
					  .type = attr->type,
					  .config = attr->config,
					  .rate = attr->sample_period,
					  .by_freq = attr->flags & ATTR_FREQ,
					  .fields = attr->sample_type,
					  .attr = &r->attrs[number],
					  .attr_size = sizeof(*attr) };
	return 0;
}
