#include "record/command/stat_target.h"

#include "record/command/target_options.h"

#include <stdio.h>
#include <stdlib.h>

static void put_target(FILE *out, const struct record_options *o)
{
	const char *between = "";

	switch (target_options_kind(&o->target, o->command)) {
	case TARGET_PROCESSES:
		if (o->target.everyone)
			fputs("'system wide", out);
		else if (o->target.pids)
			fprintf(out, "process id '%s", o->target.pids);
		else
			fprintf(out, "user '%s", o->target.user);
		break;
	case TARGET_THREADS: fprintf(out, "thread id '%s", o->target.tids); break;
	case TARGET_COMMAND:
		fputc('\'', out);
		for (char **word = o->command; *word; word++, between = " ")
			fprintf(out, "%s%s", between, *word);
		break;
	default:
		if (o->target.cpus)
			fprintf(out, "'CPU(s) %s", o->target.cpus);
		else
			fputs("'system wide", out);
	}
	fputc('\'', out);
}

char *stat_target_text(const struct record_options *o)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	put_target(out, o);
	if (!fclose(out))
		return text;
	free(text);
	return NULL;
}
