/* named: names as a case asks for them. */
#ifndef PREC_TESTS_UNIT_REPORT_SYMBOLS_NAMED_H
#define PREC_TESTS_UNIT_REPORT_SYMBOLS_NAMED_H

#include "report/symbols/symbols.h"
#include "tests/support/tree.h"

/* The symbols of a machine whose files are in a tree. kallsyms: NULL, or a file. The caller frees it. */
struct symbols *named_open(const struct tree *symfs, const char *kallsyms);

/* The name at an address, or "none". */
const char *named_at(struct dso_symbols *d, uint64_t addr);

#endif
