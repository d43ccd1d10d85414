/* symbols: which file on the machine gives the names, and what is said where none does. */
#include "common/fileio.h"
#include "report/elf/elf_file.h"
#include "report/elf/elf_symbols.h"
#include "formats/elf/build_id.h"
#include "report/symbols/kallsyms_cache.h"
#include "report/symbols/symbols.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define FUNC ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)

static const struct build_id id_a = { .size = 20, .data = { 0xaa, 1, 2, 3 } };
static const struct build_id id_b = { .size = 20, .data = { 0xbb, 1, 2, 3 } };
static char root[64]; /* stands as --symfs */

static void make_dirs(const char *path)
{
	char dir[512];

	snprintf(dir, sizeof(dir), "%s%s", root, path);
	for (char *p = dir + strlen(root) + 1; (p = strchr(p, '/')); p++) {
		*p = 0;
		mkdir(dir, 0777);
		*p = '/';
	}
}

static void write_file(const char *path, const void *data, size_t size)
{
	char full[512];
	FILE *f;

	make_dirs(path);
	snprintf(full, sizeof(full), "%s%s", root, path);
	f = fopen(full, "wb");
	CHECK(f);
	CHECK_EQ_U64(fwrite(data, 1, size, f), size);
	CHECK_EQ_I64(fclose(f), 0);
}

static void make_root(void)
{
	snprintf(root, sizeof(root), "/tmp/prec-test-symbols.XXXXXX");
	CHECK(mkdtemp(root));
}

static void remove_root(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", root);
	CHECK_EQ_I64(system(command), 0);
}

/* What a test file holds. */
struct content {
	const struct build_id *id;
	const char *symtab; /* a function at 0x1100, size 0x20; NULL: no .symtab */
	const char *dynsym; /* the same at 0x1200 */
	const char *link;   /* .gnu_debuglink */
	uint32_t crc;
	const struct buffer *debugdata;
};

static struct buffer build(const struct content *c)
{
	struct elf_builder b;
	struct buffer out;
	unsigned text;

	elf_builder_init(&b, true, false, ET_DYN, EM_X86_64);
	elf_builder_load(&b, 0x1000, 0x1000, 0x400);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000, (uint8_t[0x400]){ 0 },
				   0x400);
	if (c->id)
		elf_builder_build_id(&b, c->id);
	if (c->symtab)
		elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, c->symtab, 0x1100, 0x20, FUNC, text);
	if (c->dynsym)
		elf_builder_symbol(&b, ELF_BUILDER_DYNSYM, c->dynsym, 0x1200, 0x20, FUNC, text);
	if (c->link) {
		struct buffer link;

		buffer_init(&link);
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

	write_file(path, bytes.data, bytes.size);
	buffer_fini(&bytes);
}

static struct symbols *open_symbols(const char *kallsyms)
{
	struct symbols_config config = { .symfs = root, .demangle = true, .kallsyms = kallsyms };
	struct symbols *s = symbols_new(&config, NULL);

	CHECK(s);
	return s;
}

static const char *name_at(struct dso_symbols *d, uint64_t addr)
{
	struct symbol_name name;

	return dso_symbols_lookup(d, addr, &name) ? name.name : "none";
}

static void check_user(const char *path, const struct build_id *id, const char *symtab, const char *dynsym,
		       enum dso_symbols_status status, char origin)
{
	struct symbols *s = open_symbols(NULL);
	struct dso_symbols *d = symbols_user(s, path, id);
	struct error why = ERROR_INIT;

	CHECK(d == symbols_user(s, path, id));
	CHECK_STR(name_at(d, 0x1110), symtab);
	CHECK_STR(name_at(d, 0x1210), dynsym);
	CHECK_EQ_U64(dso_symbols_status(d, &why), status);
	CHECK((status == DSO_SYMBOLS_OK || status == DSO_SYMBOLS_NO_FILE) == !why.code);
	CHECK_EQ_U64((unsigned char)dso_symbols_origin(d), (unsigned char)origin);
	symbols_free(s);
}

TEST(the_file_itself)
{
	make_root();
	install("/bin/a", (struct content){ .id = &id_a, .symtab = "_ZN1a1bEv", .dynsym = "dyn" });
	check_user("/bin/a", &id_a, "a::b()", "dyn", DSO_SYMBOLS_OK, 'd');
	check_user("/bin/a", NULL, "a::b()", "dyn", DSO_SYMBOLS_OK, 'd');
	remove_root();
}

TEST(another_build_id_is_refused)
{
	make_root();
	install("/bin/a", (struct content){ .id = &id_b, .symtab = "wrong", .dynsym = "wrong" });
	check_user("/bin/a", &id_a, "none", "none", DSO_SYMBOLS_MISMATCH, '!');
	install("/bin/b", (struct content){ .symtab = "without", .dynsym = "without" });
	check_user("/bin/b", &id_a, "none", "none", DSO_SYMBOLS_MISMATCH, '!');
	remove_root();
}

TEST(debug_file_by_build_id)
{
	struct content debug = { .id = &id_a, .symtab = "full" };

	make_root();
	install("/bin/a", (struct content){ .id = &id_a, .dynsym = "dyn" });
	install("/usr/lib/debug/.build-id/aa/01020300000000000000000000000000000000.debug", debug);
	check_user("/bin/a", &id_a, "full", "none", DSO_SYMBOLS_OK, 'b');
	check_user("/bin/a", NULL, "full", "none", DSO_SYMBOLS_OK, 'b');
	remove_root();
}

TEST(build_id_cache)
{
	make_root();
	install("/.debug/.build-id/aa/01020300000000000000000000000000000000/elf",
		(struct content){ .id = &id_a, .symtab = "cached", .dynsym = "dyn" });
	check_user("/gone/a", &id_a, "cached", "dyn", DSO_SYMBOLS_OK, 'B');
	check_user("/gone/a (deleted)", &id_a, "cached", "dyn", DSO_SYMBOLS_OK, 'B');
	remove_root();
}

TEST(debuglink_by_its_crc)
{
	struct buffer bytes = build(&(struct content){ .symtab = "linked" });
	struct elf_file *f;
	char path[128];
	uint32_t crc;

	make_root();
	write_file("/bin/.debug/a.debug", bytes.data, bytes.size);
	buffer_fini(&bytes);
	snprintf(path, sizeof(path), "%s/bin/.debug/a.debug", root);
	CHECK_EQ_I64(elf_file_open(&f, path, NULL), 0);
	crc = elf_file_crc(f);
	elf_file_free(f);
	install("/bin/a", (struct content){ .dynsym = "dyn", .link = "a.debug", .crc = crc });
	check_user("/bin/a", NULL, "linked", "none", DSO_SYMBOLS_OK, 'l');
	install("/bin/a", (struct content){ .dynsym = "dyn", .link = "a.debug", .crc = crc + 1 });
	check_user("/bin/a", NULL, "none", "dyn", DSO_SYMBOLS_OK, 'd');
	install("/bin/a", (struct content){ .dynsym = "dyn", .link = "../../a.debug", .crc = crc });
	check_user("/bin/a", NULL, "none", "dyn", DSO_SYMBOLS_OK, 'd');
	remove_root();
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

	make_root();
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
	remove_root();
}

TEST(no_file)
{
	make_root();
	check_user("//anon", NULL, "none", "none", DSO_SYMBOLS_NO_FILE, '!');
	check_user("[heap]", NULL, "none", "none", DSO_SYMBOLS_NO_FILE, '!');
	check_user("/memfd:jit (deleted)", NULL, "none", "none", DSO_SYMBOLS_NO_FILE, '!');
	check_user("/gone", NULL, "none", "none", DSO_SYMBOLS_MISSING, '!');
	write_file("/text", "#!/bin/sh\n", 10);
	check_user("/text", NULL, "none", "none", DSO_SYMBOLS_BAD, '!');
	install("/stripped", (struct content){ .id = &id_a });
	check_user("/stripped", NULL, "none", "none", DSO_SYMBOLS_STRIPPED, 'd');
	remove_root();
}

TEST(never_waits_for_a_fifo)
{
	char path[128];

	make_root();
	snprintf(path, sizeof(path), "%s/fifo", root);
	CHECK_EQ_I64(mkfifo(path, 0600), 0);
	check_user("/fifo", NULL, "none", "none", DSO_SYMBOLS_MISSING, '!');
	remove_root();
}

/* A file that is overwritten in place, as a compiler or cp does, between two lookups, and before the first. */
TEST(file_cut_while_it_is_open)
{
	struct symbols *s;
	struct dso_symbols *d;
	struct elf_file *f;
	char path[128];

	make_root();
	install("/bin/a", (struct content){ .id = &id_a, .symtab = "_ZN1a1bEv", .dynsym = "dyn" });
	snprintf(path, sizeof(path), "%s/bin/a", root);
	CHECK_EQ_I64(elf_file_open(&f, path, NULL), 0);
	s = open_symbols(NULL);
	d = symbols_user(s, "/bin/a", &id_a);
	CHECK_STR(name_at(d, 0x1110), "a::b()");
	CHECK_EQ_I64(truncate(path, 0), 0);
	CHECK_STR(name_at(d, 0x1110), "none");
	CHECK_STR(name_at(d, 0x1210), "none");
	CHECK(!elf_file_was_cut(f));
	CHECK(!elf_symbols_has_symtab(&f->image));
	CHECK(elf_file_was_cut(f));
	elf_file_free(f);
	symbols_free(s);
	remove_root();
}

TEST(vdso_of_32_bits)
{
	struct symbol_name name;
	struct symbols *s;

	make_root();
	install("/.debug/.build-id/aa/01020300000000000000000000000000000000/vdso",
		(struct content){ .id = &id_a, .symtab = "__kernel_vsyscall" });
	s = open_symbols(NULL);
	CHECK_STR(name_at(symbols_user(s, "[vdso32]", &id_a), 0x1110), "__kernel_vsyscall");
	/* Never those of this process. */
	for (uint64_t addr = 0; addr < 0x4000; addr += 8)
		CHECK(!dso_symbols_lookup(symbols_user(s, "[vdso32]", NULL), addr, &name));
	CHECK_EQ_U64(dso_symbols_status(symbols_user(s, "[vdso32]", &id_b), NULL), DSO_SYMBOLS_MISSING);
	symbols_free(s);
	remove_root();
}

TEST(vdso_of_this_kernel)
{
	struct build_id other = id_b;
	struct symbols *s;
	struct symbol_name name;
	int n = 0;

	make_root();
	s = open_symbols(NULL);
	for (uint64_t addr = 0; addr < 0x4000; addr += 8)
		n += dso_symbols_lookup(symbols_user(s, "[vdso]", NULL), addr, &name);
	if (dso_symbols_status(symbols_user(s, "[vdso]", NULL), NULL) == DSO_SYMBOLS_MISSING)
		test_skip("this machine has no vdso");
	CHECK(n > 0);
	CHECK_EQ_U64(dso_symbols_status(symbols_user(s, "[vdso]", &other), NULL), DSO_SYMBOLS_MISMATCH);
	symbols_free(s);
	remove_root();
}

static const char kallsyms_text[] = "ffffffff81000000 T _text\n"
				    "ffffffff81000000 T _stext\n"
				    "ffffffff81000100 t do_work\n"
				    "ffffffff81000200 D some_data\n"
				    "ffffffff81000300 r read_only\n"
				    "ffffffffc0001000 t ext_read\t[ext_4]\n"
				    "ffffffffc0001040 t ext_write\t[ext_4]\n";

static const char *write_kallsyms(const char *text)
{
	static char path[128];

	write_file("/kallsyms", text, strlen(text));
	snprintf(path, sizeof(path), "%s/kallsyms", root);
	return path;
}

TEST(kernel_relocated)
{
	struct kernel_identity kernel = { .reloc_name = "_text", .reloc_address = 0xffffffff91000000 };
	struct symbol_name name;
	struct symbols *s;

	make_root();
	s = open_symbols(write_kallsyms(kallsyms_text));
	CHECK_STR(name_at(symbols_kernel(s, &kernel), 0xffffffff91000000), "_stext");
	CHECK(dso_symbols_lookup(symbols_kernel(s, &kernel), 0xffffffff91000180, &name));
	CHECK_STR(name.name, "do_work");
	CHECK_EQ_U64(name.start, 0xffffffff91000100);
	CHECK_EQ_U64(name.end, 0xffffffff91000200);
	CHECK_STR(name_at(symbols_kernel(s, &kernel), 0xffffffff90000000), "none");
	symbols_free(s);
	remove_root();
}

static void install_vmlinux(const struct build_id *id)
{
	const uint64_t base = 0xffffffff81000000;
	struct elf_builder b;
	unsigned text;

	elf_builder_init(&b, true, false, ET_EXEC, EM_X86_64);
	b.base = base - 0x1000;
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, base, (uint8_t[64]){ 0 }, 64);
	elf_builder_build_id(&b, id);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "_text", base, 0, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "do_fork", base + 0x100, 0x40, FUNC, text);
	elf_builder_finish(&b);
	write_file("/boot/vmlinux-6.1.0-test", b.out.data, b.out.size);
	elf_builder_fini(&b);
}

/* Found by its release under --symfs or named by -k; the wrong one only with -f. */
TEST(kernel_by_vmlinux)
{
	struct kernel_identity kernel = {
		.osrelease = "6.1.0-test", .build_id = id_a, .reloc_name = "_text", .reloc_address = 0xffffffff91000000
	};
	struct symbols_config config = { 0 };
	struct symbols *s;
	char path[128];

	make_root();
	install_vmlinux(&id_a);
	s = open_symbols(NULL);
	CHECK_STR(name_at(symbols_kernel(s, &kernel), 0xffffffff91000120), "do_fork");
	CHECK_STR(name_at(symbols_kernel(s, &kernel), 0xffffffff91000140), "none");
	symbols_free(s);
	snprintf(path, sizeof(path), "%s/boot/vmlinux-6.1.0-test", root);
	kernel.build_id = id_b;
	config.vmlinux = path;
	s = symbols_new(&config, NULL);
	CHECK_EQ_U64(dso_symbols_status(symbols_kernel(s, &kernel), NULL), DSO_SYMBOLS_MISMATCH);
	symbols_free(s);
	config.force = true;
	s = symbols_new(&config, NULL);
	CHECK_STR(name_at(symbols_kernel(s, &kernel), 0xffffffff91000120), "do_fork");
	symbols_free(s);
	remove_root();
}

TEST(kernel_of_another_build)
{
	struct kernel_identity kernel = { .reloc_name = "_head", .reloc_address = 0xffffffff81000000 };
	struct symbols *s;

	make_root();
	s = open_symbols(write_kallsyms(kallsyms_text));
	CHECK_EQ_U64(dso_symbols_status(symbols_kernel(s, &kernel), NULL), DSO_SYMBOLS_MISMATCH);
	symbols_free(s);
	remove_root();
}

TEST(kernel_addresses_hidden)
{
	struct kernel_identity kernel = { .reloc_name = "_text", .reloc_address = 0xffffffff81000000 };
	struct error why = ERROR_INIT;
	struct symbols *s;

	make_root();
	s = open_symbols(write_kallsyms("0000000000000000 T _text\n0000000000000000 t f\n"));
	CHECK_EQ_U64(dso_symbols_status(symbols_kernel(s, &kernel), &why), DSO_SYMBOLS_RESTRICTED);
	CHECK(strstr(why.message, "kernel."));
	symbols_free(s);
	remove_root();
}

static struct symbols *open_cached(const char *cache)
{
	struct symbols_config config = { .cache = cache };
	struct symbols *s = symbols_new(&config, NULL);

	CHECK(s);
	return s;
}

static bool is_cached(char *path, size_t size, const struct build_id *id)
{
	int fd = kallsyms_cache_open(path, size, root, id, NULL);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* What another boot left in the cache names this boot's addresses, and no module, which may lie anywhere else now. */
TEST(kernel_by_the_cache)
{
	struct kernel_identity kernel = { .build_id = id_a,
					  .reloc_name = "_text",
					  .reloc_address = 0xffffffff91000000 };
	struct module_identity module = { .name = "[ext-4]", .path = "[ext-4]", .start = 0xffffffffc0001000 };
	struct symbols *s;
	struct stat st;
	char path[256];

	make_root();
	CHECK(!is_cached(path, sizeof(path), &id_a));
	CHECK(kallsyms_cache_store(root, &id_a, kallsyms_text, strlen(kallsyms_text)));
	CHECK(kallsyms_cache_store(root, &id_a, kallsyms_text, strlen(kallsyms_text)));
	CHECK(!is_cached(path, sizeof(path), &id_b));
	CHECK(is_cached(path, sizeof(path), &id_a));
	CHECK_EQ_I64(stat(path, &st), 0);
	CHECK_EQ_U64(st.st_mode & 0777, 0600);
	s = open_cached(root);
	CHECK_STR(name_at(symbols_kernel(s, &kernel), 0xffffffff91000180), "do_work");
	CHECK_STR(name_at(symbols_kernel(s, &kernel), 0xffffffff81000180), "none");
	CHECK_STR(dso_symbols_source(symbols_kernel(s, &kernel)), path);
	CHECK_STR(name_at(symbols_module(s, &kernel, &module), 0xffffffffc0001010), "none");
	kernel.reloc_name = NULL;
	CHECK_STR(name_at(symbols_kernel(s, &kernel), 0xffffffff81000180), "do_work");
	symbols_free(s);
	remove_root();
}

/* How many of the cache's copies are believed: opened, and named from. */
static int believed(void)
{
	struct kernel_identity kernel = { .build_id = id_a };
	struct error err = ERROR_INIT, why = ERROR_INIT;
	struct symbols *s = open_cached(root);
	char found[256];
	int fd = kallsyms_cache_open(found, sizeof(found), root, &id_a, &err);
	int n = !strcmp(name_at(symbols_kernel(s, &kernel), 0xffffffff81000180), "do_work");

	if (fd < 0) {
		CHECK_EQ_I64(fd, -EPERM);
		CHECK(strstr(err.message, "/kallsyms: "));
		CHECK_EQ_U64(dso_symbols_status(symbols_kernel(s, &kernel), &why), DSO_SYMBOLS_BAD);
		CHECK_STR(why.message, err.message);
	} else {
		CHECK(!close(fd));
		n++;
	}
	symbols_free(s);
	return n;
}

/* A copy that somebody else wrote, or could have, would name code as that one likes. */
TEST(cache_of_others_is_not_believed)
{
	static const mode_t modes[] = { 0620, 0602, 0666 };
	char path[256], moved[300];

	make_root();
	CHECK(kallsyms_cache_store(root, &id_a, kallsyms_text, strlen(kallsyms_text)));
	CHECK(is_cached(path, sizeof(path), &id_a));
	CHECK_EQ_I64(believed(), 2);
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		CHECK_EQ_I64(chmod(path, modes[i]), 0);
		CHECK_EQ_I64(believed(), 0);
	}
	CHECK_EQ_I64(chmod(path, 0644), 0);
	CHECK_EQ_I64(believed(), 2);
	snprintf(moved, sizeof(moved), "%s.moved", path);
	CHECK_EQ_I64(rename(path, moved), 0);
	CHECK_EQ_I64(symlink(moved, path), 0);
	CHECK(!is_cached(path, sizeof(path), &id_a));
	CHECK_EQ_I64(unlink(path), 0);
	CHECK_EQ_I64(mkfifo(path, 0600), 0);
	CHECK_EQ_I64(believed(), 0);
	CHECK_EQ_I64(unlink(path), 0);
	CHECK_EQ_I64(rename(moved, path), 0);
	if (geteuid() == 0) {
		CHECK_EQ_I64(chown(path, 65534, 65534), 0);
		CHECK_EQ_I64(believed(), 0);
	}
	remove_root();
}

/* Linux perf's copy may be one without addresses: the kernel is asked after all. */
TEST(cache_keeps_no_hidden_addresses)
{
	static const char hidden[] = "0000000000000000 T _text\n0000000000000000 t f\n";
	char path[256];

	make_root();
	CHECK(!kallsyms_cache_store(root, &id_a, hidden, strlen(hidden)));
	CHECK(!is_cached(path, sizeof(path), &id_a));
	CHECK(!kallsyms_cache_store("/proc/self/nowhere", &id_a, kallsyms_text, strlen(kallsyms_text)));
	remove_root();
}

/* The address of _text if this kernel shows it; that and its build-id are what a recording of it has. */
static bool identify_running(struct kernel_identity *ret)
{
	struct buffer notes;
	char line[256] = "";
	FILE *f = fopen("/proc/kallsyms", "r");

	*ret = (struct kernel_identity){ .reloc_name = "_text" };
	while (f && !strstr(line, " T _text\n") && fgets(line, sizeof(line), f))
		;
	if (f)
		fclose(f);
	if (strstr(line, " T _text\n"))
		ret->reloc_address = strtoull(line, NULL, 16);
	buffer_init(&notes);
	if (fileio_read_file(AT_FDCWD, "/sys/kernel/notes", &notes, 65536) == 0)
		build_id_find_note(&ret->build_id, cursor_make(notes.data, notes.size, false), 4);
	buffer_fini(&notes);
	return ret->reloc_address && ret->build_id.size;
}

TEST(running_kernel_goes_to_the_cache)
{
	struct symbols_config config = { .cache = root, .no_kallsyms_cache = true };
	struct kernel_identity kernel;
	struct symbols *s;
	char path[256];

	if (!identify_running(&kernel))
		test_skip("/proc/kallsyms hides its addresses, or the kernel has no build-id");
	make_root();
	s = symbols_new(&config, NULL);
	if (dso_symbols_status(symbols_kernel(s, &kernel), NULL) != DSO_SYMBOLS_OK ||
	    strcmp(dso_symbols_source(symbols_kernel(s, &kernel)), "/proc/kallsyms") != 0)
		test_skip("this kernel's symbols are in a vmlinux");
	symbols_free(s);
	CHECK(!is_cached(path, sizeof(path), &kernel.build_id));
	s = open_cached(root);
	CHECK_STR(dso_symbols_source(symbols_kernel(s, &kernel)), "/proc/kallsyms");
	symbols_free(s);
	CHECK(is_cached(path, sizeof(path), &kernel.build_id));
	kernel.reloc_address += 0x1000000;
	s = open_cached(root);
	CHECK_STR(dso_symbols_source(symbols_kernel(s, &kernel)), path);
	CHECK_STR(name_at(symbols_kernel(s, &kernel), kernel.reloc_address - 0x1000000), "none");
	CHECK(strcmp(name_at(symbols_kernel(s, &kernel), kernel.reloc_address), "none") != 0);
	symbols_free(s);
	remove_root();
}

TEST(modules_by_kallsyms)
{
	struct kernel_identity kernel = { .reloc_name = "_text", .reloc_address = 0xffffffff81000000 };
	struct module_identity module = { .name = "[ext-4]", .path = "[ext-4]", .start = 0xffffffffc0001000 };
	struct dso_symbols *d;
	struct symbols *s;

	make_root();
	s = open_symbols(write_kallsyms(kallsyms_text));
	d = symbols_module(s, &kernel, &module);
	CHECK_STR(name_at(d, 0xffffffffc0001010), "ext_read");
	CHECK_STR(name_at(d, 0xffffffffc0001050), "ext_write");
	CHECK_STR(name_at(d, 0xffffffff81000110), "none");
	CHECK_STR(name_at(symbols_kernel(s, &kernel), 0xffffffffc0001010), "none");
	symbols_free(s);
	remove_root();
}

/* .text at 0x40 of the file, .text.unlikely after it, .init.text apart. */
static struct buffer build_module(void)
{
	struct elf_builder b;
	struct buffer out;
	unsigned text, cold, init;
	const uint64_t code = SHF_ALLOC | SHF_EXECINSTR;

	elf_builder_init(&b, true, false, ET_REL, EM_X86_64);
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, code, 0x40, (uint8_t[64]){ 0 }, 64);
	cold = elf_builder_section(&b, ".text.unlikely", SHT_PROGBITS, code, 0x80, (uint8_t[64]){ 0 }, 64);
	init = elf_builder_section(&b, ".init.text", SHT_PROGBITS, code, 0xc0, (uint8_t[64]){ 0 }, 64);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "hot", 0x50, 16, FUNC, text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "hot.cold", 0x80, 16, FUNC, cold);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "init_module", 0xc0, 16, FUNC, init);
	elf_builder_finish(&b);
	out = b.out;
	buffer_init(&b.out);
	elf_builder_fini(&b);
	return out;
}

static void check_module(const char *path)
{
	struct kernel_identity kernel = { .osrelease = "0.0-none" };
	struct module_identity module = { .name = "[m]", .path = path, .start = 0xffffffffc0001000 };
	struct symbols *s = open_symbols(NULL);
	struct dso_symbols *d = symbols_module(s, &kernel, &module);

	CHECK_STR(name_at(d, 0xffffffffc0001010), "hot");
	CHECK_STR(name_at(d, 0xffffffffc0001041), "hot.cold");
	CHECK_STR(name_at(d, 0xffffffffc0001080), "none");
	CHECK_EQ_U64(dso_symbols_status(d, NULL), DSO_SYMBOLS_OK);
	symbols_free(s);
}

TEST(modules_by_file)
{
	struct buffer bytes = build_module();
	struct buffer packed;

	make_root();
	write_file("/lib/modules/m.ko", bytes.data, bytes.size);
	check_module("/lib/modules/m.ko");
	buffer_init(&packed);
	buffer_reserve(&packed, ZSTD_compressBound(bytes.size));
	packed.size = ZSTD_compress(packed.data, packed.capacity, bytes.data, bytes.size, 1);
	CHECK(!ZSTD_isError(packed.size));
	write_file("/lib/modules/m.ko.zst", packed.data, packed.size);
	check_module("/lib/modules/m.ko.zst");
	buffer_fini(&packed);
	buffer_fini(&bytes);
	remove_root();
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
	CHECK_STR(name_at(d, 0x1008), "new");
	CHECK_STR(name_at(d, 0x2008), "method two");
	CHECK_STR(name_at(d, 0x3000), "none");
	if (geteuid() == 0) {
		struct symbols *again = symbols_new(&config, NULL), *forced;
		struct error why = ERROR_INIT;

		CHECK_EQ_I64(chown(path, 12345, 12345), 0);
		CHECK_EQ_U64(dso_symbols_status(symbols_perf_map(again, getpid()), &why), DSO_SYMBOLS_FOREIGN);
		CHECK(strstr(why.message, path) && strstr(why.message, "12345") && strstr(why.message, "-f"));
		symbols_free(again);
		config.force = true;
		forced = symbols_new(&config, NULL);
		CHECK_STR(name_at(symbols_perf_map(forced, getpid()), 0x1008), "new");
		symbols_free(forced);
	}
	unlink(path);
	symbols_free(s);
}
