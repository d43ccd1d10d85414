#include "report/stream/sample_choice.h"

#include "common/text.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds the name without its modifier: "cycles" of "cycles:u". A tracepoint, "sched:sched_switch", has none. */
static size_t name_size(const struct file_event *e)
{
	const char *colon = strrchr(e->name, ':');

	if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "ukhGHIpPDSWeb")])
		return strlen(e->name);
	return (size_t)(colon - e->name);
}

static bool word_ends(char c)
{
	return !c || c == ',';
}

/* Returns how many characters at the start of the list are the name of an event, or 0. */
static size_t word_of_event(const char *list, const struct file_event *e)
{
	size_t whole = strlen(e->name), base = name_size(e);

	if (whole && !strncmp(list, e->name, whole) && word_ends(list[whole]))
		return whole;
	return base && !strncmp(list, e->name, base) && word_ends(list[base]) ? base : 0;
}

/* Names may contain commas: the name of an event is preferred to the text up to the next comma. */
static size_t word_size(const char *list, const struct perf_file *f)
{
	size_t size = 0;

	for (uint32_t i = 0; i < f->n_events; i++) {
		size_t of_event = word_of_event(list, &f->events[i]);

		size = of_event > size ? of_event : size;
	}
	return size ? size : strcspn(list, ",");
}

static bool event_matches(const struct file_event *e, const char *word)
{
	return !strcmp(e->name, word) || (strlen(word) == name_size(e) && !strncmp(e->name, word, name_size(e))) ||
	       !fnmatch(word, e->name, 0);
}

/* Marks the events that a word names. Returns whether there are any. */
static bool mark_events(bool *marks, const struct perf_file *f, const char *word)
{
	bool found = false;

	for (uint32_t i = 0; i < f->n_events; i++)
		if (event_matches(&f->events[i], word)) {
			marks[i] = true;
			found = true;
		}
	return found;
}

/* Lists the names of all events for a message, without dummy events. */
static void list_events(const struct perf_file *f, char *text, size_t size)
{
	size_t used = 0;

	*text = '\0';
	for (uint32_t i = 0; i < f->n_events && used < size; i++)
		if (!event_attr_is_dummy(&f->events[i].attr))
			used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", f->events[i].name);
	if (used >= size)
		memcpy(text + size - 4, "...", 4);
}

/* Finds the events that the list of an option names; NULL: no option. 0 or a negative errno with *err filled. */
static int events_make(bool **ret_marks, const struct perf_file *f, const char *option, const char *list,
		       struct error *err)
{
	const char *p = list;
	char names[512];

	if (!list)
		return 0;
	*ret_marks = calloc(f->n_events ? f->n_events : 1, sizeof(**ret_marks));
	if (!*ret_marks)
		return error_nomem(err);
	for (;;) {
		size_t size = word_size(p, f);
		char *word = strndup(p, size);
		bool found = word && mark_events(*ret_marks, f, word);

		free(word);
		if (!word)
			return error_nomem(err);
		if (!found) {
			list_events(f, names, sizeof(names));
			return error_set(err, -EINVAL, "%s '%.*s': the file has no such event, but %s", option,
					 (int)size, p, *names ? names : "none with samples");
		}
		if (!p[size])
			return 0;
		p += size + 1;
	}
}

static int times_make(struct sample_choice *c, const struct perf_file *f, const char *times, struct error *err)
{
	for (uint32_t i = 0; i < f->n_events; i++)
		if (sample_choice_has_event(c, i) && !f->events[i].layout.time)
			return error_set(err, -EINVAL, "--time: the samples of '%s' have no times", f->events[i].name);
	return time_ranges_of_file(&c->times, times, f, err);
}

int sample_choice_make(struct sample_choice *ret_choice, const struct perf_file *file,
		       const struct sample_choice_words *words, struct error *err)
{
	struct sample_choice *c = ret_choice;
	int result;

	*c = (struct sample_choice){ .times_text = words->times, .switches.shows = words->show_switches };
	result = events_make(&c->events, file, "-e", words->events, err);
	if (!result)
		result = events_make(&c->switches.begins, file, "--switch-on", words->switch_on, err);
	if (!result)
		result = events_make(&c->switches.ends, file, "--switch-off", words->switch_off, err);
	if (!result && words->times)
		result = times_make(c, file, words->times, err);
	return result;
}

void sample_choice_fini(struct sample_choice *c)
{
	event_switch_fini(&c->switches);
	free(c->events);
	c->events = NULL;
}
