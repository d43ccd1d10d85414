/*
 * bundle_stacks: how the unwinding of a recording's stacks ended, of which a bundle has the chains alone.
 *
 * A part (BUNDLE_STACKS of formats/file/bundle_parts.h), in numbers of formats/file/bundle_numbers.h:
 *
 *	u     stacks
 *	list  how many ended for each cause: enum unwind_end of report/unwind/unwind_input.h, in its order
 *	list  how many callers were found in each other way than by call frame information: enum unwind_way
 *	list  of each file in which stacks end too early: cause, number, path with a NUL; "": in no mapping
 *
 * A list begins with the number of its elements.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FILE_BUNDLE_STACKS_H
#define PREC_FORMATS_FILE_BUNDLE_STACKS_H

#include "formats/file/bundle_parts.h"

#define BUNDLE_STACKS_VERSION 1

#define BUNDLE_STACK_CAUSES_MAX 32u
#define BUNDLE_STACK_FILES_MAX  65536u

struct bundle_stack_file {
	const char *path; /* of what is read, in the part */
	uint32_t cause;
	uint64_t n;
};

struct bundle_stacks {
	uint64_t n;
	uint64_t causes[BUNDLE_STACK_CAUSES_MAX];
	uint64_t ways[BUNDLE_STACK_CAUSES_MAX];
	uint32_t n_causes, n_ways;
	struct bundle_stack_file *files;
	uint32_t n_files;
};

/* Appends them as a part of that number. 0, -ENOMEM or -E2BIG. */
int bundle_stacks_put(const struct bundle_stacks *stacks, struct buffer *records, uint32_t number, struct error *err);

/*
 * Reads a part. Paths borrow its bytes; the caller frees ret_stacks->files, in any case. 0; -EBADMSG: it is damaged;
 * -ENOTSUP: another version; -ENOMEM.
 */
int bundle_stacks_read(struct bundle_stacks *ret_stacks, const struct bundle_part *part);

#endif
