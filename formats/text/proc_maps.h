/*
 * proc_maps: the lines of /proc/PID/maps (proc_pid_maps(5)), taken apart without copies.
 *
 * Lifetime: names point into the text that was parsed. Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_TEXT_PROC_MAPS_H
#define PREC_FORMATS_TEXT_PROC_MAPS_H

#include "common/bytes.h"

enum proc_map_prot {
	PROC_MAP_READ = 1, /* PROT_READ, PROT_WRITE and PROT_EXEC of mman.h */
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
	bool shared;
	const char *
		name; /* as it stands in the line, "\012" for a newline and " (deleted)" included; not NUL-terminated */
	size_t name_size; /* 0: anonymous memory */
};

/*
 * Parses the line at *text, which ends at end, and moves *text past it. 1 for a mapping, 0 at the end of the text,
 * -EBADMSG for a line that is not of the form (*text is past it, so that the caller can go on), -ENODATA for a last
 * line without its newline (the text was cut).
 */
int proc_maps_next(struct proc_map *ret_map, const char **text, const char *end);

/*
 * Writes a map's name into out with "\012" turned back into newlines, NUL-terminated, cut to room - 1 bytes. The kernel
 * escapes nothing but newlines there. Returns the length.
 */
size_t proc_map_copy_name(const struct proc_map *map, char *out, size_t room);

#endif
