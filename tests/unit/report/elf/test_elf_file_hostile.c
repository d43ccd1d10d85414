/* What a path, or an ELF file that was made for it, may not do to the one who looks for symbols. */
#include "formats/elf/build_id.h"
#include "formats/elf/unpack.h"
#include "report/elf/elf_file.h"
#include "report/elf/elf_plt.h"
#include "report/elf/elf_symbols.h"
#include "report/symbols/symbols.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define FUNC ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)
#define MIB  (1u << 20)

/* A watchdog starts, and a tape winds, when it is opened. A fifo shows whether it was opened. */
TEST(devices_are_not_opened)
{
	char path[] = "/tmp/prec-test-hostile.XXXXXX";
	int watch = inotify_init1(IN_NONBLOCK);
	int fd = mkstemp(path);
	struct elf_file *f;

	CHECK(fd >= 0);
	close(fd);
	unlink(path);
	CHECK_EQ_I64(mkfifo(path, 0600), 0);
	CHECK(inotify_add_watch(watch, path, IN_OPEN) >= 0);
	fd = open(path, O_RDONLY | O_NONBLOCK);
	close(fd);
	CHECK_EQ_I64(tree_opened(watch), 1);
	fd = open(path, O_PATH | O_CLOEXEC);
	close(fd);
	if (tree_opened(watch))
		test_skip("this kernel reports O_PATH like an open");
	CHECK_EQ_I64(elf_file_open(&f, NULL, path, NULL), -EINVAL);
	CHECK_EQ_I64(tree_opened(watch), 0);
	unlink(path);
	close(watch);
}

TEST(files_made_up_by_the_kernel_are_no_programs)
{
	struct error err = ERROR_INIT;
	struct elf_file *f;

	CHECK_EQ_I64(elf_file_open(&f, NULL, "/proc/self/maps", &err), -EINVAL);
	CHECK_STR(err.message, "/proc/self/maps: not a stored file");
	if (access("/sys/kernel/notes", R_OK) == 0)
		CHECK_EQ_I64(elf_file_open(&f, NULL, "/sys/kernel/notes", NULL), -EINVAL);
	CHECK_EQ_I64(elf_file_open(&f, NULL, "/proc/self/exe", NULL), 0);
	elf_file_free(f);
}

/* An archive may be of gigabytes: it is left at its first bytes. */
TEST(only_elf_files_are_unpacked)
{
	size_t size = 16 * MIB;
	uint8_t *zeros = calloc(1, size);
	size_t room = ZSTD_compressBound(size);
	uint8_t *packed = malloc(room);
	struct buffer b;
	size_t n;

	n = ZSTD_compress(packed, room, zeros, size, 1);
	buffer_init(&b);
	CHECK_EQ_I64(unpack_zstd(&b, packed, n, NULL), -EBADMSG);
	CHECK(b.size < MIB);
	buffer_fini(&b);
	n = 0;
	CHECK_EQ_I64(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, zeros, size, packed, &n, room), LZMA_OK);
	buffer_init(&b);
	CHECK_EQ_I64(unpack_xz(&b, packed, n, NULL), -EBADMSG);
	CHECK(b.size < MIB);
	buffer_fini(&b);
	memcpy(zeros, ELFMAG, SELFMAG);
	n = ZSTD_compress(packed, room, zeros, size, 1);
	buffer_init(&b);
	CHECK_EQ_I64(unpack_zstd(&b, packed, n, NULL), 0);
	CHECK_EQ_U64(b.size, size);
	buffer_fini(&b);
	free(packed);
	free(zeros);
}

/* A file in memory that has no more bytes than are written to. */
static uint8_t *map_zeros(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	CHECK(p != MAP_FAILED);
	return p;
}

/* A 64-bit file of this machine's byte order with the headers after it, whose contents are put there. */
static Elf64_Ehdr *put_header(uint8_t *data, unsigned segments, unsigned sections)
{
	Elf64_Ehdr *h = (Elf64_Ehdr *)data;

	memcpy(h->e_ident, ELFMAG, SELFMAG);
	h->e_ident[EI_CLASS] = ELFCLASS64;
	h->e_ident[EI_DATA] = order_is_big(false) ? ELFDATA2MSB : ELFDATA2LSB;
	h->e_type = ET_DYN;
	h->e_machine = EM_X86_64;
	h->e_phoff = sizeof(*h);
	h->e_phnum = (Elf64_Half)segments;
	h->e_phentsize = sizeof(Elf64_Phdr);
	h->e_shoff = sizeof(*h) + segments * sizeof(Elf64_Phdr);
	h->e_shnum = (Elf64_Half)sections;
	h->e_shentsize = sizeof(Elf64_Shdr);
	return h;
}

/* Every symbol is looked up in them. */
TEST(segments_are_bounded)
{
	size_t size = 2 * MIB;
	uint8_t *data = map_zeros(size);
	Elf64_Phdr *segments = (Elf64_Phdr *)(data + sizeof(Elf64_Ehdr));
	struct elf_image e;

	put_header(data, 20000, 0);
	for (unsigned i = 0; i < 20000; i++)
		segments[i] = (Elf64_Phdr){
			.p_type = PT_LOAD, .p_vaddr = 0x1000ull * i + 0x1000, .p_memsz = 0x1000, .p_offset = 64
		};
	CHECK_EQ_I64(elf_image_init(&e, data, size, NULL), 0);
	CHECK_EQ_U64(e.n_segments, ELF_IMAGE_MAX_SEGMENTS);
	CHECK(elf_image_segment(&e, 0x1000));
	CHECK(!elf_image_segment(&e, 20000ull * 0x1000));
	elf_image_fini(&e);
	munmap(data, size);
}

/* Any number of sections may name the same notes. The last section has the build-id. */
static unsigned build_id_after(unsigned n_empty)
{
	size_t size = 2 * MIB, place = MIB + 512 * 1024;
	uint8_t *data = map_zeros(size);
	Elf64_Shdr *sections = (Elf64_Shdr *)(data + sizeof(Elf64_Ehdr));
	struct build_id id = { 0 };

	put_header(data, 0, n_empty + 1);
	for (unsigned i = 0; i < n_empty; i++)
		sections[i] = (Elf64_Shdr){ .sh_type = SHT_NOTE, .sh_offset = 512 * 1024, .sh_size = MIB };
	sections[n_empty] = (Elf64_Shdr){ .sh_type = SHT_NOTE, .sh_offset = place, .sh_size = 20 };
	memcpy(data + place, (uint32_t[]){ sizeof(ELF_NOTE_GNU), 4, NT_GNU_BUILD_ID }, 12);
	memcpy(data + place + 12, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU));
	memcpy(data + place + 16, "\1\2\3\4", 4);
	build_id_find(&id, data, size);
	munmap(data, size);
	return id.size;
}

TEST(notes_are_bounded)
{
	CHECK_EQ_U64(build_id_after(0), 4);
	CHECK_EQ_U64(build_id_after(8), 4);
	CHECK_EQ_U64(build_id_after(1000), 0);
}

/* A file with holes has any number of symbols that are nothing. */
TEST(symbols_are_bounded)
{
	size_t room = (SYMTAB_MAX_SYMBOLS + 1ull) * sizeof(Elf64_Sym), size = room + 4096;
	uint8_t *data = map_zeros(size);
	Elf64_Ehdr *h = put_header(data, 0, 3);
	Elf64_Shdr *sections = (Elf64_Shdr *)(data + sizeof(*h));
	struct error err = ERROR_INIT;
	struct elf_image e;
	struct symtab t;
	uint64_t value;

	h->e_shstrndx = 1;
	sections[1] = (Elf64_Shdr){ .sh_type = SHT_STRTAB, .sh_offset = 2048, .sh_size = 16 };
	memcpy(data + 2048 + 1, ".symtab", 8);
	sections[2] =
		(Elf64_Shdr){ .sh_name = 1, .sh_type = SHT_SYMTAB, .sh_offset = 4096, .sh_size = room, .sh_link = 1 };
	CHECK_EQ_I64(elf_image_init(&e, data, size, NULL), 0);
	symtab_init(&t, DEMANGLE_NONE);
	CHECK_EQ_I64(elf_symbols_add_symtab(&t, &e, &e, &err), -E2BIG);
	CHECK(!elf_symbols_value(&e, "_text", &value));
	sections[2].sh_size = 4800;
	elf_image_fini(&e);
	CHECK_EQ_I64(elf_image_init(&e, data, size, NULL), 0);
	CHECK_EQ_I64(elf_symbols_add_symtab(&t, &e, &e, &err), 0);
	symtab_fini(&t);
	elf_image_fini(&e);
	munmap(data, size);
}

static uint32_t plt_symbols(size_t size)
{
	uint8_t *entries = calloc(1, size);
	struct elf_builder b;
	struct elf_image e;
	struct symtab t;
	unsigned got;
	uint32_t n;

	elf_builder_init(&b, true, false, ET_DYN, EM_X86_64);
	elf_builder_load(&b, 0x1000, 0x1000, 0x1000);
	elf_builder_section(&b, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000, entries, 0x20);
	got = elf_builder_section(&b, ".plt.got", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x2000, entries, size);
	b.sections[got].entry_size = 1;
	elf_builder_finish(&b);
	CHECK_EQ_I64(elf_image_init(&e, b.out.data, b.out.size, NULL), 0);
	symtab_init(&t, DEMANGLE_NONE);
	CHECK_EQ_I64(elf_plt_add(&t, &e, NULL), 0);
	n = t.n;
	symtab_fini(&t);
	elf_image_fini(&e);
	elf_builder_fini(&b);
	free(entries);
	return n;
}

TEST(plt_entries_are_bounded)
{
	CHECK_EQ_U64(plt_symbols(100), 100);
	CHECK_EQ_U64(plt_symbols(2 * MIB), 0);
}

/* The name is looked through for each symbol that may be a label. */
TEST(section_names_are_bounded)
{
	char name[ELF_IMAGE_MAX_NAME + 8];
	struct elf_builder b;
	struct elf_image e;

	elf_builder_init(&b, true, false, ET_DYN, EM_X86_64);
	memset(name, 'n', sizeof(name));
	name[ELF_IMAGE_MAX_NAME - 1] = 0;
	elf_builder_section(&b, name, SHT_PROGBITS, 0, 0, "x", 1);
	name[ELF_IMAGE_MAX_NAME - 1] = 'n';
	name[ELF_IMAGE_MAX_NAME] = 0;
	elf_builder_section(&b, name, SHT_PROGBITS, 0, 0, "x", 1);
	elf_builder_finish(&b);
	CHECK_EQ_I64(elf_image_init(&e, b.out.data, b.out.size, NULL), 0);
	CHECK_EQ_U64(strlen(elf_image_section_name(&e, &e.sections[1])), ELF_IMAGE_MAX_NAME - 1);
	CHECK_STR(elf_image_section_name(&e, &e.sections[2]), "");
	CHECK(elf_image_section(&e, name) == &e.sections[2]);
	elf_image_fini(&e);
	elf_builder_fini(&b);
}

/* The name kept of n aliases and of one that is the better one only when it is demangled. */
static bool last_is_kept(unsigned n)
{
	struct symbol s = { .start = 0x1000, .end = 0x1010, .info = FUNC };
	struct symtab t;
	bool kept;

	symtab_init(&t, DEMANGLE_FULL);
	for (unsigned i = 0; i < n; i++) {
		char name[32];

		snprintf(name, sizeof(name), "_Z9abcd%05dv", i);
		symtab_add_copy(&t, s, name);
	}
	symtab_add_copy(&t, s, "_Z1aSsSs");
	CHECK_EQ_I64(symtab_index(&t), 0);
	kept = !strcmp(symtab_name(&t, symtab_find(&t, 0x1000)), "_Z1aSsSs");
	symtab_fini(&t);
	return kept;
}

TEST(demangled_aliases_are_bounded)
{
	CHECK(last_is_kept(1000));
	CHECK(!last_is_kept(SYMTAB_MAX_DEMANGLED + 1));
}

static void copy_self(const struct tree *t, const char *name)
{
	int fd = open("/proc/self/exe", O_RDONLY);
	struct stat st;
	void *data;

	CHECK(fd >= 0 && !fstat(fd, &st));
	data = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	CHECK(data != MAP_FAILED);
	tree_write_bytes(t, name, data, st.st_size);
	munmap(data, st.st_size);
}

TEST(memory_is_bounded)
{
	struct symbols_config config = { .demangle = true, .max_memory = 128 * 1024 };
	unsigned n_ok = 0, n_refused = 0, n_told = 0;
	struct symbols *s = symbols_new(&config, NULL);
	struct tree t;

	tree_init(&t);
	for (int i = 0; i < 20; i++) {
		struct error why = ERROR_INIT;
		struct dso_symbols *d;
		char name[16], path[512];

		snprintf(name, sizeof(name), "copy%d", i);
		copy_self(&t, name);
		snprintf(path, sizeof(path), "%s/%s", t.root, name);
		d = symbols_user(s, path, NULL);
		n_told += dso_symbols_status(d, &why) == DSO_SYMBOLS_BAD;
		if (dso_symbols_status(d, &why) == DSO_SYMBOLS_OK) {
			n_ok++;
			continue;
		}
		n_refused++;
		CHECK_EQ_I64(why.code, -E2BIG);
		CHECK(!dso_symbols_source(d));
	}
	CHECK(n_refused > 1);
	CHECK_EQ_U64(n_told, 1);
	CHECK(n_ok < 20);
	symbols_free(s);
	tree_fini(&t);
	config.max_memory = 0;
	s = symbols_new(&config, NULL);
	CHECK_EQ_U64(dso_symbols_status(symbols_user(s, "/proc/self/exe", NULL), NULL), DSO_SYMBOLS_OK);
	symbols_free(s);
}
