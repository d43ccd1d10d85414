#include "tests/support/fixtures.h"

#include "tests/support/fixture_tables.h"

#include <string.h>

static const struct fixture *const tables[] = {
	fixtures_files, fixtures_chains, fixtures_values, fixtures_processes, fixtures_stat,
};

const struct fixture *fixture_at(size_t number)
{
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++)
		for (const struct fixture *f = tables[i]; f->name; f++)
			if (!number--)
				return f;
	return NULL;
}

const struct fixture *fixture_find(const char *name)
{
	const struct fixture *f;

	for (size_t i = 0; (f = fixture_at(i)); i++)
		if (!strcmp(f->name, name))
			return f;
	return NULL;
}

const struct buffer *fixture_make(const struct fixture *f, struct perf_builder *b)
{
	perf_builder_init(b, f->flags);
	f->build(b);
	if (f->wrong)
		b->records.data[f->wrong] ^= 0xff;
	if (!perf_builder_finish(b))
		return NULL;
	b->file.size -= f->cut;
	return &b->file;
}
