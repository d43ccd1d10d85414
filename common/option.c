#include "common/option.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool option_whole_number(const char *text, uint64_t *ret_number)
{
	int base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
	char *end;

	errno = 0;
	*ret_number = strtoull(text, &end, base);
	return isdigit((unsigned char)*text) && !*end && !errno;
}

uint64_t option_number(const char *value)
{
	uint64_t number;

	option_whole_number(value, &number);
	return number;
}

bool option_size(const char *text, uint64_t bare, uint64_t *ret_bytes)
{
	static const char units[] = "BKMG";
	unsigned long long number;
	const char *unit;
	char *end;

	errno = 0;
	number = strtoull(text, &end, 10);
	unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
	if (!isdigit((unsigned char)*text) || errno || !number || number >> 32 || (*end && (!unit || end[1])))
		return false;
	*ret_bytes = unit ? number << (10 * (unit - units)) : number * bare;
	return true;
}
