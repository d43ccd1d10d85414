/* Symbols as g++ 12 and rustc 1.95 make them, and names as people write them. */
#include "record/address/scoped_name.h"

#include "common/bytes.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

TEST(cxx_functions_have_their_scope)
{
	CHECK(scoped_name_is("_ZN2ns4Type3getEv", "ns::Type::get"));
	CHECK(scoped_name_is("_ZNK2ns4Type3getEv", "ns::Type::get"));
	CHECK(scoped_name_is("_ZNVKR2ns4Type3getEv", "ns::Type::get"));
	CHECK(scoped_name_is("_ZN2nsL5localEi", "ns::local"));
	CHECK(scoped_name_is("_ZN2ns12_GLOBAL__N_14anonEi", "ns::anon"));
	CHECK(scoped_name_is("_ZN2ns6taggedB5cxx11Ev", "ns::tagged"));
	CHECK(scoped_name_is("_ZN2ns4tmplIiEET_S1_", "ns::tmpl"));
	CHECK(scoped_name_is("_ZSt9terminatev", "std::terminate"));
	CHECK(scoped_name_is("_ZNSt6thread4joinEv", "std::thread::join"));
	CHECK(scoped_name_is("_ZN2ns4Type3getEv.llvm.1234", "ns::Type::get"));
}

TEST(constructors_are_called_as_their_type)
{
	CHECK(scoped_name_is("_ZN2ns4TypeC1Ei", "ns::Type::Type"));
	CHECK(scoped_name_is("_ZN2ns4TypeC2Ei", "ns::Type::Type"));
	CHECK(scoped_name_is("_ZN2ns4TypeD0Ev", "ns::Type::~Type"));
	CHECK(!scoped_name_is("_ZN2ns4TypeD0Ev", "ns::Type::Type"));
	CHECK(!scoped_name_is("_ZN2ns4TypeC1Ei", "ns::Type::~Type"));
}

TEST(rust_functions_have_their_scope)
{
	CHECK(scoped_name_is("_RNvCs6GmmlP4bgsG_1r4main", "r::main"));
	CHECK(scoped_name_is("_RNvNtNtCs6GmmlP4bgsG_1r1m4deep1f", "r::m::deep::f"));
	CHECK(scoped_name_is("_RINvNtNtCs6GmmlP4bgsG_1r1m4deep3genyEB6_", "r::m::deep::gen"));
	CHECK(scoped_name_is("_RNvMNtCs6GmmlP4bgsG_1r1mNtB2_1S3get", "r::m::S::get"));
	CHECK(scoped_name_is("_RNvMs_NtCs6GmmlP4bgsG_1r1mNtB4_1S3get", "r::m::S::get"));
	CHECK(scoped_name_is("_RNvNtC1r1m2__x", "r::m::_x"));
	CHECK(!scoped_name_is("_RNCNvCs6GmmlP4bgsG_1r4main0", "r::main"));
	CHECK(scoped_name_is("_ZN1r1m1S3get17h0123456789abcdefE", "r::m::S::get"));
	CHECK(scoped_name_is("_ZN5alloc3vec16Vec$LT$T$C$A$GT$4push17h0123456789abcdefE", "alloc::vec::Vec::push"));
	CHECK(scoped_name_is("_ZN1r1m1f17h0123456789abcdefE.llvm.5", "r::m::f"));
}

TEST(others_are_not_it)
{
	static const char *const symbols[] = {
		"",
		"_",
		"_Z",
		"_ZN",
		"_R",
		"main",
		"ns::Type::get",
		"_Z3getv",
		"_ZN2ns4Type4get2Ev",
		"_ZN2ns4Type3get1xEv",
		"_ZN2ns3getEv",
		"_ZN1x2ns4Type3getEv",
		"_ZN2ns4Type3getEv.cold",
		"_ZN2ns4Type3getEv.part.0",
		"_ZZN2ns4Type3getEvE1x",
		"_ZGVN2ns4Type3getE",
		"_ZN2ns4Type3get",
		"_ZN2ns4Type99getEv",
		"_ZN2ns4Type",
		"_ZN2ns4TypeC",
		"_ZN2ns4TypeIiE3getEv",
		"_ZN99999999999999999999999getEv",
		"_ZN2ns4TypeplEv",
	};

	for (size_t i = 0; i < ARRAY_SIZE(symbols); i++)
		if (scoped_name_is(symbols[i], "ns::Type::get"))
			test_fail(__FILE__, __LINE__, "'%s'", symbols[i]);
}

/* Back references that lead to themselves, or to ever more of each other, end. */
TEST(hostile_references_end)
{
	char name[8000] = "_RNv", *at = name + 4;

	CHECK(!scoped_name_is("_RB_", "a::b"));
	CHECK(!scoped_name_is("_RNvB_1b", "a::b"));
	CHECK(!scoped_name_is("_RNvBzzzzzzzzzzzzzzzzzzzzzzzzz_1b", "a::b"));
	CHECK(!scoped_name_is("_RNvC1aB", "a::b"));
	for (int i = 0; i < 60; i++)
		at += sprintf(at, "MB%c_", 'a' + i % 26);
	CHECK(!scoped_name_is(name, "a::b"));
	memset(name + 4, 'M', sizeof(name) - 5);
	name[sizeof(name) - 1] = 0;
	CHECK(!scoped_name_is(name, "a::b"));
	for (size_t i = 4; i + 5 < sizeof(name); i += 2)
		memcpy(name + i, "Nt", 2);
	CHECK(!scoped_name_is(name, "a::b"));
}
