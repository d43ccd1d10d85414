#include "report/bundle/unwound_sample.h"

void unwound_sample_put(struct buffer *b, const struct record *r, const struct sample *s,
			const struct chain_words *words)
{
	const uint8_t *end = r->data + r->size;
	const uint8_t *chain = s->callchain.data - 8, *chain_end = s->callchain.data + 8 * (size_t)s->callchain.n;
	const uint8_t *stack = s->stack_user.data - 8;
	const uint8_t *stack_end = s->stack_user.data + s->stack_user.size + (s->stack_user.size ? 8 : 0);
	const uint8_t *regs = stack - 8 - (s->regs_user.abi ? 8 * (size_t)s->regs_user.values.n : 0);
	size_t size =
		(size_t)(chain - r->data) + 8 + 8 * words->n + (size_t)(regs - chain_end) + (size_t)(end - stack_end);
	size_t start = b->size;

	if (size > RECORD_SIZE_MAX)
		return;
	buffer_append(b, r->data, (size_t)(chain - r->data));
	buffer_put_u64(b, words->n);
	buffer_append(b, words->data, 8 * words->n);
	buffer_append(b, chain_end, (size_t)(regs - chain_end));
	buffer_append(b, stack_end, (size_t)(end - stack_end));
	if (buffer_ok(b))
		buffer_set_u16(b, start + 6, (uint16_t)size);
}
