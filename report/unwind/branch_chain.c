#include "report/unwind/branch_chain.h"

#include "formats/record/sample_decode.h"

int branch_chain_make(struct buffer *chain, const struct record *r, const struct event_attr *attr, uint64_t first,
		      const struct branch_tail *tail, struct chain_words *words)
{
	struct error err = ERROR_INIT;
	struct sample s;
	uint64_t i = 0;

	while (i < words->n && chain_word(words, i) != CALLCHAIN_USER)
		i++;
	if (i == words->n || sample_decode(r, attr, &s, &err))
		return 0;
	if (!first && i + 1 < words->n)
		first = chain_word(words, i + 1);
	chain_words_begin(words, chain);
	buffer_append(chain, words->data, 8 * (i + 1));
	if (first)
		buffer_put_u64(chain, first);
	for (uint32_t branch = 0; branch < s.branches.n; branch++)
		buffer_put_u64(chain, sample_branch(&s.branches, branch).from);
	for (uint32_t k = 0; k < tail->n; k++)
		buffer_put_u64(chain, tail->addresses[k]);
	return chain_words_take(words, chain);
}
