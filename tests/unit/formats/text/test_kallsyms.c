#include "formats/text/kallsyms.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>

static struct kallsyms_reader reader;
static struct kallsyms_entry entry;

static void begin(const char *text)
{
	reader = kallsyms_open(text, strlen(text));
}

static void check_entry(uint64_t address, char type, const char *name, const char *module)
{
	char buffer[128];

	CHECK_EQ_I64(kallsyms_next(&reader, &entry), 1);
	CHECK_EQ_U64(entry.address, address);
	CHECK_EQ_U64((unsigned char)entry.type, (unsigned char)type);
	snprintf(buffer, sizeof(buffer), "%.*s", (int)entry.name_size, entry.name);
	CHECK_STR(buffer, name);
	snprintf(buffer, sizeof(buffer), "%.*s", (int)entry.module_size, entry.module ? entry.module : "");
	CHECK_STR(buffer, module);
}

TEST(lines)
{
	begin("ffffffff81000000 T _stext\n"
	      "0000000000001000 d per_cpu\n"
	      "ffffffffc0a05000 t init_fs\t[ext4]\n"
	      "ffffffffc0a06000 t no_newline\t[xfs]");
	check_entry(0xffffffff81000000, 'T', "_stext", "");
	check_entry(0x1000, 'd', "per_cpu", "");
	check_entry(0xffffffffc0a05000, 't', "init_fs", "ext4");
	check_entry(0xffffffffc0a06000, 't', "no_newline", "xfs");
	CHECK_EQ_I64(kallsyms_next(&reader, &entry), 0);
	CHECK_EQ_I64(kallsyms_next(&reader, &entry), 0);
	CHECK_EQ_U64(reader.n_bad, 0);
}

TEST(blanks_after_a_name)
{
	begin("1000 T blank \n2000 T tab\t\n3000 T last ");
	check_entry(0x1000, 'T', "blank", "");
	check_entry(0x2000, 'T', "tab", "");
	check_entry(0x3000, 'T', "last", "");
	CHECK_EQ_I64(kallsyms_next(&reader, &entry), 0);
	CHECK_EQ_U64(reader.n_bad, 0);
}

/* Digits of either case, beside every other byte, at every place of a full address. */
TEST(every_digit)
{
	char line[] = "0123456789abcdef T name_of_eight_and_more";
	char expected[32];

	begin("0123456789abcdef T small\nFEDCBA9876543210 T large\n");
	check_entry(0x0123456789abcdef, 'T', "small", "");
	check_entry(0xfedcba9876543210, 'T', "large", "");
	for (int at = 0; at < 16; at++) {
		for (int byte = 1; byte < 256; byte++) {
			char kept = line[at];
			bool digit = byte < 128 && strchr("0123456789abcdefABCDEF", byte);

			line[at] = (char)byte;
			begin(line);
			if (digit) {
				snprintf(expected, sizeof(expected), "%.16s", line);
				check_entry(strtoull(expected, NULL, 16), 'T', "name_of_eight_and_more", "");
			} else if (byte != '\n' && byte != ' ') {
				CHECK_EQ_I64(kallsyms_next(&reader, &entry), 0);
			}
			line[at] = kept;
		}
	}
}

/* Names of every length, so that they end at every place of a word, with and without a module. */
TEST(every_length_of_name)
{
	static const char name[] = "abcdefghijklmnopqrstuvwxyz_\x01\xff.$";
	char text[128], expected[64];

	for (int n = 1; n <= (int)strlen(name); n++) {
		snprintf(text, sizeof(text), "00000000c0100000 t %.*s\t[mod]\n00000000c0100001 T %.*s\n", n, name, n,
			 name);
		snprintf(expected, sizeof(expected), "%.*s", n, name);
		begin(text);
		check_entry(0xc0100000, 't', expected, "mod");
		check_entry(0xc0100001, 'T', expected, "");
		CHECK_EQ_I64(kallsyms_next(&reader, &entry), 0);
	}
}

TEST(bad_lines_are_counted)
{
	begin("\n"
	      "nonsense\n"
	      "ffffffff81000000\n"
	      "ffffffff81000000 T\n"
	      "ffffffff81000000 T \n"
	      "fffffffff81000000 T seventeen_digits\n"
	      "c0100000 T on_32_bits\n"
	      "c0100000 t unclosed\t[mod\n");
	check_entry(0xc0100000, 'T', "on_32_bits", "");
	CHECK_EQ_I64(kallsyms_next(&reader, &entry), 0);
	CHECK_EQ_U64(reader.n_bad, 6);
}

TEST(every_truncation)
{
	static const char text[] = "ffffffffc0a05000 t init_fs\t[ext4]\nffffffffc0a05010 t b\t[ext4]\n";

	for (size_t size = 0; size <= strlen(text); size++) {
		char *copy = strndup(text, size);
		int n = 0;

		reader = kallsyms_open(copy, size);
		while (kallsyms_next(&reader, &entry) > 0)
			CHECK(++n <= 2);
		free(copy);
	}
}

TEST(types_perf_takes)
{
	for (const char *p = "tTwWdDbBul"; *p; p++)
		CHECK(kallsyms_type_is_wanted(*p));
	for (const char *p = "rRaAvVUn?"; *p; p++)
		CHECK(!kallsyms_type_is_wanted(*p));
	CHECK(!kallsyms_type_is_wanted(0));
}

TEST(functions_and_names)
{
	const struct kallsyms_entry text = { .name = "_text_of", .name_size = 5, .module = "ext4", .module_size = 4 };

	for (const char *p = "tTwWdDbBulrRaAvVUn?"; *p; p++)
		CHECK(kallsyms_type_is_function(*p) == (strchr("tTwW", *p) != NULL));
	CHECK(!kallsyms_type_is_function(0));
	CHECK(kallsyms_is_named(&text, "_text"));
	CHECK(!kallsyms_is_named(&text, "_tex") && !kallsyms_is_named(&text, "_text_of"));
	CHECK(!kallsyms_is_named(&text, "_data") && !kallsyms_is_named(&text, ""));
}
