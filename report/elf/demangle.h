/*
 * demangle: C++, Rust (both manglings), D, Java and OCaml names as people write them. Of "NAME@plt" and
 * "NAME@@VERSION" NAME is demangled.
 *
 * Bounded: names over the limits below are left as they are, and libiberty's recursion limit stays on (it refuses C++
 * names over 1024 bytes).
 */
#ifndef PREC_REPORT_ELF_DEMANGLE_H
#define PREC_REPORT_ELF_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

#define DEMANGLE_MAX_NAME         8192  /* longest mangled name tried */
#define DEMANGLE_MAX_RESULT       65536 /* longest result: a short hostile name can stand for gigabytes */
#define DEMANGLE_MAX_D_NAME       2048  /* longest D name: their demangler takes the square of it, here 10 ms */
#define DEMANGLE_MAX_D_REFERENCES 8     /* back references in a D name, each of which may double it */

enum demangle_style {
	DEMANGLE_NONE = 0,
	DEMANGLE_FULL, /* as Linux perf 7, with parameters and return types: "ns::Class<int>::method(int) const" */
};

/* False: demangle_name has nothing to say of it. */
bool demangle_may_be_mangled(const char *name);

/* The demangled name, to be given to free(), or NULL when the name is not a mangled one. */
char *demangle_name(const char *mangled, enum demangle_style style);

#endif
