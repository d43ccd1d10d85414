/*
 * file_arch: the architecture a file was recorded on, for the names of registers.
 */
#ifndef PREC_REPORT_FILE_ARCH_H
#define PREC_REPORT_FILE_ARCH_H

#include "formats/perf_file.h"
#include "formats/regs.h"

/* Of its ARCH feature; REGS_UNKNOWN without one. */
enum regs_arch file_arch(const struct perf_file *file);

#endif
