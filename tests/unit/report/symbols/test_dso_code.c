/* dso_code: the bytes of code, wherever they are. */
#include "report/symbols/dso_code.h"
#include "report/symbols/symbols.h"
#include "tests/support/elf_builder.h"
#include "tests/support/made_kernel.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"
#include "tests/unit/report/symbols/named.h"

#include <errno.h>
#include <stdio.h>

#define FUNC ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)

static struct tree tree; /* stands as --symfs */
static struct buffer bytes;
static struct dso_code code;

static uint8_t text[64];

static void begin(void)
{
	tree_init(&tree);
	buffer_init(&bytes);
	for (unsigned i = 0; i < sizeof(text); i++)
		text[i] = (uint8_t)(i + 1);
}

static void end(struct symbols *s)
{
	symbols_free(s);
	buffer_fini(&bytes);
	tree_fini(&tree);
}

/* A file whose .text is at an address, at offset 0x1000; contents NULL: it is a file of debug information. */
static void install(const char *path, uint16_t type, uint64_t address, const uint8_t *contents, bool big_endian)
{
	struct elf_builder b;
	unsigned section;

	elf_builder_init(&b, true, big_endian, type, big_endian ? EM_PPC64 : EM_X86_64);
	b.base = type == ET_REL ? 0 : address - 0x1000;
	if (type != ET_REL)
		elf_builder_load(&b, 0x1000, address, sizeof(text));
	section = elf_builder_section(&b, ".text", contents ? SHT_PROGBITS : SHT_NOBITS, SHF_ALLOC | SHF_EXECINSTR,
				      address, contents, sizeof(text));
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "_text", address, 0, FUNC, section);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "f", address + 8, 16, FUNC, section);
	elf_builder_finish(&b);
	tree_write_bytes(&tree, path, b.out.data, b.out.size);
	elf_builder_fini(&b);
}

TEST(code_of_a_program)
{
	struct dso_symbols *d;
	struct symbols *s;

	begin();
	install("/prog", ET_EXEC, 0x401000, text, false);
	s = named_open(&tree, NULL);
	d = symbols_user(s, "/prog", NULL);
	CHECK_EQ_I64(dso_symbols_code(d, 0x1008, 0x1018, &code, &bytes), 0);
	CHECK_EQ_U64(bytes.size, 16);
	CHECK_BYTES(bytes.data, text + 8, 16);
	CHECK_EQ_U64(code.address, 0x401008);
	CHECK_EQ_U64(code.machine, EM_X86_64);
	CHECK(code.is_64 && !code.is_big_endian);
	CHECK_EQ_U64(dso_symbols_offset(d, 0x401008), 0x1008);
	CHECK_EQ_I64(dso_symbols_code(d, 1ull << 40, (1ull << 40) + 16, &code, &bytes), -ENOENT);
	CHECK_EQ_I64(dso_symbols_code(d, 0x1010, 0x1000, &code, &bytes), 0);
	CHECK_EQ_U64(bytes.size, 0);
	/* More than the file has is cut off. */
	CHECK_EQ_I64(dso_symbols_code(d, 0x1008, UINT64_MAX, &code, &bytes), 0);
	CHECK(bytes.size >= 56 && bytes.size < 0x10000);
	CHECK_EQ_I64(dso_symbols_code(symbols_user(s, "/nowhere", NULL), 0x1000, 0x1010, &code, &bytes), -ENOENT);
	end(s);
}

TEST(code_of_the_other_byte_order)
{
	struct symbols *s;

	begin();
	install("/prog", ET_DYN, 0x1000, text, true);
	s = named_open(&tree, NULL);
	CHECK_EQ_I64(dso_symbols_code(symbols_user(s, "/prog", NULL), 0x1000, 0x1010, &code, &bytes), 0);
	CHECK(code.is_big_endian);
	CHECK_EQ_U64(code.machine, EM_PPC64);
	end(s);
}

/* Its sections have addresses and no bytes: what lies at their offsets is something else. */
TEST(debug_information_is_no_code)
{
	struct symbols *s;

	begin();
	install("/prog", ET_DYN, 0x1000, NULL, false);
	s = named_open(&tree, NULL);
	CHECK_EQ_I64(dso_symbols_code(symbols_user(s, "/prog", NULL), 0x1000, 0x1010, &code, &bytes), -ENOENT);
	end(s);
}

/* vmlinux has the addresses of the link, the recording those of the boot. */
TEST(code_of_vmlinux)
{
	struct kernel_identity kernel = { .osrelease = "6.1.0-test",
					  .reloc_name = "_text",
					  .reloc_address = 0xffffffff91000000 };
	struct symbols *s;

	begin();
	install("/boot/vmlinux-6.1.0-test", ET_EXEC, 0xffffffff81000000, text, false);
	s = named_open(&tree, NULL);
	CHECK_EQ_I64(
		dso_symbols_code(symbols_kernel(s, &kernel), 0xffffffff91000008, 0xffffffff91000018, &code, &bytes), 0);
	CHECK_BYTES(bytes.data, text + 8, 16);
	CHECK_EQ_U64(code.address, 0xffffffff91000008);
	CHECK_EQ_I64(
		dso_symbols_code(symbols_kernel(s, &kernel), 0xffffffff95000000, 0xffffffff95000010, &code, &bytes),
		-ENOENT);
	end(s);
}

TEST(code_of_kcore)
{
	struct kernel_identity kernel = { .reloc_name = "_stext", .reloc_address = MADE_TEXT };
	struct module_identity module = { .name = "[ext4]", .path = "[ext4]", .start = MADE_MODULE };
	struct symbols_config config = { .cache = "/nowhere", .no_kallsyms_cache = true, .no_vmlinux = true };
	char kallsyms[300], kcore[300];
	struct symbols *s;

	begin();
	made_kernel_write(&tree);
	snprintf(kallsyms, sizeof(kallsyms), "%s/kallsyms", tree.root);
	snprintf(kcore, sizeof(kcore), "%s/kcore", tree.root);
	config.kallsyms = kallsyms;
	s = symbols_new(&config, NULL);
	CHECK_EQ_I64(dso_symbols_code(symbols_kernel(s, &kernel), MADE_TEXT, MADE_TEXT + 16, &code, &bytes), -ENOENT);
	symbols_free(s);
	config.kcore = kcore;
	s = symbols_new(&config, NULL);
	CHECK_EQ_I64(dso_symbols_code(symbols_kernel(s, &kernel), MADE_TEXT, MADE_TEXT + 16, &code, &bytes), 0);
	CHECK_EQ_U64(bytes.size, 16);
	CHECK_EQ_U64(code.address, MADE_TEXT);
	CHECK_EQ_U64(bytes.data[5], bytes.data[0]);
	CHECK_EQ_I64(
		dso_symbols_code(symbols_module(s, &kernel, &module), MADE_MODULE, MADE_MODULE + 16, &code, &bytes), 0);
	CHECK_EQ_U64(bytes.size, 16);
	CHECK_EQ_I64(dso_symbols_code(symbols_kernel(s, &kernel), 0x1000, 0x1010, &code, &bytes), -ENOENT);
	end(s);
}

/* Its addresses count from its .text, where the kernel has put that. */
TEST(code_of_a_module)
{
	struct kernel_identity kernel = { .osrelease = "0.0-none" };
	struct module_identity module = { .name = "[m]", .path = "/m.ko", .start = 0xffffffffc0001000 };
	struct symbols *s;

	begin();
	install("/m.ko", ET_REL, 0x40, text, false);
	s = named_open(&tree, NULL);
	CHECK_EQ_I64(dso_symbols_code(symbols_module(s, &kernel, &module), 0xffffffffc0001008, 0xffffffffc0001010,
				      &code, &bytes),
		     0);
	CHECK_BYTES(bytes.data, text + 8, 8);
	CHECK_EQ_U64(code.address, 0xffffffffc0001008);
	CHECK_EQ_I64(dso_symbols_code(symbols_module(s, &kernel, &module), 0x10, 0x20, &code, &bytes), -ENOENT);
	end(s);
}
