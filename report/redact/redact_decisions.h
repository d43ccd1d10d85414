/*
 * redact_decisions: what of a recording stays at which level. Each function knows all there is of its kind, by a switch
 * without a default, so that the compiler asks about whatever is added.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_REPORT_REDACT_REDACT_DECISIONS_H
#define PREC_REPORT_REDACT_REDACT_DECISIONS_H

#include "formats/file/bundle_parts.h"
#include "formats/record/private_record.h"

/* Each takes out what the one before does. */
enum redact_level {
	REDACT_NOTHING = REDACTION_NONE,
	REDACT_STACKS = REDACTION_STACKS,
	REDACT_ARGS = REDACTION_ARGS,
	REDACT_NAMES = REDACTION_NAMES,
	REDACT_NEVER, /* of what stays at all levels */
};

/* What a text says, and so what becomes of it (report/redact/redact_text.h). */
enum redact_text {
	REDACT_TEXT_UNKNOWN, /* empty at all levels */
	REDACT_TEXT_VALUE,   /* anything that a program chose: empty from `args` on */
	REDACT_TEXT_PATH,
	REDACT_TEXT_DATA, /* the path of memory that is no code */
	REDACT_TEXT_COMM,
	REDACT_TEXT_FUNCTION,
	REDACT_TEXT_CGROUP,
	REDACT_TEXT_UNIT,
};

/* Return the level from which on something is left out. */
enum redact_level redact_record_goes(uint32_t type);
enum redact_level redact_private_goes(enum private_record_kind kind);
enum redact_level redact_feature_goes(unsigned feature);
enum redact_level redact_part_goes(uint32_t kind);

/* Of a field of samples, PERF_SAMPLE_*. Bits that are not known go at all levels. */
enum redact_level redact_field_goes(uint64_t bit);

/* Returns what the texts of a record say that stays. */
enum redact_text redact_record_text(uint32_t type);

#endif
