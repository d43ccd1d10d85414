/*
 * feature_walk: a feature section on its way into a sink, and what other features say that it is decoded by.
 */
#ifndef PREC_FORMATS_FEATURE_FEATURE_WALK_H
#define PREC_FORMATS_FEATURE_FEATURE_WALK_H

#include "common/cursor.h"
#include "formats/record/field.h"

struct feature_walk {
	struct cursor c; /* the section's bytes */
	const struct field_sink *sink;
	unsigned feature;
	uint32_t n_events;  /* of the file: groups are of these */
	uint32_t n_cpus;    /* of NRCPUS, for CPU_TOPOLOGY; 0: not known */
	struct cursor btfs; /* of BPF_BTF, for BPF_PROG_INFO; empty: not there */
};

#endif
