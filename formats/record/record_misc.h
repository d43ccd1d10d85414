/*
 * record_misc: the misc field of a record's header in words.
 */
#ifndef PREC_FORMATS_RECORD_RECORD_MISC_H
#define PREC_FORMATS_RECORD_RECORD_MISC_H

#include "formats/record/field.h"

/* What the bits of misc beside the cpumode mean in records of the type; NULL: nothing. */
const struct field_word *record_misc_words(uint32_t type);

/* "unknown", "kernel", "user", "hypervisor", "guest_kernel", "guest_user"; NULL for others. */
const char *record_cpumode_name(uint16_t misc);

#endif
