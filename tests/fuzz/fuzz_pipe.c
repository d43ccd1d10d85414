/*
 * Any bytes as the records of a recording in a pipe's format: attrs, features and events come out of them. The lowest
 * bit of the first byte is the byte order.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/built_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_file *file;
	struct buffer b;
	uint64_t sum;

	buffer_init(&b);
	b.swap = size && data[0] & 1;
	buffer_put_u64(&b, FILE_MAGIC_V2);
	buffer_put_u64(&b, FILE_PIPE_HEADER_SIZE);
	if (size > 1)
		buffer_append(&b, data + 1, size - 1);
	FUZZ_CHECK(buffer_ok(&b));
	if (!recording_open(&file, built_fd(b.data, b.size), NULL)) {
		FUZZ_CHECK(file->pipe && file->n_events);
		sum = fuzz_read_file(file);
		FUZZ_KEEP(sum);
		perf_file_close(file);
	}
	buffer_fini(&b);
	return 0;
}
