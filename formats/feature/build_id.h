/*
 * build_id: build-ids as hexadecimal text and in ELF notes. Reads no files: see record/synth/elf_build_id.h for those.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FEATURE_BUILD_ID_H
#define PREC_FORMATS_FEATURE_BUILD_ID_H

#include "common/bytes.h"
#include "common/cursor.h"
#include "formats/record/abi.h"

#define BUILD_ID_HEX_SIZE (2 * BUILD_ID_SIZE_MAX + 1)

/* Writes lower-case hexadecimal digits and a NUL into hex (BUILD_ID_HEX_SIZE bytes). Returns the number of digits. */
size_t build_id_format(const struct build_id *id, char *hex);

/* Parses a whole string of an even number of digits, 2 to 40 of them. 0 or -EINVAL. */
int build_id_parse(struct build_id *ret_id, const char *hex);

/*
 * Finds the GNU build-id among ELF notes (gABI, "Note Section"): a PT_NOTE segment, an SHT_NOTE section or
 * /sys/kernel/notes. align: the alignment of the notes, 4 or 8 (anything else is taken as 4). Longer ids are cut to
 * BUILD_ID_SIZE_MAX bytes, as Linux perf does. 0, -ENOENT when there is none, -EBADMSG when the notes are damaged
 * before one was found.
 */
int build_id_find_note(struct build_id *ret_id, struct cursor notes, size_t align);

bool build_id_equal(const struct build_id *a, const struct build_id *b);

#endif
