/*
 * demangle: C++, Rust (both manglings) and D names as people write them, in Linux perf's style: without parameters
 * and return types ("ns::Class<int>::method").
 *
 * Bounded: names over DEMANGLE_MAX_NAME bytes are left as they are, and libiberty's recursion limit stays on.
 */
#ifndef PREC_REPORT_DEMANGLE_H
#define PREC_REPORT_DEMANGLE_H

#include <stddef.h>

#define DEMANGLE_MAX_NAME   8192  /* longest mangled name tried */
#define DEMANGLE_MAX_RESULT 65536 /* longest result kept: a short hostile name can stand for gigabytes */

/* The demangled name, to be given to free(), or NULL when the name is not a mangled one. */
char *demangle_name(const char *mangled);

#endif
