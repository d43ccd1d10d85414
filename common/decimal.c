#include "common/decimal.h"

#include <locale.h>
#include <stdlib.h>

double decimal_parse(const char *text, char **ret_end)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	double number = c ? strtod_l(text, ret_end, c) : strtod(text, ret_end);

	if (c)
		freelocale(c);
	return number;
}
