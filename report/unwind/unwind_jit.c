#include "report/unwind/unwind_jit.h"

#include "common/bytes.h"
#include "common/list.h"
#include "common/sorting.h"
#include "report/symbols/jit_file.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The same limit as in the timeline. */
#define PIECES_MAX (16u << 20)

/* A function has some 100 bytes. */
#define SECTION_MAX (1u << 20)

struct piece {
	uint64_t offset, size; /* offset of the code in the dump */
	size_t section_at;
	uint32_t section_size;
	_Atomic(struct cfi *) cfi; /* NULL: not asked for yet */
};

struct unwind_jit {
	struct jit_dump dump;
	struct piece *pieces; /* ascending */
	uint32_t n, capacity;
	atomic_size_t *memory;
};

/* Marks unreadable information. */
static struct cfi no_cfi;

static bool add_pieces(struct unwind_jit *j)
{
	struct jitdump_code code;

	while (jitdump_next(&j->dump.reader, &code) > 0) {
		if (code.type != JITDUMP_LOAD || !code.size || !code.unwind_size || code.unwind_size > SECTION_MAX)
			continue;
		if (j->n == PIECES_MAX)
			break;
		if (!list_reserve(&j->pieces, j->n, &j->capacity, sizeof(*j->pieces)))
			return false;
		j->pieces[j->n].offset = code.offset;
		j->pieces[j->n].size = code.size;
		j->pieces[j->n].section_at = code.unwind_at;
		j->pieces[j->n].section_size = (uint32_t)code.unwind_size;
		atomic_init(&j->pieces[j->n++].cfi, NULL);
	}
	return j->n;
}

struct unwind_jit *unwind_jit_open(const struct symbols_config *config, uint32_t pid, const char *path,
				   atomic_size_t *memory)
{
	struct unwind_jit *j = calloc(1, sizeof(*j));
	struct error ignored = ERROR_INIT; /* the reader of the dump's names reports it */

	if (!j)
		return NULL;
	j->memory = memory;
	if (!jit_dump_open(&j->dump, config, pid, path, &ignored) && add_pieces(j))
		return j;
	unwind_jit_free(j);
	return NULL;
}

void unwind_jit_free(struct unwind_jit *j)
{
	if (!j)
		return;
	for (uint32_t i = 0; i < j->n; i++) {
		struct cfi *cfi = j->pieces[i].cfi;

		if (cfi && cfi != &no_cfi) {
			cfi_fini(cfi);
			free(cfi);
		}
	}
	free(j->pieces);
	if (j->dump.map)
		jit_dump_close(&j->dump);
	free(j);
}

/* NULL without memory. */
static struct cfi *make_cfi(const struct unwind_jit *j, const struct piece *p)
{
	struct cfi_section section = {
		.bytes = cursor_make(j->dump.reader.data + p->section_at, p->section_size, j->dump.reader.swap),
		.address = p->offset + align_up(p->size, 8),
		.is_64 = true,
	};
	struct cfi *cfi = malloc(sizeof(*cfi));

	if (!cfi || cfi_init_section(cfi, &section, (uint16_t)j->dump.reader.machine, j->memory)) {
		free(cfi);
		return NULL;
	}
	if (cfi_has_any(cfi))
		return cfi;
	cfi_fini(cfi);
	free(cfi);
	return &no_cfi;
}

/* If several threads parse the same piece, the first result stays. */
static struct cfi *publish(struct piece *p, struct cfi *cfi)
{
	struct cfi *other = NULL;

	if (atomic_compare_exchange_strong_explicit(&p->cfi, &other, cfi, memory_order_acq_rel, memory_order_acquire))
		return cfi;
	if (cfi != &no_cfi) {
		cfi_fini(cfi);
		free(cfi);
	}
	return other;
}

/* The piece that holds an offset, or NULL. */
static struct piece *piece_at(const struct unwind_jit *j, uint64_t offset)
{
	uint32_t n = BISECT(0, j->n, i, j->pieces[i].offset <= offset);
	struct piece *p = n ? &j->pieces[n - 1] : NULL;

	return p && offset - p->offset < p->size ? p : NULL;
}

const uint8_t *unwind_jit_code(const struct unwind_jit *j, uint64_t offset, size_t *ret_size)
{
	const struct piece *p = piece_at(j, offset);

	if (!p || p->offset > j->dump.reader.size || p->size > j->dump.reader.size - p->offset)
		return NULL;
	*ret_size = p->size - (offset - p->offset);
	return j->dump.reader.data + offset;
}

const struct cfi *unwind_jit_find(struct unwind_jit *j, uint64_t offset)
{
	struct piece *p = piece_at(j, offset);
	struct cfi *cfi;

	if (!p)
		return NULL;
	cfi = atomic_load_explicit(&p->cfi, memory_order_acquire);
	if (!cfi) {
		cfi = make_cfi(j, p);
		cfi = cfi ? publish(p, cfi) : NULL;
	}
	return cfi == &no_cfi ? NULL : cfi;
}
