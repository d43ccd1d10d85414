/*
 * open_mapped_file: opens a file that a process has mapped, also if its path means something else here.
 *
 * The path of a mapping is valid in the process's mount namespace, below its root. A file that was deleted or replaced
 * has no path any more, only the kernel's link, /proc/PID/map_files/START-END. The build-id tells whether the right
 * file was opened; of a program without one its inode.
 *
 * Paths and roots are looked up with the user's own rights (record/privilege/privilege.h): a capability would reach
 * files that folders hide from this user. For the kernel's link the capability is raised.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_BUILDID_OPEN_MAPPED_FILE_H
#define PREC_RECORD_BUILDID_OPEN_MAPPED_FILE_H

#include "formats/record/record.h"

#include <sys/types.h>

/* The mount namespace, the root and the pid namespace of a process, each by its inode. */
struct open_mapped_file_view {
	struct {
		dev_t device;
		ino_t inode;
	} parts[3];
};

/*
 * Finds out where a process is. 0 or a negative errno: the process is gone, or another user's; *ret_view is then
 * incomplete.
 */
int open_mapped_file_view_of(struct open_mapped_file_view *ret_view, pid_t pid);

#define OPEN_MAPPED_FILE_ELSEWHERE  1u /* another mount namespace or root: paths mean something else */
#define OPEN_MAPPED_FILE_RENUMBERED 2u /* another pid namespace: it knows itself by another number */
#define OPEN_MAPPED_FILE_FOREIGN    4u /* another user's, but root's */
/* Its perf map and jitdump are not where readers look for them. */
#define OPEN_MAPPED_FILE_CONTAINED (OPEN_MAPPED_FILE_ELSEWHERE | OPEN_MAPPED_FILE_RENUMBERED)

/*
 * Returns what is different for a process, OPEN_MAPPED_FILE_*; 0 also if that cannot be found out. here: the view of
 * this process; all zero: not known.
 */
unsigned open_mapped_file_look(const struct open_mapped_file_view *here, pid_t pid);

/* What a file is known by: its build-id; if that has size 0, what the kernel says of it. */
struct mapped_identity {
	struct build_id id;
	struct mapped_file file;
};

/*
 * Open the file with the identity: by its path here, by its path below the root of a process, or by the kernel's link
 * to the mapping from start to end. Return a descriptor with O_PATH, which the caller closes, of a file that this user
 * may read, or a negative errno; -ESTALE: the file has another build-id or none. Without a build-id: the file is
 * another one, no program, or has a build-id.
 */
int open_mapped_file_by_name(const char *name, const struct mapped_identity *of);
int open_mapped_file_by_root(pid_t pid, const char *name, const struct mapped_identity *of);
int open_mapped_file_by_map(pid_t pid, uint64_t start, uint64_t end, const struct mapped_identity *of);

#endif
