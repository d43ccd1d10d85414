/*
 * file_facts: a few facts that a recording's features state and that several commands want to know.
 *
 * A feature that is not there or is damaged is as if it said nothing; what is wrong with it is for the header to say
 * (report/header/print_header.h).
 */
#ifndef PREC_FORMATS_FILE_FILE_FACTS_H
#define PREC_FORMATS_FILE_FILE_FACTS_H

#include "formats/file/perf_file.h"

/* Longer than any Linux lets a host have. */
#define FILE_HOST_MAX 256

/* The host that recorded; "": not known. */
void file_hostname(const struct perf_file *file, char host[static FILE_HOST_MAX]);

/* Whether that is the name of this machine. */
bool file_host_is_this(const char *host);

/* Its CPUs that were online; 0: not known. */
uint32_t file_cpus(const struct perf_file *file);

/* How many branches a CPU kept (CPU_PMU_CAPS, "branches"); 0: not known. */
uint32_t file_branch_registers(const struct perf_file *file);

#endif
