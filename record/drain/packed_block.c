#include "record/drain/packed_block.h"

#include <stdlib.h>

struct packed_block *packed_block_new(void)
{
	struct packed_block *block = calloc(1, sizeof(*block));

	if (block)
		buffer_init(&block->data);
	return block;
}

void packed_block_free(struct packed_block *block)
{
	if (!block)
		return;
	buffer_fini(&block->data);
	candidates_seen_lists_fini(&block->seen);
	free(block);
}

void packed_list_put(struct packed_list *list, struct packed_block *block)
{
	block->next = NULL;
	if (list->last)
		list->last->next = block;
	else
		list->first = block;
	list->last = block;
	list->bytes += block->data.size;
}

struct packed_block *packed_list_take(struct packed_list *list)
{
	struct packed_block *block = list->first;

	if (!block)
		return NULL;
	list->first = block->next;
	if (!list->first)
		list->last = NULL;
	list->bytes -= block->data.size;
	return block;
}

void packed_list_fini(struct packed_list *list)
{
	struct packed_block *block;

	while ((block = packed_list_take(list)))
		packed_block_free(block);
}
