/*
 * dump_types: which types of record are dumped.
 */
#ifndef PREC_REPORT_DUMP_DUMP_TYPES_H
#define PREC_REPORT_DUMP_DUMP_TYPES_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

#define DUMP_TYPES_MAX 64

struct dump_types {
	uint32_t n; /* 0: all */
	uint32_t types[DUMP_TYPES_MAX];
};

/* Names ("SAMPLE", in either case) or numbers, with commas between. 0 or -EINVAL. */
int dump_types_parse(struct dump_types *ret_types, const char *list, struct error *err);

bool dump_types_have(const struct dump_types *types, uint32_t type);

#endif
