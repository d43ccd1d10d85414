#include "report/export/firefox_counters.h"

#include <errno.h>

static void put_text(struct firefox_tables *t, struct json *j, const char *name, const char *text)
{
	json_name(j, name);
	firefox_put_name(t, j, text);
}

/* A sample is at the end of what it has counted: that of a step is where the next one begins. */
static void put_samples(const struct export_counter *counter, const struct export_step *steps, struct json *j)
{
	json_name(j, "samples");
	json_begin(j, '{');
	json_name(j, "length");
	json_u64(j, counter->n_steps);
	json_name(j, "time");
	json_begin(j, '[');
	for (uint32_t i = 0; i < counter->n_steps; i++)
		json_fixed(j, steps[i].time, 6);
	json_end(j, ']');
	json_name(j, "count");
	json_begin(j, '[');
	for (uint32_t i = 0; i < counter->n_steps; i++)
		json_double(j, i ? steps[i - 1].value : 0, export_counter_digits(counter));
	json_end(j, ']');
	json_end(j, '}');
}

static void put_counter(const struct export_counts *c, const struct export_counter *counter, struct firefox_tables *t,
			struct json *j, const char *pid)
{
	json_line(j);
	json_begin(j, '{');
	put_text(t, j, "name", counter->title);
	put_text(t, j, "category", "prec stat");
	put_text(t, j, "description", "What was counted since the time before.");
	put_text(t, j, "pid", pid);
	json_name(j, "mainThreadIndex");
	json_u64(j, 0);
	put_samples(counter, &c->steps[counter->first], j);
	json_end(j, '}');
}

int firefox_put_counters(struct export_counts *c, struct firefox_tables *t, struct json *j, uint32_t pid)
{
	char text[16];

	if (export_counts_by_counter(c))
		return -ENOMEM;
	snprintf(text, sizeof(text), "%d", (int)pid);
	json_line(j);
	json_name(j, "counters");
	json_begin(j, '[');
	for (size_t i = 0; i < c->n; i++)
		if (c->list[i].n_steps)
			put_counter(c, &c->list[i], t, j, text);
	json_end(j, ']');
	return 0;
}
