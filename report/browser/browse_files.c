#include "report/browser/browse_files.h"

#include "report/browser/browse_zoom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void browse_files_open(struct browse *b)
{
	struct browse_menu *m = &b->menu;
	char **names = b->source->files ? b->source->files(b->source) : NULL;

	*m = (struct browse_menu){ 0 };
	for (unsigned i = 0; names && names[i]; i++) {
		size_t size = strlen(names[i]);

		if (m->n < BROWSE_CHOICES_MAX && size < sizeof(m->list[0].text)) {
			m->list[m->n].action = ACTION_FILE;
			memcpy(m->list[m->n++].text, names[i], size + 1);
		}
		free(names[i]);
	}
	free(names);
	if (!m->n)
		browse_say(b, "there is no other recording in the directory");
}

void browse_files_choose(struct browse *b, const char *name)
{
	free(b->file);
	b->file = strdup(name);
	while (browse_zoom_out(b))
		;
	name_pattern_set(&b->list.filter, "");
	b->must_load = b->file != NULL;
}
