/*
 * elf_unpacked: sections that were compressed when they were written: with a header that says how (SHF_COMPRESSED), or
 * by name, ".zdebug_frame", as old tools have it.
 */
#ifndef PREC_REPORT_ELF_ELF_UNPACKED_H
#define PREC_REPORT_ELF_ELF_UNPACKED_H

#include "common/buffer.h"
#include "formats/elf/elf_image.h"

/* What a section may become: a few bytes can stand for gigabytes. */
#define ELF_UNPACKED_MAX (256u << 20)

/* ELFCOMPRESS_ZSTD of newer <elf.h>. libelf knows it from 0.189 on, where it was built so. */
#define ELF_PACKED_ZSTD 2u

/*
 * Appends the contents of a compressed section of a file of 64 bits, unpacked by libelf, which sees nothing but that
 * section, or by libzstd. 0; -ENOENT: the section is not compressed; -EBADMSG: damaged, or packed in another way;
 * -E2BIG: over the limit; -ENOMEM.
 */
int elf_unpack_section(const struct elf_image *e, const struct elf_section *section, struct buffer *bytes);

#endif
