/*
 * build_id: build-ids: reads them from ELF notes, writes them as text, compares them.
 * (Their list in a recording: formats/feature/features_decode.h.)
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_ELF_BUILD_ID_H
#define PREC_FORMATS_ELF_BUILD_ID_H

#include "common/bytes.h"
#include "common/cursor.h"
#include "formats/record/abi.h"

/* Bytes of the text: two hexadecimal digits a byte, and a NUL. */
#define BUILD_ID_TEXT_SIZE (2 * BUILD_ID_SIZE_MAX + 1)

/* Writes lower-case hexadecimal digits and a NUL. Returns text. */
const char *build_id_text(const struct build_id *id, char text[BUILD_ID_TEXT_SIZE]);

bool build_id_equal(const struct build_id *a, const struct build_id *b);

/*
 * Whether the file is the recorded one. Ids of which one is shorter (written in 20 bytes, padded with zeros, by old
 * recorders) are the same if the rest of the longer one is zero.
 */
bool build_id_matches(const struct build_id *recorded, const struct build_id *found);

/*
 * Finds the GNU build-id among ELF notes (gABI, "Note Section"): a PT_NOTE segment, an SHT_NOTE section or
 * /sys/kernel/notes. align: the alignment of the notes, 4 or 8 (anything else is taken as 4). Longer ids are cut to
 * BUILD_ID_SIZE_MAX bytes, as Linux perf does. 0, -ENOENT when there is none, -EBADMSG when the notes are damaged
 * before one was found.
 */
int build_id_find_note(struct build_id *ret_id, struct cursor notes, size_t align);

/*
 * The build-id of an ELF file in memory: of its sections, else of its segments. In this order, since the files that
 * hold debug information alone may have kept segments whose places are those of the stripped file.
 * 0, -ENOENT when it has none, -EBADMSG when it is not a well-formed ELF file.
 */
int build_id_find(struct build_id *ret_id, const void *data, size_t size);

/*
 * The build-id of an open ELF file of which as little is read as that takes, mostly one page: of its segments, else of
 * its sections, which kernel modules alone need. 0; -ENOENT, -EBADMSG as above; others of read(2).
 */
int build_id_read(struct build_id *ret_id, int fd);

/* The build-id in a file of notes: /sys/kernel/notes and its like of modules. 0 or a negative errno, as above. */
int build_id_read_notes(struct build_id *ret_id, const char *path);

#endif
