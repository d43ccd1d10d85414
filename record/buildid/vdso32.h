/*
 * vdso32: the vdso of 32-bit programs, for one of 64 bits.
 *
 * It is the kernel's own image, mapped in a process forked for it, and not what some process has in its memory, where
 * others may have written.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_BUILDID_VDSO32_H
#define PREC_RECORD_BUILDID_VDSO32_H

/*
 * Writes it to a descriptor. 0 or a negative errno; -ENOENT: the kernel does not show it (Linux for x86_64 does, with
 * CONFIG_CHECKPOINT_RESTORE).
 */
int vdso32_write(int fd);

#endif
