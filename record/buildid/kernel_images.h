/*
 * kernel_images: copies what the kernel has in memory only into files: its symbols, and the vdsos of processes.
 *
 * All are read with the user's own rights. Each function returns the descriptor of an anonymous file (memfd_create(2)),
 * which the caller closes, or a negative errno.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_BUILDID_KERNEL_IMAGES_H
#define PREC_RECORD_BUILDID_KERNEL_IMAGES_H

#include "formats/record/abi.h"

#include <stddef.h>

/* Copies the text of /proc/kallsyms. -EACCES: the kernel shows this user no addresses. */
int kernel_images_kallsyms(void);

/* Copies the vdso of this process, `size` bytes, and finds its build-id. -ENOENT: it has none. */
int kernel_images_vdso(size_t size, struct build_id *ret_id);

/*
 * Copies the vdso of 32-bit processes on a 64-bit machine, and finds its build-id. It maps the kernel's image in a
 * forked process, since a process that was recorded may have changed its copy. -ENOENT: the kernel does not map it.
 */
int kernel_images_vdso32(struct build_id *ret_id);

#endif
