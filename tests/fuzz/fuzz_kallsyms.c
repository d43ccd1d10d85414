/* Any text as a kernel's kallsyms: its table, its modules and lookups in it. The first byte says what is known of the
 * kernel. */
#include "report/symbols/kallsyms_table.h"
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
	struct kernel_symbols k = { 0 };
	uint64_t sum = 0;

	if (!size)
		return 0;
	if (data[0] & 1) {
		kernel.reloc_name = data[0] & 2 ? "_text" : "_stext";
		kernel.reloc_address = 0xffffffff81000000;
	}
	symtab_init(&k.table, data[0] & 4 ? DEMANGLE_FULL : DEMANGLE_NONE);
	buffer_init(&k.text);
	FUZZ_CHECK(!strtab_init(&k.modules));
	buffer_append(&k.text, data + 1, size - 1);
	buffer_put_u8(&k.text, 0);
	FUZZ_CHECK(buffer_ok(&k.text));
	k.text.size--;
	if (!kallsyms_table_fill(&k, "kallsyms", &kernel, NULL))
		sum = look_up(&k.table) + kernel_symbols_module(&k, "ext4") + kernel_symbols_module(&k, "[ext4]");
	__asm__ volatile("" : : "r"(sum));
	kernel_symbols_fini(&k);
	return 0;
}
