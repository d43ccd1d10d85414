#include "report/profile/sort_keys.h"

#include "common/bytes.h"
#include "common/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <strings.h>

static const struct sort_key *const groups[] = {
	sort_keys_common,  sort_keys_system, sort_keys_weights, sort_keys_trace,
	sort_keys_numbers, sort_keys_branch, sort_keys_memory,
};

const struct sort_key *sort_keys_at(size_t i)
{
	for (size_t g = 0; g < ARRAY_SIZE(groups); g++)
		for (const struct sort_key *key = groups[g]; key->name; key++)
			if (!i--)
				return key;
	return NULL;
}

static const struct sort_key *find_among(const char *name, size_t size, bool numbers, bool all)
{
	const struct sort_key *key;

	for (size_t i = 0; (key = sort_keys_at(i)); i++) {
		bool whole = strlen(key->name) == size;

		if (!all && sort_key_is_number(key) != numbers)
			continue;
		if ((whole || !key->whole_name) && !strncasecmp(key->name, name, size))
			return key;
	}
	return NULL;
}

const struct sort_key *sort_keys_find(const char *name, size_t size, bool field)
{
	const struct sort_key *key = field ? find_among(name, size, true, false) : NULL;

	return key ? key : find_among(name, size, false, true);
}

int sort_keys_unknown(const char *name, size_t size, struct error *err)
{
	const struct sort_key *key;
	struct suggest suggest;
	char wanted[SUGGEST_NAME_MAX];

	snprintf(wanted, sizeof(wanted), "%.*s", (int)size, name);
	suggest_init(&suggest, wanted);
	for (size_t i = 0; (key = sort_keys_at(i)); i++)
		suggest_offer(&suggest, key->name);
	suggest_offer(&suggest, "sym");
	error_set(err, -EINVAL, "no sort key or field '%s'; prec report --list-names lists them", wanted);
	suggest_append(&suggest, err);
	return -EINVAL;
}
