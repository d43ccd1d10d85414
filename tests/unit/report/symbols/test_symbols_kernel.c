/* symbols: what gives the names of the kernel and of its modules, here and from recordings of other machines. */
#include "common/fileio.h"
#include "formats/elf/build_id.h"
#include "report/symbols/kallsyms_cache.h"
#include "report/symbols/symbols.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"
#include "tests/unit/report/symbols/named.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define FUNC ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)

static const struct build_id id_a = { .size = 20, .data = { 0xaa, 1, 2, 3 } };
static const struct build_id id_b = { .size = 20, .data = { 0xbb, 1, 2, 3 } };
static struct tree tree; /* stands as --symfs, and as the cache */

static const char kallsyms_text[] = "ffffffff81000000 T _text\n"
				    "ffffffff81000000 T _stext\n"
				    "ffffffff81000100 t do_work\n"
				    "ffffffff81000200 D some_data\n"
				    "ffffffff81000300 r read_only\n"
				    "ffffffffc0001000 t ext_read\t[ext_4]\n"
				    "ffffffffc0001040 t ext_write\t[ext_4]\n";

static const char *write_kallsyms(const char *text)
{
	static char path[512];

	tree_write_bytes(&tree, "/kallsyms", text, strlen(text));
	snprintf(path, sizeof(path), "%s/kallsyms", tree.root);
	return path;
}

TEST(kernel_relocated)
{
	struct kernel_identity kernel = { .reloc_name = "_text", .reloc_address = 0xffffffff91000000 };
	struct symbol_name name;
	struct symbols *s;

	tree_init(&tree);
	s = named_open(&tree, write_kallsyms(kallsyms_text));
	CHECK_STR(named_at(symbols_kernel(s, &kernel), 0xffffffff91000000), "_stext");
	CHECK(dso_symbols_lookup(symbols_kernel(s, &kernel), 0xffffffff91000180, &name));
	CHECK_STR(name.name, "do_work");
	CHECK_EQ_U64(name.start, 0xffffffff91000100);
	CHECK_EQ_U64(name.end, 0xffffffff91000200);
	CHECK_STR(named_at(symbols_kernel(s, &kernel), 0xffffffff90000000), "none");
	symbols_free(s);
	tree_fini(&tree);
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
	tree_write_bytes(&tree, "/boot/vmlinux-6.1.0-test", b.out.data, b.out.size);
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
	char path[512];

	tree_init(&tree);
	install_vmlinux(&id_a);
	s = named_open(&tree, NULL);
	CHECK_STR(named_at(symbols_kernel(s, &kernel), 0xffffffff91000120), "do_fork");
	CHECK_STR(named_at(symbols_kernel(s, &kernel), 0xffffffff91000140), "none");
	symbols_free(s);
	snprintf(path, sizeof(path), "%s/boot/vmlinux-6.1.0-test", tree.root);
	kernel.build_id = id_b;
	config.vmlinux = path;
	s = symbols_new(&config, NULL);
	CHECK_EQ_U64(dso_symbols_status(symbols_kernel(s, &kernel), NULL), DSO_SYMBOLS_MISMATCH);
	symbols_free(s);
	config.force = true;
	s = symbols_new(&config, NULL);
	CHECK_STR(named_at(symbols_kernel(s, &kernel), 0xffffffff91000120), "do_fork");
	symbols_free(s);
	tree_fini(&tree);
}

TEST(kernel_of_another_build)
{
	struct kernel_identity kernel = { .reloc_name = "_head", .reloc_address = 0xffffffff81000000 };
	struct symbols *s;

	tree_init(&tree);
	s = named_open(&tree, write_kallsyms(kallsyms_text));
	CHECK_EQ_U64(dso_symbols_status(symbols_kernel(s, &kernel), NULL), DSO_SYMBOLS_MISMATCH);
	symbols_free(s);
	tree_fini(&tree);
}

TEST(kernel_addresses_hidden)
{
	struct kernel_identity kernel = { .reloc_name = "_text", .reloc_address = 0xffffffff81000000 };
	struct error why = ERROR_INIT;
	struct symbols *s;

	tree_init(&tree);
	s = named_open(&tree, write_kallsyms("0000000000000000 T _text\n0000000000000000 t f\n"));
	CHECK_EQ_U64(dso_symbols_status(symbols_kernel(s, &kernel), &why), DSO_SYMBOLS_RESTRICTED);
	CHECK(strstr(why.message, "kernel."));
	symbols_free(s);
	tree_fini(&tree);
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
	int fd = kallsyms_cache_open(path, size, tree.root, id, NULL);

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
	char path[512];

	tree_init(&tree);
	CHECK(!is_cached(path, sizeof(path), &id_a));
	CHECK(kallsyms_cache_store(tree.root, &id_a, kallsyms_text, strlen(kallsyms_text)));
	CHECK(kallsyms_cache_store(tree.root, &id_a, kallsyms_text, strlen(kallsyms_text)));
	CHECK(!is_cached(path, sizeof(path), &id_b));
	CHECK(is_cached(path, sizeof(path), &id_a));
	CHECK_EQ_I64(stat(path, &st), 0);
	CHECK_EQ_U64(st.st_mode & 0777, 0600);
	s = open_cached(tree.root);
	CHECK_STR(named_at(symbols_kernel(s, &kernel), 0xffffffff91000180), "do_work");
	CHECK_STR(named_at(symbols_kernel(s, &kernel), 0xffffffff81000180), "none");
	CHECK_STR(dso_symbols_source(symbols_kernel(s, &kernel)), path);
	CHECK_STR(named_at(symbols_module(s, &kernel, &module), 0xffffffffc0001010), "none");
	kernel.reloc_name = NULL;
	CHECK_STR(named_at(symbols_kernel(s, &kernel), 0xffffffff81000180), "do_work");
	symbols_free(s);
	tree_fini(&tree);
}

/* How many of the cache's copies are believed: opened, and named from. */
static int believed(void)
{
	struct kernel_identity kernel = { .build_id = id_a };
	struct error err = ERROR_INIT, why = ERROR_INIT;
	struct symbols *s = open_cached(tree.root);
	char found[256];
	int fd = kallsyms_cache_open(found, sizeof(found), tree.root, &id_a, &err);
	int n = !strcmp(named_at(symbols_kernel(s, &kernel), 0xffffffff81000180), "do_work");

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
	char path[512], moved[600];

	tree_init(&tree);
	CHECK(kallsyms_cache_store(tree.root, &id_a, kallsyms_text, strlen(kallsyms_text)));
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
	tree_fini(&tree);
}

/* Linux perf's copy may be one without addresses: the kernel is asked after all. */
TEST(cache_keeps_no_hidden_addresses)
{
	static const char hidden[] = "0000000000000000 T _text\n0000000000000000 t f\n";
	char path[512];

	tree_init(&tree);
	CHECK(!kallsyms_cache_store(tree.root, &id_a, hidden, strlen(hidden)));
	CHECK(!is_cached(path, sizeof(path), &id_a));
	CHECK(!kallsyms_cache_store("/proc/self/nowhere", &id_a, kallsyms_text, strlen(kallsyms_text)));
	tree_fini(&tree);
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
	struct symbols_config config = { .cache = tree.root, .no_kallsyms_cache = true };
	struct kernel_identity kernel;
	struct symbols *s;
	char path[512];

	if (!identify_running(&kernel))
		test_skip("/proc/kallsyms hides its addresses, or the kernel has no build-id");
	tree_init(&tree);
	s = symbols_new(&config, NULL);
	if (dso_symbols_status(symbols_kernel(s, &kernel), NULL) != DSO_SYMBOLS_OK ||
	    strcmp(dso_symbols_source(symbols_kernel(s, &kernel)), "/proc/kallsyms") != 0)
		test_skip("this kernel's symbols are in a vmlinux");
	symbols_free(s);
	CHECK(!is_cached(path, sizeof(path), &kernel.build_id));
	s = open_cached(tree.root);
	CHECK_STR(dso_symbols_source(symbols_kernel(s, &kernel)), "/proc/kallsyms");
	symbols_free(s);
	CHECK(is_cached(path, sizeof(path), &kernel.build_id));
	kernel.reloc_address += 0x1000000;
	s = open_cached(tree.root);
	CHECK_STR(dso_symbols_source(symbols_kernel(s, &kernel)), path);
	CHECK_STR(named_at(symbols_kernel(s, &kernel), kernel.reloc_address - 0x1000000), "none");
	CHECK(strcmp(named_at(symbols_kernel(s, &kernel), kernel.reloc_address), "none") != 0);
	symbols_free(s);
	tree_fini(&tree);
}

TEST(modules_by_kallsyms)
{
	struct kernel_identity kernel = { .reloc_name = "_text", .reloc_address = 0xffffffff81000000 };
	struct module_identity module = { .name = "[ext-4]", .path = "[ext-4]", .start = 0xffffffffc0001000 };
	struct dso_symbols *d;
	struct symbols *s;

	tree_init(&tree);
	s = named_open(&tree, write_kallsyms(kallsyms_text));
	d = symbols_module(s, &kernel, &module);
	CHECK_STR(named_at(d, 0xffffffffc0001010), "ext_read");
	CHECK_STR(named_at(d, 0xffffffffc0001050), "ext_write");
	CHECK_STR(named_at(d, 0xffffffff81000110), "none");
	CHECK_STR(named_at(symbols_kernel(s, &kernel), 0xffffffffc0001010), "none");
	symbols_free(s);
	tree_fini(&tree);
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
	struct symbols *s = named_open(&tree, NULL);
	struct dso_symbols *d = symbols_module(s, &kernel, &module);

	CHECK_STR(named_at(d, 0xffffffffc0001010), "hot");
	CHECK_STR(named_at(d, 0xffffffffc0001041), "hot.cold");
	CHECK_STR(named_at(d, 0xffffffffc0001080), "none");
	CHECK_EQ_U64(dso_symbols_status(d, NULL), DSO_SYMBOLS_OK);
	symbols_free(s);
}

TEST(modules_by_file)
{
	struct buffer bytes = build_module();
	struct buffer packed;

	tree_init(&tree);
	tree_write_bytes(&tree, "/lib/modules/m.ko", bytes.data, bytes.size);
	check_module("/lib/modules/m.ko");
	buffer_init(&packed);
	buffer_reserve(&packed, ZSTD_compressBound(bytes.size));
	packed.size = ZSTD_compress(packed.data, packed.capacity, bytes.data, bytes.size, 1);
	CHECK(!ZSTD_isError(packed.size));
	tree_write_bytes(&tree, "/lib/modules/m.ko.zst", packed.data, packed.size);
	check_module("/lib/modules/m.ko.zst");
	buffer_fini(&packed);
	buffer_fini(&bytes);
	tree_fini(&tree);
}
