/*
 * name_pattern: finds rows and frames by a part of a name or a regular expression, as it is typed.
 *
 * Ownership: _set/_fini. One thread.
 */
#ifndef PREC_REPORT_BROWSER_NAME_PATTERN_H
#define PREC_REPORT_BROWSER_NAME_PATTERN_H

#include <regex.h>
#include <stdbool.h>

struct name_pattern {
	char *text; /* NULL: none, which matches all */
	regex_t regex;
	bool is_regex;     /* what is no regular expression yet, "operator(", is looked for as it is */
	bool ignores_case; /* there is no capital letter in it */
};

/* Sets the text; an empty one matches all. 0 or -ENOMEM; then it is as before. */
int name_pattern_set(struct name_pattern *p, const char *text);
void name_pattern_fini(struct name_pattern *p);

/* True if a name matches. *ret_at, *ret_size (may be NULL): where. */
bool name_pattern_matches(const struct name_pattern *p, const char *name, unsigned *ret_at, unsigned *ret_size);

#endif
