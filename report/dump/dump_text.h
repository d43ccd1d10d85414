/*
 * dump_text: the style of dump that people read: a line a record.
 */
#ifndef PREC_REPORT_DUMP_DUMP_TEXT_H
#define PREC_REPORT_DUMP_DUMP_TEXT_H

#include "report/dump/dump_writer.h"

extern const struct dump_style dump_text_style;

#endif
