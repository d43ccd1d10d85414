/*
 * Any bytes as an ELF file that samples fell into: a recording may name whatever lies on the machine. The first byte
 * says how its symbols are asked for.
 */
#include "report/symbols/module_symbols.h"
#include "report/symbols/symbols.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/built_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Between 1 and 2^40, then at places the file itself may have named. */
static uint64_t look_up(struct dso_symbols *d, size_t size)
{
	struct symbol_name name;
	uint64_t sum = 0;

	for (unsigned bit = 0; bit < 64; bit++)
		if (dso_symbols_lookup(d, 1ull << bit, &name)) {
			fuzz_found++;
			sum += strlen(name.name);
		}
	for (uint64_t addr = 0; addr < size && addr < 65536; addr += 64)
		if (dso_symbols_lookup(d, addr, &name)) {
			fuzz_found++;
			sum += strlen(name.name);
		}
	return sum;
}

static uint64_t read_file(const char *path, size_t size, unsigned how)
{
	struct symbols_config config = { .symfs = "",
					 .cache = "/nonexistent",
					 .vmlinux = how & 4 ? path : NULL,
					 .demangle = how & 1,
					 .force = true };
	struct kernel_identity kernel = { .reloc_name = "_text", .reloc_address = 0x1000 };
	struct symbols *symbols = symbols_new(&config, NULL);
	struct dso_symbols *d;
	uint64_t sum;

	FUZZ_CHECK(symbols);
	d = how & 4 ? symbols_kernel(symbols, &kernel) : symbols_user(symbols, path, NULL);
	FUZZ_CHECK(d);
	sum = look_up(d, size);
	symbols_free(symbols);
	return sum;
}

/* A file of a module, whose sections lie where the kernel puts them. */
static uint64_t read_module(const char *path)
{
	static struct elf_files files = { .lock = PTHREAD_MUTEX_INITIALIZER };
	static const struct dso_dirs dirs = { .symfs = "", .cache = "/nonexistent", .files = &files };
	struct module_identity module = { .name = "[m]", .path = path, .start = 0x10000, .end = 0x20000 };
	enum dso_symbols_status status;
	struct error why = ERROR_INIT;
	struct elf_file *file;
	struct symtab table;
	uint64_t sum = 0;

	symtab_init(&table, DEMANGLE_NONE);
	file = module_file_open(&dirs, &module, &status, &why);
	if (file && !module_symbols_add(&table, &file->image, &why))
		sum = symtab_find(&table, 0x10) != NULL;
	fuzz_found += table.n;
	symtab_fini(&table);
	elf_files_close(file);
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[32];
	uint64_t sum;
	int fd;

	if (!size)
		return 0;
	fd = built_fd(data + 1, size - 1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	sum = data[0] & 8 ? read_module(path) : read_file(path, size, data[0]);
	__asm__ volatile("" : : "r"(sum));
	close(fd);
	return 0;
}
