#include "report/elf/cfi.h"

#include "report/elf/elf_unpacked.h"

#include <errno.h>
#include <stdlib.h>

/* Stands for a function that cannot be decoded, so that this is tried once. */
static const struct cfi_function cfi_bad;

static int cfi_table_init(struct cfi_table *t)
{
	if (t->index.n)
		t->functions = calloc(t->index.n, sizeof(*t->functions));
	return t->index.n && !t->functions ? -ENOMEM : 0;
}

static void cfi_table_fini(struct cfi_table *t)
{
	for (size_t i = 0; t->functions && i < t->index.n; i++)
		if (t->functions[i] != &cfi_bad)
			free((void *)(uintptr_t)t->functions[i]);
	free(t->functions);
	cfi_index_fini(&t->index);
}

static void cfi_find_plts(struct cfi *cfi)
{
	const struct elf_image *e = cfi->image;

	for (uint32_t i = 0; i < e->n_sections && cfi->n_plts < CFI_MAX_PLTS; i++) {
		const struct elf_section *s = &e->sections[i];
		const char *name = elf_image_section_name(e, s);

		if (!(s->flags & SHF_EXECINSTR) || (strncmp(name, ".plt", 4) && strcmp(name, ".iplt")))
			continue;
		cfi->plts[cfi->n_plts].start = s->address;
		cfi->plts[cfi->n_plts++].end = s->address + s->size;
	}
}

/* The bytes of .debug_frame, unpacked if need be; none where there is no such section. */
static struct cursor cfi_debug_bytes(struct cfi *cfi, const struct elf_image *e)
{
	const struct elf_section *section = elf_image_section(e, ".debug_frame");
	int ret;

	if (!section)
		section = elf_image_section(e, ".zdebug_frame");
	ret = section ? elf_unpack_section(e, section, &cfi->unpacked) : -EBADMSG;
	if (ret == -ENOENT)
		return elf_image_bytes(e, section);
	return cursor_make(cfi->unpacked.data, ret ? 0 : cfi->unpacked.size, e->swap);
}

/* .debug_frame of the executed file or, if it has none, of the other one. */
static int cfi_init_debug(struct cfi *cfi, const struct elf_image *debug)
{
	struct cursor bytes = cfi_debug_bytes(cfi, cfi->image);
	struct cfi_section section;

	if (!cursor_left(&bytes) && debug)
		bytes = cfi_debug_bytes(cfi, debug);
	section = cfi_section_debug(cfi->image, bytes);
	return cfi_index_init_section(&cfi->debug.index, &section);
}

int cfi_init(struct cfi *ret_cfi, const struct elf_image *runtime, const struct elf_image *debug, atomic_size_t *memory)
{
	struct cfi *cfi = ret_cfi;
	uint16_t machine = runtime->machine;

	*cfi = (struct cfi){ .image = runtime, .machine = machine, .memory = memory };
	buffer_init(&cfi->unpacked);
	if (machine != (cfi->image->is_64 ? EM_X86_64 : EM_386) && (machine != EM_AARCH64 || !cfi->image->is_64))
		return 0;
	cfi_find_plts(cfi);
	if (cfi_index_init(&cfi->eh.index, cfi->image) || cfi_init_debug(cfi, debug) || cfi_table_init(&cfi->eh) ||
	    cfi_table_init(&cfi->debug)) {
		cfi_fini(cfi);
		return -ENOMEM;
	}
	return 0;
}

int cfi_init_section(struct cfi *ret_cfi, const struct cfi_section *section, uint16_t machine, atomic_size_t *memory)
{
	*ret_cfi = (struct cfi){ .machine = machine, .memory = memory };
	buffer_init(&ret_cfi->unpacked);
	if (!cfi_index_init_section(&ret_cfi->eh.index, section) && !cfi_table_init(&ret_cfi->eh))
		return 0;
	cfi_fini(ret_cfi);
	return -ENOMEM;
}

void cfi_fini(struct cfi *cfi)
{
	cfi_table_fini(&cfi->eh);
	cfi_table_fini(&cfi->debug);
	buffer_fini(&cfi->unpacked);
	cfi->eh = cfi->debug = (struct cfi_table){ 0 };
}

/* --- functions ----------------------------------------------------------------------- */

static const struct cfi_function *cfi_decode(const struct cfi_index *x, size_t number)
{
	struct cfi_function *f;
	struct cfi_range range;
	struct cfi_reader r;
	struct cfi_fde fde;

	if (!cfi_index_range(x, number, &range))
		return &cfi_bad;
	r = cfi_reader_at(&x->section, range.offset);
	if (!cfi_reader_next(&r, &fde) || !fde.size)
		return &cfi_bad;
	switch (cfi_function_make(&f, &x->section, &r.cie, &fde)) {
	case 0: return f;
	case -ENOMEM: return NULL;
	default: return &cfi_bad;
	}
}

/* If several threads decode the same function, the first result stays. */
static const struct cfi_function *cfi_publish(const struct cfi *cfi, struct cfi_table *t, size_t number,
					      const struct cfi_function *f)
{
	const struct cfi_function *other = NULL;

	if (f != &cfi_bad && atomic_fetch_add(cfi->memory, f->size) > CFI_MAX_MEMORY) {
		atomic_fetch_sub(cfi->memory, f->size);
		free((void *)(uintptr_t)f);
		return NULL;
	}
	if (atomic_compare_exchange_strong_explicit(&t->functions[number], &other, f, memory_order_acq_rel,
						    memory_order_acquire))
		return f;
	if (f != &cfi_bad) {
		atomic_fetch_sub(cfi->memory, f->size);
		free((void *)(uintptr_t)f);
	}
	return other;
}

/* A function that cannot be decoded still has its range. */
static enum cfi_found cfi_table_bad(const struct cfi_table *t, size_t number, uint64_t address)
{
	struct cfi_range range;

	if (cfi_index_range(&t->index, number, &range) && address >= range.end)
		return CFI_NONE;
	return CFI_BAD;
}

static enum cfi_found cfi_table_find(const struct cfi *cfi, struct cfi_table *t, uint64_t address,
				     const struct cfi_function **ret_function)
{
	const struct cfi_function *f;
	size_t number;

	if (!t->index.n || !cfi_index_find(&t->index, address, &number))
		return CFI_NONE;
	f = atomic_load_explicit(&t->functions[number], memory_order_acquire);
	if (!f) {
		f = cfi_decode(&t->index, number);
		f = f ? cfi_publish(cfi, t, number, f) : NULL;
	}
	if (!f)
		return CFI_NO_MEMORY;
	if (f == &cfi_bad)
		return cfi_table_bad(t, number, address);
	if (address >= f->end)
		return CFI_NONE;
	*ret_function = f;
	return address >= f->start && f->n_rows ? CFI_FOUND : CFI_BAD;
}

enum cfi_found cfi_find(const struct cfi *cfi, uint64_t address, const struct cfi_function **ret_function)
{
	/* Decoding fills a cache and changes nothing that callers see. */
	struct cfi *mutable = (struct cfi *)(uintptr_t)cfi;
	enum cfi_found found = cfi_table_find(cfi, &mutable->eh, address, ret_function);

	if (found != CFI_NONE)
		return found;
	found = cfi_table_find(cfi, &mutable->debug, address, ret_function);
	for (unsigned i = 0; i < cfi->n_plts && found == CFI_NONE; i++)
		if (address >= cfi->plts[i].start && address < cfi->plts[i].end)
			found = CFI_FOUND_PLT;
	return found;
}
