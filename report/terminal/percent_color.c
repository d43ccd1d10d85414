#include "report/terminal/percent_color.h"

#include "report/terminal/stdout_guard.h"

#include <string.h>

#define MOST   5.0
#define NOTICE 0.5

static void put(FILE *out, const char *text)
{
	stdout_own(out, text, strlen(text));
}

void percent_color_begin(FILE *out, bool color, double percent)
{
	if (color && percent > NOTICE)
		put(out, percent >= MOST ? "\033[31m" : "\033[32m");
}

void percent_color_end(FILE *out, bool color, double percent)
{
	if (color && percent > NOTICE)
		put(out, "\033[m");
}
