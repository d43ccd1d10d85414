#include "record/buildid/kcore.h"

#include "tests/support/test.h"

#define PAGE 4096

static void check(const char *kallsyms, const char *modules, struct kernel_range text, struct kernel_range code)
{
	struct buffer symbols, list;
	struct kernel_ranges ranges;

	buffer_init(&symbols);
	buffer_init(&list);
	buffer_put_string(&symbols, kallsyms);
	buffer_put_string(&list, modules);
	symbols.size--;
	list.size--;
	ranges = kernel_ranges_find(&symbols, &list, PAGE);
	CHECK_EQ_U64(ranges.text.start, text.start);
	CHECK_EQ_U64(ranges.text.end, text.end);
	CHECK_EQ_U64(ranges.modules.start, code.start);
	CHECK_EQ_U64(ranges.modules.end, code.end);
	buffer_fini(&symbols);
	buffer_fini(&list);
}

static const struct kernel_range none;

/* Init code, which is gone, lies after _etext; a module's symbol may have the same name. */
TEST(from_stext_to_etext)
{
	const struct kernel_range text = { 0xffffffff81000000, 0xffffffff81202000 };

	check("ffffffff81000040 T _stext\nffffffff81201001 T _etext\nffffffff83000000 t init_function\n", "", text,
	      none);
	check("ffffffff81000040 T _stext\nffffffff81202000 R _etext\n", "", text, none);
	check("ffffffff81000040 T _stext\nffffffff81202000 T _etext\nffffffffc0000000 d _stext\t[m]\n", "", text, none);
}

TEST(from_first_to_last_function)
{
	const struct kernel_range text = { 0xffffffff81000000, 0xffffffff81003000 };

	check("ffffffff81001ff0 t last\nffffffff81000040 T first\nffffffff80000000 D data\nffffffff90000000 b bss\n",
	      "", text, none);
	check("ffffffff81000040 T _stext\nffffffff81001ff0 W last\n", "", text, none);
	/* Symbols that are in no order. */
	check("ffffffff81000040 t first\nffffffff81001ff0 w last\nffffffff81001ff0 T _stext\nffffffff81000040 T "
	      "_etext\n",
	      "", text, none);
}

TEST(modules)
{
	const struct kernel_range text = { 0x1000, 0x2000 };
	const char *kernel = "1000 T _stext\n2000 T _etext\n";

	check(kernel, "a 8192 1 b, Live 0x12000\nb 100 0 - Live 0x30010 (OE)\n", text,
	      (struct kernel_range){ 0x12000, 0x32000 });
	check("1000 T _stext\n2000 T _etext\n20010 t f\t[a]\n9ff0 d data\t[a]\n25000 t p\t[bpf]\n", "", text,
	      (struct kernel_range){ 0x20000, 0x26000 });
	/* The last module may be larger than a page. */
	check("1000 T _stext\n2000 T _etext\n20010 t f\t[a]\n", "a 69632 0 - Live 0x20000\n", text,
	      (struct kernel_range){ 0x20000, 0x31000 });
}

TEST(hidden_addresses)
{
	check("0000000000000000 T _stext\n0000000000000000 T _etext\n0000000000000000 t f\t[a]\n",
	      "a 8192 0 - Live 0x0000000000000000\n", none, none);
	check("", "", none, none);
}

TEST(what_is_no_list_of_modules)
{
	const struct kernel_range text = { 0x1000, 0x2000 };
	const char *kernel = "1000 T _stext\n2000 T _etext\n";

	check(kernel, "\n\na\na b c d e f\na 8192 0 - Live\nbad 8192 0 - Live\n", text, none);
	check(kernel, "a 18446744073709551615 0 - Live 0x12000", text, (struct kernel_range){ 0x12000, 0x13000 });
	/* The last pages there are. */
	check(kernel, "a 1 0 - Live 0xffffffffffffe000\n", text,
	      (struct kernel_range){ 0xffffffffffffe000, 0xfffffffffffff000 });
	check(kernel, "a 1 0 - Live 0xffffffffffffffff\n", text, none);
}
