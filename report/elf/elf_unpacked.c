#include "report/elf/elf_unpacked.h"

#include "formats/elf/unpack.h"

#include <elfutils/libdw.h>
#include <errno.h>

#define CHDR_SIZE 24 /* Elf64_Chdr */

/* ".zdebug_*" begins with "ZLIB" and the size, most significant byte first. */
#define GNU_HEADER_SIZE 12

/* Returns the size of the decompressed section, or 0. gnu: a .zdebug_* section. */
static uint64_t unpacked_size(struct cursor bytes, bool gnu)
{
	if (gnu) {
		const uint8_t *magic = cursor_bytes(&bytes, 4);

		bytes.swap = order_is_swapped(true);
		return magic && memcmp(magic, "ZLIB", 4) == 0 ? cursor_u64(&bytes) : 0;
	}
	cursor_skip(&bytes, 8);
	return cursor_u64(&bytes);
}

static void put_section_header(struct buffer *b, const struct elf_section *section, uint64_t size)
{
	buffer_put_u32(b, 0);
	buffer_put_u32(b, SHT_PROGBITS);
	buffer_put_u64(b, section->flags & SHF_COMPRESSED);
	buffer_put_u64(b, 0);
	buffer_put_u64(b, sizeof(Elf64_Ehdr));
	buffer_put_u64(b, size);
	buffer_put_u32(b, 0);
	buffer_put_u32(b, 0);
	buffer_put_u64(b, 1);
	buffer_put_u64(b, 0);
}

/* Makes a file of this section alone, which libelf decompresses in place. */
static void put_file(struct buffer *b, const struct elf_image *e, const struct elf_section *section,
		     const struct cursor *bytes)
{
	uint64_t size = cursor_left(bytes);

	b->swap = e->swap;
	buffer_append(b, e->data, EI_NIDENT);
	buffer_put_u16(b, ET_REL);
	buffer_put_u16(b, e->machine);
	buffer_put_u32(b, EV_CURRENT);
	buffer_put_u64(b, 0);
	buffer_put_u64(b, 0);
	buffer_put_u64(b, align_up(sizeof(Elf64_Ehdr) + size, 8));
	buffer_put_u32(b, 0);
	buffer_put_u16(b, sizeof(Elf64_Ehdr));
	buffer_put_u16(b, 0);
	buffer_put_u16(b, 0);
	buffer_put_u16(b, sizeof(Elf64_Shdr));
	buffer_put_u16(b, 2);
	buffer_put_u16(b, 0);
	buffer_append(b, bytes->pos, size);
	buffer_pad(b, 8);
	buffer_append(b, NULL, sizeof(Elf64_Shdr));
	put_section_header(b, section, size);
}

static int unpack_file(struct buffer *file, bool gnu, struct buffer *bytes)
{
	Elf *elf = elf_memory((char *)file->data, file->size);
	Elf_Scn *section = elf ? elf_getscn(elf, 1) : NULL;
	Elf_Data *data = NULL;
	int ret = -EBADMSG;

	if (section && (gnu ? elf_compress_gnu(section, 0, 0) : elf_compress(section, 0, 0)) >= 0)
		data = elf_rawdata(section, NULL);
	if (data && data->d_size)
		ret = buffer_append(bytes, data->d_buf, data->d_size) ? 0 : -ENOMEM;
	elf_end(elf);
	return ret;
}

/* bytes: the section with its header. */
static int unpack_zstd_bytes(struct cursor bytes, uint64_t size, struct buffer *to)
{
	uint8_t *unpacked = buffer_reserve(to, size);

	if (!unpacked)
		return -ENOMEM;
	cursor_skip(&bytes, CHDR_SIZE);
	if (!unpack_zstd_to(unpacked, size, bytes.pos, cursor_left(&bytes)))
		return -EBADMSG;
	to->size += size;
	return 0;
}

static uint32_t packing_of(struct cursor bytes)
{
	return cursor_u32(&bytes);
}

int elf_unpack_section(const struct elf_image *e, const struct elf_section *section, struct buffer *bytes)
{
	struct cursor packed = elf_image_bytes(e, section);
	bool gnu = !(section->flags & SHF_COMPRESSED);
	uint64_t size = unpacked_size(packed, gnu);
	struct buffer file;
	int ret = -ENOMEM;

	if (!e->is_64 || (gnu && !size))
		return -ENOENT;
	if (!size || cursor_left(&packed) <= (gnu ? GNU_HEADER_SIZE : CHDR_SIZE))
		return -EBADMSG;
	if (size > ELF_UNPACKED_MAX)
		return -E2BIG;
	if (!gnu && packing_of(packed) == ELF_PACKED_ZSTD)
		return unpack_zstd_bytes(packed, size, bytes);
	elf_version(EV_CURRENT);
	buffer_init(&file);
	put_file(&file, e, section, &packed);
	if (buffer_ok(&file))
		ret = unpack_file(&file, gnu, bytes);
	buffer_fini(&file);
	return ret;
}
