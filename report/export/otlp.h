/*
 * otlp: what the parts of a file of OpenTelemetry share while it is written.
 *
 *	otlp_profiles    the processes, with their profiles, whose samples mean stacks and attributes by number
 *	otlp_dictionary  the tables of what was meant
 */
#ifndef PREC_REPORT_EXPORT_OTLP_H
#define PREC_REPORT_EXPORT_OTLP_H

#include "report/export/export_facts.h"
#include "report/export/export_functions.h"
#include "report/export/export_mappings.h"
#include "report/export/export_types.h"
#include "report/export/message_writer.h"
#include "report/export/otlp_attributes.h"

struct otlp {
	struct export *x;
	const struct stack_samples *samples;
	FILE *out;
	struct json json;
	struct buffer b; /* the encoding, as far as it is not written yet */
	struct message_writer w;
	struct export_strings strings;
	struct otlp_attributes attributes;
	struct export_types types;
	struct export_functions functions;
	struct export_mappings mappings;
	struct export_facts facts;
	uint32_t *stack_numbers; /* in the table of stacks, by stack; 0: not used */
	uint32_t *stacks;        /* of the table, from 1 */
	uint32_t n_stacks;
};

/* Writes all processes. 0 or -ENOMEM. */
int otlp_put_profiles(struct otlp *o);

/* Writes the tables. 0 or -ENOMEM. */
int otlp_put_dictionary(struct otlp *o);

/* Writes what there is of the encoding. Call it between fields of the file. */
void otlp_flush(struct otlp *o);

#endif
