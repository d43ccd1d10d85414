/*
 * elf_unpacked: decompresses sections: those with SHF_COMPRESSED, whose header says how, and those that old tools name
 * ".zdebug_frame".
 */
#ifndef PREC_REPORT_ELF_ELF_UNPACKED_H
#define PREC_REPORT_ELF_ELF_UNPACKED_H

#include "common/buffer.h"
#include "formats/elf/elf_image.h"

/* Limit of a decompressed section: a few bytes can stand for gigabytes. */
#define ELF_UNPACKED_MAX (256u << 20)

/* ELFCOMPRESS_ZSTD of newer <elf.h>. libelf supports it since 0.189, if it was built with zstd. */
#define ELF_PACKED_ZSTD 2u

/*
 * Appends the decompressed contents of a section of a 64-bit file. libelf, which sees that section alone, or libzstd
 * decompresses it. 0; -ENOENT: the section is not compressed; -EBADMSG: damaged, or compressed in an unknown way;
 * -E2BIG: over the limit; -ENOMEM.
 */
int elf_unpack_section(const struct elf_image *e, const struct elf_section *section, struct buffer *bytes);

#endif
