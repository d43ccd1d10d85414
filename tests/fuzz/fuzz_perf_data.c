/* Any bytes as a perf.data file: opening, every feature section, every record of every block and its decoders. */
#include "config.h"

#include "formats/blocks.h"
#include "formats/sample.h"
#include "tests/fuzz/fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

/* Touches every byte, so that a sanitizer sees a view that reaches beyond what it is of. */
static unsigned touch(const void *data, size_t size)
{
	const uint8_t *p = data;
	unsigned sum = 0;

	for (size_t i = 0; i < size; i++)
		sum += p[i];
	return sum;
}

static unsigned decode_names(const struct record *r)
{
	struct record_mmap mmap;
	struct record_comm comm;
	unsigned sum = 0;

	if ((r->type == PERF_RECORD_MMAP || r->type == PERF_RECORD_MMAP2) && !record_decode_mmap(r, &mmap, NULL))
		sum += touch(mmap.filename, mmap.filename_size + 1);
	if (r->type == PERF_RECORD_COMM && !record_decode_comm(r, &comm, NULL))
		sum += touch(comm.comm, comm.comm_size + 1);
	return sum;
}

static unsigned decode(const struct perf_file *file, const struct record *r)
{
	const struct file_event *event = perf_file_event_of(file, r);
	struct record_ksymbol ksymbol;
	struct record_task task;
	struct record_lost lost;
	struct record_id id;
	unsigned sum = touch(r->data, r->size) + decode_names(r);

	if (r->type == PERF_RECORD_FORK || r->type == PERF_RECORD_EXIT)
		sum += !record_decode_task(r, &task, NULL);
	if (r->type == PERF_RECORD_KSYMBOL)
		sum += !record_decode_ksymbol(r, &ksymbol, NULL);
	if (r->type == PERF_RECORD_LOST || r->type == PERF_RECORD_LOST_SAMPLES)
		sum += !record_decode_lost(r, &lost, NULL);
	if (event && r->type != PERF_RECORD_SAMPLE)
		sum += !record_decode_id(r, &event->layout, &id, NULL);
	if (event && r->type == PERF_RECORD_SAMPLE && r->size >= event->layout.fixed_end) {
		const uint8_t *addrs;
		uint64_t n;

		if (!sample_find_callchain(r, event, &addrs, &n, NULL) && n)
			sum += touch(addrs, n * 8);
	}
	return sum;
}

static unsigned read_blocks(const struct perf_file *file)
{
	struct block_reader *reader = NULL;
	struct blocks *blocks = NULL;
	unsigned sum = 0;

	if (blocks_new(&blocks, file, NULL))
		return 0;
	if (!block_reader_new(&reader, blocks, NULL)) {
		struct record r;
		struct block b;

		while (block_reader_next(reader, &b, NULL) == 1) {
			size_t pos = 0;

			while (block_next_record(&b, file->swap, &pos, &r))
				sum += decode(file, &r);
			FUZZ_CHECK(pos == b.size);
		}
	}
	block_reader_free(reader);
	blocks_free(blocks);
	return sum;
}

static unsigned read_features(const struct perf_file *file)
{
	unsigned sum = 0;

	for (unsigned feature = 0; feature < FILE_FEATURE_BITS; feature++) {
		struct buffer b;

		buffer_init(&b);
		if (perf_file_has_feature(file, feature) && !perf_file_read_feature(file, feature, &b, NULL))
			sum += touch(b.data, b.size);
		buffer_fini(&b);
	}
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);
	struct perf_file *file;
	unsigned sum;

	FUZZ_CHECK(fd >= 0 && (!size || write(fd, data, size) == (ssize_t)size));
	if (perf_file_open(&file, fd, NULL))
		return 0;
	sum = read_features(file) + read_blocks(file);
	/* the sum must be made: what it reads is what the sanitizers watch */
	__asm__ volatile("" : : "r"(sum));
	perf_file_close(file);
	return 0;
}
