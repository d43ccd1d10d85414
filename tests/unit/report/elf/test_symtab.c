/* symtab: which symbol an address gets. The expectations are Linux perf's choices. */
#include "report/elf/symtab.h"
#include "tests/support/test.h"

#include <stdio.h>

static struct symtab table;

static void begin(enum demangle_style style)
{
	symtab_init(&table, style);
}

static void add(const char *name, uint64_t start, uint64_t size, unsigned binding, unsigned type)
{
	symtab_add_copy(
		&table,
		(struct symbol){ .start = start, .end = start + size, .info = (uint8_t)ELF64_ST_INFO(binding, type) },
		name);
}

static void add_function(const char *name, uint64_t start, uint64_t size)
{
	add(name, start, size, STB_GLOBAL, STT_FUNC);
}

static const char *at(uint64_t addr)
{
	const struct symbol *s = symtab_find(&table, addr);

	return s ? symtab_name(&table, s) : "none";
}

TEST(finds_in_any_order_of_adding)
{
	begin(DEMANGLE_NONE);
	add_function("c", 0x123456789000, 16);
	add_function("a", 0x1000, 16);
	add_function("b", 0x100000, 16);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x1000), "a");
	CHECK_STR(at(0x100f), "a");
	CHECK_STR(at(0x1010), "none");
	CHECK_STR(at(0x100008), "b");
	CHECK_STR(at(0x123456789001), "c");
	CHECK_STR(at(0xfff), "none");
	symtab_fini(&table);
}

TEST(empty)
{
	begin(DEMANGLE_NONE);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0), "none");
	symtab_fini(&table);
}

/* Two at one address, in both orders. */
static void check_choice(const char *better, uint64_t size1, unsigned bind1, unsigned type1, const char *lesser,
			 uint64_t size2, unsigned bind2, unsigned type2)
{
	for (int order = 0; order < 2; order++) {
		begin(DEMANGLE_FULL);
		if (order)
			add(lesser, 0x1000, size2, bind2, type2);
		add(better, 0x1000, size1, bind1, type1);
		if (!order)
			add(lesser, 0x1000, size2, bind2, type2);
		add_function("next", 0x2000, 16);
		CHECK_EQ_I64(symtab_index(&table), 0);
		CHECK_STR(at(0x1000), better);
		CHECK_STR(at(0x1001), better);
		symtab_fini(&table);
	}
}

TEST(prefers_a_type_to_none)
{
	check_choice("local", 16, STB_LOCAL, STT_FUNC, "label", 16, STB_GLOBAL, STT_NOTYPE);
}

TEST(prefers_strong_to_weak)
{
	check_choice("local", 16, STB_LOCAL, STT_FUNC, "a_long_weak_name", 16, STB_WEAK, STT_FUNC);
}

TEST(prefers_global_to_local)
{
	check_choice("__g", 16, STB_GLOBAL, STT_FUNC, "a_long_local_name", 16, STB_LOCAL, STT_FUNC);
}

TEST(prefers_fewer_underscores)
{
	check_choice("read", 16, STB_GLOBAL, STT_FUNC, "__libc_read", 16, STB_GLOBAL, STT_FUNC);
}

TEST(prefers_the_longer_name)
{
	check_choice("sys_read_longer", 16, STB_GLOBAL, STT_FUNC, "sys_read", 16, STB_GLOBAL, STT_FUNC);
}

/* "_ZN1a1bEv" has an underscore as it stands, and "a::b" has none. */
TEST(chooses_by_the_demangled_name)
{
	check_choice("_ZN3aaa3bbbEv", 16, STB_GLOBAL, STT_FUNC, "_short", 16, STB_GLOBAL, STT_FUNC);
	check_choice("longer_than_it", 16, STB_GLOBAL, STT_FUNC, "_ZN3aaa3bbbEv", 16, STB_GLOBAL, STT_FUNC);
}

TEST(constructors_keep_the_first)
{
	begin(DEMANGLE_FULL);
	add_function("_ZN1AC2Ei", 0x1000, 16);
	add_function("_ZN1AC1Ei", 0x1000, 16);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x1000), "_ZN1AC2Ei");
	symtab_fini(&table);
}

/* The last of the unsized at an address gets the end, and by that wins over those before it. */
TEST(unsized_reach_to_the_next)
{
	begin(DEMANGLE_NONE);
	add_function("a", 0x1000, 0);
	add_function("b", 0x1800, 0);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x17ff), "a");
	CHECK_STR(at(0x2fff), "b");
	CHECK_STR(at(0x3000), "none");
	symtab_fini(&table);
}

static void add_label(const char *name, uint64_t start, uint64_t size)
{
	add(name, start, size, STB_LOCAL, STT_NOTYPE);
}

TEST(labels_do_not_split_a_function)
{
	begin(DEMANGLE_NONE);
	add_label("loop", 0x1010, 0);
	add_label("start", 0x1000, 0);
	add_function("f", 0x1000, 0x40);
	add_label("again", 0x1010, 0);
	add_label("last", 0x103f, 0);
	add_label("after", 0x1040, 0);
	add_label("part", 0x1020, 8);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x1000), "f");
	CHECK_STR(at(0x1010), "f");
	CHECK_STR(at(0x101f), "f");
	CHECK_STR(at(0x1020), "part");
	CHECK_STR(at(0x1028), "f");
	CHECK_STR(at(0x103f), "f");
	CHECK_STR(at(0x1040), "after");
	CHECK_STR(at(0x1fff), "after");
	symtab_fini(&table);
}

/* Of a function without a size it is not known where it ends, and objects are no code. */
TEST(labels_after_what_has_no_size)
{
	begin(DEMANGLE_NONE);
	add_function("f", 0x1000, 0);
	add_label("label", 0x1010, 0);
	add("table", 0x2000, 0x40, STB_LOCAL, STT_OBJECT);
	add_label("entry", 0x2010, 0);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x100f), "f");
	CHECK_STR(at(0x1010), "label");
	CHECK_STR(at(0x2011), "entry");
	symtab_fini(&table);
}

TEST(unsized_of_modules_end_with_a_page)
{
	begin(DEMANGLE_NONE);
	symtab_add_copy(&table, (struct symbol){ .start = 0x1010, .end = 0x1010, .module = 1 }, "of_one");
	symtab_add_copy(&table, (struct symbol){ .start = 0x90000, .end = 0x90000, .module = 2 }, "of_two");
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x2fff), "of_one");
	CHECK_STR(at(0x3000), "none");
	CHECK_STR(at(0x90fff), "of_two");
	symtab_fini(&table);
}

TEST(innermost_of_overlapping)
{
	begin(DEMANGLE_NONE);
	add_function("outer", 0x1000, 0x1000);
	add_function("inner", 0x1100, 0x100);
	add_function("innermost", 0x1180, 0x10);
	add_function("later", 0x1f00, 0x200);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x1000), "outer");
	CHECK_STR(at(0x1150), "inner");
	CHECK_STR(at(0x1185), "innermost");
	CHECK_STR(at(0x1195), "inner");
	CHECK_STR(at(0x1300), "outer");
	CHECK_STR(at(0x1f80), "later");
	CHECK_STR(at(0x20ff), "later");
	CHECK_STR(at(0x2100), "none");
	symtab_fini(&table);
}

/* What is indexed first got its ends from its own neighbours. */
TEST(indexes_again)
{
	begin(DEMANGLE_NONE);
	add_function("unsized", 0x1000, 0);
	add_function("b", 0x3000, 16);
	CHECK_EQ_I64(symtab_index(&table), 0);
	add_function("dynamic", 0x2000, 16);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x1fff), "unsized");
	CHECK_STR(at(0x2008), "dynamic");
	CHECK_STR(at(0x2800), "unsized");
	symtab_fini(&table);
}

#define N_RANDOM 400u

static uint32_t random_next(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 16;
}

/* Names of one length: of those at one address the first added is kept. */
static void mark_kept(const uint64_t *starts, bool *kept)
{
	for (unsigned i = 0; i < N_RANDOM; i++) {
		kept[i] = true;
		for (unsigned j = 0; j < i && kept[i]; j++)
			kept[i] = starts[j] != starts[i];
	}
}

static const char *random_expected(const uint64_t *starts, const uint64_t *ends, const bool *kept, uint64_t addr,
				   char name[8])
{
	uint64_t found = UINT64_MAX;

	snprintf(name, 8, "none");
	for (unsigned i = 0; i < N_RANDOM; i++) {
		if (!kept[i] || addr < starts[i] || addr >= ends[i] || (found != UINT64_MAX && starts[i] < found))
			continue;
		found = starts[i];
		snprintf(name, 8, "f%03u", i);
	}
	return name;
}

/* Aliases and overlaps without order, added for three settlings, against a search through all of them. */
TEST(finds_what_a_plain_search_finds)
{
	uint64_t starts[N_RANDOM], ends[N_RANDOM];
	bool kept[N_RANDOM];
	uint32_t state = 1;
	char name[8];

	for (unsigned round = 0; round < 8; round++) {
		begin(DEMANGLE_NONE);
		for (unsigned i = 0; i < N_RANDOM; i++) {
			starts[i] = (uint64_t)(random_next(&state) % 600) << (round < 4 ? 0 : 24);
			ends[i] = starts[i] + 1 + random_next(&state) % (round % 2 ? 4 : 12);
			snprintf(name, sizeof(name), "f%03u", i);
			add(name, starts[i], ends[i] - starts[i], STB_GLOBAL, STT_FUNC);
			if (i == N_RANDOM / 4 || i == N_RANDOM / 2)
				CHECK_EQ_I64(symtab_index(&table), 0);
		}
		CHECK_EQ_I64(symtab_index(&table), 0);
		mark_kept(starts, kept);
		for (unsigned i = 0; i < N_RANDOM; i++) {
			for (uint64_t addr = starts[i]; addr <= starts[i] + 4; addr++)
				CHECK_STR(at(addr), random_expected(starts, ends, kept, addr, name));
		}
		symtab_fini(&table);
	}
}

/* One that is not chosen reaches further than the one that is; a cut counts for both. */
TEST(a_longer_alias_leaves_no_trace)
{
	begin(DEMANGLE_NONE);
	add("local", 0x1000, 0x100, STB_LOCAL, STT_FUNC);
	add("global", 0x1000, 0x20, STB_GLOBAL, STT_FUNC);
	add("inner", 0x1010, 0x8, STB_GLOBAL, STT_FUNC);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x1012), "inner");
	CHECK_STR(at(0x1018), "global");
	CHECK_STR(at(0x1020), "none");
	symtab_cut(&table, 0x101c);
	CHECK_STR(at(0x101b), "global");
	CHECK_STR(at(0x101c), "none");
	symtab_fini(&table);
}

TEST(added_since_is_not_found_yet)
{
	begin(DEMANGLE_NONE);
	add_function("a", 0x1000, 0x100);
	add_function("b", 0x1010, 0x10);
	CHECK_EQ_I64(symtab_index(&table), 0);
	for (int i = 0; i < 1000; i++)
		add_function("later", 0x100, 0x10);
	CHECK_STR(at(0x1018), "b");
	CHECK_STR(at(0x1028), "a");
	CHECK_STR(at(0x100), "none");
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x100), "later");
	symtab_fini(&table);
}

TEST(cut_ends_what_reaches_over)
{
	begin(DEMANGLE_NONE);
	add_function("_init", 0x1000, 0x2000);
	CHECK_EQ_I64(symtab_index(&table), 0);
	symtab_cut(&table, 0x1020);
	CHECK_STR(at(0x101f), "_init");
	CHECK_STR(at(0x1020), "none");
	symtab_fini(&table);
}

TEST(end_of_the_address_space)
{
	begin(DEMANGLE_NONE);
	add_function("last", UINT64_MAX - 16, 64);
	add_function("unsized", UINT64_MAX - 1024, 0);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(UINT64_MAX - 1), "last");
	CHECK_STR(at(UINT64_MAX - 1000), "unsized");
	symtab_fini(&table);
}

TEST(names_outside_their_area_are_left_out)
{
	static const char names[] = { 'a', 0, 'b', 'c' };
	int area;

	begin(DEMANGLE_NONE);
	area = symtab_add_area(&table, names, sizeof(names));
	CHECK(area > 0);
	for (uint32_t name = 0; name < 8; name++)
		symtab_add(&table, (struct symbol){ .start = 0x1000 + name, .name = name, .area = (uint8_t)area });
	CHECK_EQ_U64(table.n, 2); /* "a" and "": "bc" has no end */
	symtab_fini(&table);
}

/* As deep as a hostile file likes: the lookup stays short. */
TEST(nesting_is_bounded)
{
	begin(DEMANGLE_NONE);
	for (uint64_t i = 0; i < 100000; i++)
		symtab_add_copy(&table, (struct symbol){ .start = i, .end = i == 99999 ? i + 1 : i + 2 }, "f");
	symtab_add_copy(&table, (struct symbol){ .start = 0, .end = 1u << 30 }, "all");
	CHECK_EQ_I64(symtab_index(&table), 0);
	for (int i = 0; i < 100000; i++)
		symtab_find(&table, 1u << 29);
	CHECK_STR(at(500), "f");
	symtab_fini(&table);
}

TEST(last_wins_for_code_made_anew)
{
	begin(DEMANGLE_NONE);
	table.last_wins = true;
	add_function("an_older_longer_name", 0x1000, 16);
	add_function("new", 0x1000, 8);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x1000), "new");
	CHECK_STR(at(0x1008), "none");
	symtab_fini(&table);
}

TEST(long_names_are_compared_in_part)
{
	static char longer[SYMTAB_MAX_COMPARED + 100], shorter[SYMTAB_MAX_COMPARED + 50];

	memset(longer, '_', sizeof(longer) - 1);
	memset(shorter, '_', sizeof(shorter) - 1);
	begin(DEMANGLE_FULL);
	add_function(longer, 0x1000, 16);
	add_function(shorter, 0x1000, 16);
	add_function("_a", 0x1000, 16);
	CHECK_EQ_I64(symtab_index(&table), 0);
	CHECK_STR(at(0x1008), "_a");
	symtab_fini(&table);
}
