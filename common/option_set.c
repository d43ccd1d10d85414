#include "common/option_set.h"

#include <string.h>

bool option_is_end(const struct option *option)
{
	return !option->help && option->kind == OPTION_KIND_NONE;
}

bool option_is_group(const struct option *option)
{
	return option->kind == OPTION_KIND_GROUP || option->kind == OPTION_KIND_POINTED;
}

void *option_member(const struct option *option, void *options)
{
	char *member = options ? (char *)options + option->at : NULL;
	void *pointed;

	if (!member || option->kind != OPTION_KIND_POINTED)
		return member;
	memcpy(&pointed, member, sizeof(pointed));
	return pointed;
}

const struct option_bound *option_set_letter(const struct option_set *set, int letter)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->bound[i].letter == letter)
			return &set->bound[i];
	return NULL;
}

const struct option_bound *option_set_name(const struct option_set *set, const char *name, size_t size)
{
	for (size_t i = 0; i < set->n; i++) {
		const char *own = set->bound[i].option->name;

		if (own && strlen(own) == size && !memcmp(own, name, size))
			return &set->bound[i];
	}
	return NULL;
}

/* True if words, separated by blanks, have the word of size bytes. */
static bool has_word(const char *words, const char *word, size_t size)
{
	while (*words) {
		size_t length = strcspn(words, " ");

		if (length == size && !memcmp(words, word, size))
			return true;
		words += length;
		words += strspn(words, " ");
	}
	return false;
}

const struct option *option_set_absent(const struct option_set *set, const char *word, size_t size)
{
	for (size_t i = 0; i < set->n_absent; i++)
		if (has_word(set->absent[i]->name, word, size))
			return set->absent[i];
	return NULL;
}

/* True if an option before, or an absent one, has the letter. */
static bool letter_is_taken(const struct option_set *set, int letter)
{
	const char word[] = { '-', (char)letter, 0 };

	return option_set_letter(set, letter) || option_set_absent(set, word, 2);
}

static void add_option(struct option_set *set, const struct option *option, void *options)
{
	int letter = option->letter && !letter_is_taken(set, option->letter) ? option->letter : 0;
	bool is_named = option->name && !option_set_name(set, option->name, strlen(option->name));

	if (is_named || (!option->name && letter))
		set->bound[set->n++] = (struct option_bound){ option, options, letter };
}

static void add_group(struct option_set *set, const struct option_group *group, void *options)
{
	for (const struct option *o = group->options; !option_is_end(o) && set->n < OPTION_SET_MAX; o++) {
		if (option_is_group(o) && o->help)
			set->bound[set->n++] = (struct option_bound){ .option = o };
		if (option_is_group(o))
			add_group(set, o->group, option_member(o, options));
		else if (o->kind != OPTION_KIND_ABSENT)
			add_option(set, o, options);
		else if (set->n_absent < OPTION_SET_MAX)
			set->absent[set->n_absent++] = o;
	}
}

void option_set_fill(struct option_set *set, const struct option_group *group, void *options)
{
	set->n = set->n_absent = 0;
	add_group(set, group, options);
}

bool option_is_opposite(const struct option *option, const char *name, size_t size)
{
	const char *own = option->name;

	if (!own)
		return false;
	if (!strncmp(own, "no-", 3))
		return strlen(own + 3) == size && !memcmp(own + 3, name, size);
	return size > 3 && !strncmp(name, "no-", 3) && strlen(own) == size - 3 && !memcmp(own, name + 3, size - 3);
}
