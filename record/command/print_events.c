#include "record/command/print_events.h"

#include "formats/record/attr.h"
#include "record/open/event_set.h"

#include <inttypes.h>
#include <stdio.h>

/* Names of the bits that are set, "a|b"; bits without a name as a number. */
static void print_flags(const struct field *field)
{
	uint64_t left = field->number;
	const char *between = "";

	for (const struct field_word *w = field->words; w && w->word; w++) {
		if (!w->value || (left & w->value) != w->value)
			continue;
		fprintf(stderr, "%s%s", between, w->word);
		left &= ~w->value;
		between = "|";
	}
	if (left)
		fprintf(stderr, "%s0x%" PRIx64, between, left);
}

static void print_field(void *context, const struct field *field)
{
	const char **between = context;
	const char *word = field_word_find(field->words, field->number);

	if (!field->name || (field->kind != FIELD_NUMBER && field->kind != FIELD_FLAGS) ||
	    (!field->number && !(word && field->kind == FIELD_NUMBER)))
		return;
	fprintf(stderr, "%s%s: ", *between, field->name);
	*between = ", ";
	if (field->kind == FIELD_FLAGS)
		print_flags(field);
	else if (word)
		fputs(word, stderr);
	else
		fprintf(stderr, field->format == FIELD_ADDRESS ? "0x%" PRIx64 : "%" PRIu64, field->number);
}

static void print_details(const struct set_event *event, const struct control_details *details)
{
	const char *between = ": ";
	const struct field_sink sink = { print_field, &between };

	if (details->with_attr)
		attr_fields(&event->attr, &sink);
	else if (details->with_freq)
		fprintf(stderr, ": sample_%s=%" PRIu64, event->attr.flags & ATTR_FREQ ? "freq" : "period",
			event->attr.sample_period);
}

static bool is_member(const struct event_set *set, size_t i)
{
	return i && set->events[i].spec && set->events[i].spec->group &&
	       set->events[i].spec->group == set->events[i - 1].spec->group;
}

/* "{a,b}" for the leader of a group. */
static void print_names(const struct event_set *set, size_t i, bool group)
{
	bool leads = group && set->events[i].spec && set->events[i].spec->group;

	fprintf(stderr, "%s%s", leads ? "{" : "", set->events[i].name);
	while (leads && is_member(set, ++i))
		fprintf(stderr, ",%s", set->events[i].name);
	if (leads)
		fputc('}', stderr);
}

void print_events(void *context, const struct control_details *details)
{
	const struct event_set *set = context;

	for (size_t i = 0; i < set->n; i++) {
		if (details->with_group && is_member(set, i))
			continue;
		print_names(set, i, details->with_group);
		print_details(&set->events[i], details);
		fputc('\n', stderr);
	}
	fflush(stderr);
}
