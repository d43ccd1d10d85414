#include "common/option_merge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static size_t defs_count(const struct option_def *defs)
{
	size_t n = 0;

	while (defs[n].help)
		n++;
	return n;
}

static size_t ranges_count(const struct option_range *ranges)
{
	size_t n = 0;

	while (ranges && ranges[n].key)
		n++;
	return n;
}

static size_t absent_count(const struct option_absent *absent)
{
	size_t n = 0;

	while (absent && absent[n].names)
		n++;
	return n;
}

static bool defs_have_key(const struct option_def *defs, int key)
{
	while (defs->help && defs->key != key)
		defs++;
	return defs->help;
}

static bool defs_have_name(const struct option_def *defs, const char *name)
{
	while (defs->help && (!defs->name || !name || strcmp(defs->name, name) != 0))
		defs++;
	return defs->help;
}

/* Of names that begin with a letter: "-T --type-profile". */
static bool absent_has_letter(const struct option_absent *absent, int letter)
{
	for (; absent && absent->names; absent++)
		if (absent->names[1] == letter && (!absent->names[2] || absent->names[2] == ' '))
			return true;
	return false;
}

static int moved_key(const struct option_table *own, int key)
{
	if (key > OPTION_LETTER_LAST || !(defs_have_key(own->defs, key) || absent_has_letter(own->absent, key)))
		return key;
	return key | OPTION_MOVED;
}

static void merge_defs(struct option_def *to, const struct option_table *own, const struct option_def *other)
{
	for (; other->help; other++) {
		int key = moved_key(own, other->key);

		if (defs_have_name(own->defs, other->name) || (key != other->key && !other->name))
			continue;
		*to = *other;
		to++->key = key;
	}
}

int option_merge_init(struct option_merge *merge, const struct option_table *own, const struct option_table *other)
{
	size_t n_own = defs_count(own->defs), n_ranges = ranges_count(own->ranges),
	       n_absent = absent_count(own->absent);
	size_t n_other_ranges = ranges_count(other->ranges), n_other_absent = absent_count(other->absent);

	*merge = (struct option_merge){ 0 };
	merge->defs = calloc(n_own + defs_count(other->defs) + 1, sizeof(*merge->defs));
	merge->ranges = calloc(n_ranges + n_other_ranges + 1, sizeof(*merge->ranges));
	merge->absent = calloc(n_absent + n_other_absent + 1, sizeof(*merge->absent));
	if (!merge->defs || !merge->ranges || !merge->absent) {
		option_merge_fini(merge);
		return -ENOMEM;
	}
	for (size_t i = 0; i < n_own; i++)
		merge->defs[i] = own->defs[i];
	merge_defs(merge->defs + n_own, own, other->defs);
	for (size_t i = 0; i < n_ranges; i++)
		merge->ranges[i] = own->ranges[i];
	for (size_t i = 0; i < n_other_ranges; i++) {
		merge->ranges[n_ranges + i] = other->ranges[i];
		merge->ranges[n_ranges + i].key = moved_key(own, other->ranges[i].key);
	}
	for (size_t i = 0; i < n_absent; i++)
		merge->absent[i] = own->absent[i];
	for (size_t i = 0; i < n_other_absent; i++)
		merge->absent[n_absent + i] = other->absent[i];
	merge->table = (struct option_table){ merge->defs, merge->ranges, merge->absent };
	merge->others = merge->defs + n_own;
	return 0;
}

void option_merge_fini(struct option_merge *merge)
{
	free(merge->defs);
	free(merge->ranges);
	free(merge->absent);
	*merge = (struct option_merge){ 0 };
}
