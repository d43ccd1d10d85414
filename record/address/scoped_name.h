/*
 * scoped_name: tells whether a symbol is the function "ns::type::name" of C++ or Rust, whatever its parameters are.
 *
 * Knows as much of the manglings as such a name takes: namespaces, modules, types, constructors, destructors, template
 * arguments at the end (Itanium C++ ABI 5.1; Rust's legacy mangling, whose generic types lose their arguments; RFC 2603
 * with its back references). Not found are operators, what is within templates or functions, and implementations of
 * traits. Anonymous namespaces are left out of a name.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_RECORD_ADDRESS_SCOPED_NAME_H
#define PREC_RECORD_ADDRESS_SCOPED_NAME_H

#include <stdbool.h>

/* Clones that a compiler made of a function (".cold", ".part.0") are not it. */
bool scoped_name_is(const char *symbol, const char *name);

#endif
