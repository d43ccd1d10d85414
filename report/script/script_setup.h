/*
 * script_setup: what a file and the options make of struct script, before the first sample is shown.
 */
#ifndef PREC_REPORT_SCRIPT_SCRIPT_SETUP_H
#define PREC_REPORT_SCRIPT_SCRIPT_SETUP_H

#include "report/script/script.h"

/* For each event what is shown of it. chains: callchains are shown. 0 or -ENOMEM. */
int script_events_make(struct script *s, const struct script_fields *fields, bool chains);
void script_events_free(struct script *s);

#endif
