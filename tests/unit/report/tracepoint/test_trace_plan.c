/*
 * Print formats of tracepoints: what Linux perf makes of each (libtraceevent 1.8.4 printed the texts that are wanted
 * here), whatever C would; and what cannot be read.
 */
#include "common/fileio.h"
#include "report/tracepoint/trace_put.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#define HEAD "name: x\nID: 77\nformat:\n"
#define FIELDS                                                                         \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"         \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"         \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"                   \
	"\tfield:u8 byte;\toffset:8;\tsize:1;\tsigned:0;\n"                            \
	"\tfield:short word;\toffset:10;\tsize:2;\tsigned:1;\n"                        \
	"\tfield:int number;\toffset:12;\tsize:4;\tsigned:1;\n"                        \
	"\tfield:unsigned long wide;\toffset:16;\tsize:8;\tsigned:0;\n"                \
	"\tfield:unsigned long list[4];\toffset:24;\tsize:32;\tsigned:0;\n"            \
	"\tfield:char name[16];\toffset:56;\tsize:16;\tsigned:0;\n"                    \
	"\tfield:__data_loc char[] text;\toffset:72;\tsize:4;\tsigned:0;\n"            \
	"\tfield:__rel_loc char[] other;\toffset:76;\tsize:4;\tsigned:0;\n"            \
	"\tfield:u8 mac[6];\toffset:80;\tsize:6;\tsigned:0;\n"                         \
	"\tfield:u8 ip4[4];\toffset:88;\tsize:4;\tsigned:0;\n"                         \
	"\tfield:u8 ip6[16];\toffset:92;\tsize:16;\tsigned:0;\n"                       \
	"\tfield:__data_loc u8[] bytes;\toffset:108;\tsize:4;\tsigned:0;\n\n"

#define RECORD_SIZE 140
#define FIXED_SIZE  112 /* the fields; what dynamic ones lead to follows */
#define ADDRESS     0x1234567890abcdefull

/* A record of the fields above, of a machine of that byte order. */
static void record_make(uint8_t data[RECORD_SIZE], bool big_endian)
{
	struct buffer b;

	buffer_init(&b);
	b.swap = order_is_swapped(big_endian);
	buffer_put_u64(&b, 77);
	buffer_put_u16(&b, 5);
	buffer_put_u16(&b, (uint16_t)-3);
	buffer_put_u32(&b, (uint32_t)-70000);
	buffer_put_u64(&b, ADDRESS);
	for (int i = 0; i < 4; i++)
		buffer_put_u64(&b, i == 3 ? 0xfff : (uint64_t)i + 1);
	buffer_append(&b, "main\0\0\0\0\0\0\0\0\0\0\0", 16);
	buffer_put_u32(&b, 6u << 16 | FIXED_SIZE);
	buffer_put_u32(&b, 6u << 16 | (FIXED_SIZE + 6 - 80));
	buffer_append(&b, "\x00\x11\x22\x33\x44\x55\0", 8);
	buffer_append(&b, "\x7f\0\0\1", 4);
	buffer_append(&b, "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\1", 16);
	buffer_put_u32(&b, 16u << 16 | (FIXED_SIZE + 12));
	buffer_append(&b, "hello\0world", 12);
	buffer_put_u16(&b, AF_INET);
	buffer_append(&b, "\0\x50\x0a\0\0\1\0\0\0\0\0\0\0", 14);
	CHECK(buffer_ok(&b) && b.size == RECORD_SIZE);
	memcpy(data, b.data, RECORD_SIZE);
	buffer_fini(&b);
}

static bool function_at(void *context, uint64_t addr, char *name, size_t size, uint64_t *ret_offset)
{
	(void)context;
	snprintf(name, size, "schedule");
	*ret_offset = 0x1ef;
	return addr == ADDRESS;
}

static struct trace_printk printk = { ADDRESS, "a printk text" };
static const struct trace_machine machine = { .long_size = 8,
					      .functions = { .find = function_at },
					      .printks = { .list = &printk, .n = 1 } };

static struct trace_machine machine_of(bool big_endian)
{
	struct trace_machine m = machine;

	m.swap = order_is_swapped(big_endian);
	return m;
}

/* The text of `size` bytes of data, or "not read"; in static memory. */
static const char *text_of(const struct trace_machine *m, const char *print, const uint8_t *data, size_t size)
{
	static char text[8192];
	const struct trace_plan *plan;
	struct trace_format format;
	struct arena arena;
	struct buffer b;

	arena_init(&arena);
	buffer_init(&b);
	snprintf(text, sizeof(text), HEAD FIELDS "print fmt: %s\n", print);
	CHECK_EQ_I64(trace_format_parse(&format, &arena, text, strlen(text)), 0);
	plan = trace_plan_new(&arena, &format);
	if (plan)
		trace_put_plan(m, plan, data, size, &b);
	else
		buffer_append(&b, "not read", 8);
	buffer_put_u8(&b, 0);
	CHECK(buffer_ok(&b) && b.size < sizeof(text));
	memcpy(text, b.data, b.size);
	buffer_fini(&b);
	arena_fini(&arena);
	return text;
}

TEST(as_perf_prints_it)
{
	static const struct {
		const char *print, *text;
	} cases[] = {
		{ "\"\"", "" },
		{ "\"%\", REC->byte", "" },
		{ "\"%#lx %#08x %#010x %#X\", REC->wide, REC->byte, REC->number, REC->number",
		  "0x1234567890abcdef 0x000005 0xfffeee90 0XFFFEEE90" },
		{ "\"%*pbl\", 64, REC->list", "(nil)bl" },
		{ "\"%+d % d\", REC->number, REC->number", "-70000 > <d" },
		{ "\"%-10d|%+5d\", REC->byte, REC->byte", "5         |   +5" },
		{ "\"%.*s|%*d\", REC->byte & 7, REC->name, REC->byte & 31, REC->number", "main|-70000" },
		{ "\"%.3d %.8x %08.3d %5c|%-4c|%c\", REC->byte, REC->number, REC->number, REC->byte, REC->byte, 65",
		  "005 fffeee90   -70000     \x05|\x05   |A" },
		{ "\"%.3s|%-20.5s|%20.2s|\", REC->name, REC->name, REC->name",
		  "mai|main                |                  ma|" },
		{ "\"%08lx %8lx|%-8lx|\", REC->wide, REC->wide, REC->wide",
		  "1234567890abcdef 1234567890abcdef|1234567890abcdef|" },
		{ "\"%5s|%-5s\", __print_symbolic(REC->byte, { 0, \"HI\" }, { 1, \"TIMER\" }), "
		  "__print_flags(REC->byte, \"|\", { 1, \"S\" }, { 2, \"D\" })",
		  "0x5|S    |0x4" },
		{ "\"%Lu %Lx\", REC->wide, REC->wide", "1311768467294899695 1234567890abcdef" },
		{ "\"%c%c\", REC->byte > 1 ? 'F' : ' ', 'x'", "Fx" },
		{ "\"%d %s\", REC->list[0], __get_str(text)[0] ? \" \" : \"-\"", "1 -" },
		{ "\"%d %u\", __get_dynamic_array_len(text), sizeof(int)", "6 4" },
		{ "\"%d\", !!REC->byte", "1" },
		{ "\"%d\", !(REC->byte & 1)", "0" },
		{ "\"%d\", !REC->byte == 0", "1" },
		{ "\"%d\", 'a'", "97" },
		{ "\"%d\", (REC->byte) ? 1 : 0", "1" },
		{ "\"%d\", (int)REC->list[1]", "2" },
		{ "\"%d\", (s16)REC->number", "61072" },
		{ "\"%d\", (s8)REC->byte", "5" },
		{ "\"%d\", -REC->byte", "-5" },
		{ "\"%d\", 010 + 0x10 + 5ULL", "29" },
		{ "\"%d\", FOO", "0" },
		{ "\"%d\", REC->byte % 3", "2" },
		{ "\"%d\", REC->byte * 2 + REC->byte * 3", "25" },
		{ "\"%d\", REC->byte / 3 % 2", "5" },
		{ "\"%d\", REC->byte << 3 | REC->word >> 2 & 7", "47" },
		{ "\"%d\", REC->byte == 1 && REC->word != 2 || REC->number", "0" },
		{ "\"%d\", REC->byte > 5 ? 1 : REC->word < 3 ? 2 : 3", "3" },
		{ "\"%d\", REC->byte ? REC->word : REC->number + 5", "65538" },
		{ "\"%d\", REC->byte, REC->word", "5" },
		{ "\"%d\", REC->list", "0" },
		{ "\"%d\", REC->text", "393328" },
		{ "\"%d\", __builtin_expect(REC->byte, 0)", "5" },
		{ "\"%d\", ~REC->byte & 0xf", "10" },
		{ "\"%hhd %hhu %hhx\", REC->wide, REC->wide, REC->wide", "-17 239 ef" },
		{ "\"%i\", REC->number", "-70000" },
		{ "\"%ld\", (foo_t)REC->wide", "1311768467294899695" },
		{ "\"%ld\", (s32)REC->wide", "2427178479" },
		{ "\"%ld\", (short)REC->wide", "52719" },
		{ "\"%ld\", (unsigned long long)(u32)REC->wide", "2427178479" },
		{ "\"%ld\", (unsigned long)-1", "-1" },
		{ "\"%ld\", REC->wide - REC->byte * 3 + REC->word", "1311768467294834147" },
		{ "\"%ld\", REC->wide - REC->byte - REC->word", "1311768467294965223" },
		{ "\"%lld%%\", REC->wide", "1311768467294899695%" },
		{ "\"%lu\", (REC->wide + 7) / 8 * 8", "20496382301482807" },
		{ "\"%lu\", 100 - (REC->byte - 3)", "98" },
		{ "\"%lu\", REC->wide * (REC->byte + REC->word)", "6558842336474564008" },
		{ "\"%lx\", (u64)(REC)->wide", "1234567890abcdef" },
		{ "\"%o %#o %lo\", REC->number, REC->number, REC->wide",
		  "37777567220 037777567220 110642547422052746757" },
		{ "\"%pI4 %pi4 %pI6 %pi6 %pI6c\", REC->ip4, REC->ip4, REC->ip6, REC->ip6, REC->ip6",
		  "127.0.0.1 127.000.000.001 2001:0db8:0000:0000:0000:0000:0000:0001 20010db8000000000000000000000001 "
		  "2001:db8::1" },
		{ "\"%pISpc %pIS\", REC->ip6, REC->ip6", " " },
		{ "\"%pISpc %pISc\", __get_dynamic_array(bytes), __get_dynamic_array(bytes)", "10.0.0.1:80 10.0.0.1" },
		{ "\"%pK %pe %pd\", (void *)REC->wide, (void *)REC->wide, (void *)REC->wide",
		  "0x1234567890abcdefK 0x1234567890abcdefe 0x1234567890abcdefd" },
		{ "\"%pM %pm %pMF\", REC->mac, REC->mac, REC->mac",
		  "00:11:22:33:44:55 001122334455 00-11-22-33-44-55" },
		{ "\"%pS %ps %pF %pf %p %pB\", (void *)REC->wide, (void *)REC->wide, (void *)REC->wide, (void "
		  "*)REC->wide, (void *)REC->wide, (void *)REC->wide",
		  "schedule+0x1ef schedule schedule+0x1ef schedule 0x1234567890abcdef 0x1234567890abcdefB" },
		{ "\"%pU %pM\", REC->wide, REC->wide", "INVALIDUUID INVALIDMAC" },
		{ "\"%pU %pUb %pUl %pUB %pUL\", REC->ip6, REC->ip6, REC->ip6, REC->ip6, REC->ip6",
		  "20010db8-0000-0000-0000-000000000001 20010db8-0000-0000-0000-000000000001 "
		  "b80d0120-0000-0000-0000-000000000001 20010DB8-0000-0000-0000-000000000001 "
		  "B80D0120-0000-0000-0000-000000000001" },
		{ "\"%q\", REC->byte", ">q<" },
		{ "\"%s %.*s\", __get_rel_str(other), 3, __get_str(text)", "world hel" },
		{ "\"%s %s\", REC->wide, REC->number", "a printk text \x90\xee\xfe\xff" },
		{ "\"%s\", \"a\" \"b\"", "ab" },
		{ "\"%s\", (REC->byte & 1) ? \"odd\" : (REC->byte & 2) ? \"two\" : \"even\"", "even" },
		{ "\"%s\", (char *)REC->name", "" },
		{ "\"%s\", FOO", "FOO" },
		{ "\"%s\", REC->byte & 1 ? __get_str(text) : __print_hex(REC->mac, 2)", "hello" },
		{ "\"%s\", REC->byte ? REC->name : \"x\"", "main" },
		{ "\"%s\", REC->ip4", "\x7f" },
		{ "\"%s\", REC->text", "p" },
		{ "\"%s\", REC->wide", "a printk text" },
		{ "\"%s\", __get_bitmask(bytes)", "00000000,00000000,0100000a,50000002" },
		{ "\"%s\", __get_cpumask(bytes)", "1,28,30,33,35,56" },
		{ "\"%s\", __get_str(text) , 3", "hello" },
		{ "\"%s\", __print_array(__get_dynamic_array(bytes), __get_dynamic_array_len(bytes) / 4, 4)",
		  "{0x50000002,0x100000a,0x0,0x0}" },
		{ "\"%s\", __print_array(__get_dynamic_array(bytes), __get_dynamic_array_len(bytes), 1)",
		  "{0x2,0x0,0x0,0x50,0xa,0x0,0x0,0x1,0x0,0x0,0x0,0x0,0x0,0x0,0x0,0x0}" },
		{ "\"%s\", __print_flags(REC->byte, \"\", { 1, \"S\" }, { 2, \"D\" })", "S0x4" },
		{ "\"%s\", __print_flags(REC->byte, \"|\", { (1 << 2), \"A\" }, { 1 | 2, \"B\" }, { -1, \"N\" }, { 1UL "
		  "<< 5, \"C\" })",
		  "A|0x1" },
		{ "\"%s\", __print_flags(REC->byte, \"|\", { 1, \"S\" }, { 4, \"T\" })", "S|T" },
		{ "\"%s\", __print_hex(REC->name, 4)", "6d 61 69 6e" },
		{ "\"%s\", __print_symbolic(REC->byte, { HI_SOFTIRQ, \"HI\" }, { TIMER_SOFTIRQ, \"TIMER\" }, { FOO, "
		  "\"foo\" })",
		  "0x5" },
		{ "\"%s\", __print_symbolic(REC->word, { -3, \"minus\" }, { 5, \"five\" }, { 6, ((void *)0) })",
		  "0xfffd" },
		{ "\"%s|%s\", __print_array(REC->list, 4, 8), __print_array(REC->mac, 3, 2)",
		  "{0x1,0x2,0x3,0xfff}|{0x1100,0x3322,0x5544}" },
		{ "\"%s|%s\", __print_flags(0, \"|\", { -1, \"none\" }), __print_flags(8, \"|\", { 8, \"\" })",
		  "none|" },
		{ "\"%s|%s\", __print_hex(REC->mac, 6), __print_hex_str(REC->mac, REC->byte & 3)",
		  "00 11 22 33 44 55|00" },
		{ "\"%u\", (1U << 20) - 1", "1048575" },
		{ "\"%zu %zd %zx\", REC->wide, REC->wide, REC->wide",
		  "1311768467294899695 1311768467294899695 1234567890abcdef" },
		{ "\"a\\tb\\\\c\\n%d\", REC->byte", "a\tb\\c\n5" },
		{ "\"plain\"", "plain" },
		{ "\"x\" \"y\" \"%d\", REC->byte", "xy5" },
	};
	const struct trace_machine little = machine_of(false);
	uint8_t data[RECORD_SIZE];

	record_make(data, false);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *have = text_of(&little, cases[i].print, data, sizeof(data));

		if (strcmp(have, cases[i].text))
			test_fail(__FILE__, __LINE__, "%s: \"%s\", perf: \"%s\"", cases[i].print, have, cases[i].text);
	}
}

TEST(data_of_a_big_endian_machine)
{
	const struct trace_machine big = machine_of(true);
	uint8_t data[RECORD_SIZE];

	record_make(data, true);
	CHECK_STR(text_of(&big,
			  "\"%d %x %lx %lx %s %s %pS\", REC->word, REC->number, REC->wide, REC->list[3], "
			  "__get_str(text), __get_rel_str(other), (void *)REC->wide",
			  data, sizeof(data)),
		  "65533 fffeee90 1234567890abcdef fff hello world schedule+0x1ef");
	CHECK_STR(text_of(&big, "\"%s\", __print_array(REC->list, 4, 8)", data, sizeof(data)), "{0x1,0x2,0x3,0xfff}");
	CHECK_STR(text_of(&big, "\"%pISpc\", __get_dynamic_array(bytes)", data, sizeof(data)), "10.0.0.1:80");
}

/* Of longs, whose first byte is the highest. */
TEST(masks_of_a_big_endian_machine)
{
	struct trace_machine big = machine_of(true);
	uint8_t data[RECORD_SIZE];

	record_make(data, true);
	CHECK_STR(text_of(&big, "\"%s\", __get_bitmask(bytes)", data, sizeof(data)),
		  "00000000,00000000,00020050,0a000001");
	CHECK_STR(text_of(&big, "\"%s\", __get_cpumask(bytes)", data, sizeof(data)), "0,25,27,36,38,49");
	big.long_size = 4;
	CHECK_STR(text_of(&big, "\"%s\", __get_bitmask(bytes)", data, sizeof(data)),
		  "00000000,00000000,0a000001,00020050");
	CHECK_STR(text_of(&big, "\"%s\", __get_cpumask(bytes)", data, sizeof(data)), "4,6,17,32,57,59");
}

TEST(not_read)
{
	static const char *const prints[] = {
		"",
		"REC->byte",
		"\"not ended",
		"\"a\tb %d\", REC->byte",
		"\"%d %d\", REC->byte",
		"\"%d\", REC->other_one",
		"\"%d\", REC->",
		"\"%d\", REC->byte +",
		"\"%d\", REC->byte REC->word",
		"\"%d\", (REC->byte",
		"\"%d\", REC->byte)",
		"\"%d\", REC->byte ? 1",
		"\"%d\", *REC->byte",
		"\"%d\", call(REC->byte)",
		"\"%d\", ({ int i = REC->byte; i; })",
		"\"%s\", __get_str(other_one)",
		"\"%s\", __get_str(byte)",
		"\"%s\", __get_str(REC->byte)",
		"\"%s\", __print_symbolic(REC->byte, { REC->byte, \"a\" })",
		"\"%s\", __print_symbolic(REC->byte, { 1 })",
		"\"%s\", __print_hex(1, 2)",
		"\"%d\", REC->list[REC->byte]",
		"\"%d\", REC->list[100000]",
		"\"%d\", sizeof(struct page)",
	};
	uint8_t data[RECORD_SIZE];

	record_make(data, false);
	for (size_t i = 0; i < ARRAY_SIZE(prints); i++)
		if (strcmp(text_of(&machine, prints[i], data, sizeof(data)), "not read"))
			test_fail(__FILE__, __LINE__, "read: %s", prints[i]);
}

/* n times the text, between two others: whether that is read. */
static bool is_read(const char *before, const char *text, size_t n, const char *after)
{
	const struct trace_plan *plan;
	struct trace_format format;
	struct arena arena;
	struct buffer b;

	arena_init(&arena);
	buffer_init(&b);
	buffer_append(&b, HEAD FIELDS "print fmt: \"%d\", ", strlen(HEAD FIELDS "print fmt: \"%d\", "));
	buffer_append(&b, before, strlen(before));
	for (size_t i = 0; i < n; i++)
		buffer_append(&b, text, strlen(text));
	buffer_append(&b, after, strlen(after));
	CHECK(buffer_ok(&b));
	CHECK_EQ_I64(trace_format_parse(&format, &arena, (const char *)b.data, b.size), 0);
	plan = trace_plan_new(&arena, &format);
	buffer_fini(&b);
	arena_fini(&arena);
	return plan;
}

TEST(depth_is_limited)
{
	CHECK(is_read("", "1 + ", 4000, "1"));
	CHECK(!is_read("", "1 + ", 1000000, "1"));
	CHECK(is_read("", "!", 100, "1"));
	CHECK(!is_read("", "!", 1000000, "1"));
	CHECK(!is_read("", "(", 1000000, "1"));
	CHECK(!is_read("", "1 ? ", 1000000, "1"));
	CHECK(!is_read("", "(int)", 1000000, "1"));
	/* a list is no depth */
	CHECK(is_read("__print_symbolic(REC->byte", ", { 1 + 2, \"a\" }", 10000, ")"));
}

/* Divisions by nothing, records that are cut short, places and sizes that they say themselves: none leads outside. */
TEST(hostile_records)
{
	static const char *const prints[] = {
		"\"%d %d\", REC->byte / REC->word, REC->byte % REC->word",
		"\"%s\", __print_hex(REC->name, REC->wide)",
		"\"%s\", __print_array(__get_dynamic_array(bytes), REC->wide, REC->byte)",
		"\"%s %s\", __get_str(text), __get_rel_str(other)",
		"\"%s %s\", __get_bitmask(bytes), __get_cpumask(text)",
		"\"%*d %.*s %-*s\", REC->wide, 1, REC->number, REC->name, REC->number, REC->name",
		"\"%pISpc %pM %pU\", __get_dynamic_array(bytes), __get_dynamic_array(bytes), __get_dynamic_array(text)",
	};
	static const uint8_t fills[] = { 0, 1, 8, 0x7f, 0xff };

	for (size_t i = 0; i < ARRAY_SIZE(prints); i++)
		for (size_t fill = 0; fill < ARRAY_SIZE(fills); fill++)
			for (size_t size = 0; size <= RECORD_SIZE; size++) {
				/* exactly so large, so that sanitizers see a byte too many */
				uint8_t *data = malloc(size ? size : 1);

				CHECK(data);
				memset(data, fills[fill], size);
				CHECK(strcmp(text_of(&machine, prints[i], data, size), "not read") != 0);
				free(data);
			}
}

/* What is not there is zero. */
TEST(short_records)
{
	const struct trace_machine little = machine_of(false);
	uint8_t data[RECORD_SIZE];

	record_make(data, false);
	CHECK_STR(text_of(&little, "\"%d %lx %s.\", REC->byte, REC->wide, __get_str(text)", data, 20), "5 90abcdef .");
}

TEST(fields_one_by_one)
{
	static const char text[] = HEAD FIELDS;
	uint8_t data[RECORD_SIZE];
	struct trace_format format;
	struct arena arena;
	struct buffer b;

	record_make(data, false);
	arena_init(&arena);
	buffer_init(&b);
	CHECK_EQ_I64(trace_format_parse(&format, &arena, text, strlen(text)), 0);
	trace_put_fields(&format, data, sizeof(data), order_is_swapped(false), &b);
	buffer_put_u8(&b, 0);
	CHECK_STR(
		(const char *)b.data,
		" byte=5 word=-3 number=-70000 wide=0x1234567890abcdef list=ARRAY[01, 00, 00, 00, 00, 00, 00, 00, 02, "
		"00, "
		"00, 00, 00, 00, 00, 00, 03, 00, 00, 00, 00, 00, 00, 00, ff, 0f, 00, 00, 00, 00, 00, 00] name=main "
		"text=hello other=world mac= ip4=ARRAY[7f, 00, 00, 01] ip6=ARRAY[20, 01, 0d, b8, 00, 00, 00, 00, 00, "
		"00, "
		"00, 00, 00, 00, 00, 01] bytes=ARRAY[02, 00, 00, 50, 0a, 00, 00, 01, 00, 00, 00, 00, 00, 00, 00, 00]");
	for (size_t size = 0; size < sizeof(data); size++) {
		uint8_t *less = malloc(size ? size : 1);

		CHECK(less);
		memcpy(less, data, size);
		buffer_clear(&b);
		trace_put_fields(&format, less, size, order_is_swapped(false), &b);
		CHECK(buffer_ok(&b));
		free(less);
	}
	buffer_fini(&b);
	arena_fini(&arena);
}

/* Those that are not read have statements of C, or call functions of the kernel's: perf cannot read them either. */
TEST(kernel)
{
	unsigned n = 0, n_read = 0;
	glob_t found;

	if (glob("/sys/kernel/tracing/events/*/*/format", 0, NULL, &found) || !found.gl_pathc)
		test_skip("the formats of the running kernel cannot be read");
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct trace_format format;
		struct buffer text;
		struct arena arena;

		arena_init(&arena);
		buffer_init(&text);
		if (!fileio_read_file(AT_FDCWD, found.gl_pathv[i], &text, 1 << 20)) {
			n++;
			CHECK_EQ_I64(trace_format_parse(&format, &arena, (const char *)text.data, text.size), 0);
			n_read += trace_plan_new(&arena, &format) != NULL;
		}
		buffer_fini(&text);
		arena_fini(&arena);
	}
	printf("# %u of %u formats are read\n", n_read, n);
	CHECK(n - n_read < n / 100 + 1);
	globfree(&found);
}
