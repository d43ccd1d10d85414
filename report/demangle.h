/*
 * demangle: C++, Rust (both manglings) and D names as people write them. "NAME@plt" demangles NAME.
 *
 * Bounded: names over DEMANGLE_MAX_NAME bytes are left as they are, and libiberty's recursion limit stays on.
 */
#ifndef PREC_REPORT_DEMANGLE_H
#define PREC_REPORT_DEMANGLE_H

#include <stddef.h>

#define DEMANGLE_MAX_NAME   8192  /* longest mangled name tried */
#define DEMANGLE_MAX_RESULT 65536 /* longest result kept: a short hostile name can stand for gigabytes */

enum demangle_style {
	DEMANGLE_NONE = 0,
	DEMANGLE_SHORT,  /* as Linux perf up to 6.x: no parameters and return types, "ns::Class<int>::method" */
	DEMANGLE_PARAMS, /* as later ones, and perf -v: "ns::Class<int>::method(int) const" */
};

/* The demangled name, to be given to free(), or NULL when the name is not a mangled one. */
char *demangle_name(const char *mangled, enum demangle_style style);

#endif
