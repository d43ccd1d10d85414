#include "report/unwind/code_file.h"

#include "common/list.h"
#include "common/sorting.h"
#include "report/elf/cfi.h"
#include "report/elf/elf_plt.h"
#include "report/elf/gopclntab.h"

#include <stdlib.h>

struct code_file {
	const struct dso_files *files;
	atomic_size_t *memory;
	bool is_go;
	pthread_mutex_t lock; /* of reading */
	atomic_bool is_read;
	struct symtab symbols; /* addresses are offsets in the file */
	atomic_bool has_called;
	uint32_t *called; /* offsets in the code, ascending */
	uint32_t n_called, called_capacity;
};

struct code_file *code_file_new(const struct dso_files *files, atomic_size_t *memory)
{
	struct code_file *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->files = files;
	f->memory = memory;
	f->is_go = files->runtime && gopclntab_is_there(&files->runtime->image);
	pthread_mutex_init(&f->lock, NULL);
	symtab_init(&f->symbols, DEMANGLE_NONE);
	return f;
}

void code_file_free(struct code_file *f)
{
	if (!f)
		return;
	free(f->called);
	symtab_fini(&f->symbols);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

static void drop_symbols(struct code_file *f)
{
	symtab_fini(&f->symbols);
	symtab_init(&f->symbols, DEMANGLE_NONE);
}

/* Damaged tables leave what was read before. */
static void read_symbols(struct code_file *f)
{
	const struct elf_image *runtime = &f->files->runtime->image;
	const struct elf_file *symbols = f->files->symbols;
	struct error ignored = ERROR_INIT;
	size_t size;

	if (symbols)
		elf_symbols_add_symtab(&f->symbols, &symbols->image, runtime, &ignored);
	elf_symbols_add_dynsym(&f->symbols, runtime, runtime, &ignored);
	if (!symbols || !elf_symbols_has_symtab(&symbols->image))
		gopclntab_add(&f->symbols, runtime, &ignored);
	elf_plt_add(&f->symbols, runtime, &ignored);
	if (symtab_index(&f->symbols))
		drop_symbols(f);
	size = f->symbols.capacity * sizeof(*f->symbols.symbols);
	if (atomic_fetch_add(f->memory, size) + size > CFI_MAX_MEMORY) {
		atomic_fetch_sub(f->memory, size);
		drop_symbols(f);
	}
}

static const struct symtab *symbols_of(struct code_file *f)
{
	if (atomic_load_explicit(&f->is_read, memory_order_acquire))
		return &f->symbols;
	pthread_mutex_lock(&f->lock);
	if (!atomic_load_explicit(&f->is_read, memory_order_relaxed))
		read_symbols(f);
	atomic_store_explicit(&f->is_read, true, memory_order_release);
	pthread_mutex_unlock(&f->lock);
	return &f->symbols;
}

bool code_file_symbol(struct code_file *f, uint64_t address, struct code_symbol *ret)
{
	const struct elf_image *runtime = &f->files->runtime->image;
	const struct symtab *t = symbols_of(f);
	uint64_t offset = elf_image_file_offset(runtime, address, NULL);
	const struct symbol *s = symtab_find(t, offset);

	if (!s)
		return false;
	ret->start = address - (offset - s->start);
	ret->end = ret->start + (s->end - s->start);
	ret->name = symtab_name(t, s);
	return true;
}

/* Names end in ".abi0", or not. */
static enum code_go go_of(const char *name)
{
	static const struct {
		const char *name;
		enum code_go go;
	} functions[] = {
		{ "runtime.systemstack", CODE_GO_SWITCH },
		{ "runtime.morestack", CODE_GO_SWITCH },
		{ "runtime.morestack_noctxt", CODE_GO_SWITCH },
		{ "runtime.asmcgocall", CODE_GO_SWITCH },
		{ "runtime.asmcgocall_no_g", CODE_GO_SWITCH },
		{ "runtime.nanotime1", CODE_GO_SWITCH },
		{ "runtime.walltime", CODE_GO_SWITCH },
		{ "time.now", CODE_GO_SWITCH },
		{ "runtime.gogo", CODE_GO_SWITCH },
		{ "gogo", CODE_GO_SWITCH },
		{ "runtime.mcall", CODE_GO_LEAVE },
		{ "runtime.goexit", CODE_GO_FIRST },
		{ "runtime.mstart", CODE_GO_FIRST },
		{ "runtime.rt0_go", CODE_GO_FIRST },
		{ "runtime.clone", CODE_GO_FIRST },
		{ "runtime.cgocallback", CODE_GO_CALLBACK },
	};

	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		const size_t n = strlen(functions[i].name);

		if (!strncmp(name, functions[i].name, n) && (!name[n] || !strcmp(name + n, ".abi0")))
			return functions[i].go;
	}
	return CODE_GO_PLAIN;
}

enum code_go code_file_go(struct code_file *f, uint64_t address)
{
	struct code_symbol s;

	return f->is_go && code_file_symbol(f, address, &s) ? go_of(s.name) : CODE_GO_PLAIN;
}

/* --- what is called ------------------------------------------------------------------ */

/* The address that an instruction calls or takes: lea of one relative to rip, mov of a number. 0: none. */
static uint64_t address_of(const uint8_t *bytes, const struct insn *i, uint64_t at)
{
	const unsigned rex = (bytes[0] & 0xf0) == 0x40;
	int32_t number;

	if (i->flow == INSN_CALL && i->has_target)
		return i->target;
	if (i->size < 5)
		return 0;
	memcpy(&number, bytes + i->size - 4, 4);
	if (i->size == 7 && rex && bytes[1] == 0x8d && (bytes[2] & 0xc7) == 0x05)
		return at + i->size + (uint64_t)(int64_t)number;
	if ((i->size == 5 && (bytes[0] & 0xf8) == 0xb8) || (i->size == 7 && rex && bytes[1] == 0xc7))
		return (uint32_t)number;
	return 0;
}

static int offset_compare(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool add_called(struct code_file *f, const struct code_bytes *code, uint64_t address)
{
	const uint64_t offset = address - code->start;

	if (!offset || offset >= code->size)
		return true;
	if (!list_reserve(&f->called, f->n_called, &f->called_capacity, sizeof(*f->called)))
		return false;
	f->called[f->n_called++] = (uint32_t)offset;
	return true;
}

static void add_called_by_code(struct code_file *f, const struct code_bytes *code)
{
	for (uint64_t at = 0; at < code->size;) {
		const uint8_t *bytes = code->data + at;
		struct insn i;

		machine_insn(&i, code->machine, bytes, (size_t)(code->size - at), code->start + at);
		if (i.size && !add_called(f, code, address_of(bytes, &i, code->start + at)))
			return;
		at += i.size ? i.size : 1;
	}
}

/* Pointers in data: of a program that can be anywhere, what relocations put there. */
static void add_called_by_data(struct code_file *f, const struct code_bytes *code)
{
	const struct elf_image *e = &f->files->runtime->image;

	for (uint32_t i = 0; i < e->n_sections; i++) {
		const struct elf_section *s = &e->sections[i];
		const bool has_addends = e->type == ET_DYN && s->type == SHT_RELA;
		const bool has_pointers = e->type == ET_EXEC && s->type == SHT_PROGBITS && !(s->flags & SHF_EXECINSTR);
		struct cursor c = elf_image_bytes(e, s);

		if (!(s->flags & SHF_ALLOC) || (!has_addends && !has_pointers) || cursor_left(&c) > CODE_CALLED_MAX)
			continue;
		while (cursor_left(&c) >= (e->is_64 ? 8 : 4) && add_called(f, code, elf_word(&c, e->is_64)))
			;
	}
}

static void find_called(struct code_file *f, const struct code_bytes *code)
{
	if (code->machine == UNWIND_ARM64 || code->size > CODE_CALLED_MAX)
		return;
	add_called_by_code(f, code);
	add_called_by_data(f, code);
	if (f->n_called)
		qsort(f->called, f->n_called, sizeof(*f->called), offset_compare);
}

bool code_file_called(struct code_file *f, const struct code_bytes *code, uint64_t before, uint64_t *ret_address)
{
	const uint64_t offset = before - code->start;
	uint32_t n;

	if (!atomic_load_explicit(&f->has_called, memory_order_acquire)) {
		pthread_mutex_lock(&f->lock);
		if (!atomic_load_explicit(&f->has_called, memory_order_relaxed))
			find_called(f, code);
		atomic_store_explicit(&f->has_called, true, memory_order_release);
		pthread_mutex_unlock(&f->lock);
	}
	n = (uint32_t)BISECT(0, f->n_called, i, f->called[i] < offset);
	if (!n)
		return false;
	*ret_address = code->start + f->called[n - 1];
	return true;
}
