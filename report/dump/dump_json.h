/*
 * dump_json: the style of dump that programs read: one object a line, as prec-dump(1) describes it. What is changed
 * here has to be changed there.
 */
#ifndef PREC_REPORT_DUMP_DUMP_JSON_H
#define PREC_REPORT_DUMP_DUMP_JSON_H

#include "report/dump/dump_writer.h"

extern const struct dump_style dump_json_style;

#endif
