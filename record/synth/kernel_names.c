#include "record/synth/kernel_names.h"

#include "common/list.h"
#include "formats/text/kallsyms.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool same(const void *context, uint32_t number, const void *wanted)
{
	const struct kernel_names *names = context;
	const struct kernel_name *have = &names->list[number], *want = wanted;

	return have->size == want->size && !memcmp(have->name, want->name, want->size);
}

static int add(struct kernel_names *names, const struct kallsyms_entry *entry)
{
	const struct kernel_name wanted = { entry->name, entry->name_size, entry->address };
	const uint64_t hash = hash_bytes(wanted.name, wanted.size);

	if (hash_table_find(&names->table, hash, same, names, &wanted) != HASH_TABLE_NONE)
		return 0;
	if (!list_reserve(&names->list, names->n, &names->capacity, sizeof(*names->list)) ||
	    hash_table_add(&names->table, hash, names->n))
		return -ENOMEM;
	names->list[names->n++] = wanted;
	return 0;
}

int kernel_names_load(struct kernel_names *names, struct synth *s)
{
	struct kallsyms_reader reader;
	struct kallsyms_entry entry;
	int result = synth_read(s, PRIVILEGE_KERNEL, "kallsyms");

	*names = (struct kernel_names){ 0 };
	if (result)
		return result == -ENOMEM ? result : 0;
	names->text = s->text;
	buffer_init(&s->text);
	reader = kallsyms_open((const char *)names->text.data, names->text.size);
	while (!result && kallsyms_next(&reader, &entry))
		if (entry.address && kallsyms_type_is_function(entry.type))
			result = add(names, &entry);
	return result;
}

void kernel_names_fini(struct kernel_names *names)
{
	hash_table_fini(&names->table);
	free(names->list);
	buffer_fini(&names->text);
	*names = (struct kernel_names){ 0 };
}

uint64_t kernel_names_find(const struct kernel_names *names, const char *name, size_t size)
{
	const struct kernel_name wanted = { name, size, 0 };
	const uint32_t number = hash_table_find(&names->table, hash_bytes(name, size), same, names, &wanted);

	return number == HASH_TABLE_NONE ? 0 : names->list[number].address;
}
