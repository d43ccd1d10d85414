/*
 * elide: shortens names in their middle, so that the beginning and the end, which say most, stay.
 */
#ifndef PREC_REPORT_BROWSER_ELIDE_H
#define PREC_REPORT_BROWSER_ELIDE_H

#include "report/browser/cells.h"

#include <stddef.h>

/*
 * Shortens a name to `width` columns, in place: first the arguments of templates are left out ("std::map<>::find"),
 * then parameters ("find()"), then the middle ("std::__detail::_Ma…::find"). of: whose letters it will be. The text may
 * have 4 bytes more than before: size is its room.
 */
void elide_name(const struct cells *of, char *name, size_t size, unsigned width);

#endif
