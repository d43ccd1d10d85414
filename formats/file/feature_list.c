#include "formats/file/feature_list.h"

void feature_list_init(struct feature_list *list, bool swap)
{
	list->n = 0;
	buffer_init(&list->bytes);
	list->bytes.swap = swap;
}

void feature_list_fini(struct feature_list *list)
{
	buffer_fini(&list->bytes);
}

void feature_list_add(struct feature_list *list, unsigned bit, size_t start)
{
	list->entries[list->n].bit = bit;
	list->entries[list->n].start = start;
	list->entries[list->n].size = list->bytes.size - start;
	list->n++;
}

size_t feature_list_pointers(const struct feature_list *list,
			     struct perf_writer_feature ret_features[FILE_FEATURE_BITS])
{
	for (size_t i = 0; i < list->n; i++)
		ret_features[i] = (struct perf_writer_feature){ .bit = list->entries[i].bit,
								.data = list->bytes.data + list->entries[i].start,
								.size = list->entries[i].size };
	return list->n;
}
