/*
 * word_list: searches lists that users write: "a,b,c".
 *
 * Threads: no state, any thread.
 */
#ifndef PREC_COMMON_WORD_LIST_H
#define PREC_COMMON_WORD_LIST_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

/* True if the list has the word, which may itself have commas: "f(int, long)" is in "main,f(int, long)". */
bool word_list_has(const char *list, const char *word);

/* True if the list has the number, which users write as a signed one: -1 is UINT32_MAX. */
bool word_list_has_number(const char *list, uint32_t number);

/* Checks that all words are such numbers. option: its name for the message. 0 or -EINVAL. */
int word_list_check_numbers(const char *list, const char *option, struct error *err);

#endif
