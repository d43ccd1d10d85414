#include "formats/elf/build_id.h"

#include "common/buffer.h"
#include "formats/elf/elf_header.h"
#include "tests/support/built_file.h"
#include "tests/support/elf_builder.h"
#include "tests/support/test.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static const uint8_t example[BUILD_ID_SIZE_MAX] = { 0xe4, 0xf1, 0x8d, 0x9d, 0xc1, 0xd0, 0xe6, 0xfc, 0x2b, 0x17,
						    0xe9, 0x3e, 0x88, 0x5a, 0x64, 0x7b, 0x3c, 0x0a, 0x6f, 0xc1 };

static void put_note(struct buffer *b, uint32_t type, const char *name, const void *data, size_t size, size_t align)
{
	buffer_put_u32(b, (uint32_t)strlen(name) + 1);
	buffer_put_u32(b, (uint32_t)size);
	buffer_put_u32(b, type);
	buffer_put_string(b, name);
	buffer_pad(b, align);
	buffer_append(b, data, size);
	buffer_pad(b, align);
}

static int find(struct build_id *id, const struct buffer *b, size_t align)
{
	return build_id_find_note(id, cursor_make(b->data, b->size, b->swap), align);
}

TEST(hexadecimal)
{
	struct build_id id = { .size = 20 };
	char text[BUILD_ID_TEXT_SIZE];

	memcpy(id.data, example, 20);
	CHECK_STR(build_id_text(&id, text), "e4f18d9dc1d0e6fc2b17e93e885a647b3c0a6fc1");
	id.size = 3;
	CHECK_STR(build_id_text(&id, text), "e4f18d");
	id.size = 0;
	CHECK_STR(build_id_text(&id, text), "");
}

/* Old recorders wrote ids of 16 bytes in 20. */
TEST(same_file_whatever_the_padding)
{
	struct build_id a = { .size = 16 }, b = { .size = 20 }, none = { 0 };

	memcpy(a.data, example, 16);
	memcpy(b.data, example, 16);
	CHECK(build_id_matches(&a, &b) && build_id_matches(&b, &a) && !build_id_equal(&a, &b));
	b.data[19] = 1;
	CHECK(!build_id_matches(&a, &b) && !build_id_matches(&b, &a));
	CHECK(!build_id_matches(&a, &none) && !build_id_matches(&none, &none));
}

TEST(among_other_notes)
{
	for (int swap = 0; swap < 2; swap++)
		for (size_t align = 4; align <= 8; align += 4) {
			struct build_id id = { 0 };
			struct buffer b;

			buffer_init(&b);
			b.swap = swap;
			put_note(&b, 3, "Xen", "abc", 3, align);
			put_note(&b, 1, "GNU", "12345", 5, align);
			put_note(&b, 3, "GNU", example, 20, align);
			CHECK_EQ_I64(find(&id, &b, align), 0);
			CHECK_EQ_U64(id.size, 20);
			CHECK_BYTES(id.data, example, 20);
			buffer_fini(&b);
		}
}

TEST(short_and_long_ids)
{
	uint8_t longer[32] = { 1, 2, 3 };
	struct build_id id = { 0 };
	struct buffer b;

	buffer_init(&b);
	put_note(&b, 3, "GNU", example, 8, 4);
	CHECK_EQ_I64(find(&id, &b, 4), 0);
	CHECK_EQ_U64(id.size, 8);
	buffer_clear(&b);
	put_note(&b, 3, "GNU", longer, sizeof(longer), 4);
	CHECK_EQ_I64(find(&id, &b, 4), 0);
	CHECK_EQ_U64(id.size, BUILD_ID_SIZE_MAX);
	CHECK_BYTES(id.data, longer, BUILD_ID_SIZE_MAX);
	buffer_fini(&b);
}

TEST(none)
{
	struct build_id id = { .size = 7 };
	struct buffer b;

	buffer_init(&b);
	CHECK_EQ_I64(find(&id, &b, 4), -ENOENT);
	put_note(&b, 1, "GNU", "1234", 4, 4);
	CHECK_EQ_I64(find(&id, &b, 4), -ENOENT);
	CHECK_EQ_U64(id.size, 7);
	buffer_fini(&b);
}

TEST(every_truncation)
{
	struct build_id id;
	struct buffer b;

	buffer_init(&b);
	put_note(&b, 1, "GNU", "1234", 4, 4);
	put_note(&b, 3, "GNU", example, 20, 4);
	for (size_t size = 1; size < b.size; size++) {
		int result = build_id_find_note(&id, cursor_make(b.data, size, false), 4);

		CHECK_EQ_I64(result, size == 20 ? -ENOENT : -EBADMSG);
	}
	buffer_fini(&b);
}

TEST(sizes_beyond_the_input)
{
	struct build_id id;
	struct buffer b;

	buffer_init(&b);
	put_note(&b, 3, "GNU", example, 20, 4);
	buffer_set_u32(&b, 4, UINT32_MAX);
	CHECK_EQ_I64(find(&id, &b, 4), -EBADMSG);
	buffer_set_u32(&b, 4, 20);
	buffer_set_u32(&b, 0, UINT32_MAX);
	CHECK_EQ_I64(find(&id, &b, 4), -EBADMSG);
	buffer_fini(&b);
}

/* --- in files ------------------------------------------------------------------------ */

/* What build_id_read makes of the bytes as a file. */
static int read_bytes(const void *data, size_t size, struct build_id *ret_id)
{
	int fd = built_fd(data, size);
	int result = build_id_read(ret_id, fd);

	close(fd);
	return result;
}

static void check_both(const struct buffer *file, int result)
{
	struct build_id in_memory = { 0 }, in_file = { 0 };

	CHECK_EQ_I64(build_id_find(&in_memory, file->data, file->size), result);
	CHECK_EQ_I64(read_bytes(file->data, file->size, &in_file), result);
	CHECK_EQ_U64(in_memory.size, result ? 0 : 20);
	CHECK(build_id_equal(&in_memory, &in_file));
	CHECK_BYTES(in_file.data, example, in_file.size);
}

/* A file with sections alone, its note after `before` bytes of others. */
static void put_sections(struct elf_builder *b, bool is_64, bool big_endian, size_t before, bool id)
{
	static const uint8_t code[3 * ELF_FIRST_READ];
	struct build_id build_id = { .size = 20 };

	memcpy(build_id.data, example, 20);
	elf_builder_init(b, is_64, big_endian, ET_REL, EM_X86_64);
	elf_builder_section(b, ".text", SHT_PROGBITS, 0, 0, code, before);
	if (id)
		elf_builder_build_id(b, &build_id);
	elf_builder_finish(b);
}

TEST(sections_of_any_class_and_order)
{
	for (int kind = 0; kind < 4; kind++) {
		struct elf_builder b;

		put_sections(&b, kind & 1, kind & 2, 16, true);
		check_both(&b.out, 0);
		elf_builder_fini(&b);
		put_sections(&b, kind & 1, kind & 2, 16, false);
		check_both(&b.out, -ENOENT);
		elf_builder_fini(&b);
	}
}

TEST(behind_what_is_read_first)
{
	struct elf_builder b;

	put_sections(&b, true, false, 3 * ELF_FIRST_READ, true);
	check_both(&b.out, 0);
	elf_builder_fini(&b);
}

/* Of 65,280 sections and more the number stands in the first one. */
TEST(extended_numbering)
{
	struct elf_builder b;
	Elf64_Ehdr header;
	Elf64_Shdr first;

	put_sections(&b, true, order_is_big(false), 16, true);
	memcpy(&header, b.out.data, sizeof(header));
	memcpy(&first, b.out.data + header.e_shoff, sizeof(first));
	first.sh_size = header.e_shnum;
	header.e_shnum = 0;
	memcpy(b.out.data, &header, sizeof(header));
	memcpy(b.out.data + header.e_shoff, &first, sizeof(first));
	check_both(&b.out, 0);
	elf_builder_fini(&b);
}

/* The notes of a segment, as a program without any sections has them. */
static void put_segment(struct buffer *b, uint64_t offset)
{
	Elf64_Ehdr header = {
		.e_ident = ELFMAG, .e_phoff = sizeof(header), .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1
	};
	Elf64_Phdr segment = { .p_type = PT_NOTE, .p_offset = offset, .p_filesz = 36, .p_align = 4 };

	header.e_ident[EI_CLASS] = ELFCLASS64;
	header.e_ident[EI_DATA] = order_is_big(false) ? ELFDATA2MSB : ELFDATA2LSB;
	buffer_init(b);
	buffer_append(b, &header, sizeof(header));
	buffer_append(b, &segment, sizeof(segment));
	while (b->size < offset)
		buffer_put_u8(b, 0);
	put_note(b, NT_GNU_BUILD_ID, "GNU", example, 20, 4);
}

TEST(segments_alone)
{
	struct buffer b;

	for (uint64_t offset = 256; offset < 4 * ELF_FIRST_READ; offset *= 4) {
		put_segment(&b, offset);
		check_both(&b, 0);
		buffer_fini(&b);
	}
}

/* Nothing is found, nothing is read that is not there, and no memory is asked for what the file cannot have. */
TEST(files_cut_and_sizes_beyond_them)
{
	Elf64_Phdr segment = { .p_type = PT_NOTE, .p_offset = 1ull << 62, .p_filesz = UINT64_MAX, .p_align = 4 };
	struct build_id id;
	struct buffer b;

	put_segment(&b, 256);
	for (size_t size = 0; size < b.size; size++) {
		CHECK(build_id_find(&id, b.data, size) < 0);
		CHECK(read_bytes(b.data, size, &id) < 0);
	}
	memcpy(b.data + sizeof(Elf64_Ehdr), &segment, sizeof(segment));
	check_both(&b, -EBADMSG);
	buffer_fini(&b);
}

TEST(no_elf_files)
{
	struct build_id id;

	CHECK_EQ_I64(read_bytes("#!/bin/sh\n", 10, &id), -EBADMSG);
	CHECK_EQ_I64(read_bytes("", 0, &id), -EBADMSG);
	CHECK_EQ_I64(build_id_find(&id, "", 0), -EBADMSG);
	CHECK_EQ_I64(build_id_read(&id, -1), -EBADF);
}
