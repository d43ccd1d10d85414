/* A whole file through prec stat report. The first byte says with which options (fuzz_commands.c), the rest is the
 * file. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_commands.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size)
		fuzz_command(FUZZ_STAT, data[0], data + 1, size - 1);
	return 0;
}
