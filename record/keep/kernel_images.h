/*
 * kernel_images: what has no file of its own, as one in memory: the kernel's symbols, and the vdso of this program.
 *
 * Both are read with the user's own rights.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_KEEP_KERNEL_IMAGES_H
#define PREC_RECORD_KEEP_KERNEL_IMAGES_H

#include "formats/record/abi.h"

#include <stddef.h>

/* The text of /proc/kallsyms. A descriptor or a negative errno; -EACCES: this user is shown no addresses. */
int kernel_images_kallsyms(void);

/* The vdso, of so many bytes, and its build-id. A descriptor or a negative errno; -ENOENT: there is none. */
int kernel_images_vdso(size_t size, struct build_id *ret_id);

#endif
