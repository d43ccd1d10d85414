/* Lines are found, and what the DWARF names besides is not opened: a fifo would be waited for. */
#include "report/elf/elf_lines.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <dwarf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define CODE 0x1000

/* What the unit says of itself besides its lines. */
enum unit_kind {
	UNIT_PLAIN,
	UNIT_ALTERNATE, /* its folder stands in the file of .gnu_debugaltlink */
	UNIT_SPLIT,     /* the rest of it in a .dwo */
};

static void put_uleb(struct buffer *b, unsigned v)
{
	for (; v >= 0x80; v >>= 7)
		buffer_put_u8(b, (uint8_t)(v | 0x80));
	buffer_put_u8(b, (uint8_t)v);
}

static void put_pair(struct buffer *b, unsigned first, unsigned second)
{
	put_uleb(b, first);
	put_uleb(b, second);
}

/* The length in front of what was put from `begin` on. */
static void end_length(struct buffer *b, size_t begin)
{
	uint32_t size = (uint32_t)(b->size - begin - 4);

	memcpy(b->data + begin, &size, sizeof(size));
}

static struct buffer abbreviations(enum unit_kind kind)
{
	struct buffer b;

	buffer_init(&b);
	put_pair(&b, 1, DW_TAG_compile_unit);
	buffer_put_u8(&b, DW_CHILDREN_no);
	put_pair(&b, DW_AT_low_pc, DW_FORM_addr);
	put_pair(&b, DW_AT_high_pc, DW_FORM_data4);
	put_pair(&b, DW_AT_stmt_list, DW_FORM_sec_offset);
	if (kind == UNIT_ALTERNATE)
		put_pair(&b, DW_AT_comp_dir, DW_FORM_GNU_strp_alt);
	if (kind == UNIT_SPLIT) {
		put_pair(&b, DW_AT_GNU_dwo_name, DW_FORM_string);
		put_pair(&b, DW_AT_GNU_dwo_id, DW_FORM_data8);
	}
	put_pair(&b, 0, 0);
	buffer_put_u8(&b, 0);
	return b;
}

static struct buffer unit(enum unit_kind kind, const char *other)
{
	struct buffer b;

	buffer_init(&b);
	buffer_put_u32(&b, 0);
	buffer_put_u16(&b, 4); /* version */
	buffer_put_u32(&b, 0); /* abbreviations */
	buffer_put_u8(&b, 8);  /* bytes an address */
	put_uleb(&b, 1);
	buffer_put_u64(&b, CODE);
	buffer_put_u32(&b, 16);
	buffer_put_u32(&b, 0); /* lines */
	if (kind == UNIT_ALTERNATE)
		buffer_put_u32(&b, 0);
	if (kind == UNIT_SPLIT) {
		buffer_put_string(&b, other);
		buffer_put_u64(&b, 1);
	}
	end_length(&b, 0);
	return b;
}

/* One row: line 7 of a.c, for 16 bytes from CODE on. */
static struct buffer lines(void)
{
	static const uint8_t lengths[] = { 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1 };
	struct buffer b;
	size_t header;

	buffer_init(&b);
	buffer_put_u32(&b, 0);
	buffer_put_u16(&b, 4); /* version */
	header = b.size;
	buffer_put_u32(&b, 0);
	buffer_append(&b, (uint8_t[]){ 1, 1, 1, 0xfb, 14, 13 }, 6); /* steps; the first special opcode */
	buffer_append(&b, lengths, sizeof(lengths));
	buffer_put_u8(&b, 0); /* no folders */
	buffer_put_string(&b, "a.c");
	buffer_append(&b, (uint8_t[]){ 0, 0, 0, 0 }, 4);
	end_length(&b, header);
	buffer_append(&b, (uint8_t[]){ 0, 9, DW_LNE_set_address }, 3);
	buffer_put_u64(&b, CODE);
	buffer_append(&b, (uint8_t[]){ DW_LNS_advance_line, 6, DW_LNS_copy, DW_LNS_advance_pc, 16 }, 5);
	buffer_append(&b, (uint8_t[]){ 0, 1, DW_LNE_end_sequence }, 3);
	end_length(&b, 0);
	return b;
}

static void put_section(struct elf_builder *e, const char *name, struct buffer content)
{
	elf_builder_section(e, name, SHT_PROGBITS, 0, 0, content.data, content.size);
	buffer_fini(&content);
}

/* A file with such a unit, which names other. */
static void build(const struct tree *t, enum unit_kind kind, const char *other)
{
	struct elf_builder e;
	struct buffer link;

	elf_builder_init(&e, true, false, ET_DYN, EM_X86_64);
	elf_builder_section(&e, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, CODE, (uint8_t[16]){ 0 }, 16);
	put_section(&e, ".debug_abbrev", abbreviations(kind));
	put_section(&e, ".debug_info", unit(kind, other));
	put_section(&e, ".debug_line", lines());
	if (kind == UNIT_ALTERNATE) {
		buffer_init(&link);
		buffer_put_string(&link, other);
		buffer_append(&link, (uint8_t[20]){ 1, 2, 3 }, 20);
		put_section(&e, ".gnu_debugaltlink", link);
	}
	elf_builder_load(&e, CODE, CODE, 16);
	elf_builder_finish(&e);
	tree_write_bytes(t, "x", e.out.data, e.out.size);
	elf_builder_fini(&e);
}

/* A fifo that can be opened without waiting, so that the case notices it. */
static void check_kind(enum unit_kind kind)
{
	int watch = inotify_init1(IN_NONBLOCK), fd;
	char fifo[512], path[512];
	struct elf_line line;
	struct elf_lines *l;
	struct elf_file *f;
	struct tree t;

	tree_init(&t);
	snprintf(fifo, sizeof(fifo), "%s/fifo", t.root);
	snprintf(path, sizeof(path), "%s/x", t.root);
	CHECK(!mkfifo(fifo, 0600));
	fd = open(fifo, O_RDWR | O_NONBLOCK);
	CHECK(fd >= 0);
	CHECK(inotify_add_watch(watch, fifo, IN_OPEN) >= 0);
	build(&t, kind, fifo);
	CHECK(!elf_file_open(&f, path, NULL));
	l = elf_lines_new(f);
	CHECK(l);
	CHECK(elf_lines_find(l, CODE + 4, &line));
	CHECK_STR(line.file, "a.c");
	CHECK_EQ_U64(line.line, 7);
	CHECK(!elf_lines_find(l, CODE + 16, &line));
	CHECK_EQ_I64(tree_opened(watch), 0);
	elf_lines_free(l);
	elf_file_free(f);
	close(fd);
	close(watch);
	tree_fini(&t);
}

TEST(lines_of_a_plain_unit)
{
	check_kind(UNIT_PLAIN);
}

TEST(alternate_files_are_not_opened)
{
	check_kind(UNIT_ALTERNATE);
}

TEST(split_units_are_not_opened)
{
	check_kind(UNIT_SPLIT);
}
