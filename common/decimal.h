/*
 * decimal: numbers with a point, as files and options have them, whatever the locale of the program writes in its
 * place.
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_DECIMAL_H
#define PREC_COMMON_DECIMAL_H

/* As strtod(3) in the locale "C". */
double decimal_parse(const char *text, char **ret_end);

#endif
