#include "report/browser/name_pattern.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool has_capital(const char *text)
{
	while (*text && !isupper((unsigned char)*text))
		text++;
	return *text;
}

void name_pattern_fini(struct name_pattern *p)
{
	if (p->is_regex)
		regfree(&p->regex);
	free(p->text);
	*p = (struct name_pattern){ 0 };
}

int name_pattern_set(struct name_pattern *p, const char *text)
{
	struct name_pattern made = { 0 };
	int flags;

	if (*text) {
		made.text = strdup(text);
		if (!made.text)
			return -ENOMEM;
		made.ignores_case = !has_capital(text);
		flags = REG_EXTENDED | (made.ignores_case ? REG_ICASE : 0);
		made.is_regex = !regcomp(&made.regex, text, flags);
	}
	name_pattern_fini(p);
	*p = made;
	return 0;
}

bool name_pattern_matches(const struct name_pattern *p, const char *name, unsigned *ret_at, unsigned *ret_size)
{
	regmatch_t match = { 0 };
	const char *at;

	if (p->is_regex) {
		if (regexec(&p->regex, name, 1, &match, 0))
			return false;
	} else if (p->text) {
		at = p->ignores_case ? strcasestr(name, p->text) : strstr(name, p->text);
		if (!at)
			return false;
		match.rm_so = (regoff_t)(at - name);
		match.rm_eo = match.rm_so + (regoff_t)strlen(p->text);
	}
	if (ret_at) {
		*ret_at = (unsigned)match.rm_so;
		*ret_size = (unsigned)(match.rm_eo - match.rm_so);
	}
	return true;
}
