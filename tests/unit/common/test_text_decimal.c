#include "common/text.h"
#include "tests/support/test.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

TEST(numbers)
{
	char *end;

	CHECK(decimal_parse("0.5 s", &end) == 0.5);
	CHECK_STR(end, " s");
	CHECK(decimal_parse("2.3283064365386962890625e-10", NULL) == 0x1p-32);
	CHECK(decimal_parse("x", &end) == 0);
	CHECK_STR(end, "x");
}

/* A locale that writes 0,5, made for this case. */
TEST(numbers_in_another_locale)
{
	char folder[] = "/tmp/prec-locale-XXXXXX", command[256];
	bool found;
	char *end;

	CHECK(mkdtemp(folder));
	snprintf(command, sizeof(command), "localedef -i de_DE -f UTF-8 %s/comma >/dev/null 2>&1", folder);
	setenv("LOCPATH", folder, 1);
	found = !system(command) && setlocale(LC_NUMERIC, "comma");
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	CHECK(!system(command));
	unsetenv("LOCPATH");
	if (!found)
		test_skip("needs localedef and the Debian package locales");
	CHECK(strtod("0.5", &end) == 0);
	CHECK_STR(end, ".5");
	CHECK(decimal_parse("0.5", &end) == 0.5);
	CHECK_STR(end, "");
	setlocale(LC_NUMERIC, "C");
}
