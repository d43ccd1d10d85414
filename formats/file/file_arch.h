/*
 * file_arch: the architecture a file was recorded on.
 */
#ifndef PREC_FORMATS_FILE_FILE_ARCH_H
#define PREC_FORMATS_FILE_FILE_ARCH_H

#include "formats/file/perf_file.h"
#include "formats/record/regs.h"

/* Of its ARCH feature; REGS_UNKNOWN without one. */
enum regs_arch file_arch(const struct perf_file *file);

/* Whether its machine is one of 64 bits: by that name, else as this one is. */
bool file_is_wide(const struct perf_file *file);

#endif
