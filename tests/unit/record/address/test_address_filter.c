/* Filters of hardware traces as Linux perf's users write them, made what the kernel takes. */
#include "record/address/address_filter.h"

#include "tests/support/elf_builder.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNC(binding) ELF64_ST_INFO(binding, STT_FUNC)

struct machine {
	struct tree tree;
	char program[512], kallsyms[512];
	struct error err;
};

/* A program whose place 0 is loaded at 0x400000: two functions, and two more that have one name. */
static void write_program(const struct machine *m)
{
	static const uint8_t code[0x200];
	struct elf_builder b;
	unsigned text;

	elf_builder_init(&b, true, false, ET_EXEC, EM_X86_64);
	b.base = 0x400000;
	elf_builder_load(&b, 0x1000, 0x401000, sizeof(code));
	text = elf_builder_section(&b, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401000, code, sizeof(code));
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "main", 0x401010, 0x20, FUNC(STB_GLOBAL), text);
	elf_builder_symbol(&b, ELF_BUILDER_DYNSYM, "main", 0x401010, 0x20, FUNC(STB_GLOBAL), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "twice", 0x401100, 0x8, FUNC(STB_GLOBAL), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "twice", 0x401080, 0x4, FUNC(STB_LOCAL), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "f(int, char)", 0x401040, 0x10, FUNC(STB_GLOBAL), text);
	elf_builder_symbol(&b, ELF_BUILDER_SYMTAB, "sizeless", 0x401180, 0, FUNC(STB_GLOBAL), text);
	elf_builder_finish(&b);
	tree_write_bytes(&m->tree, "bin/prog", b.out.data, b.out.size);
	elf_builder_fini(&b);
}

static void machine_init(struct machine *m)
{
	memset(m, 0, sizeof(*m));
	tree_init(&m->tree);
	snprintf(m->program, sizeof(m->program), "%s/bin/prog", m->tree.root);
	snprintf(m->kallsyms, sizeof(m->kallsyms), "%s/kallsyms", m->tree.root);
	write_program(m);
	tree_write(&m->tree, "kallsyms",
		   "ffffffff81000000 T _stext\n"
		   "ffffffff81000040 T vfs_read\n"
		   "ffffffff81000100 t helper\n"
		   "ffffffff81000140 D vfs_read\n"
		   "ffffffffc0a05010 t helper\t[ext4]\n"
		   "ffffffffc0a05000 t ext4_read\t[ext4]\n");
}

static void machine_fini(struct machine *m)
{
	tree_fini(&m->tree);
}

/* Each "@P" is the program with its path. */
static void expand(const struct machine *m, const char *text, struct buffer *ret_text)
{
	buffer_init(ret_text);
	for (; *text; text++) {
		buffer_append(ret_text, text, 1);
		if (!strncmp(text, "@P", 2)) {
			buffer_append(ret_text, m->program, strlen(m->program));
			text++;
		}
	}
	buffer_append(ret_text, "", 1);
}

static int resolve(struct machine *m, const char *text, struct buffer *out, size_t *ret_n)
{
	struct buffer whole;
	int result;

	expand(m, text, &whole);
	buffer_init(out);
	result = address_filter_resolve(out, ret_n, (const char *)whole.data, m->kallsyms, &m->err);
	buffer_fini(&whole);
	return result;
}

static void check(struct machine *m, const char *text, size_t n, const char *want)
{
	struct buffer out, whole;
	size_t have = 0;
	int result = resolve(m, text, &out, &have);

	if (result)
		test_fail(__FILE__, __LINE__, "'%s': %s", text, m->err.message);
	expand(m, want, &whole);
	buffer_append(&out, "", 1);
	CHECK_STR((const char *)out.data, (const char *)whole.data);
	CHECK_EQ_U64(have, n);
	buffer_fini(&out);
	buffer_fini(&whole);
}

static void check_fails(struct machine *m, const char *text, int code, const char *message)
{
	struct buffer out;
	size_t n;
	int result = resolve(m, text, &out, &n);

	if (result != code || !strstr(m->err.message, message))
		test_fail(__FILE__, __LINE__, "'%s': %d, %s", text, result, m->err.message);
	buffer_fini(&out);
}

TEST(numbers)
{
	struct machine m;

	machine_init(&m);
	check(&m, "filter 0x1000/0x20@P", 1, "filter 0x1000/0x20@P");
	check(&m, "filter 4096 / 32  @P", 1, "filter 0x1000/0x20@P");
	check(&m, "filter 0xffffffff81000000/4096", 1, "filter 0xffffffff81000000/0x1000");
	check(&m, "start 0x10@P, stop 0x20 @P", 2, "start 0x10@P,stop 0x20@P");
	check(&m, "start 16 tracestop 1/2", 2, "start 0x10,stop 0x1/0x2");
	machine_fini(&m);
}

TEST(functions_of_a_file)
{
	struct machine m;

	machine_init(&m);
	check(&m, "filter main @P", 1, "filter 0x1010/0x20@P");
	check(&m, "filter 'main'@P", 1, "filter 0x1010/0x20@P");
	check(&m, "filter \"f(int, char)\" @P", 1, "filter 0x1040/0x10@P");
	check(&m, "filter main / 'f(int, char)' @P", 1, "filter 0x1010/0x40@P");
	check(&m, "filter main/8@P", 1, "filter 0x1010/0x8@P");
	check(&m, "start main @P stop sizeless @P", 2, "start 0x1010@P,stop 0x1180@P");
	check(&m, "tracestop main @P", 1, "stop 0x1010/0x20@P");
	check(&m, "filter twice#1 @P", 1, "filter 0x1080/0x4@P");
	check(&m, "filter twice #2 @P", 1, "filter 0x1100/0x8@P");
	check(&m, "filter twice#g @P", 1, "filter 0x1100/0x8@P");
	check(&m, "filter main / twice#0 @P", 1, "filter 0x1010/0xf8@P");
	machine_fini(&m);
}

TEST(a_file_as_a_whole)
{
	struct machine m;

	machine_init(&m);
	tree_write(&m.tree, "bin/prog", "no program, but 22 long");
	check(&m, "filter * @P", 1, "filter 0x0/0x17@P");
	machine_fini(&m);
}

/* A function of the kernel goes up to the next symbol, which may be of another kind and anywhere in the text. */
TEST(functions_of_the_kernel)
{
	struct machine m;

	machine_init(&m);
	check(&m, "filter vfs_read", 1, "filter 0xffffffff81000040/0xc0");
	check(&m, "filter vfs_read / helper#1", 1, "filter 0xffffffff81000040/0x100");
	check(&m, "filter ext4_read", 1, "filter 0xffffffffc0a05000/0x10");
	check(&m, "start _stext, stop helper#2", 2, "start 0xffffffff81000000,stop 0xffffffffc0a05010");
	check(&m, "filter *", 1, "filter 0xffffffff81000000/0x3fa06000");
	check_fails(&m, "filter helper#2", -EINVAL, "the size of 'helper' is not known");
	check_fails(&m, "filter helper", -ENOTUNIQ, "2 functions 'helper', write helper#N or helper#g: #1 at 0xffffff");
	check_fails(&m, "filter helper#g", -ENOENT, "no such function 'helper'");
	check_fails(&m, "filter main", -ENOENT, "(of a program: FUNCTION @ FILE)");
	tree_write(&m.tree, "kallsyms", "0000000000000000 T vfs_read\n");
	check_fails(&m, "filter vfs_read", -EACCES, "the kernel hides where 'vfs_read' is");
	machine_fini(&m);
}

TEST(what_is_wrong)
{
	static const struct {
		const char *text, *message;
	} wrong[] = {
		{ "", "what ends there is no address filter" },
		{ "main @P", "'main @" },
		{ "filter", "the first word says what to do" },
		{ "filter ", "an address is a number or a function" },
		{ "filter 0x10", "a range of addresses has a size" },
		{ "filter 12x/1", "'x/1'" },
		{ "filter 99999999999999999999/1", "an address is a number" },
		{ "start main/4@P", "start and stop are single addresses" },
		{ "filter main/", "a size is a number" },
		{ "filter main/*@P", "a size is a number" },
		{ "filter main@", "after @ comes a file" },
		{ "filter 'main@P", "an address is a number or a function" },
		{ "filter main#x@P", "an address is a number or a function" },
		{ "filter main@'/bin/sh'x", "a comma or a blank is between two" },
		{ "filter twice#1 / main @P", "before the range begins" },
		{ "filter sizeless @P", "the size of 'sizeless' is not known" },
		{ "filter main / sizeless @P", "the size of 'sizeless' is not known" },
		{ "filter main @P, nothing", "'nothing'" },
	};
	struct machine m;

	machine_init(&m);
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++)
		check_fails(&m, wrong[i].text, -EINVAL, wrong[i].message);
	check_fails(&m, "filter none @P", -ENOENT, "has no such function 'none'");
	check_fails(&m, "filter twice @P", -ENOTUNIQ, "#1 at 0x1080, #2 at 0x1100 (global)");
	check_fails(&m, "filter twice#3 @P", -ENOENT, "no such function 'twice'");
	check_fails(&m, "filter main @ /no/such", -ENOENT, "/no/such");
	check_fails(&m, "filter 1/2 @ /no/such", -ENOENT, "/no/such");
	check_fails(&m, "filter * @ /no/such", -ENOENT, "/no/such");
	tree_write(&m.tree, "bin/prog", "#!/bin/sh\n");
	check_fails(&m, "filter main @P", -EBADMSG, "not an ELF file");
	machine_fini(&m);
}
