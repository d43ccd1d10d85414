/*
 * proc_maps: parses /proc/PID/maps (proc_pid_maps(5)).
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_TEXT_PROC_MAPS_H
#define PREC_FORMATS_TEXT_PROC_MAPS_H

#include "common/bytes.h"

enum proc_map_prot {
	PROC_MAP_READ = 1, /* the values of PROT_READ, PROT_WRITE and PROT_EXEC */
	PROC_MAP_WRITE = 2,
	PROC_MAP_EXEC = 4,
};

struct proc_map {
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	uint64_t inode;
	uint32_t major;
	uint32_t minor;
	uint8_t prot; /* PROC_MAP_* */
	bool is_shared;
	const char *name; /* as in the line, "\012" for a newline and " (deleted)" included; without a NUL */
	size_t name_size; /* 0: anonymous memory */
};

/*
 * Parses the next line, and moves *text to the one after it. end: the end of the text. 1; 0: the end; -EBADMSG: the
 * line is no mapping, and the caller may go on; -ENODATA: the last line has no newline: the text is cut off.
 */
int proc_maps_next(struct proc_map *ret_map, const char **text, const char *end);

/*
 * Writes a map's name and a NUL into out, cut to room - 1 bytes, with newlines in place of "\012"; the kernel escapes
 * nothing else. Returns the length.
 */
size_t proc_map_copy_name(const struct proc_map *map, char *out, size_t room);

#endif
