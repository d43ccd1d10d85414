/* symbols: which file on the machine gives the names, and what is said where none does. */
#include "report/elf/elf_file.h"
#include "report/elf/elf_symbols.h"
#include "report/symbols/dso_file.h"
#include "report/symbols/symbols.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"
#include "tests/unit/report/symbols/named.h"

#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FUNC ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)

static const struct build_id id_a = { .size = 20, .data = { 0xaa, 1, 2, 3 } };
static const struct build_id id_b = { .size = 20, .data = { 0xbb, 1, 2, 3 } };
static struct tree tree; /* stands as --symfs */

/* What a test file holds. */
struct content {
	const struct build_id *id;
	const char *symtab; /* a function at 0x1100, size 0x20; NULL: no .symtab */
	const char *dynsym; /* the same at 0x1200 */
	const char *link;   /* .gnu_debuglink */
	uint32_t crc;
	const struct buffer *debugdata;
	bool is_debug; /* its code is elsewhere */
};

static struct buffer build(const struct content *c)
{
	struct elf_builder b;
	struct buffer out;
	unsigned text;

	elf_builder_init(&b, true, false, ET_DYN, EM_X86_64);
	elf_builder_load(&b, 0x1000, 0x1000, 0x400);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000,
				   c->is_debug ? NULL : (uint8_t[0x400]){ 0 }, 0x400);
	if (c->id)
		elf_builder_build_id(&b, c->id);
	if (c->symtab)
		elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, c->symtab, 0x1100, 0x20, FUNC, text);
	if (c->dynsym)
		elf_builder_symbol(&b, ELF_BUILDER_DYNSYM, c->dynsym, 0x1200, 0x20, FUNC, text);
	if (c->link) {
		struct buffer link;

		buffer_init(&link);
		link.swap = order_is_swapped(false);
		buffer_put_string(&link, c->link);
		buffer_pad(&link, 4);
		buffer_put_u32(&link, c->crc);
		elf_builder_section(&b, ".gnu_debuglink", SHT_PROGBITS, 0, 0, link.data, link.size);
		buffer_fini(&link);
	}
	if (c->debugdata)
		elf_builder_section(&b, ".gnu_debugdata", SHT_PROGBITS, 0, 0, c->debugdata->data, c->debugdata->size);
	elf_builder_finish(&b);
	out = b.out;
	buffer_init(&b.out);
	elf_builder_fini(&b);
	return out;
}

static void install(const char *path, struct content c)
{
	struct buffer bytes = build(&c);

	tree_write_bytes(&tree, path, bytes.data, bytes.size);
	buffer_fini(&bytes);
}

static void check_user(const char *path, const struct build_id *id, const char *symtab, const char *dynsym,
		       enum dso_symbols_status status, char origin)
{
	struct symbols *s = named_open(&tree, NULL);
	struct dso_symbols *d = symbols_user(s, path, id);
	struct error why = ERROR_INIT;

	CHECK(d == symbols_user(s, path, id));
	CHECK_STR(named_at(d, 0x1110), symtab);
	CHECK_STR(named_at(d, 0x1210), dynsym);
	CHECK_EQ_U64(dso_symbols_status(d, &why), status);
	CHECK((status == DSO_SYMBOLS_OK || status == DSO_SYMBOLS_NO_FILE) == !why.code);
	CHECK_EQ_U64((unsigned char)dso_symbols_origin(d), (unsigned char)origin);
	symbols_free(s);
}

TEST(the_file_itself)
{
	tree_init(&tree);
	install("/bin/a", (struct content){ .id = &id_a, .symtab = "_ZN1a1bEv", .dynsym = "dyn" });
	check_user("/bin/a", &id_a, "a::b()", "dyn", DSO_SYMBOLS_OK, 'd');
	check_user("/bin/a", NULL, "a::b()", "dyn", DSO_SYMBOLS_OK, 'd');
	tree_fini(&tree);
}

TEST(another_build_id_is_refused)
{
	tree_init(&tree);
	install("/bin/a", (struct content){ .id = &id_b, .symtab = "wrong", .dynsym = "wrong" });
	check_user("/bin/a", &id_a, "none", "none", DSO_SYMBOLS_MISMATCH, '!');
	install("/bin/b", (struct content){ .symtab = "without", .dynsym = "without" });
	check_user("/bin/b", &id_a, "none", "none", DSO_SYMBOLS_MISMATCH, '!');
	tree_fini(&tree);
}

/* " (deleted)" may be a part of the name: a file that is called so comes first, if it is the recorded one. */
TEST(file_called_deleted)
{
	tree_init(&tree);
	install("/bin/a (deleted)", (struct content){ .id = &id_a, .symtab = "really", .dynsym = "dyn" });
	check_user("/bin/a (deleted)", &id_a, "really", "dyn", DSO_SYMBOLS_OK, 'd');
	check_user("/bin/a (deleted)", &id_b, "none", "none", DSO_SYMBOLS_MISSING, '!');
	install("/bin/a", (struct content){ .id = &id_b, .symtab = "other", .dynsym = "dyn" });
	check_user("/bin/a (deleted)", &id_a, "really", "dyn", DSO_SYMBOLS_OK, 'd');
	check_user("/bin/a (deleted)", &id_b, "other", "dyn", DSO_SYMBOLS_OK, 'd');
	tree_fini(&tree);
}

TEST(debug_file_by_build_id)
{
	struct content debug = { .id = &id_a, .symtab = "full" };

	tree_init(&tree);
	install("/bin/a", (struct content){ .id = &id_a, .dynsym = "dyn" });
	install("/usr/lib/debug/.build-id/aa/01020300000000000000000000000000000000.debug", debug);
	check_user("/bin/a", &id_a, "full", "none", DSO_SYMBOLS_OK, 'b');
	check_user("/bin/a", NULL, "full", "none", DSO_SYMBOLS_OK, 'b');
	tree_fini(&tree);
}

TEST(build_id_cache)
{
	tree_init(&tree);
	install("/.debug/.build-id/aa/01020300000000000000000000000000000000/elf",
		(struct content){ .id = &id_a, .symtab = "cached", .dynsym = "dyn" });
	check_user("/gone/a", &id_a, "cached", "dyn", DSO_SYMBOLS_OK, 'B');
	check_user("/gone/a (deleted)", &id_a, "cached", "dyn", DSO_SYMBOLS_OK, 'B');
	check_user("/memfd:a (deleted)", &id_a, "cached", "dyn", DSO_SYMBOLS_OK, 'B');
	check_user("/memfd:a (deleted)", &id_b, "none", "none", DSO_SYMBOLS_NO_FILE, '!');
	tree_fini(&tree);
}

/* What was executed is known by its code: a static program has no .dynsym, and a debug file has no code. */
TEST(executed_file_in_the_cache)
{
	static const char cached[] = "/.debug/.build-id/aa/01020300000000000000000000000000000000/elf";
	struct elf_files open;
	struct dso_files files;
	char cache[512];

	for (int is_debug = 0; is_debug < 2; is_debug++) {
		tree_init(&tree);
		install(cached, (struct content){ .id = &id_a, .symtab = "static", .is_debug = is_debug });
		snprintf(cache, sizeof(cache), "%s/.debug", tree.root);
		elf_files_init(&open, NULL);
		dso_files_find(&files, &(struct dso_dirs){ .symfs = "", .cache = cache, .files = &open }, "/gone/a",
			       &id_a, NULL);
		CHECK(files.symbols);
		CHECK_EQ_I64(files.runtime != NULL, !is_debug);
		dso_files_fini(&files);
		elf_files_fini(&open);
		tree_fini(&tree);
	}
}

TEST(debuglink_by_its_crc)
{
	struct buffer bytes = build(&(struct content){ .symtab = "linked", .is_debug = true });
	struct elf_file *f;
	char path[512];
	uint32_t crc;

	tree_init(&tree);
	tree_write_bytes(&tree, "/bin/.debug/a.debug", bytes.data, bytes.size);
	buffer_fini(&bytes);
	snprintf(path, sizeof(path), "%s/bin/.debug/a.debug", tree.root);
	CHECK_EQ_I64(elf_file_open(&f, NULL, path, NULL), 0);
	crc = elf_file_crc(f);
	elf_file_free(f);
	install("/bin/a", (struct content){ .dynsym = "dyn", .link = "a.debug", .crc = crc });
	check_user("/bin/a", NULL, "linked", "none", DSO_SYMBOLS_OK, 'l');
	install("/bin/a", (struct content){ .dynsym = "dyn", .link = "a.debug", .crc = crc + 1 });
	check_user("/bin/a", NULL, "none", "dyn", DSO_SYMBOLS_OK, 'd');
	install("/bin/a", (struct content){ .dynsym = "dyn", .link = "../../a.debug", .crc = crc });
	check_user("/bin/a", NULL, "none", "dyn", DSO_SYMBOLS_OK, 'd');
	tree_fini(&tree);
}

/* The CRC-32 of "123456789" is the algorithm's well-known check value. */
TEST(crc)
{
	struct elf_file f = { .image = { .data = (const uint8_t *)"123456789", .size = 9 } };

	CHECK_EQ_U64(elf_file_crc(&f), 0xcbf43926);
}

TEST(minidebuginfo)
{
	struct buffer inner = build(&(struct content){ .symtab = "static_function" });
	struct buffer packed;

	tree_init(&tree);
	buffer_init(&packed);
	buffer_reserve(&packed, inner.size + 1024);
	CHECK_EQ_I64(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC32, NULL, inner.data, inner.size, packed.data,
					     &packed.size, packed.capacity),
		     LZMA_OK);
	install("/bin/a", (struct content){ .id = &id_a, .dynsym = "dyn", .debugdata = &packed });
	check_user("/bin/a", &id_a, "static_function", "dyn", DSO_SYMBOLS_OK, 'n');
	packed.size /= 2;
	install("/bin/b", (struct content){ .id = &id_a, .dynsym = "dyn", .debugdata = &packed });
	check_user("/bin/b", &id_a, "none", "dyn", DSO_SYMBOLS_OK, 'd');
	buffer_fini(&packed);
	buffer_fini(&inner);
	tree_fini(&tree);
}

TEST(no_file)
{
	tree_init(&tree);
	check_user("//anon", NULL, "none", "none", DSO_SYMBOLS_NO_FILE, '!');
	check_user("[heap]", NULL, "none", "none", DSO_SYMBOLS_NO_FILE, '!');
	check_user("/memfd:jit (deleted)", NULL, "none", "none", DSO_SYMBOLS_NO_FILE, '!');
	check_user("/gone", NULL, "none", "none", DSO_SYMBOLS_MISSING, '!');
	tree_write_bytes(&tree, "/text", "#!/bin/sh\n", 10);
	check_user("/text", NULL, "none", "none", DSO_SYMBOLS_BAD, '!');
	install("/stripped", (struct content){ .id = &id_a });
	check_user("/stripped", NULL, "none", "none", DSO_SYMBOLS_STRIPPED, 'd');
	tree_fini(&tree);
}

TEST(never_waits_for_a_fifo)
{
	char path[512];

	tree_init(&tree);
	snprintf(path, sizeof(path), "%s/fifo", tree.root);
	CHECK_EQ_I64(mkfifo(path, 0600), 0);
	check_user("/fifo", NULL, "none", "none", DSO_SYMBOLS_MISSING, '!');
	tree_fini(&tree);
}

/* A file that is overwritten in place, as a compiler or cp does, between two lookups, and before the first. */
TEST(file_cut_while_it_is_open)
{
	struct symbols *s;
	struct dso_symbols *d;
	struct elf_file *f;
	char path[512];

	tree_init(&tree);
	install("/bin/a", (struct content){ .id = &id_a, .symtab = "_ZN1a1bEv", .dynsym = "dyn" });
	snprintf(path, sizeof(path), "%s/bin/a", tree.root);
	CHECK_EQ_I64(elf_file_open(&f, NULL, path, NULL), 0);
	s = named_open(&tree, NULL);
	d = symbols_user(s, "/bin/a", &id_a);
	CHECK_STR(named_at(d, 0x1110), "a::b()");
	CHECK_EQ_I64(truncate(path, 0), 0);
	CHECK_STR(named_at(d, 0x1110), "none");
	CHECK_STR(named_at(d, 0x1210), "none");
	CHECK(!elf_file_was_cut(f));
	CHECK(!elf_symbols_has_symtab(&f->image));
	CHECK(elf_file_was_cut(f));
	elf_file_free(f);
	symbols_free(s);
	tree_fini(&tree);
}

TEST(vdso_of_32_bits)
{
	struct symbol_name name;
	struct symbols *s;

	tree_init(&tree);
	install("/.debug/.build-id/aa/01020300000000000000000000000000000000/vdso",
		(struct content){ .id = &id_a, .symtab = "__kernel_vsyscall" });
	s = named_open(&tree, NULL);
	CHECK_STR(named_at(symbols_user(s, "[vdso32]", &id_a), 0x1110), "__kernel_vsyscall");
	/* Never those of this process. */
	for (uint64_t addr = 0; addr < 0x4000; addr += 8)
		CHECK(!dso_symbols_lookup(symbols_user(s, "[vdso32]", NULL), addr, &name));
	CHECK_EQ_U64(dso_symbols_status(symbols_user(s, "[vdso32]", &id_b), NULL), DSO_SYMBOLS_MISSING);
	symbols_free(s);
	tree_fini(&tree);
}

TEST(vdso_of_this_kernel)
{
	struct build_id other = id_b;
	struct symbols *s;
	struct symbol_name name;
	int n = 0;

	tree_init(&tree);
	s = named_open(&tree, NULL);
	for (uint64_t addr = 0; addr < 0x4000; addr += 8)
		n += dso_symbols_lookup(symbols_user(s, "[vdso]", NULL), addr, &name);
	if (dso_symbols_status(symbols_user(s, "[vdso]", NULL), NULL) == DSO_SYMBOLS_MISSING)
		test_skip("this machine has no vdso");
	CHECK(n > 0);
	CHECK_EQ_U64(dso_symbols_status(symbols_user(s, "[vdso]", &other), NULL), DSO_SYMBOLS_MISMATCH);
	symbols_free(s);
	tree_fini(&tree);
}

TEST(perf_map_of_a_jit)
{
	static const char text[] = "1000 10 old\n2000 20 method two\n1000 10 new\n";
	struct symbols_config config = { .demangle = true };
	struct symbols *s = symbols_new(&config, NULL);
	struct dso_symbols *d = symbols_perf_map(s, getpid());
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	f = fopen(path, "w");
	CHECK(f);
	fputs(text, f);
	CHECK_EQ_I64(fclose(f), 0);
	CHECK_STR(named_at(d, 0x1008), "new");
	CHECK_STR(named_at(d, 0x2008), "method two");
	CHECK_STR(named_at(d, 0x3000), "none");
	if (geteuid() == 0) {
		struct symbols *again = symbols_new(&config, NULL), *forced;
		struct error why = ERROR_INIT;

		CHECK_EQ_I64(chown(path, 12345, 12345), 0);
		CHECK_EQ_U64(dso_symbols_status(symbols_perf_map(again, getpid()), &why), DSO_SYMBOLS_FOREIGN);
		CHECK(strstr(why.message, path) && strstr(why.message, "12345") && strstr(why.message, "-f"));
		symbols_free(again);
		config.force = true;
		forced = symbols_new(&config, NULL);
		CHECK_STR(named_at(symbols_perf_map(forced, getpid()), 0x1008), "new");
		symbols_free(forced);
	}
	unlink(path);
	symbols_free(s);
}
