/*
 * unwind_file: an x86_64 file on the disk through which stacks are unwound.
 *
 *	offset 0x1000	a function whose frame has a size that is chosen, the return address among it
 *	offset 0x1100	one that has no caller
 */
#ifndef PREC_TESTS_SUPPORT_UNWIND_FILE_H
#define PREC_TESTS_SUPPORT_UNWIND_FILE_H

#include <stdint.h>

#define UNWIND_FILE_PATH_SIZE 64

/* Writes it to a path that is made; to be given to unlink(2). The program ends when that cannot be done. */
void unwind_file_write(char path[UNWIND_FILE_PATH_SIZE], uint8_t frame_size);

#endif
