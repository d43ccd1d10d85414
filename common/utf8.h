/*
 * utf8: characters of more than one byte (The Unicode Standard, table 3-7, Well-Formed UTF-8 Byte Sequences).
 */
#ifndef PREC_COMMON_UTF8_H
#define PREC_COMMON_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The size of the character of two to four bytes that begins at p, of which `left` are there; 0: there is none.
 * *ret_cut (may be NULL): there may be one, whose end is missing.
 */
size_t utf8_size(const uint8_t *p, size_t left, bool *ret_cut);

#endif
