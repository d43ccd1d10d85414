/*
 * unpack: decompresses ELF files: .gnu_debugdata with the symbols that .dynsym lacks (Fedora's MiniDebugInfo), and
 * kernel modules with the endings .xz and .zst.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_ELF_UNPACK_H
#define PREC_FORMATS_ELF_UNPACK_H

#include "common/buffer.h"
#include "common/error.h"

#define UNPACK_MAX        (256u << 20) /* bytes of a decompressed file */
#define UNPACK_MAX_MEMORY (128u << 20) /* bytes that the decompressor itself may need */

/*
 * Decompress an xz or zstd file in memory into an empty buffer. 0; -EBADMSG: it is damaged, or its first bytes are not
 * those of an ELF file; -E2BIG: it exceeds a limit above; -ENOMEM.
 */
int unpack_xz(struct buffer *ret_bytes, const void *data, size_t size, struct error *err);
int unpack_zstd(struct buffer *ret_bytes, const void *data, size_t size, struct error *err);

/* Decompresses zstd data of any contents to `to`, where they have to fill `size` bytes. False: they do not. */
bool unpack_zstd_to(void *to, size_t size, const void *data, size_t packed_size);

#endif
