/*
 * Symbols a recording carries: which addresses they name, by the kinds of files simpleperf knows, and what goes before
 * them.
 */
#include "report/elf/elf_file.h"
#include "report/profile/symbolizer.h"
#include "tests/support/built_file.h"
#include "tests/support/simpleperf_builder.h"
#include "tests/support/test.h"

#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

#define KERNEL 0xffffff8008000000ull
#define MODULE 0xffffff8000100000ull

struct named {
	struct perf_builder builder;
	struct perf_file *file;
	struct strtab strings;
	struct analysis analysis;
	struct frames frames;
	struct symbolizer symbolizer;
};

static void named_begin(struct named *n, unsigned flags)
{
	static const struct event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = ATTR_SIZE_VER7,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.flags = ATTR_SAMPLE_ID_ALL,
	};

	memset(n, 0, sizeof(*n));
	perf_builder_init(&n->builder, flags);
	perf_builder_event(&n->builder, &attr, "cpu-cycles", NULL, 0);
	n->builder.at.time = 10;
}

static void add_map(struct named *n, uint64_t start, uint64_t pgoff, const char *name, const struct build_id *id)
{
	struct perf_builder_map map = { .pid = 5,
					.tid = 5,
					.start = start,
					.size = 0x10000,
					.pgoff = pgoff,
					.prot = 5,
					.misc = start >> 63 ? RECORD_MISC_KERNEL : RECORD_MISC_USER,
					.name = name };

	if (start >> 63)
		map.pid = UINT32_MAX;
	if (id)
		map.build_id = *id;
	if (id || !(start >> 63))
		perf_builder_mmap2(&n->builder, &map);
	else
		perf_builder_mmap(&n->builder, &map);
}

/* feature 0: none but META_INFO. */
static void named_end(struct named *n, unsigned feature, const struct buffer *section)
{
	struct symbols_config config = { .cache = "/nowhere", .no_kallsyms_cache = true, .demangle = true };
	struct analysis_options options = { .workers = 1 };
	struct error err = ERROR_INIT;

	perf_builder_feature(&n->builder, FEATURE_SIMPLEPERF_META_INFO, "a\0b", 4);
	if (feature)
		perf_builder_feature(&n->builder, (int)feature, section->data, section->size);
	n->file = built_open(&n->builder, &err);
	CHECK(n->file);
	CHECK(!strtab_init(&n->strings));
	CHECK(!frames_init(&n->frames, &n->strings));
	CHECK(!analysis_run(&n->analysis, n->file, &n->strings, &options, &err));
	CHECK(!symbolizer_init(&n->symbolizer, &n->analysis, &n->frames, &config, &err));
}

static void named_fini(struct named *n)
{
	symbolizer_fini(&n->symbolizer);
	analysis_fini(&n->analysis);
	frames_fini(&n->frames);
	strtab_fini(&n->strings);
	perf_file_close(n->file);
	perf_builder_fini(&n->builder);
}

/* name NULL: the address has none. */
static void check_name(struct named *n, uint64_t addr, const char *name, uint64_t offset)
{
	unsigned mode = addr >> 63 ? RECORD_MISC_KERNEL : RECORD_MISC_USER;
	const struct timeline_snapshot at = timeline_snapshot(n->symbolizer.resolver.locator.timeline, 5, 20);
	struct location location;

	locator_find(&n->symbolizer.resolver.locator, &at, mode, addr, RESOLVE_SYMBOL, &location);
	CHECK(location.map);
	if (!name) {
		CHECK(!location.has_symbol);
		return;
	}
	CHECK(location.has_symbol);
	CHECK_STR(location.symbol.name, name);
	CHECK_EQ_U64(location.addr - location.symbol.start, offset);
}

static const struct simpleperf_builder_symbol low[] = { { 0x3b100, 0x40, "_Z3foov" }, { 0x3b200, 0x10, "bar" } };

static const struct simpleperf_builder_file user_files[] = {
	/* code at 0x3b000, which is at 0x3a000 in the file */
	{ "/system/lib64/libnew.so", SIMPLEPERF_ELF, 0x3b000, 0x3a000, true, low, 2 },
	/* from before the offset was written: counted from the start of the mapping */
	{ "/system/lib/libold.so", SIMPLEPERF_ELF, 0x3b000, 0, false, low, 2 },
	{ "/framework/core.jar", SIMPLEPERF_DEX, 0, 0, false,
	  (const struct simpleperf_builder_symbol[]){ { 0x1200, 0x20, "java.lang.Thread.run" } }, 1 },
	{ "perf.data_jit_app_cache:0-784", SIMPLEPERF_ELF, 0, 0, true,
	  (const struct simpleperf_builder_symbol[]){ { 0x9c000100, 0x20, "java.Jitted.run" } }, 1 },
	{ "/system/lib64/libempty.so", SIMPLEPERF_ELF, 0, 0, true, NULL, 0 },
	{ "perf-5.map", SIMPLEPERF_SYMBOL_MAP, 0, 0, false,
	  (const struct simpleperf_builder_symbol[]){ { 0xa0000010, 0x10, "jitted_by_map" } }, 1 },
};

TEST(user_files)
{
	for (unsigned kind = 0; kind < 4; kind++) {
		struct buffer section;
		struct named n;

		named_begin(&n, kind & 1 ? PERF_BUILDER_SWAP : 0);
		add_map(&n, 0x70000000, 0x3a000, "/system/lib64/libnew.so", NULL);
		add_map(&n, 0x71000000, 0x5000, "/system/lib/libold.so", NULL);
		add_map(&n, 0x72000000, 0x1000, "/framework/core.jar", NULL);
		add_map(&n, 0x9c000000, 0x22f8, "perf.data_jit_app_cache:0-784", NULL);
		add_map(&n, 0x73000000, 0, "/system/lib64/libempty.so", NULL);
		add_map(&n, 0xa0000000, 0, "//anon", NULL);
		buffer_init(&section);
		section.swap = kind & 1;
		for (size_t i = 0; i < ARRAY_SIZE(user_files); i++)
			(kind & 2 ? simpleperf_put_file2 : simpleperf_put_file)(&section, &user_files[i]);
		named_end(&n, kind & 2 ? FEATURE_SIMPLEPERF_FILE2 : FEATURE_SIMPLEPERF_FILE, &section);
		check_name(&n, 0x70000108, "foo()", 8);
		check_name(&n, 0x70000200, "bar", 0);
		check_name(&n, 0x70000210, NULL, 0);
		check_name(&n, 0x71000108, "foo()", 8);
		check_name(&n, 0x72000201, "java.lang.Thread.run", 1);
		check_name(&n, 0x9c000110, "java.Jitted.run", 0x10);
		check_name(&n, 0x9c000200, NULL, 0);
		check_name(&n, 0x73000000, NULL, 0);
		check_name(&n, 0xa0000014, "jitted_by_map", 4);
		buffer_fini(&section);
		named_fini(&n);
	}
}

/* Where a function of this program lies in its file. */
static uint64_t own_offset(const struct elf_file *f, const void *function)
{
	Dl_info info;
	uint64_t addr;

	CHECK(dladdr(function, &info));
	addr = (uintptr_t)function - (uintptr_t)info.dli_fbase;
	for (uint32_t i = 0; i < f->image.n_segments; i++) {
		const struct elf_segment *s = &f->image.segments[i];

		if (s->type == PT_LOAD && addr >= s->address && addr - s->address < s->file_size)
			return addr - s->address + s->offset;
	}
	test_fail(__FILE__, __LINE__, "this program's file does not have its code");
}

/* This program as one of the recorded: its own symbols are used only if its build-id says that it is the same. */
TEST(file_that_is_here)
{
	struct simpleperf_builder_symbol symbol = { 0, 0x1000000, "of_the_recording" };
	struct build_id ids[] = { { 0 }, { .size = 20, .data = { 1, 2, 3 } }, { 0 } };
	char path[4096] = "";
	struct elf_file *own;
	uint64_t offset;

	CHECK(readlink("/proc/self/exe", path, sizeof(path) - 1) > 0);
	CHECK(!elf_file_open(&own, NULL, path, NULL));
	offset = own_offset(own, (const void *)named_begin);
	ids[2] = own->build_id;
	for (int i = 0; i < 3; i++) {
		struct simpleperf_builder_file file = { path, SIMPLEPERF_ELF, 0, 0, true, &symbol, 1 };
		struct buffer section;
		struct named n;

		if (i == 2 && !ids[i].size)
			continue;
		named_begin(&n, 0);
		add_map(&n, 0x70000000, offset & ~0xfffull, path, ids[i].size ? &ids[i] : NULL);
		buffer_init(&section);
		simpleperf_put_file2(&section, &file);
		named_end(&n, FEATURE_SIMPLEPERF_FILE2, &section);
		if (i == 2)
			check_name(&n, 0x70000000 + offset % 0x1000, "named_begin", 0);
		else
			check_name(&n, 0x70000000 + offset % 0x1000, "of_the_recording", offset);
		buffer_fini(&section);
		named_fini(&n);
	}
	elf_file_free(own);
}

/* A file mapped under many build-ids makes a table for each, until all have far more symbols than the recording. */
TEST(tables_are_bounded)
{
	enum { SYMBOLS = 40000, MAPS = 10 };
	static struct simpleperf_builder_symbol list[SYMBOLS];
	struct simpleperf_builder_file file = { "/nowhere/a", SIMPLEPERF_ELF, 0, 0, true, list, SYMBOLS };
	struct buffer section;
	struct named n;

	for (uint32_t i = 0; i < SYMBOLS; i++)
		list[i] = (struct simpleperf_builder_symbol){ i, 1, "name" };
	named_begin(&n, 0);
	for (uint8_t i = 0; i < MAPS; i++)
		add_map(&n, 0x70000000 + i * 0x10000, 0, file.path, &(struct build_id){ 20, { i } });
	buffer_init(&section);
	simpleperf_put_file2(&section, &file);
	named_end(&n, FEATURE_SIMPLEPERF_FILE2, &section);
	for (uint64_t i = 0; i < MAPS; i++)
		check_name(&n, 0x70000000 + i * 0x10000 + 7, i < 5 ? "name" : NULL, 0);
	buffer_fini(&section);
	named_fini(&n);
}

/* Nor does it help to have them in records, compressed. */
TEST(records_of_a_bomb)
{
	struct named n;

	named_begin(&n, 0);
	add_map(&n, 0x70000000, 0x5000, "/system/lib/liba.so", NULL);
	perf_builder_compress_begin(&n.builder);
	simpleperf_record_dso(&n.builder, SIMPLEPERF_ELF, 4, 0x3b000, "/system/lib/liba.so");
	for (unsigned i = 0; i < 50000; i++)
		simpleperf_record_symbol(&n.builder, 0x3b100, 0x40, 4, "same");
	perf_builder_compress_end(&n.builder, PERF_RECORD_COMPRESSED, 1, 0);
	perf_builder_feature_compressed(&n.builder, 1, 1, 1 << 20);
	named_end(&n, 0, NULL);
	CHECK_EQ_I64(n.symbolizer.embedded.damage.code, -E2BIG);
	CHECK(n.symbolizer.embedded.n_symbols > 100 && n.symbolizer.embedded.n_symbols < 10000);
	named_fini(&n);
}

TEST(kernel_and_modules)
{
	static const struct simpleperf_builder_symbol kernel[] = { { KERNEL + 0x100, 0x20, "do_idle" } };
	static const struct simpleperf_builder_symbol module[] = { { 0x2040, 0x20, "wlan_send" } };
	struct buffer section;
	struct named n;

	named_begin(&n, 0);
	add_map(&n, KERNEL, 0, "[kernel.kallsyms]", NULL);
	add_map(&n, MODULE, 0, "/vendor/lib/modules/wlan.ko", NULL);
	buffer_init(&section);
	simpleperf_put_file2(&section, &(struct simpleperf_builder_file){ "[kernel.kallsyms]", SIMPLEPERF_KERNEL, 0, 0,
									  false, kernel, 1 });
	/* 0x2000 in the file is 0x1000 after where it was loaded */
	simpleperf_put_file2(&section,
			     &(struct simpleperf_builder_file){ "/vendor/lib/modules/wlan.ko", SIMPLEPERF_MODULE,
								0x2000, 0x1000, true, module, 1 });
	named_end(&n, FEATURE_SIMPLEPERF_FILE2, &section);
	check_name(&n, KERNEL + 0x104, "do_idle", 4);
	check_name(&n, MODULE + 0x1048, "wlan_send", 8);
	buffer_fini(&section);
	named_fini(&n);
}

/* What simpleperf wrote before there was FILE. */
TEST(records)
{
	for (int swap = 0; swap < 2; swap++) {
		struct named n;

		named_begin(&n, swap ? PERF_BUILDER_SWAP : 0);
		add_map(&n, 0x70000000, 0x5000, "/system/lib/liba.so", NULL);
		add_map(&n, KERNEL, 0, "[kernel.kallsyms]", NULL);
		simpleperf_record_dso(&n.builder, SIMPLEPERF_ELF, 4, 0x3b000, "/system/lib/liba.so");
		simpleperf_record_symbol(&n.builder, 0x3b100, 0x40, 4, "_Z3foov");
		simpleperf_record_symbol(&n.builder, 0x3b100, 0x40, 9, "of_no_dso");
		simpleperf_record_symbol(&n.builder, 0x3b100, 0x40, UINT64_MAX, "of_no_dso");
		simpleperf_record_kallsyms(&n.builder,
					   "ffffff8008000000 T _text\nffffff8008000100 T start_kernel\n"
					   "ffffff8008000200 t rest_init\n",
					   16);
		named_end(&n, 0, NULL);
		check_name(&n, 0x70000104, "foo()", 4);
		check_name(&n, KERNEL + 0x110, "start_kernel", 0x10);
		check_name(&n, KERNEL + 0x200, "rest_init", 0);
		named_fini(&n);
	}
}

/* The first simpleperf wrote the kernel's symbols in pieces with a mark at the last. */
TEST(kallsyms_in_pieces)
{
	static const char text[] = "ffffff8008000000 T _text\nffffff8008000100 T start_kernel\n";
	struct named n;

	named_begin(&n, 0);
	add_map(&n, KERNEL, 0, "[kernel.kallsyms]", NULL);
	for (size_t pos = 0; pos < sizeof(text) - 1; pos += 10) {
		size_t size = sizeof(text) - 1 - pos < 10 ? sizeof(text) - 1 - pos : 10;
		struct buffer body;

		buffer_init(&body);
		buffer_put_u32(&body, pos + size == sizeof(text) - 1);
		buffer_put_u32(&body, (uint32_t)size);
		buffer_append(&body, text + pos, size);
		buffer_pad(&body, 8);
		perf_builder_record(&n.builder, SIMPLEPERF_RECORD_KERNEL_SYMBOL, 0, body.data, body.size, false);
		buffer_fini(&body);
	}
	named_end(&n, 0, NULL);
	check_name(&n, KERNEL + 0x110, "start_kernel", 0x10);
	named_fini(&n);
}

/* What is whole before the damage is used, and the damage is reported. */
TEST(section_cut_off)
{
	struct buffer section;
	struct named n;

	named_begin(&n, 0);
	add_map(&n, 0x70000000, 0x3a000, "/system/lib64/libnew.so", NULL);
	buffer_init(&section);
	simpleperf_put_file(&section, &user_files[0]);
	simpleperf_put_file(&section, &user_files[1]);
	section.size -= 5;
	named_end(&n, FEATURE_SIMPLEPERF_FILE, &section);
	CHECK(n.symbolizer.embedded.damage.code);
	check_name(&n, 0x70000108, "foo()", 8);
	buffer_fini(&section);
	named_fini(&n);
}
