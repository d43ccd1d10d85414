/*
 * row_json: a value of a row as a member of a JSON object.
 */
#ifndef PREC_REPORT_PRINT_ROW_JSON_H
#define PREC_REPORT_PRINT_ROW_JSON_H

#include "common/json.h"
#include "report/print/row_fields.h"

/* Writes a value by its name; the parts of a breakdown, which come one after the other, are an object of their own. */
void row_json_put(struct json *j, const struct row_field *field);

#endif
