#include "report/terminal/percent_color.h"

#include "report/terminal/stdout_guard.h"

#define MOST   5.0
#define NOTICE 0.5

void percent_color_begin(FILE *out, bool color, double percent)
{
	if (color && percent > NOTICE)
		stdout_own(out, percent >= MOST ? "\033[31m" : "\033[32m");
}

void percent_color_end(FILE *out, bool color, double percent)
{
	if (color && percent > NOTICE)
		stdout_own(out, "\033[m");
}
