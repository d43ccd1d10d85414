#include "record/pmu/pmu_match.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#define UNCORE         "uncore_"
#define HEX_DIGITS_MIN 3

/* "_3" or "3", of decimal digits, or of hexadecimal ones where they are enough. */
static bool is_number(const char *tail)
{
	size_t decimal, hexadecimal = 0;

	tail += *tail == '_';
	decimal = strspn(tail, "0123456789");
	while (isxdigit((unsigned char)tail[hexadecimal]))
		hexadecimal++;
	if (tail[hexadecimal] || !hexadecimal)
		return false;
	return decimal == hexadecimal || hexadecimal >= HEX_DIGITS_MIN;
}

static bool name_match(const char *pmu, const char *typed)
{
	size_t size = strlen(typed);

	if (!fnmatch(typed, pmu, 0))
		return true;
	return !strncmp(pmu, typed, size) && is_number(pmu + size);
}

bool pmu_match(const char *pmu, const char *typed)
{
	if (name_match(pmu, typed))
		return true;
	return !strncmp(pmu, UNCORE, strlen(UNCORE)) && name_match(pmu + strlen(UNCORE), typed);
}
