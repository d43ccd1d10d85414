/*
 * Any bytes as an archive, whose checks are made right first: damage alone would never get behind them. What is
 * restored is as large as the archive says, or less is.
 */
#include "common/bytes.h"
#include "formats/archive/archive_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/archive_checks.h"
#include "tests/support/built_file.h"

#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct archive_outcome outcome;
	struct error err = ERROR_INIT;
	uint8_t *checked;
	struct stat st;
	int from, to;

	if (size < ARCHIVE_MAGIC_SIZE || !archive_is_magic(data))
		return 0;
	checked = malloc(size);
	FUZZ_CHECK(checked);
	memcpy(checked, data, size);
	archive_checks_set(checked, size);
	from = built_fd(checked, size);
	to = built_fd("", 0);
	if (!archive_restore(from, to, 1, &outcome, &err)) {
		FUZZ_CHECK(!fstat(to, &st) && (uint64_t)st.st_size == outcome.size);
		fuzz_found += outcome.size - outcome.bytes_lost;
	} else {
		FUZZ_CHECK(*err.message);
	}
	close(from);
	close(to);
	free(checked);
	return 0;
}
