/*
 * elf_bytes: the bytes of an ELF file, of which only those that are asked for are read.
 *
 *	in memory	a mapping, an unpacked file, the vdso: all are there
 *	in a file	the first ELF_FIRST_READ are read at once: the headers and, nearly always, the note with the
 *			build-id. Others are read when they are asked for, by one pread each
 *
 * The one place that checks offsets and sizes of an ELF file against its end. Borrows memory and descriptor.
 */
#ifndef PREC_FORMATS_ELF_ELF_BYTES_H
#define PREC_FORMATS_ELF_ELF_BYTES_H

#include "common/buffer.h"
#include "common/cursor.h"

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

#endif
