/* Any text as the map of a process's JIT code, and names of addresses in it. */
#include "report/symbols/dso_load.h"
#include "report/symbols/dso_symbols.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/built_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t look_up(struct dso_symbols *d)
{
	const struct dso_content *own = dso_symbols_load(d)->own;
	uint64_t sum = 0;

	for (uint32_t i = 0; own && i < own->symbols.n; i++) {
		struct symbol_name name;
		uint64_t addr = own->symbols.symbols[i].start + i % 3;

		if (dso_symbols_lookup(d, addr, &name)) {
			FUZZ_CHECK(name.start <= addr && addr < name.end);
			fuzz_found++;
			sum += strlen(name.name);
		}
	}
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct symbols_memory memory = { .limit = SIZE_MAX };
	const struct symbols_shared shared = { .config = { .force = true }, .memory = &memory };
	int fd = built_fd(data, size);
	struct dso_symbols *d;
	char path[32];
	uint64_t sum;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	d = dso_symbols_new(&shared, DSO_KIND_PERF_MAP, path);
	FUZZ_CHECK(d);
	sum = look_up(d);
	__asm__ volatile("" : : "r"(sum));
	dso_symbols_free(d);
	close(fd);
	return 0;
}
