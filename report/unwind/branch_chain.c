#include "report/unwind/branch_chain.h"

#include "formats/record/sample_decode.h"

#include <errno.h>

int branch_chain_make(struct buffer *chain, const struct record *r, const struct event_attr *attr, uint64_t first,
		      const struct branch_tail *tail, const uint8_t **words, uint64_t *n)
{
	struct error err = ERROR_INIT;
	struct sample s;
	uint64_t i = 0;

	while (i < *n && load_u64_order(*words + 8 * i, r->swap) != CALLCHAIN_USER)
		i++;
	if (i == *n || sample_decode(r, attr, &s, &err))
		return 0;
	if (!first && i + 1 < *n)
		first = load_u64_order(*words + 8 * (i + 1), r->swap);
	buffer_clear(chain);
	chain->swap = r->swap;
	buffer_append(chain, *words, 8 * (i + 1));
	if (first)
		buffer_put_u64(chain, first);
	for (uint32_t branch = 0; branch < s.branches.n; branch++)
		buffer_put_u64(chain, sample_branch(&s.branches, branch).from);
	for (uint32_t k = 0; k < tail->n; k++)
		buffer_put_u64(chain, tail->addresses[k]);
	if (!buffer_ok(chain))
		return -ENOMEM;
	*words = chain->data;
	*n = chain->size / 8;
	return 0;
}
