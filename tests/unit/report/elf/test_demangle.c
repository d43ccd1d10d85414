/* demangle: the names are those Linux perf 7.3 shows for the same symbols. */
#include "report/elf/demangle.h"
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
	check("main", DEMANGLE_FULL, "(null)");
	check("_start", DEMANGLE_FULL, "(null)");
	check("", DEMANGLE_FULL, "(null)");
	check("__libc_start_main", DEMANGLE_FULL, "(null)");
	check("_Znonsense", DEMANGLE_FULL, "(null)");
}

TEST(cplusplus)
{
	check("_ZN11pkgDepCache8CheckDepERKN8pkgCache11DepIteratorEiRNS0_11PkgIteratorE", DEMANGLE_FULL,
	      "pkgDepCache::CheckDep(pkgCache::DepIterator const&, int, pkgCache::PkgIterator&)");
	check("_ZNSt6vectorIiSaIiEE9push_backEOi", DEMANGLE_FULL,
	      "std::vector<int, std::allocator<int> >::push_back(int&&)");
	check("_Znwm", DEMANGLE_FULL, "operator new(unsigned long)");
	check("_ZN2ns1VcvdEv", DEMANGLE_FULL, "ns::V::operator double()");
	check("_ZN3foo3barEi", DEMANGLE_FULL, "foo::bar(int)");
	check("_ZNK12_GLOBAL__N_14AnonltERKS0_", DEMANGLE_FULL,
	      "(anonymous namespace)::Anon::operator<((anonymous namespace)::Anon const&) const");
}

TEST(clones)
{
	check("_ZN3foo3barEi.cold", DEMANGLE_FULL, "foo::bar(int) [clone .cold]");
	check("_ZN3foo3barEi.isra.0", DEMANGLE_FULL, "foo::bar(int) [clone .isra.0]");
	check("_ZN3foo3barEi.part.0.constprop.0", DEMANGLE_FULL, "foo::bar(int) [clone .part.0] [clone .constprop.0]");
}

TEST(rust_both_manglings)
{
	check("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", DEMANGLE_FULL, "core::fmt::Formatter::pad");
	check("_RNvC6_123foo3bar", DEMANGLE_FULL, "123foo::bar");
	check("_RINvNtC3std3mem8align_ofjE", DEMANGLE_FULL, "std::mem::align_of::<usize>");
}

TEST(d_names)
{
	check("_D3std5stdio4File5closeMFNeZv", DEMANGLE_FULL, "std.stdio.File.close()");
	check("_Dmain", DEMANGLE_FULL, "D main");
	check("_D3std5stdio4File5closeMFNeZv.part.0", DEMANGLE_FULL, "std.stdio.File.close() [clone .part.0]");
	check("_D3std5stdio4File5closeMFNeZv@plt", DEMANGLE_FULL, "std.stdio.File.close()@plt");
}

/* Descriptors of JVMTI agents: perf has no dot before <init>, and forgets that an array of objects is one. */
TEST(java_names)
{
	check("Ljava/lang/Object;wait(JI)V", DEMANGLE_FULL, "java.lang.Object.wait(long, int)");
	check("Ljava/lang/Object;<init>()V", DEMANGLE_FULL, "java.lang.Object<init>()");
	check("LOuter$Inner;run$0(I[J[[Z)Ljava/lang/String;", DEMANGLE_FULL,
	      "Outer$Inner.run$0(int, long[], boolean[][])");
	check("LFoo;bar([Ljava/lang/String;LX;)V", DEMANGLE_FULL, "Foo.bar(java.lang.String, X)");
	check("LFoo;bar(BCDFIJSZ)V", DEMANGLE_FULL, "Foo.bar(byte, char, double, float, int, long, short, boolean)");
	check("LFoo;LAR(II)I", DEMANGLE_FULL, "Foo.LAR(int, int)");
}

TEST(no_java_names)
{
	static const char *const names[] = { "Lfoo",        "L;",           "LFoo;",      "LFoo;bar",    "LFoo;bar(",
					     "LFoo;bar(I",  "LFoo;bar(L)V", "LFoo;bar([", "LFoo;a/b()V", "LFoo;[a(I)V",
					     "LFoo[;a(I)V", "LFoo;a(Q)V",   "LFoo;a(LX",  "LFoo;a;b(I)V" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		check(names[i], DEMANGLE_FULL, "(null)");
}

TEST(ocaml_names)
{
	check("camlStdlib__List__map_123", DEMANGLE_FULL, "Stdlib.List.map_123");
	check("camlFoo__$3c$3e_77", DEMANGLE_FULL, "Foo.<>_77");
	check("camlFoo__$zz_7$", DEMANGLE_FULL, "Foo.$zz_7$");
	check("camlFoo___x__9.cold", DEMANGLE_FULL, "Foo._x.9.cold");
	check("camlFoo__a$00_1", DEMANGLE_FULL, "Foo.a$00_1");
	check("camlfoo__bar_1", DEMANGLE_FULL, "(null)");
	check("caml", DEMANGLE_FULL, "(null)");
	check("camlStdlib.List.map_77", DEMANGLE_FULL, "Stdlib.List.map_77");
	check("camlFoo.caf$c3$a9_12", DEMANGLE_FULL, "Foo.caf\xc3\xa9_12");
	check("camlFoo.caf$e9_12", DEMANGLE_FULL, "(null)"); /* no UTF-8 */
	check("camlStdlib$List$fold_left_34", DEMANGLE_FULL, "Stdlib.List.fold_left_34");
	check("camlBase$Map$deadbeef_3", DEMANGLE_FULL, "Base.Map.deadbeef_3");
	check("camlFoo$$$3e$$3d_9", DEMANGLE_FULL, "Foo.>=_9");
}

TEST(plt_entries)
{
	check("_Znwm@plt", DEMANGLE_FULL, "operator new(unsigned long)@plt");
	check("memcpy@plt", DEMANGLE_FULL, "(null)");
	check("@plt", DEMANGLE_FULL, "(null)");
}

TEST(versions)
{
	check("_ZSt4cout@GLIBCXX_3.4", DEMANGLE_FULL, "std::cout@GLIBCXX_3.4");
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
	check(name, DEMANGLE_FULL, "(null)");
}

/* Deep nesting: refused by libiberty's recursion limit instead of ending on the stack's guard page. */
TEST(deep_nesting)
{
	char name[DEMANGLE_MAX_NAME];

	memset(name, 'P', sizeof(name));
	memcpy(name, "_Z1f", 4);
	name[sizeof(name) - 2] = 'i';
	name[sizeof(name) - 1] = 0;
	free(demangle_name(name, DEMANGLE_FULL));
}

/* f<A<int, int>, A<A<int, int>, A<int, int> >, ...>: every argument holds the one before twice. */
TEST(doubling_names)
{
	char name[1024] = "_Z1fI1AIiiE";
	size_t size = strlen(name);
	int n;

	check("_Z1fI1AIiiES0_IS1_S1_EEvv", DEMANGLE_FULL, "void f<A<int, int>, A<A<int, int>, A<int, int> > >()");
	size += (size_t)sprintf(name + size, "S0_IS1_S1_E");
	for (n = 2; n < 36; n++) {
		char digit = n < 10 ? (char)('0' + n) : (char)('A' + n - 10);

		size += (size_t)sprintf(name + size, "S0_IS%c_S%c_E", digit, digit);
	}
	strcpy(name + size, "Evv");
	check(name, DEMANGLE_FULL, "(null)");
	/* D: back references to types, each of which has two. */
	check("_D1a1fFAiHQdQfHQgQiZv", DEMANGLE_FULL, "a.f(int[], int[][int[]], int[][int[]][int[][int[]]])");
	check("_D1a1fFAiHQdQfHQgQiHQgQiHQgQiHQgQiHQgQiHQgQiHQgQiHQgQiHQgQiHQgQiHQgQiZv", DEMANGLE_FULL, "(null)");
}
