/*
 * perfetto_interned: what packets of a sequence of a Perfetto trace refer to by number: names, mappings, frames and
 * callstacks, each written once in a sequence, in the packet that needs it first (interned_data.proto,
 * profile_common.proto).
 */
#ifndef PREC_REPORT_EXPORT_PERFETTO_INTERNED_H
#define PREC_REPORT_EXPORT_PERFETTO_INTERNED_H

#include "common/buffer.h"
#include "report/export/export.h"

enum perfetto_kind {
	PERFETTO_FUNCTION_NAMES,
	PERFETTO_MAPPING_PATHS,
	PERFETTO_SOURCE_PATHS,
	PERFETTO_BUILD_IDS,
	PERFETTO_MAPPINGS,
	PERFETTO_FRAMES,
	PERFETTO_CALLSTACKS,
	PERFETTO_N_KINDS,
};

/* What is written in a sequence: a byte by number. */
struct perfetto_written {
	uint8_t *list;
	size_t n;
};

struct perfetto_sequence {
	struct perfetto_written kinds[PERFETTO_N_KINDS];
	bool is_begun;
};

/* Numbers are the same in all sequences. */
struct perfetto_interned {
	struct export *export; /* borrowed */
	struct strtab strings; /* plain names; the number of one is its id here */
	struct buffer text;
	struct buffer data; /* the fields of interned_data for the next packet */
	bool failed;        /* sticky: no memory */
};

/* 0 or -ENOMEM; _fini is due in any case. */
int perfetto_interned_init(struct perfetto_interned *p, struct export *x);
void perfetto_interned_fini(struct perfetto_interned *p);
void perfetto_sequence_fini(struct perfetto_sequence *s);

/* Returns the number of a stack, 0 of none, after what is not written yet of it was added to p->data. */
uint64_t perfetto_callstack(struct perfetto_interned *p, struct perfetto_sequence *s, uint32_t stack);

#endif
