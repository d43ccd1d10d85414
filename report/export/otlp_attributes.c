#include "report/export/otlp_attributes.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>

int otlp_attributes_init(struct otlp_attributes *a, struct export_strings *strings)
{
	*a = (struct otlp_attributes){ .strings = strings };
	if (export_strings_init(&a->texts, strings->from) || !list_reserve(&a->list, 0, &a->capacity, sizeof(*a->list)))
		return -ENOMEM;
	a->list[a->n++] = (struct otlp_attribute){ 0 };
	return 0;
}

void otlp_attributes_fini(struct otlp_attributes *a)
{
	export_strings_fini(&a->texts);
	hash_table_fini(&a->table);
	free(a->list);
}

static uint64_t attribute_hash(const struct otlp_attribute *one)
{
	return hash_pair(one->value, (uint64_t)one->key << 1 | one->is_text);
}

static bool same_attribute(const void *context, uint32_t number, const void *wanted)
{
	const struct otlp_attribute *have = &((const struct otlp_attributes *)context)->list[number], *one = wanted;

	return have->key == one->key && have->is_text == one->is_text && have->value == one->value;
}

static uint32_t attribute_add(struct otlp_attributes *a, const struct otlp_attribute *one)
{
	uint32_t number = hash_table_find(&a->table, attribute_hash(one), same_attribute, a, one);

	if (number != HASH_TABLE_NONE)
		return number;
	if (!list_reserve(&a->list, a->n, &a->capacity, sizeof(*a->list)) ||
	    hash_table_add(&a->table, attribute_hash(one), a->n)) {
		a->failed = true;
		return 0;
	}
	a->list[a->n] = *one;
	return a->n++;
}

uint32_t otlp_attribute_number(struct otlp_attributes *a, const char *key, uint64_t value)
{
	const struct otlp_attribute one = { .key = export_strings_add(a->strings, key), .value = value };

	return attribute_add(a, &one);
}

uint32_t otlp_attribute_text(struct otlp_attributes *a, const char *key, const char *text)
{
	const struct otlp_attribute one = { .key = export_strings_add(a->strings, key),
					    .is_text = true,
					    .value = export_strings_add(&a->texts, text) };

	return attribute_add(a, &one);
}

uint32_t otlp_attribute_string(struct otlp_attributes *a, const char *key, uint32_t id)
{
	const struct otlp_attribute one = { .key = export_strings_add(a->strings, key),
					    .is_text = true,
					    .value = export_strings_of(&a->texts, id) };

	return attribute_add(a, &one);
}
