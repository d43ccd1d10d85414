/* demangle: the names are those Linux perf 6.1 (short) and 7.3 (with parameters) show for the same symbols. */
#include "report/demangle.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>

static void check(const char *mangled, enum demangle_style style, const char *want)
{
	char *have = demangle_name(mangled, style);

	CHECK_STR(have ? have : "(null)", want);
	free(have);
}

TEST(plain_names_are_left_alone)
{
	check("main", DEMANGLE_SHORT, "(null)");
	check("_start", DEMANGLE_SHORT, "(null)");
	check("", DEMANGLE_SHORT, "(null)");
	check("__libc_start_main", DEMANGLE_SHORT, "(null)");
	check("_Znonsense", DEMANGLE_SHORT, "(null)");
}

TEST(cplusplus_short)
{
	check("_ZN11pkgDepCache8CheckDepERKN8pkgCache11DepIteratorEiRNS0_11PkgIteratorE", DEMANGLE_SHORT,
	      "pkgDepCache::CheckDep");
	check("_ZNSt6vectorIiSaIiEE9push_backEOi", DEMANGLE_SHORT, "std::vector<int, std::allocator<int> >::push_back");
	check("_ZNK12_GLOBAL__N_14AnonltERKS0_", DEMANGLE_SHORT, "(anonymous namespace)::Anon::operator<");
	check("_Znwm", DEMANGLE_SHORT, "operator new");
	check("_ZN2ns1VcvdEv", DEMANGLE_SHORT, "ns::V::operator double");
}

TEST(cplusplus_with_parameters)
{
	check("_ZN3foo3barEi", DEMANGLE_PARAMS, "foo::bar(int)");
	check("_ZNK12_GLOBAL__N_14AnonltERKS0_", DEMANGLE_PARAMS,
	      "(anonymous namespace)::Anon::operator<((anonymous namespace)::Anon const&) const");
}

TEST(clones)
{
	check("_ZN3foo3barEi.cold", DEMANGLE_SHORT, "foo::bar");
	check("_ZN3foo3barEi.isra.0", DEMANGLE_PARAMS, "foo::bar(int) [clone .isra.0]");
	check("_ZN3foo3barEi.part.0.constprop.0", DEMANGLE_PARAMS,
	      "foo::bar(int) [clone .part.0] [clone .constprop.0]");
}

TEST(rust_both_manglings)
{
	check("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", DEMANGLE_SHORT, "core::fmt::Formatter::pad");
	check("_RNvC6_123foo3bar", DEMANGLE_SHORT, "123foo::bar");
	check("_RINvNtC3std3mem8align_ofjE", DEMANGLE_SHORT, "std::mem::align_of::<usize>");
}

TEST(d_names)
{
	check("_D3std5stdio4File5closeMFNeZv", DEMANGLE_PARAMS, "std.stdio.File.close()");
	check("_Dmain", DEMANGLE_SHORT, "D main");
}

TEST(plt_entries)
{
	check("_Znwm@plt", DEMANGLE_SHORT, "operator new@plt");
	check("_Znwm@plt", DEMANGLE_PARAMS, "operator new(unsigned long)@plt");
	check("memcpy@plt", DEMANGLE_SHORT, "(null)");
	check("@plt", DEMANGLE_SHORT, "(null)");
}

TEST(versions)
{
	check("_ZSt4cout@GLIBCXX_3.4", DEMANGLE_SHORT, "std::cout@GLIBCXX_3.4");
}

TEST(off)
{
	check("_Znwm", DEMANGLE_NONE, "(null)");
}

TEST(too_long_a_name)
{
	char name[DEMANGLE_MAX_NAME + 16];

	memset(name, 'i', sizeof(name));
	memcpy(name, "_Z1f", 4);
	name[sizeof(name) - 1] = 0;
	check(name, DEMANGLE_SHORT, "(null)");
}

/* Deep nesting: refused by libiberty's recursion limit instead of ending on the stack's guard page. */
TEST(deep_nesting)
{
	char name[DEMANGLE_MAX_NAME];

	memset(name, 'P', sizeof(name));
	memcpy(name, "_Z1f", 4);
	name[sizeof(name) - 2] = 'i';
	name[sizeof(name) - 1] = 0;
	free(demangle_name(name, DEMANGLE_PARAMS));
}

/* f<A<int, int>, A<A<int, int>, A<int, int> >, ...>: every argument holds the one before twice. */
TEST(doubling_names)
{
	char name[1024] = "_Z1fI1AIiiE";
	size_t size = strlen(name);
	int n;

	check("_Z1fI1AIiiES0_IS1_S1_EEvv", DEMANGLE_SHORT, "f<A<int, int>, A<A<int, int>, A<int, int> > >");
	size += (size_t)sprintf(name + size, "S0_IS1_S1_E");
	for (n = 2; n < 36; n++) {
		char digit = n < 10 ? (char)('0' + n) : (char)('A' + n - 10);

		size += (size_t)sprintf(name + size, "S0_IS%c_S%c_E", digit, digit);
	}
	strcpy(name + size, "Evv");
	check(name, DEMANGLE_SHORT, "(null)");
	check(name, DEMANGLE_PARAMS, "(null)");
}
