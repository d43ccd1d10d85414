/*
 * overloads: spends CPU time in functions that have the symbols of several languages, some of one name but for their
 * parameters or their crate, for a number of rounds. It needs none of their compilers: the symbols are given as they
 * are mangled.
 */
#include <stdlib.h>

#define CHAIN 100000

/* Each has a constant of its own: of functions that are alike one would be called in place of the others. */
#define MANGLED_FUNCTION(name, symbol)                  \
	double name(double x) __asm__(symbol);          \
	__attribute__((noinline)) double name(double x) \
	{                                               \
		for (int i = 0; i < CHAIN; i++)         \
			x = x * 1.0000001 + __LINE__;   \
		return x;                               \
	}

MANGLED_FUNCTION(f_int, "_Z1fi")                   /* f(int) */
MANGLED_FUNCTION(f_int_long, "_Z1fil")             /* f(int, long) */
MANGLED_FUNCTION(method, "_ZNK2ns1A1mEi")          /* ns::A::m(int) const */
MANGLED_FUNCTION(template_int, "_ZN2ns1gIiEEiT_")  /* int ns::g<int>(int) */
MANGLED_FUNCTION(template_long, "_ZN2ns1gIlEElT_") /* long ns::g<long>(long) */
MANGLED_FUNCTION(clone, "_Z1fi.isra.0")            /* f(int) [clone .isra.0] */
MANGLED_FUNCTION(rust_legacy, "_ZN4core3fmt3pad17h0123456789abcdefE")
MANGLED_FUNCTION(rust_legacy_other, "_ZN4core3fmt3pad17h0123456789abcdf0E")
MANGLED_FUNCTION(rust_generic, "_RINvNtC3std3mem8align_ofjE")
MANGLED_FUNCTION(rust_method, "_RNvMs_C3fooNtB4_3Bar3baz")
MANGLED_FUNCTION(rust_closure, "_RNCNvC3foo4main0B3_.llvm.123")
MANGLED_FUNCTION(d_int, "_D8demangle4testFiZv")
MANGLED_FUNCTION(d_long, "_D8demangle4testFlZv")
MANGLED_FUNCTION(ocaml, "camlStdlib__List__map_123")
MANGLED_FUNCTION(java_int, "\"LOuter$Inner;run(I[J)V\"")
MANGLED_FUNCTION(java_string, "\"LOuter$Inner;run(Ljava/lang/String;)V\"")

static double cplusplus(double x)
{
	return template_long(template_int(method(f_int_long(f_int(clone(x))))));
}

static double rust(double x)
{
	return rust_closure(rust_method(rust_generic(rust_legacy_other(rust_legacy(x)))));
}

static double others(double x)
{
	return java_string(java_int(ocaml(d_long(d_int(x)))));
}

int main(int argc, char **argv)
{
	double x = 1;

	for (int n = argc > 1 ? atoi(argv[1]) : 100; n > 0; n--)
		x = others(rust(cplusplus(x)));
	return x < 0;
}
