/*
 * trace_text: whether a text is one that a kernel could have written as the format of an event.
 *
 * libtraceevent parses the kernel's texts, and falls over many others: brackets without end, operators without
 * operands, a division by nothing. Only texts that pass here are given to it. This is no parser: it looks at what
 * stands beside what.
 */
#ifndef PREC_REPORT_TRACE_TEXT_H
#define PREC_REPORT_TRACE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

bool trace_text_is_sane(const char *text, size_t size);

#endif
