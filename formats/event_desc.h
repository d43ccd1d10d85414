/*
 * event_desc: FEATURE_EVENT_DESC, the events' names.
 */
#ifndef PREC_FORMATS_EVENT_DESC_H
#define PREC_FORMATS_EVENT_DESC_H

#include "formats/perf_file.h"

/* Gives the file's events their names, in the order of the section. Without the section nothing happens. */
int event_desc_apply(struct perf_file *f, struct error *err);

#endif
