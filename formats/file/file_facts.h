/*
 * file_facts: returns facts from a recording's features that several commands need.
 *
 * A feature that is missing or damaged counts as not known; report/header/print_header.h tells the user about damage.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_FORMATS_FILE_FILE_FACTS_H
#define PREC_FORMATS_FILE_FILE_FACTS_H

#include "formats/feature/features.h"
#include "formats/feature/features_decode.h"
#include "formats/file/perf_file.h"
#include "formats/record/private_record.h"
#include "formats/record/regs.h"

/* Bytes with the NUL: longer than Linux allows the name of a host to be. */
#define FILE_HOST_MAX 256

/* Writes the name of the recorded host; "": not known. */
void file_hostname(const struct perf_file *file, char host[static FILE_HOST_MAX]);

/* True if this is the name of this machine. */
bool file_host_is_this(const char *host);

/* Returns how many CPUs were online; 0: not known. */
uint32_t file_cpus(const struct perf_file *file);

/* Returns how many branches a CPU's branch stack has (CPU_PMU_CAPS, "branches"); 0: not known. */
uint32_t file_branch_registers(const struct perf_file *file);

/* Returns the architecture of the recorded machine, by the feature ARCH; REGS_UNKNOWN: not known. */
enum regs_arch file_arch(const struct perf_file *file);

/* True if the recorded machine has 64 bits, by the feature ARCH; without it, if this machine has. */
bool file_is_wide(const struct perf_file *file);

/* Returns what was taken out of the file before it was given away, as far as prec did it. */
enum redaction file_redacted(const struct perf_file *file);

/* Takes a group, whose name is valid until it returns. 0, or a negative errno, which ends the walk. */
typedef int file_groups_take(void *context, const struct feature_group *group, struct error *err);

/*
 * Calls `take` for each group of the feature GROUP_DESC. It is not checked whether the file has the events. 0, also if
 * the file does not have the feature; -EBADMSG: the section is damaged, and `take` got the groups before the damage; or
 * the negative errno of `take` or of reading.
 */
int file_groups_each(const struct perf_file *f, file_groups_take *take, void *context, struct error *err);

/* Takes an entry, whose name is valid until it returns. 0, or a negative errno, which ends the walk. */
typedef int file_build_ids_take(void *context, const struct build_id_entry *entry, struct error *err);

/*
 * Calls `take` for each entry of the feature BUILD_ID. 0, also if the file does not have the feature; -EBADMSG: the
 * list is damaged, and `take` got the entries before the damage; or another negative errno of `take` or of reading.
 */
int file_build_ids_each(const struct perf_file *f, file_build_ids_take *take, void *context, struct error *err);

#endif
