/*
 * Any bytes as a Go program whose symbols, files, lines and inlined calls are asked for (report/elf/gopclntab.h).
 */
#include "report/elf/gopclntab_code.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/* So many of a file's functions, and rows of each, are looked at. */
#define FUNCTIONS_MAX 64u
#define ROWS_MAX      64u
#define FRAMES_MAX    16u

static void read_symbols(const struct elf_image *e)
{
	struct symtab t;

	symtab_init(&t, DEMANGLE_NONE);
	if (!gopclntab_add(&t, e, NULL))
		for (uint32_t i = 0; i < t.n && i < FUNCTIONS_MAX; i++)
			fuzz_found += symtab_name(&t, &t.symbols[i])[0] != 0;
	symtab_fini(&t);
}

static void check_frames(const struct gopclntab_code *code, uint32_t offset)
{
	struct gopclntab_frame frames[FRAMES_MAX];
	const uint32_t n = gopclntab_code_frames(code, offset, frames, FRAMES_MAX);

	FUZZ_CHECK(n && n <= FRAMES_MAX);
	for (uint32_t i = 0; i < n; i++) {
		fuzz_found += frames[i].name && strlen(frames[i].name);
		fuzz_found += frames[i].file && strlen(frames[i].file);
		FUZZ_CHECK(frames[i].file || !frames[i].line);
	}
}

static void read_function(const struct gopclntab *g, const struct gopclntab_trees *trees, uint64_t number)
{
	struct gopclntab_function f, found;
	struct gopclntab_code code;
	uint32_t at = 0;

	if (!gopclntab_function(g, number, &f))
		return;
	FUZZ_CHECK(f.start < f.end);
	if (gopclntab_find(g, f.start, &found))
		FUZZ_CHECK(found.start <= f.start && f.start < found.end);
	if (!gopclntab_code_init(&code, g, trees, &f)) {
		for (unsigned i = 0; i < ROWS_MAX && at < f.end - f.start; i++) {
			const uint32_t next = gopclntab_code_next(&code, at);

			FUZZ_CHECK(next > at);
			check_frames(&code, at);
			at = next;
		}
	}
	gopclntab_code_fini(&code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gopclntab_trees trees;
	struct elf_image image;
	struct gopclntab g;

	if (elf_image_init(&image, data, size, NULL))
		return 0;
	read_symbols(&image);
	if (gopclntab_open(&g, &image)) {
		trees = gopclntab_trees_find(&g);
		fuzz_found += trees.is_known;
		for (uint64_t i = 0; i < g.n && i < FUNCTIONS_MAX; i++)
			read_function(&g, &trees, i);
	}
	elf_image_fini(&image);
	return 0;
}
