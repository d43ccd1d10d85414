/* annotate_json: functions as JSON. prec-annotate(1) describes the members: keep it up to date. */
#ifndef PREC_REPORT_ANNOTATE_ANNOTATE_JSON_H
#define PREC_REPORT_ANNOTATE_ANNOTATE_JSON_H

#include "report/annotate/annotate_view.h"

/* Writes the document. 0 or -ENOMEM. */
int annotate_json_write(struct annotate_view *v);

#endif
