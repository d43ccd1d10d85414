/* Any bytes as a perf.data file: opening, every feature section, every record of every block and its decoders. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/built_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_file *file;
	uint64_t sum;

	if (recording_open(&file, built_fd(data, size), NULL))
		return 0;
	sum = fuzz_read_file(file);
	FUZZ_KEEP(sum);
	perf_file_close(file);
	return 0;
}
