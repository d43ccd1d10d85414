/*
 * The texts of addresses: kept for as long as they mean the same, and for whom they do.
 */
#include "report/script/script_names.h"
#include "report/timeline/timeline_make.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define ADDRESS 0xffffffff81000010u

struct fixture {
	struct strtab strings;
	struct timeline timeline;
	struct locator locator;
	struct shared_locator shared;
	struct script_names names;
};

static void add_kernel(struct fixture *f, uint64_t time, uint32_t pid, uint16_t misc, const char *name)
{
	struct record_mmap m = { .pid = pid, .tid = pid, .addr = 0xffffffff81000000, .len = 0x1000 };

	m.filename = name;
	m.filename_size = strlen(name);
	CHECK(!timeline_add_mmap(&f->timeline, time, &m, misc));
}

static void fixture_begin(struct fixture *f)
{
	CHECK(!strtab_init(&f->strings));
	CHECK(!timeline_init(&f->timeline, &f->strings));
}

static void fixture_ready(struct fixture *f)
{
	static const struct kernel_identity kernel;

	CHECK(!locator_init(&f->locator, &f->timeline, &f->strings, NULL, &kernel));
	f->shared = (struct shared_locator){ .lock = PTHREAD_MUTEX_INITIALIZER, .locator = &f->locator };
	script_names_init(&f->names, &f->shared, NULL);
}

static void fixture_end(struct fixture *f)
{
	script_names_fini(&f->names);
	locator_fini(&f->locator);
	timeline_fini(&f->timeline);
	strtab_fini(&f->strings);
}

static void check_dso(struct fixture *f, uint32_t pid, uint64_t time, unsigned mode, const char *want)
{
	static const struct script_ip_style style = { .shows_dso = true };
	struct script_snapshot at = { .pid = pid, .time = time };
	struct text_cache_entry text;
	char seen[64];

	at.epoch = timeline_mapping_epoch(&f->timeline, pid, time);
	at.kernel_epoch = timeline_mapping_epoch(&f->timeline, TIMELINE_KERNEL_PID, time);
	CHECK(!script_names_address(&f->names, &at, mode, ADDRESS, &style, &text));
	snprintf(seen, sizeof(seen), "%.*s", (int)text.size, text.data);
	CHECK_STR(seen, want);
}

TEST(guests_have_kernels_of_their_own)
{
	struct fixture f;

	fixture_begin(&f);
	add_kernel(&f, 1, (uint32_t)-1, RECORD_MISC_KERNEL, "[kernel.kallsyms]_text");
	add_kernel(&f, 2, 10, RECORD_MISC_GUEST_KERNEL, "[guest.kernel.kallsyms.10]_text");
	add_kernel(&f, 2, 20, RECORD_MISC_GUEST_KERNEL, "[guest.kernel.kallsyms.20]_text");
	add_kernel(&f, 5, 20, RECORD_MISC_GUEST_KERNEL, "[later]");
	fixture_ready(&f);
	for (int again = 0; again < 2; again++) {
		check_dso(&f, 10, 3, RECORD_MISC_GUEST_KERNEL, " ([guest.kernel.kallsyms.10]_text)");
		check_dso(&f, 20, 3, RECORD_MISC_GUEST_KERNEL, " ([guest.kernel.kallsyms.20]_text)");
		check_dso(&f, 10, 6, RECORD_MISC_GUEST_KERNEL, " ([guest.kernel.kallsyms.10]_text)");
		check_dso(&f, 20, 6, RECORD_MISC_GUEST_KERNEL, " ([later])");
		check_dso(&f, 30, 6, RECORD_MISC_GUEST_KERNEL, " ([unknown])");
		check_dso(&f, 10, 6, RECORD_MISC_KERNEL, " ([kernel.kallsyms])");
	}
	fixture_end(&f);
}

TEST(kernel_is_shared)
{
	struct fixture f;
	uint32_t kept;

	fixture_begin(&f);
	add_kernel(&f, 1, (uint32_t)-1, RECORD_MISC_KERNEL, "[kernel.kallsyms]_text");
	fixture_ready(&f);
	check_dso(&f, 10, 3, RECORD_MISC_KERNEL, " ([kernel.kallsyms])");
	kept = f.names.kept.table.n;
	check_dso(&f, 20, 4, RECORD_MISC_KERNEL, " ([kernel.kallsyms])");
	CHECK_EQ_U64(f.names.kept.table.n, kept);
	fixture_end(&f);
}

static void add_anon(struct fixture *f, uint64_t time, uint32_t pid, uint32_t prot, uint16_t misc)
{
	struct record_mmap m = { .pid = pid, .tid = pid, .addr = 0xffffffff81000000, .len = 0x1000, .prot = prot };

	m.filename = "//anon";
	m.filename_size = strlen(m.filename);
	CHECK(!timeline_add_mmap(&f->timeline, time, &m, misc | RECORD_MISC_USER));
}

/* As in Linux perf: only what runs has its names from a map of the process. A record of the old kind has no prot. */
TEST(anonymous_memory_is_data_or_code)
{
	struct fixture f;

	fixture_begin(&f);
	add_anon(&f, 1, 10, PROT_READ | PROT_EXEC, 0);
	add_anon(&f, 1, 20, PROT_READ | PROT_WRITE, RECORD_MISC_MMAP_DATA);
	add_anon(&f, 1, 30, 0, 0);
	add_anon(&f, 1, 40, 0, RECORD_MISC_MMAP_DATA);
	add_anon(&f, 4, 20, PROT_READ | PROT_EXEC, 0);
	add_anon(&f, 6, 20, PROT_READ | PROT_WRITE, RECORD_MISC_MMAP_DATA);
	fixture_ready(&f);
	check_dso(&f, 10, 3, RECORD_MISC_USER, " (/tmp/perf-10.map)");
	check_dso(&f, 20, 3, RECORD_MISC_USER, " (//anon)");
	check_dso(&f, 30, 3, RECORD_MISC_USER, " (/tmp/perf-30.map)");
	check_dso(&f, 40, 3, RECORD_MISC_USER, " (//anon)");
	check_dso(&f, 20, 5, RECORD_MISC_USER, " (/tmp/perf-20.map)");
	check_dso(&f, 20, 7, RECORD_MISC_USER, " (/tmp/perf-20.map)");
	fixture_end(&f);
}

static void check_chain(struct fixture *f, uint64_t time, const uint64_t *words, uint32_t n, const char *want)
{
	static const struct script_ip_style style = { .shows_ip = true, .shows_dso = true };
	const struct chain_words chain = { .data = (const uint8_t *)words, .n = n };
	struct script_snapshot at = { .pid = 10, .time = time };
	struct text_cache_entry text;
	char seen[512];

	at.epoch = timeline_mapping_epoch(&f->timeline, at.pid, time);
	at.kernel_epoch = timeline_mapping_epoch(&f->timeline, TIMELINE_KERNEL_PID, time);
	CHECK(!script_names_chain(&f->names, &at, &chain, &style, &text));
	snprintf(seen, sizeof(seen), "%.*s", (int)text.size, text.data);
	CHECK_STR(seen, want);
}

/* A chain's text is made once for as long as it means the same. */
TEST(chains_are_made_once)
{
	static const uint64_t chain[] = { CALLCHAIN_KERNEL, ADDRESS, ADDRESS + 0x10 };
	static const char both[] = "\tffffffff81000010 ([kernel.kallsyms])\n\tffffffff81000020 ([kernel.kallsyms])\n";
	static const char one[] = "\tffffffff81000010 ([kernel.kallsyms])\n";
	struct fixture f;
	uint64_t found;

	fixture_begin(&f);
	add_kernel(&f, 1, (uint32_t)-1, RECORD_MISC_KERNEL, "[kernel.kallsyms]_text");
	add_kernel(&f, 9, (uint32_t)-1, RECORD_MISC_KERNEL, "[module]");
	fixture_ready(&f);
	check_chain(&f, 3, chain, 3, both);
	found = f.names.kept.n_found;
	for (uint64_t again = 1; again <= 3; again++) {
		check_chain(&f, 3 + again, chain, 3, both);
		CHECK_EQ_U64(f.names.kept.n_found, found + again);
	}
	check_chain(&f, 3, chain, 2, one);
	check_chain(&f, 9, chain, 2, "\tffffffff81000010 ([module])\n");
	fixture_end(&f);
}
