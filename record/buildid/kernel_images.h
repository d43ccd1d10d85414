/*
 * kernel_images: what has no file of its own, as one in memory: the kernel's symbols, and the vdsos that it gives to
 * processes.
 *
 * All are read with the user's own rights.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_BUILDID_KERNEL_IMAGES_H
#define PREC_RECORD_BUILDID_KERNEL_IMAGES_H

#include "formats/record/abi.h"

#include <stddef.h>

/* The text of /proc/kallsyms. A descriptor or a negative errno; -EACCES: this user is shown no addresses. */
int kernel_images_kallsyms(void);

/* The vdso, of so many bytes, and its build-id. A descriptor or a negative errno; -ENOENT: there is none. */
int kernel_images_vdso(size_t size, struct build_id *ret_id);

/*
 * Does the same for the vdso of 32-bit processes on a 64-bit machine; -ENOENT: the kernel does not show it. It is the
 * kernel's own image, mapped in a process forked for it: the memory of other processes may have been written.
 */
int kernel_images_vdso32(struct build_id *ret_id);

#endif
