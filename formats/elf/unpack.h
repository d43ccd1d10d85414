/*
 * unpack: compressed ELF files: .gnu_debugdata, with the symbols that .dynsym lacks (MiniDebugInfo, as
 * Fedora's binaries carry it), and modules ending in .xz and .zst.
 */
#ifndef PREC_FORMATS_ELF_UNPACK_H
#define PREC_FORMATS_ELF_UNPACK_H

#include "common/buffer.h"
#include "common/error.h"

/* What a compressed file may become, and what the decompressor may need for itself. */
#define UNPACK_MAX        (256u << 20)
#define UNPACK_MAX_MEMORY (128u << 20)

/*
 * The unpacked bytes of an xz (or zstd) file in memory, into an empty buffer. 0; -EBADMSG: damaged, or not
 * of an ELF file, which shows in the first bytes, -E2BIG: over a limit above, -ENOMEM.
 */
int unpack_xz(struct buffer *ret_bytes, const void *data, size_t size, struct error *err);
int unpack_zstd(struct buffer *ret_bytes, const void *data, size_t size, struct error *err);

/* Unpacks data of zstd, of whatever, that are so many bytes then. False: damaged, or of another size. */
bool unpack_zstd_to(void *to, size_t size, const void *data, size_t packed_size);

#endif
