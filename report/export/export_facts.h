/*
 * export_facts: what a recording says of itself, for formats that have a place for it.
 */
#ifndef PREC_REPORT_EXPORT_EXPORT_FACTS_H
#define PREC_REPORT_EXPORT_EXPORT_FACTS_H

#include "report/export/export.h"
#include "report/export/recording_facts.h"

struct export_facts {
	uint64_t time;     /* of the first sample, ns since 1970; 0: not known */
	uint64_t duration; /* ns from the first sample to the last */
	struct recording_facts recording;
};

/* 0 or -ENOMEM; export_facts_fini is due in any case. The samples were read. */
int export_facts_init(struct export_facts *f, const struct export *x);
void export_facts_fini(struct export_facts *f);

/*
 * Returns the i-th line, from 0, of what a person should know of the recording: its command, its machine, what is
 * missing of it. text: a buffer of EXPORT_FACT_SIZE bytes, which the line may be in. NULL: there are no more.
 */
#define EXPORT_FACT_SIZE 4096
const char *export_facts_line(const struct export_facts *f, const struct export *x, unsigned i,
			      char text[static EXPORT_FACT_SIZE]);

#endif
