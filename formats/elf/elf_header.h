/*
 * elf_header: reads the header of an ELF file and its tables of segments and sections, of 32 and 64 bits and both byte
 * orders.
 *
 * Layout: the System V ABI, chapters 4 and 5 (elf(5)).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_ELF_ELF_HEADER_H
#define PREC_FORMATS_ELF_ELF_HEADER_H

#include "common/buffer.h"
#include "common/cursor.h"

#include <elf.h>

/*
 * elf_bytes: the bytes of an ELF file, in memory or in an open file. All offsets and sizes of an ELF file are checked
 * against its end here.
 *
 *	in memory	a mapping, an unpacked file, the vdso
 *	in a file	the first ELF_FIRST_READ bytes are read at once: the headers and, nearly always, the note with
 *			the build-id. Others are read when they are asked for, by one pread(2) each
 *
 * Ownership: memory and descriptor are borrowed.
 */

#define ELF_FIRST_READ 4096

struct elf_bytes {
	const uint8_t *data; /* all bytes, or the first ones of the file */
	size_t size;
	int fd; /* -1: in memory */
};

/* Returns the bytes of a file in memory. */
struct elf_bytes elf_bytes_memory(const void *data, size_t size);

/* Reads the first bytes of an open file into `first`, which has to outlive *ret_bytes. 0 or a negative errno. */
int elf_bytes_file(struct elf_bytes *ret_bytes, int fd, uint8_t first[ELF_FIRST_READ]);

/*
 * Returns the bytes [offset, offset + size). The cursor has failed if the file does not have them all, or without
 * memory. more: replaced by what is read from a file, and has to outlive the cursor; for bytes in memory it may be
 * NULL.
 */
struct cursor elf_bytes_range(const struct elf_bytes *b, uint64_t offset, uint64_t size, bool swap,
			      struct buffer *more);

struct elf_table {
	uint64_t offset;
	uint64_t n; /* entries; 0 also if they have the wrong size */
	uint16_t entry_size;
};

struct elf_header {
	bool is_64;
	bool swap;
	uint16_t type;    /* ET_* */
	uint16_t machine; /* EM_* */
	uint64_t entry;   /* the address where execution begins; 0: none */
	struct elf_table segments;
	struct elf_table sections;
	uint32_t names_section; /* the number of the section with the sections' names */
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

/* Reads the header. 0; -EBADMSG: it is no ELF file, or cut off in its header. */
int elf_header_read(struct elf_header *ret_header, const struct elf_bytes *bytes);

/* Returns the bytes of a table, as elf_bytes_range does. */
struct cursor elf_header_table(const struct elf_header *h, const struct elf_table *table, const struct elf_bytes *bytes,
			       struct buffer *more);

/* Read the next entry of a table. */
struct elf_section elf_section_read(struct cursor *c, bool is_64);
struct elf_segment elf_segment_read(struct cursor *c, bool is_64);

/* Reads a number of the size of an address. */
static inline uint64_t elf_word(struct cursor *c, bool is_64)
{
	return is_64 ? cursor_u64(c) : cursor_u32(c);
}

#endif
