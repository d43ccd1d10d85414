/*
 * stitching: whether what --stitch-lbr asks for can be done with a file.
 */
#ifndef PREC_REPORT_COMMAND_STITCHING_H
#define PREC_REPORT_COMMAND_STITCHING_H

#include "formats/file/perf_file.h"

/*
 * How many branches the CPU kept, as struct sample_plan and ordered_stitch take it. 0: the file's call stacks cannot be
 * stitched; why is logged under the file's name.
 */
uint32_t stitching_registers(const struct perf_file *file, const char *name);

#endif
