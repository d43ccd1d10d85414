/*
 * elf_header: the header of an ELF file, and the entries of its two tables, of 32 and 64 bits and both byte orders.
 *
 * Source of the layout: the System V ABI, chapter 4 and 5 (elf(5)).
 */
#ifndef PREC_FORMATS_ELF_ELF_HEADER_H
#define PREC_FORMATS_ELF_ELF_HEADER_H

#include "common/buffer.h"
#include "common/cursor.h"

#include <elf.h>

/*
 * elf_bytes: the bytes of an ELF file, of which only those that are asked for are read.
 *
 *	in memory	a mapping, an unpacked file, the vdso: all are there
 *	in a file	the first ELF_FIRST_READ are read at once: the headers and, nearly always, the note with the
 *			build-id. Others are read when they are asked for, by one pread each
 *
 * The one place that checks offsets and sizes of an ELF file against its end. Borrows memory and descriptor.
 */

#define ELF_FIRST_READ 4096

struct elf_bytes {
	const uint8_t *data; /* all of them, or the first of the file */
	size_t size;
	int fd; /* -1: in memory */
};

struct elf_bytes elf_bytes_memory(const void *data, size_t size);

/* Reads the first bytes into `first`, which must last as long. 0 or a negative errno of pread(2). */
int elf_bytes_file(struct elf_bytes *ret_bytes, int fd, uint8_t first[ELF_FIRST_READ]);

/*
 * The bytes [offset, offset + size). The cursor has failed when they are not all there, or without memory. more: gets
 * what is read from a file and must last as long as the cursor; what it had is lost. May be NULL for bytes in memory.
 */
struct cursor elf_bytes_range(const struct elf_bytes *b, uint64_t offset, uint64_t size, bool swap,
			      struct buffer *more);

/* n is 0 where the table's entries are not of the size they should be. */
struct elf_table {
	uint64_t offset;
	uint64_t n;
	uint16_t entry_size;
};

struct elf_header {
	bool is_64;
	bool swap;
	uint16_t type;    /* ET_* */
	uint16_t machine; /* EM_* */
	uint64_t entry;   /* where a program or its interpreter begins, 0: nowhere */
	struct elf_table segments;
	struct elf_table sections;
	uint32_t names_section; /* which section has the names of all */
};

struct elf_section {
	uint32_t name;
	uint32_t type;
	uint64_t flags;
	uint64_t address;
	uint64_t offset;
	uint64_t size;
	uint64_t align;
	uint64_t entry_size;
	uint32_t link;
};

struct elf_segment {
	uint32_t type;
	uint64_t offset;
	uint64_t address;
	uint64_t file_size;
	uint64_t memory_size;
	uint64_t align;
};

/* 0 or -EBADMSG: not ELF, or cut short within its header. */
int elf_header_read(struct elf_header *ret_header, const struct elf_bytes *bytes);

/* The bytes of a table, as elf_bytes_range. */
struct cursor elf_header_table(const struct elf_header *h, const struct elf_table *table, const struct elf_bytes *bytes,
			       struct buffer *more);

/* The next entry of a table. */
struct elf_section elf_section_read(struct cursor *c, bool is_64);
struct elf_segment elf_segment_read(struct cursor *c, bool is_64);

/* A word of the size of an address. */
static inline uint64_t elf_word(struct cursor *c, bool is_64)
{
	return is_64 ? cursor_u64(c) : cursor_u32(c);
}

#endif
