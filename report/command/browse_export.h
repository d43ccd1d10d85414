/*
 * browse_export: the samples that are chosen in a browser, in a format of prec export and as the lines of prec script.
 * The recording is read again for either, by a reader beside the report's.
 */
#ifndef PREC_REPORT_COMMAND_BROWSE_EXPORT_H
#define PREC_REPORT_COMMAND_BROWSE_EXPORT_H

#include "report/command/report_plan.h"

/* Makes an export of a report's samples, malloced, *ret_size bytes. NULL with *err filled: there is none. */
char *browse_export(const struct report *r, const char *format, size_t *ret_size, struct error *err);

/* Returns samples of a function as text, malloced; NULL: of all. So many as fit into a page that a person looks at.
 * NULL with *err filled: there are none. */
char *browse_samples(const struct report *r, const char *function, struct error *err);

#endif
