/*
 * overloads: spends CPU time in functions that have C++ symbols, some of one name but for their parameters, for a
 * number of rounds. It needs no C++ compiler: the symbols are given as they are mangled.
 */
#include <stdlib.h>

#define CHAIN 400000

#define MANGLED_FUNCTION(name, symbol)                  \
	double name(double x) __asm__(symbol);          \
	__attribute__((noinline)) double name(double x) \
	{                                               \
		for (int i = 0; i < CHAIN; i++)         \
			x = x * 1.0000001 + 0.5;        \
		return x;                               \
	}

MANGLED_FUNCTION(f_int, "_Z1fi")                   /* f(int) */
MANGLED_FUNCTION(f_int_long, "_Z1fil")             /* f(int, long) */
MANGLED_FUNCTION(method, "_ZNK2ns1A1mEi")          /* ns::A::m(int) const */
MANGLED_FUNCTION(template_int, "_ZN2ns1gIiEEiT_")  /* int ns::g<int>(int) */
MANGLED_FUNCTION(template_long, "_ZN2ns1gIlEElT_") /* long ns::g<long>(long) */

int main(int argc, char **argv)
{
	double x = 1;

	for (int n = argc > 1 ? atoi(argv[1]) : 100; n > 0; n--)
		x = template_long(template_int(method(f_int_long(f_int(x)))));
	return x < 0;
}
