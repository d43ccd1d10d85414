/*
 * word_list: lists as the user writes them: "a,b,c".
 */
#ifndef PREC_COMMON_WORD_LIST_H
#define PREC_COMMON_WORD_LIST_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether the list has the word, which may have commas of its own: "f(int, long)" is in "main,f(int, long)". */
bool word_list_has(const char *list, const char *word);
/* The number as it is written, -1 for all ones. */
bool word_list_has_number(const char *list, uint32_t number);
/* Whether all words are such numbers. option: for the message. 0 or -EINVAL. */
int word_list_check_numbers(const char *list, const char *option, struct error *err);

#endif
