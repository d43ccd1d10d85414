/*
 * build_id: reads build-ids from ELF files, writes them as text, and compares them.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_ELF_BUILD_ID_H
#define PREC_FORMATS_ELF_BUILD_ID_H

#include "common/bytes.h"
#include "common/cursor.h"
#include "formats/record/abi.h"

/* Bytes of an id's text: two hexadecimal digits for each byte, and a NUL. */
#define BUILD_ID_TEXT_SIZE (2 * BUILD_ID_SIZE_MAX + 1)

/* Writes the id as lower-case hexadecimal digits and a NUL. Returns text. */
const char *build_id_text(const struct build_id *id, char text[BUILD_ID_TEXT_SIZE]);

/* True if both have the same size and bytes. */
bool build_id_equal(const struct build_id *a, const struct build_id *b);

/*
 * True if a file that was found is the recorded one. Ids of different sizes match if the rest of the longer one is
 * zero: old recorders wrote all ids in 20 bytes.
 */
bool build_id_matches(const struct build_id *recorded, const struct build_id *found);

/*
 * Finds the GNU build-id in ELF notes (gABI, "Note Section"): a PT_NOTE segment, an SHT_NOTE section or
 * /sys/kernel/notes. align: the alignment of the notes, 4 or 8; other values mean 4. Longer ids are cut to
 * BUILD_ID_SIZE_MAX bytes, as by Linux perf. 0; -ENOENT: there is none; -EBADMSG: the notes are damaged before one was
 * found.
 */
int build_id_find_note(struct build_id *ret_id, struct cursor notes, size_t align);

/*
 * Finds the build-id of an ELF file in memory, by its sections, then by its segments: in files with debug information
 * only, the offsets of segments may be those of the stripped file. 0; -ENOENT: it has none; -EBADMSG: it is no
 * well-formed ELF file.
 */
int build_id_find(struct build_id *ret_id, const void *data, size_t size);

/*
 * Reads the build-id of an open ELF file, by its segments, then by its sections, which only kernel modules need. It
 * reads no more than needed, mostly one page. 0; -ENOENT, -EBADMSG: as above; other errors of read(2).
 */
int build_id_read(struct build_id *ret_id, int fd);

/* Reads the build-id in a file of notes, /sys/kernel/notes or that of a module. 0 or a negative errno, as above. */
int build_id_read_notes(struct build_id *ret_id, const char *path);

#endif
