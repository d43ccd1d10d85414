/* Any text as a kernel's kallsyms: its table, its modules and lookups in it. The first byte says what is known of the
 * kernel. */
#include "report/symbols/kernel_table.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/* Around every symbol, so that lists of symbols that overlap are walked. */
static uint64_t look_up(const struct symtab *t)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		const struct symbol *s = symtab_find(t, t->symbols[i].start);
		const struct symbol *last = symtab_find(t, t->symbols[i].end - 1);

		FUZZ_CHECK(!s || (s->start <= t->symbols[i].start && s->end >= s->start));
		sum += s ? strlen(symtab_name(t, s)) : 0;
		sum += last ? strlen(symtab_name(t, last)) : 0;
	}
	return sum + (symtab_find(t, 0) != NULL) + (symtab_find(t, UINT64_MAX) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct kernel_identity kernel = { 0 };
	struct kernel_table t;
	uint64_t sum = 0;

	if (!size)
		return 0;
	if (data[0] & 1) {
		kernel.reloc_name = data[0] & 2 ? "_text" : "_stext";
		kernel.reloc_address = 0xffffffff81000000;
	}
	FUZZ_CHECK(!kernel_table_init(&t));
	t.symbols.style = data[0] & 4 ? DEMANGLE_FULL : DEMANGLE_NONE;
	buffer_append(&t.text, data + 1, size - 1);
	buffer_put_u8(&t.text, 0);
	FUZZ_CHECK(buffer_ok(&t.text));
	t.text.size--;
	if (!kernel_table_fill_kallsyms(&t, "kallsyms", &kernel, NULL))
		sum = look_up(&t.symbols) + kernel_table_module(&t, "ext4") + kernel_table_module(&t, "[ext4]");
	__asm__ volatile("" : : "r"(sum));
	fuzz_found += t.symbols.n;
	kernel_table_fini(&t);
	return 0;
}
