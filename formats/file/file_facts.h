/*
 * file_facts: a few facts that a recording's features state and that several commands want to know.
 *
 * A feature that is not there or is damaged is as if it said nothing; what is wrong with it is for the header to say
 * (report/header/print_header.h).
 */
#ifndef PREC_FORMATS_FILE_FILE_FACTS_H
#define PREC_FORMATS_FILE_FILE_FACTS_H

#include "formats/feature/features.h"
#include "formats/feature/features_decode.h"
#include "formats/file/perf_file.h"
#include "formats/record/regs.h"

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

/*
 * file_arch: the architecture a file was recorded on.
 */

/* Of its ARCH feature; REGS_UNKNOWN without one. */
enum regs_arch file_arch(const struct perf_file *file);

/* Whether its machine is one of 64 bits: by that name, else as this one is. */
bool file_is_wide(const struct perf_file *file);

/*
 * file_groups: which events of a file were recorded as a group, as its feature GROUP_DESC says.
 */

/* Takes a group, whose name lives until it returns. 0, or a negative errno that ends the walk. */
typedef int file_groups_take(void *context, const struct feature_group *group, struct error *err);

/*
 * Hands every group of the file to `take`, none of them checked against its events. 0, of a file without the feature
 * too; -EBADMSG where the section is damaged, after what stands before that; or the negative errno of `take` or of
 * reading.
 */
int file_groups_each(const struct perf_file *f, file_groups_take *take, void *context, struct error *err);

/*
 * file_build_ids: the build-ids of files that a recording lists, in its feature BUILD_ID.
 */

/* Takes an entry, whose name lives until it returns. 0, or a negative errno that ends the walk. */
typedef int file_build_ids_take(void *context, const struct build_id_entry *entry, struct error *err);

/*
 * Hands every entry of the list to `take`. 0, of a file without the feature too; -EBADMSG where the list is damaged,
 * after what stands before that; or the negative errno of `take` or of reading, which is another one.
 */
int file_build_ids_each(const struct perf_file *f, file_build_ids_take *take, void *context, struct error *err);

#endif
