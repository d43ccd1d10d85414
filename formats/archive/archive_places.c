#include "formats/archive/archive_places.h"

#include "common/list.h"

#include <stdlib.h>
#include <string.h>

#define OFFSET_BITS 40
#define FILE_BITS   16

/* Of one process, which are searched one by one, and of all together: a hostile file has no more. */
#define SPACE_MAX  512
#define PLACES_MAX (1u << 19)

static struct archive_space *space_of(struct archive_places *p, uint32_t pid)
{
	return &p->spaces[pid % ARCHIVE_SPACES];
}

static void space_empty(struct archive_places *p, struct archive_space *s, uint32_t pid)
{
	p->n -= s->n;
	s->n = 0;
	s->pid = pid;
}

void archive_places_clear(struct archive_places *p)
{
	for (unsigned i = 0; i < ARCHIVE_SPACES; i++)
		free(p->spaces[i].mappings);
	memset(p, 0, sizeof(*p));
}

void archive_places_map(struct archive_places *p, uint32_t pid, const struct archive_mapping *mapping)
{
	struct archive_space *s = space_of(p, pid);

	if (s->pid != pid)
		space_empty(p, s, pid);
	if (s->n == SPACE_MAX || p->n == PLACES_MAX ||
	    !list_reserve(&s->mappings, s->n, &s->capacity, sizeof(*s->mappings)))
		return;
	s->mappings[s->n++] = *mapping;
	p->n++;
}

void archive_places_fork(struct archive_places *p, uint32_t pid, uint32_t parent)
{
	struct archive_space *s = space_of(p, pid), *from = space_of(p, parent);

	if (s == from || from->pid != parent)
		return;
	space_empty(p, s, pid);
	for (uint32_t i = 0; i < from->n; i++)
		archive_places_map(p, pid, &from->mappings[i]);
}

void archive_places_exec(struct archive_places *p, uint32_t pid)
{
	space_empty(p, space_of(p, pid), pid);
}

static bool holds(const struct archive_mapping *m, uint64_t address)
{
	return address >= m->start && address < m->end;
}

/* Finds the newest mapping that holds an address. */
static const struct archive_mapping *mapping_at(struct archive_space *s, uint64_t address)
{
	for (uint32_t i = s->n; i--;) {
		if (holds(&s->mappings[i], address))
			return &s->mappings[i];
	}
	return NULL;
}

static uint64_t place_in(const struct archive_mapping *m, uint64_t address)
{
	return (uint64_t)ARCHIVE_PLACE_TOP << 56 | (uint64_t)(m->file & ((1u << FILE_BITS) - 1)) << OFFSET_BITS |
	       (address - m->start + m->offset);
}

uint64_t archive_places_of(struct archive_places *p, uint32_t pid, uint64_t address)
{
	struct archive_space *s = space_of(p, pid);
	const struct archive_mapping *m = s->pid == pid ? mapping_at(s, address) : NULL;
	uint64_t place;

	if (!m || (address - m->start + m->offset) >> OFFSET_BITS)
		return address;
	place = place_in(m, address);
	return archive_places_address(p, pid, place) == address ? place : address;
}

uint64_t archive_places_address(struct archive_places *p, uint32_t pid, uint64_t place)
{
	const struct archive_space *s = space_of(p, pid);
	const uint64_t offset = place & ((1ull << OFFSET_BITS) - 1);
	const uint32_t file = place >> OFFSET_BITS & ((1u << FILE_BITS) - 1);

	for (uint32_t i = s->n; s->pid == pid && i--;) {
		const struct archive_mapping *m = &s->mappings[i];

		if ((m->file & ((1u << FILE_BITS) - 1)) == file && offset >= m->offset &&
		    offset - m->offset < m->end - m->start)
			return m->start + (offset - m->offset);
	}
	return 0;
}
