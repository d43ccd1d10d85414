#include "report/export/export_strings.h"

#include "report/export/plain_name.h"

#include <errno.h>
#include <stdlib.h>

int export_strings_init(struct export_strings *s, const struct strtab *from)
{
	*s = (struct export_strings){ .from = from, .n_numbers = from->n, .numbers = calloc(from->n + 1ull, 4) };
	buffer_init(&s->text);
	return strtab_init(&s->table) || !s->numbers ? -ENOMEM : 0;
}

void export_strings_fini(struct export_strings *s)
{
	strtab_fini(&s->table);
	buffer_fini(&s->text);
	free(s->numbers);
}

uint32_t export_strings_add(struct export_strings *s, const char *text)
{
	const char *plain = plain_name(&s->text, text);
	uint32_t number = plain ? strtab_add_string(&s->table, plain) : STRTAB_NONE;

	if (number != STRTAB_NONE)
		return number;
	s->failed = true;
	return 0;
}

uint32_t export_strings_of(struct export_strings *s, uint32_t id)
{
	if (id >= s->n_numbers)
		return 0;
	if (!s->numbers[id])
		s->numbers[id] = export_strings_add(s, strtab_get(s->from, id));
	return s->numbers[id];
}
