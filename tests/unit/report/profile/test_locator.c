/*
 * The symbols that a locator takes for what a recording says of its kernel and modules.
 */
#include "report/profile/locator.h"
#include "report/symbols/symbols.h"
#include "report/timeline/timeline_make.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT   0xffffffff81000000u
#define MODULE 0xffffffffc0001000u

static char kallsyms_path[] = "/tmp/prec-test-locator-XXXXXX";

static void write_kallsyms(void)
{
	int fd = mkstemp(kallsyms_path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

	CHECK(f);
	fprintf(f, "%llx T _text\n%llx T do_work\n%llx t mod_read\t[mod]\n", (unsigned long long)TEXT,
		(unsigned long long)TEXT + 0x100, (unsigned long long)MODULE + 0x100);
	CHECK(!fclose(f));
}

static void add_map(struct timeline *t, uint64_t addr, uint64_t pgoff, const char *name)
{
	struct record_mmap m = { .pid = (uint32_t)-1, .addr = addr, .len = 0x1000, .pgoff = pgoff };

	m.filename = name;
	m.filename_size = strlen(name);
	CHECK(!timeline_add_mmap(t, 1, &m, RECORD_MISC_KERNEL));
}

static void check_name(struct locator *locator, uint64_t addr, const char *want)
{
	const struct timeline_snapshot at = timeline_snapshot(locator->timeline, 0, 2);
	struct location l;

	locator_find(locator, &at, RECORD_MISC_KERNEL, addr, RESOLVE_SYMBOL, &l);
	CHECK(l.map);
	CHECK_STR(l.has_symbol ? l.symbol.name : "none", want);
}

/* A recording of a kernel that was loaded so many bytes after where its kallsyms have it. */
static void check_boot(uint64_t shift, const char *of_module)
{
	const struct symbols_config config = { .kallsyms = kallsyms_path, .cache = "/nonexistent" };
	const struct kernel_identity kernel = { .osrelease = "1.2.3" };
	struct strtab strings;
	struct timeline timeline;
	struct locator locator;
	struct symbols *symbols = symbols_new(&config, NULL);

	CHECK(symbols && !strtab_init(&strings) && !timeline_init(&timeline, &strings));
	add_map(&timeline, TEXT + shift, TEXT + shift, "[kernel.kallsyms]_text");
	add_map(&timeline, MODULE, 0, "[mod]");
	CHECK(!locator_init(&locator, &timeline, &strings, symbols, &kernel));
	check_name(&locator, TEXT + shift + 0x110, "do_work");
	check_name(&locator, MODULE + 0x110, of_module);
	locator_fini(&locator);
	timeline_fini(&timeline);
	strtab_fini(&strings);
	symbols_free(symbols);
}

/* Another boot of the same kernel has its modules elsewhere. */
TEST(modules_of_another_boot)
{
	write_kallsyms();
	check_boot(0, "mod_read");
	check_boot(0x2000000, "none");
	unlink(kallsyms_path);
}
