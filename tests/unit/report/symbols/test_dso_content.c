/* A file on disk is read once, whatever names lead to it and however often; different files are kept apart. */
#include "report/symbols/dso_load.h"
#include "report/symbols/symbols.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"
#include "tests/unit/report/symbols/named.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAMES     1000
#define N_SYMBOLS 200
#define FUNC      ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)

/* N_SYMBOLS functions of 16 bytes, named STEM0, STEM1 ... from 0x1000 (of a module: 0x40) on. */
static struct buffer build(uint16_t type, const char *stem)
{
	uint64_t begin = type == ET_REL ? 0x40 : 0x1000;
	struct elf_builder b;
	struct buffer out;
	unsigned text;

	elf_builder_init(&b, true, false, type, EM_X86_64);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, begin,
				   (uint8_t[16 * N_SYMBOLS]){ 0 }, 16 * N_SYMBOLS);
	for (int i = 0; i < N_SYMBOLS; i++) {
		char name[32];

		snprintf(name, sizeof(name), "%s%d", stem, i);
		elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, name, begin + 16 * i, 16, FUNC, text);
	}
	if (type != ET_REL)
		elf_builder_load(&b, begin, begin, 16 * N_SYMBOLS);
	elf_builder_finish(&b);
	out = b.out;
	buffer_init(&b.out);
	elf_builder_fini(&b);
	return out;
}

static void put(const struct tree *t, const char *path, uint16_t type, const char *stem)
{
	struct buffer file = build(type, stem);

	tree_write_bytes(t, path, file.data, file.size);
	buffer_fini(&file);
}

static struct symbols *open_symbols(size_t max_memory)
{
	struct symbols_config config = { .cache = "/nonexistent",
					 .kallsyms = "/nonexistent",
					 .max_memory = max_memory };
	struct symbols *s = symbols_new(&config, NULL);

	CHECK(s);
	return s;
}

/* The i-th of many names that lead to dir/x. */
static void long_way(char *path, size_t size, const char *dir, int i)
{
	int n = snprintf(path, size, "%s", dir);

	for (; i; i /= 4)
		n += snprintf(path + n, size - n, "%s", ((const char *[]){ "/", "/.", "/sub/..", "/same" })[i % 4]);
	snprintf(path + n, size - n, "/%s", n % 2 ? "x" : "y");
}

/* With memory for a few of them. */
TEST(one_file_by_a_thousand_names)
{
	struct symbols *s = open_symbols(2 << 20);
	char path[512], other[512];
	const char *first = NULL;
	struct tree t;

	tree_init(&t);
	tree_write(&t, "sub/none", "");
	put(&t, "x", ET_DYN, "f");
	snprintf(path, sizeof(path), "%s/same", t.root);
	CHECK(!symlink(".", path));
	snprintf(path, sizeof(path), "%s/x", t.root);
	snprintf(other, sizeof(other), "%s/y", t.root);
	CHECK(!link(path, other));
	for (int i = 0; i < NAMES; i++) {
		struct dso_symbols *d;
		const char *name;

		long_way(path, sizeof(path), t.root, i);
		d = symbols_user(s, path, NULL);
		CHECK_EQ_U64(dso_symbols_status(d, NULL), DSO_SYMBOLS_OK);
		CHECK_STR(dso_symbols_source(d), path);
		name = named_at(d, 0x1021);
		CHECK_STR(name, "f2");
		first = first ? first : name;
		CHECK(name == first);
	}
	symbols_free(s);
	tree_fini(&t);
}

/* As its maker wrote them: a module is where it was mapped, each time. */
TEST(one_module_at_many_places)
{
	struct kernel_identity kernel = { .osrelease = "of another machine" };
	struct symbols *s = open_symbols(2 << 20);
	struct tree t;
	char path[512];

	tree_init(&t);
	put(&t, "m.ko", ET_REL, "m");
	snprintf(path, sizeof(path), "%s/m.ko", t.root);
	for (uint64_t i = 1; i < NAMES; i++) {
		struct module_identity module = { .name = "[m]", .path = path, .start = i << 20 };
		struct dso_symbols *d = symbols_module(s, &kernel, &module);
		struct symbol_name name;

		CHECK_EQ_U64(dso_symbols_status(d, NULL), DSO_SYMBOLS_OK);
		CHECK(dso_symbols_lookup(d, module.start + 0x31, &name));
		CHECK_STR(name.name, "m3");
		CHECK_EQ_U64(name.start, module.start + 0x30);
		CHECK_EQ_U64(name.end, module.start + 0x40);
		CHECK(!dso_symbols_lookup(d, module.start - 1, &name));
	}
	symbols_free(s);
	tree_fini(&t);
}

/* Of the same name, one after the other: what is open counts, not what stands there. */
TEST(different_files_are_told_apart)
{
	struct symbols *s = open_symbols(0);
	char a[512], b[512], again[512];
	struct tree t;

	tree_init(&t);
	put(&t, "a", ET_DYN, "a");
	put(&t, "b", ET_DYN, "b");
	snprintf(a, sizeof(a), "%s/a", t.root);
	snprintf(b, sizeof(b), "%s/b", t.root);
	snprintf(again, sizeof(again), "%s/./a", t.root);
	CHECK_STR(named_at(symbols_user(s, a, NULL), 0x1000), "a0");
	CHECK_STR(named_at(symbols_user(s, b, NULL), 0x1000), "b0");
	CHECK(!rename(b, a));
	CHECK_STR(named_at(symbols_user(s, again, NULL), 0x1010), "b1");
	CHECK_STR(named_at(symbols_user(s, a, NULL), 0x1010), "a1");
	symbols_free(s);
	tree_fini(&t);
}

#define THREADS 4

static void *ask(void *d)
{
	CHECK_STR(named_at(d, 0x1021), "f2");
	return NULL;
}

/*
 * All of them ask while the first one is loading, which waits for the content that another name has led to. How often
 * it was loaded shows in what that takes of the memory that all may take.
 */
TEST(loaded_once_whoever_asks)
{
	struct symbols *s = open_symbols(0);
	char path[512], other[512];
	pthread_t threads[THREADS];
	struct dso_symbols *d, *of_all;
	struct dso_content *content;
	size_t before;
	struct tree t;

	tree_init(&t);
	put(&t, "x", ET_DYN, "f");
	snprintf(path, sizeof(path), "%s/x", t.root);
	snprintf(other, sizeof(other), "%s/./x", t.root);
	d = symbols_user(s, path, NULL);
	content = dso_symbols_load(d)->files;
	of_all = symbols_user(s, other, NULL);
	before = d->shared->memory->taken;
	pthread_mutex_lock(&content->lock);
	for (int i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&threads[i], NULL, ask, of_all));
	/* Nothing is wrong if not all have come so far by then; but what is wrong may not show. */
	usleep(100000);
	pthread_mutex_unlock(&content->lock);
	for (int i = 0; i < THREADS; i++)
		CHECK(!pthread_join(threads[i], NULL));
	CHECK_EQ_U64(d->shared->memory->taken - before, sizeof(*of_all));
	symbols_free(s);
	tree_fini(&t);
}

/* The first address that has a function without a symbol. */
static uint64_t find_bound(struct dso_symbols *d, struct symbol_name *ret_name)
{
	for (uint64_t addr = 0; addr < 1 << 20; addr += 16)
		if (dso_symbols_lookup(d, addr, ret_name) && ret_name->kind == SYMBOL_KIND_BOUNDS)
			return addr;
	CHECK_STR("no function without a symbol", "");
	return 0;
}

/* A name that was made is there without the lock, whatever the file is called. */
TEST(functions_without_symbols_are_named_once)
{
	struct symbols *s = open_symbols(0);
	struct dso_symbols *one, *two;
	char path[512], other[512];
	struct symbol_name name;
	const char *first;
	struct tree t;
	uint64_t addr;

	tree_init(&t);
	snprintf(path, sizeof(path), "%s/one", t.root);
	snprintf(other, sizeof(other), "%s/other", t.root);
	CHECK(!symlink("/bin/sh", path) && !symlink("/bin/sh", other));
	one = symbols_user(s, path, NULL);
	two = symbols_user(s, other, NULL);
	addr = find_bound(one, &name);
	first = name.name;
	CHECK(!strncmp(first, "one[+0x", 7));
	pthread_mutex_lock(&dso_symbols_load(one)->files->lock);
	CHECK(named_at(one, addr) == first);
	pthread_mutex_unlock(&dso_symbols_load(one)->files->lock);
	CHECK(dso_symbols_load(one)->files == dso_symbols_load(two)->files);
	CHECK(!strncmp(named_at(two, addr), "other[+0x", 9));
	CHECK(named_at(one, addr) == first);
	symbols_free(s);
	tree_fini(&t);
}

/* A debug file by its CRC, which is reckoned once; MiniDebugInfo, which is unpacked once. */
TEST(files_are_shared_and_closed)
{
	struct elf_files all;
	struct elf_file *f, *g;
	char path[512], other[512];
	struct tree t;

	elf_files_init(&all, NULL);
	tree_init(&t);
	put(&t, "sub/x", ET_DYN, "x");
	snprintf(path, sizeof(path), "%s/sub/x", t.root);
	snprintf(other, sizeof(other), "%s/sub/../sub/x", t.root);
	CHECK(!elf_files_open(&all, &f, path, NULL));
	CHECK(!elf_files_open(&all, &g, other, NULL));
	CHECK(f == g);
	CHECK_EQ_U64(elf_file_crc(f), elf_file_crc(g));
	CHECK(!elf_file_embedded(f));
	elf_files_close(f);
	CHECK(!elf_files_open(&all, &f, other, NULL));
	CHECK(f == g);
	elf_files_close(f);
	elf_files_close(g);
	for (int i = 0; i < ELF_FILES_SLOTS; i++)
		CHECK(!all.slots[i]);
	CHECK_EQ_I64(elf_files_open(&all, &f, t.root, NULL), -EINVAL);
	snprintf(other, sizeof(other), "%s/none", t.root);
	CHECK_EQ_I64(elf_files_open(&all, &f, other, NULL), -ENOENT);
	elf_files_fini(&all);
	tree_fini(&t);
}
