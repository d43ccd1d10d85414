#include "record/event_suggest.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "record/event_names.h"
#include "record/pmu.h"
#include "record/tracepoint.h"

#define SUGGEST_LETTERS 64 /* of a name that are compared */

void event_suggest_init(struct event_suggest *s, const char *wanted)
{
	memset(s, 0, sizeof(*s));
	snprintf(s->wanted, sizeof(s->wanted), "%s", wanted);
}

static unsigned least(unsigned a, unsigned b, unsigned c)
{
	unsigned ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* The Levenshtein distance, letters' case aside. */
static unsigned suggest_distance(const char *a, const char *b)
{
	unsigned row[SUGGEST_LETTERS + 1];
	size_t b_size = strnlen(b, SUGGEST_LETTERS);

	for (size_t j = 0; j <= b_size; j++)
		row[j] = j;
	for (size_t i = 0; a[i] && i < SUGGEST_LETTERS; i++) {
		unsigned diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < b_size; j++) {
			bool same = tolower((unsigned char)a[i]) == tolower((unsigned char)b[j]);
			unsigned next = least(row[j + 1] + 1, row[j] + 1, diagonal + !same);

			diagonal = row[j + 1];
			row[j + 1] = next;
		}
	}
	return row[b_size];
}

void event_suggest_offer(struct event_suggest *s, const char *name)
{
	unsigned limit = (unsigned)(strlen(s->wanted) + 2) / 3;
	const char *tail = strchr(name, ':');
	unsigned distance = suggest_distance(s->wanted, name);
	int at = s->n;

	if (tail && !strcmp(tail + 1, s->wanted))
		distance = 0;
	else if (!strncmp(name, s->wanted, strlen(s->wanted)))
		distance = distance > limit ? limit : distance;

	if (distance > limit || !*s->wanted)
		return;
	while (at && s->distances[at - 1] > distance)
		at--;
	if (at == EVENT_SUGGEST_MAX)
		return;
	if (s->n < EVENT_SUGGEST_MAX)
		s->n++;
	for (int i = s->n - 1; i > at; i--) {
		memcpy(s->names[i], s->names[i - 1], sizeof(s->names[i]));
		s->distances[i] = s->distances[i - 1];
	}
	snprintf(s->names[at], sizeof(s->names[at]), "%s", name);
	s->distances[at] = distance;
}

static void suggest_offer_pmus(struct event_suggest *s, const char *sys_root)
{
	char **names;
	size_t n;

	if (pmu_names(&names, &n, sys_root, false, NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		struct pmu pmu;

		if (pmu_load(&pmu, sys_root, names[i], NULL))
			continue;
		for (int e = 0; e < pmu.n_events; e++)
			event_suggest_offer(s, pmu.events[e].name);
		pmu_fini(&pmu);
	}
	pmu_names_free(names, n);
}

void event_suggest_offer_events(struct event_suggest *s, const struct event_parse_context *context)
{
	char name[EVENT_SUGGEST_NAME_MAX];

	for (const struct event_name *e = event_name_table(); e->name; e++) {
		event_suggest_offer(s, e->name);
		if (e->alias)
			event_suggest_offer(s, e->alias);
	}
	for (size_t i = 0; event_name_cache_list(i, name, sizeof(name)); i++)
		event_suggest_offer(s, name);
	suggest_offer_pmus(s, context->sys_root);
}

static void suggest_offer_system(struct event_suggest *s, const char *tracefs, const char *system)
{
	char path[TRACEFS_PATH_MAX + 600];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/events/%s", tracefs, system);
	dir = opendir(path);
	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		char name[2 * NAME_MAX + 2];

		if (entry->d_name[0] == '.' || entry->d_type == DT_REG)
			continue;
		snprintf(name, sizeof(name), "%s:%s", system, entry->d_name);
		event_suggest_offer(s, name);
	}
	closedir(dir);
}

void event_suggest_offer_tracepoints(struct event_suggest *s, const char *tracefs, const char *system)
{
	char path[TRACEFS_PATH_MAX + 16];
	struct dirent *entry;
	DIR *dir;

	if (system) {
		suggest_offer_system(s, tracefs, system);
		return;
	}
	snprintf(path, sizeof(path), "%s/events", tracefs);
	dir = opendir(path);
	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && entry->d_type != DT_REG)
			suggest_offer_system(s, tracefs, entry->d_name);
	closedir(dir);
}

void event_suggest_append(const struct event_suggest *s, struct error *err)
{
	size_t used = err ? strlen(err->message) : 0;

	for (int i = 0; err && i < s->n && used < sizeof(err->message); i++) {
		const char *before = !i ? "; did you mean " : i + 1 == s->n ? " or " : ", ";

		used += snprintf(err->message + used, sizeof(err->message) - used, "%s'%s'%s", before, s->names[i],
				 i + 1 == s->n ? "?" : "");
	}
}
