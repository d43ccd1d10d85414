/*
 * file_match: says whether a file is the one that was mapped, where no build-id tells.
 *
 * The kernel names the device, the inode and its generation. A file that was replaced is another inode, and one of a
 * number that is used again has another generation or was changed later; one that was written in place was changed
 * later. Where file systems number their files otherwise in stat(2) than in the kernel (overlayfs, btrfs) or anew with
 * each mount (FUSE, NFS), fewer of these count.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_REPORT_SYMBOLS_FILE_MATCH_H
#define PREC_REPORT_SYMBOLS_FILE_MATCH_H

#include "formats/record/record.h"
#include "report/elf/elf_file.h"

enum file_match {
	FILE_MATCH_SAME,
	FILE_MATCH_DOUBTFUL, /* it may be: its names or rights were changed, or its contents with the old time */
	FILE_MATCH_OTHER,
};

/*
 * Compares the mapped file with one that is here. until: the end of the recording in ns since 1970; 0: not known. A
 * mapped file with inode 0 is of any inode.
 */
enum file_match file_match(const struct mapped_file *mapped, uint64_t until, const struct elf_file_version *here);

#endif
