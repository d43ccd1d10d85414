/* unnamed, frame_why: each reason why addresses have no names, its share, and what merges into one row. */
#include "report/print/missing_symbols.h"
#include "tests/support/built_file.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <stdio.h>
#include <stdlib.h>

#define FUNC   ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)
#define KERNEL 0xffffffff81000000ull

static const struct build_id id_a = { .size = 20, .data = { 0xaa, 1, 2, 3 } };
static const struct build_id id_b = { .size = 20, .data = { 0xbb, 1, 2, 3 } };

/* An ELF file below the tree; function: at 0x1100, 0x20 bytes, or NULL. */
static void install(const struct tree *t, const char *path, const struct build_id *id, const char *function)
{
	struct elf_builder b;
	unsigned text;

	elf_builder_init(&b, true, false, ET_DYN, EM_X86_64);
	elf_builder_load(&b, 0x1000, 0x1000, 0x400);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000, (uint8_t[0x400]){ 0 },
				   0x400);
	if (id)
		elf_builder_build_id(&b, id);
	if (function)
		elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, function, 0x1100, 0x20, FUNC, text);
	elf_builder_finish(&b);
	tree_write_bytes(t, path, b.out.data, b.out.size);
	elf_builder_fini(&b);
}

/* What a process has mapped, one after the other from 0x10000 on, and how many samples are in it. */
static const struct mapping {
	const char *path;
	const struct build_id *id;
	int samples;
} mappings[] = {
	{ "/bin/missing", &id_a, 20 }, { "/bin/changed", &id_a, 15 }, { "/bin/stripped", NULL, 14 },
	{ "/bin/good", NULL, 10 },     { "//anon", NULL, 9 },         { "[heap]", NULL, 8 },
	{ "/bin/garbage", NULL, 7 },
};

#define IN_NONE   5
#define IN_KERNEL 6
#define IN_SYMBOL 6
#define ALL       100

struct recording {
	struct perf_builder b;
	struct perf_file *file;
	struct profile_names names;
	struct profile profile;
	struct columns columns;
	struct event_groups groups;
	struct rows_options options;
	struct rows rows;
	struct missing_symbols missing_symbols;
	struct tree tree;
};

static void put_samples(struct perf_builder *b, uint16_t mode, uint64_t ip, int n)
{
	/* Each at an address of its own. */
	for (int i = 0; i < n; i++)
		perf_builder_sample(b,
				    &(struct perf_builder_sample){ .misc = mode, .ip = ip + (uint64_t)i, .period = 1 });
}

static void record(struct recording *r)
{
	struct event_attr attr = { .type = PERF_TYPE_SOFTWARE,
				   .size = ATTR_SIZE_VER7,
				   .sample_type =
					   PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD,
				   .flags = ATTR_SAMPLE_ID_ALL };
	struct perf_builder *b = &r->b;

	perf_builder_init(b, 0);
	perf_builder_event(b, &attr, "cpu-clock", NULL, 0);
	b->at = (struct perf_builder_at){ .pid = 2000000001, .tid = 2000000001, .time = 1000 };
	perf_builder_mmap(b, &(struct perf_builder_map){ .pid = UINT32_MAX,
							 .start = KERNEL,
							 .size = 0x1000000,
							 .pgoff = KERNEL,
							 .misc = RECORD_MISC_KERNEL,
							 .name = "[kernel.kallsyms]_text" });
	for (size_t i = 0; i < ARRAY_SIZE(mappings); i++) {
		struct perf_builder_map map = { .pid = b->at.pid,
						.tid = b->at.tid,
						.start = 0x10000 * (i + 1),
						.size = 0x10000,
						.prot = 5,
						.misc = RECORD_MISC_USER,
						.name = mappings[i].path };

		if (mappings[i].id)
			map.build_id = *mappings[i].id;
		perf_builder_mmap2(b, &map);
		put_samples(b, RECORD_MISC_USER, map.start + 0x1200, mappings[i].samples);
		if (!strcmp(mappings[i].path, "/bin/good"))
			put_samples(b, RECORD_MISC_USER, map.start + 0x1100, IN_SYMBOL);
	}
	put_samples(b, RECORD_MISC_USER, 0x7fa7ec133230, IN_NONE);
	put_samples(b, RECORD_MISC_KERNEL, KERNEL + 0x100, IN_KERNEL);
}

static void install_files(struct recording *r)
{
	tree_init(&r->tree);
	install(&r->tree, "bin/changed", &id_b, "f");
	install(&r->tree, "bin/stripped", NULL, NULL);
	install(&r->tree, "bin/good", NULL, "good");
	tree_write(&r->tree, "bin/garbage", "#!/bin/sh\n");
	tree_write(&r->tree, "zeros", "0000000000000000 T _text\n0000000000000000 t f\n");
	tree_write(&r->tree, "another", "ffffffff81000000 T something\nffffffff81000100 t f\n");
}

/* kallsyms: of the tree, or NULL. */
static void make_rows(struct recording *r, const char *kallsyms, bool merge)
{
	struct symbols_config config = { .symfs = r->tree.root, .cache = "/nonexistent" };
	struct analysis_options analysis = { .workers = 1, .plan = { .by_address = true } };
	struct error err = ERROR_INIT;
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", r->tree.root, kallsyms ? kallsyms : "");
	config.kallsyms = kallsyms ? path : NULL;
	r->file = built_open(&r->b, &err);
	CHECK(r->file);
	CHECK_EQ_I64(profile_names_init(&r->names), 0);
	CHECK_EQ_I64(columns_parse(&r->columns, "sym", NULL, 0, SORT_KEY_ANY, &err), 0);
	CHECK_EQ_I64(profile_analyse(&r->profile, r->file, &r->names, &analysis, NULL, &err), 0);
	CHECK_EQ_I64(profile_symbolize(&r->profile, &config, &err), 0);
	r->profile.symbolizer.resolver.merge_missing_symbols = merge;
	CHECK(!event_groups_read(&r->groups, r->file, EVENT_GROUPS_AS_ARE, NULL, &err));
	r->options = (struct rows_options){ .columns = &r->columns, .groups = &r->groups };
	CHECK_EQ_I64(rows_build(&r->rows, &r->profile, &r->options, &err), 0);
	CHECK_EQ_I64(missing_symbols_of_rows(&r->missing_symbols, &r->rows), 0);
}

static void take_down(struct recording *r)
{
	missing_symbols_fini(&r->missing_symbols);
	rows_fini(&r->rows);
	event_groups_fini(&r->groups);
	profile_fini(&r->profile);
	profile_names_fini(&r->names);
	perf_file_close(r->file);
}

static const char *name_of(const struct recording *r, uint32_t file)
{
	return file == DSO_NONE ? "none"
				: strtab_get(&r->names.strings,
					     r->profile.symbolizer.resolver.locator.timeline->dsos.list[file].name);
}

static void check_file(const struct recording *r, uint32_t i, const char *name, enum missing_reason why, int percent)
{
	const struct missing_symbols_file *file = &r->missing_symbols.files[i];

	CHECK_STR(name_of(r, file->file), name);
	CHECK_EQ_U64(file->why, why);
	CHECK_EQ_I64((int64_t)(file->percent + 0.5), percent);
}

static void check_all(const struct recording *r, enum missing_reason kernel)
{
	CHECK_EQ_U64(r->missing_symbols.n, 9);
	check_file(r, 0, "missing", UNRESOLVED_MISSING, 20);
	check_file(r, 1, "changed", UNRESOLVED_CHANGED, 15);
	check_file(r, 2, "stripped", UNRESOLVED_STRIPPED, 14);
	check_file(r, 3, "good", UNRESOLVED_GAP, 10);
	check_file(r, 4, "[JIT] tid 2000000001", UNRESOLVED_NO_MAP, 9);
	check_file(r, 5, "[heap]", UNRESOLVED_NO_MAP, 8); /* it can be executed */
	check_file(r, 6, "garbage", UNRESOLVED_DAMAGED, 7);
	check_file(r, 7, "[kernel.kallsyms]", kernel, 6);
	check_file(r, 8, "none", UNRESOLVED_UNMAPPED, 5);
	CHECK_EQ_I64((int64_t)(r->missing_symbols.percent + 0.5), ALL - IN_SYMBOL);
	CHECK(r->missing_symbols.has_shares && r->missing_symbols.much && r->missing_symbols.wrong);
	CHECK_BYTES(dso_symbols_other(r->profile.symbolizer.resolver.locator.by_dso[r->missing_symbols.files[1].file])
			    ->data,
		    id_b.data, 20);
}

TEST(reasons_and_shares)
{
	static const struct {
		const char *kallsyms;
		enum missing_reason why;
	} kernels[] = { { NULL, UNRESOLVED_NOWHERE },
			{ "zeros", UNRESOLVED_HIDDEN },
			{ "another", UNRESOLVED_KERNEL } };
	struct recording r;

	for (size_t i = 0; i < ARRAY_SIZE(kernels); i++) {
		for (int merge = 0; merge < 2; merge++) {
			memset(&r, 0, sizeof(r));
			install_files(&r);
			record(&r);
			make_rows(&r, kernels[i].kallsyms, merge);
			check_all(&r, kernels[i].why);
			take_down(&r);
			perf_builder_fini(&r.b);
			tree_fini(&r.tree);
		}
	}
}

TEST(one_row_a_file)
{
	struct recording r = { 0 };
	bool seen = false;

	install_files(&r);
	record(&r);
	make_rows(&r, NULL, false);
	CHECK_EQ_U64(r.rows.keys.n, ALL - IN_SYMBOL + 1);
	take_down(&r);
	make_rows(&r, NULL, true);
	CHECK_EQ_U64(r.rows.keys.n, ARRAY_SIZE(mappings) + 3);
	for (uint32_t i = 0; i < r.rows.keys.n; i++) {
		char text[FRAME_TEXT_MIN];

		if (strcmp(frame_text(&r.names.frames, r.rows.keys.list[i].frame, text, sizeof(text)),
			   "(file not here)"))
			continue;
		CHECK_EQ_U64(r.rows.list[i].period, 20);
		seen = true;
	}
	CHECK(seen);
	take_down(&r);
	perf_builder_fini(&r.b);
	tree_fini(&r.tree);
}

/* Periods of a damaged file, whose sum is 1: those of 21 rows in the first file, and others. */
TEST(shares_of_a_sum_past_its_end)
{
	struct recording r = { 0 };

	install_files(&r);
	record(&r);
	perf_builder_sample(&r.b, &(struct perf_builder_sample){
					  .misc = RECORD_MISC_USER, .ip = 0x11300, .period = UINT64_MAX - ALL + 2 });
	make_rows(&r, NULL, false);
	/* No row is more than all. */
	CHECK(r.missing_symbols.files[0].percent > 2099 && r.missing_symbols.files[0].percent < 2101);
	take_down(&r);
	perf_builder_fini(&r.b);
	tree_fini(&r.tree);
}

TEST(files_without_shares)
{
	struct recording r = { 0 };
	struct missing_symbols u;

	install_files(&r);
	record(&r);
	make_rows(&r, "zeros", false);
	CHECK_EQ_I64(missing_symbols_of_files(&u, &r.profile.symbolizer.resolver.locator), 0);
	/* all but good and garbage */
	CHECK_EQ_U64(u.n, 6);
	CHECK(u.much && !u.has_shares);
	missing_symbols_fini(&u);
	take_down(&r);
	perf_builder_fini(&r.b);
	tree_fini(&r.tree);
}

TEST(nothing_without_symbols)
{
	struct recording r = { 0 };
	struct missing_symbols u;

	install_files(&r);
	record(&r);
	make_rows(&r, NULL, false);
	r.columns.needs &= ~(uint32_t)KEY_SYM;
	CHECK_EQ_I64(missing_symbols_of_rows(&u, &r.rows), 0);
	CHECK_EQ_U64(u.n, 0);
	CHECK(!u.much);
	missing_symbols_fini(&u);
	take_down(&r);
	perf_builder_fini(&r.b);
	tree_fini(&r.tree);
}
