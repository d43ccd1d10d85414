/*
 * open_mapped_file: opens a file that a process has mapped, wherever its name leads.
 *
 * A name means what it means to the process: in its mount namespace, below its root. A file that was deleted or
 * replaced has no name at all, but the kernel's links to what is mapped. Whether it is the right file is known by its
 * build-id.
 *
 * Names, and roots, are looked up with the user's own rights (record/privilege/privilege.h): below the root of another
 * user's process lie files that folders hide from this user. The links are shown to the process's own user.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_BUILDID_OPEN_MAPPED_FILE_H
#define PREC_RECORD_BUILDID_OPEN_MAPPED_FILE_H

#include "formats/record/abi.h"

#include <sys/types.h>

/* Where a process is: its mount namespace, its root, its pid namespace. */
struct open_mapped_file_place {
	struct {
		dev_t device;
		ino_t inode;
	} parts[3];
};

/* 0, or a negative errno: the process is gone, or another user's; *ret_place is then as far as it came. */
int open_mapped_file_find_place(struct open_mapped_file_place *ret_place, pid_t pid);

#define OPEN_MAPPED_FILE_ELSEWHERE  1u /* names mean something else to the process */
#define OPEN_MAPPED_FILE_RENUMBERED 2u /* it has another number in a pid namespace of its own */

/* What is different for a process; 0 also when it is gone. here: the place of this one; all zero: not known. */
unsigned open_mapped_file_look(const struct open_mapped_file_place *here, pid_t pid);

/*
 * Each: a descriptor that cannot be read (O_PATH), of a file that can be, or a negative errno; -ESTALE: the file has
 * another build-id or none.
 */
int open_mapped_file_by_name(const char *name, const struct build_id *id);
int open_mapped_file_by_root(pid_t pid, const char *name, const struct build_id *id);
int open_mapped_file_by_map(pid_t pid, uint64_t start, uint64_t end, const struct build_id *id);

#endif
