#include "libprec/sample_view.h"

#include "formats/record/sample_decode.h"

static struct prec_words words_of(const struct sample_words *words)
{
	return (struct prec_words){ words->data, words->n, words->swap };
}

static struct prec_bytes bytes_of(const struct sample_bytes *bytes)
{
	return (struct prec_bytes){ bytes->data, (size_t)bytes->size };
}

static struct prec_regs regs_of(const struct sample_regs *regs)
{
	return (struct prec_regs){ regs->abi, regs->mask, words_of(&regs->values) };
}

int sample_view_rest(const struct record *r, const struct event_attr *attr, struct prec_sample *ret_sample,
		     struct error *err)
{
	struct sample s;
	int result = sample_decode(r, attr, &s, err);

	if (result)
		return result;
	ret_sample->weight = s.weight;
	ret_sample->data_src = s.data_src;
	ret_sample->transaction = s.transaction;
	ret_sample->phys_addr = s.phys_addr;
	ret_sample->cgroup = s.cgroup;
	ret_sample->data_page_size = s.data_page_size;
	ret_sample->code_page_size = s.code_page_size;
	ret_sample->callchain = words_of(&s.callchain);
	ret_sample->branches = words_of(&s.branches.words);
	ret_sample->read = words_of(&s.read.words);
	ret_sample->raw = bytes_of(&s.raw);
	ret_sample->regs_user = regs_of(&s.regs_user);
	ret_sample->regs_intr = regs_of(&s.regs_intr);
	ret_sample->stack_user = bytes_of(&s.stack_user);
	return 0;
}
