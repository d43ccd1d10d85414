#include "report/rows/sort_keys.h"

#include "common/bytes.h"
#include "common/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <strings.h>

static const struct sort_key *const groups[] = {
	sort_keys_common, sort_keys_system,    sort_keys_source,  sort_keys_weights,
	sort_keys_trace,  sort_keys_numbers,   sort_keys_latency, sort_keys_branch,
	sort_keys_memory, sort_keys_breakdown, sort_keys_types,   sort_keys_undecoded,
};

const struct sort_key *sort_keys_at(size_t i)
{
	for (size_t g = 0; g < ARRAY_SIZE(groups); g++)
		for (const struct sort_key *key = groups[g]; key->name; key++)
			if (!i--)
				return key;
	return NULL;
}

static const struct sort_key *find_among(const char *name, size_t size, bool numbers, enum sort_key_mode mode)
{
	const struct sort_key *key;

	for (size_t i = 0; (key = sort_keys_at(i)); i++) {
		bool whole = strlen(key->name) == size;

		if ((numbers && !sort_key_is_number(key)) || !sort_key_known(key, mode))
			continue;
		if ((whole || !key->whole_name) && !strncasecmp(key->name, name, size))
			return key;
	}
	return NULL;
}

const struct sort_key *sort_keys_find(const char *name, size_t size, bool field, enum sort_key_mode mode)
{
	const struct sort_key *key = field ? find_among(name, size, true, mode) : NULL;

	if (!key)
		key = find_among(name, size, false, mode);
	return key ? key : find_among(name, size, false, SORT_KEY_UNKNOWN);
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
