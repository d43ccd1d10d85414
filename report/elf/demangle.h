/*
 * demangle: C++, Rust (both manglings), D, Java and OCaml names as people write them. Of "NAME@plt" and "NAME@@VERSION"
 * NAME is demangled.
 *
 * Bounded: names over the limits below are left as they are, and libiberty's recursion limit stays on (it rejects C++
 * names over 1024 bytes).
 */
#ifndef PREC_REPORT_ELF_DEMANGLE_H
#define PREC_REPORT_ELF_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

#define DEMANGLE_MAX_NAME   8192  /* longest mangled name tried */
#define DEMANGLE_MAX_RESULT 65536 /* longest result: a short hostile name can stand for gigabytes */
#define DEMANGLE_MAX_D_NAME 2048  /* longest D name: the time grows with its square, to 10 ms here */
#define DEMANGLE_MAX_D_READ 8192  /* characters of one, those that back references lead to once more */

enum demangle_style {
	DEMANGLE_NONE = 0,
	DEMANGLE_FULL,     /* as Linux perf 7, with parameters and return types: "ns::Class<int>::method(int) const" */
	DEMANGLE_COMPARED, /* only to choose one of several names, which is then given as it is: --no-demangle */
};

/* Says by its first characters whether a name may be mangled. False: demangle_name would return NULL. */
bool demangle_may_be_mangled(const char *name);

/* Returns the demangled name, which the caller frees. NULL: the name is not mangled, or is over a limit. */
char *demangle_name(const char *mangled, enum demangle_style style);

#endif
