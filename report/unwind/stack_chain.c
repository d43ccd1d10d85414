#include "report/unwind/stack_chain.h"

#include <errno.h>
#include <sys/utsname.h>

/* PERF_SAMPLE_REGS_ABI_64: registers of a process of 64 bits. */
#define REGS_ABI_64 2

int stack_chain_init(struct stack_chain *c, struct unwind_files *files, enum regs_arch arch, uint32_t max)
{
	struct utsname here;

	c->files = files;
	c->arch = arch == REGS_UNKNOWN && !uname(&here) ? regs_arch_of(here.machine) : arch;
	c->max = max && max < STACK_CHAIN_MAX ? max : STACK_CHAIN_MAX;
	c->counts = (struct unwind_counts){ 0 };
	c->is_counted = true;
	buffer_init(&c->words);
	c->unwinder = unwinder_new();
	return c->unwinder ? 0 : -ENOMEM;
}

void stack_chain_fini(struct stack_chain *c)
{
	unwinder_free(c->unwinder);
	buffer_fini(&c->words);
	unwind_counts_fini(&c->counts);
}

/* Where the user's code was, of a process or machine whose stack is not understood. 0: that is not known either. */
static uint32_t chain_of_ip(struct stack_chain *c, const struct sample *s, unsigned mode)
{
	int number = regs_ip(c->arch);

	if (number >= 0 && sample_reg(&s->regs_user, (unsigned)number, &c->addresses[0]))
		return 1;
	c->addresses[0] = s->ip;
	return mode == RECORD_MISC_USER;
}

/* The user addresses of a sample into c->addresses, and their number. */
static uint32_t chain_of_stack(struct stack_chain *c, const struct record *r, const struct sample *s, uint64_t time)
{
	uint64_t size = s->stack_dyn_size < s->stack_user.size ? s->stack_dyn_size : s->stack_user.size;
	struct unwind_input input = { .machine = c->arch == REGS_ARM64 ? UNWIND_ARM64 : UNWIND_X86_64 };
	struct unwind_mappings mappings;
	enum unwind_end end = UNWIND_NO_REGISTER;
	uint32_t n = 0;

	input.space = unwind_mappings_space(&mappings, c->files, s->pid, time);
	if (c->arch != REGS_X86 && c->arch != REGS_ARM64)
		end = UNWIND_MACHINE;
	else if (s->regs_user.abi != REGS_ABI_64)
		end = UNWIND_32_BIT;
	else if (unwind_registers_of(&s->regs_user, input.machine, &input.registers)) {
		input.stack = (struct unwind_stack){ .data = s->stack_user.data,
						     .start = input.registers.value[unwind_roles[input.machine].stack],
						     .size = size,
						     .is_cut = size == s->stack_user.size,
						     .swap = r->swap };
		n = unwind_chain(c->unwinder, &input, c->addresses, c->max, &end);
		/* As long as it was asked for is not too short. */
		if (end == UNWIND_LIMIT && c->max < STACK_CHAIN_MAX)
			end = UNWIND_COMPLETE;
	}
	if (!n)
		n = chain_of_ip(c, s, r->misc & RECORD_MISC_CPUMODE_MASK);
	c->end = end;
	c->end_dso = n && unwind_end_is_early(end) ? unwind_mappings_dso(&mappings, c->addresses[n - 1]) : DSO_NONE;
	c->is_counted = false;
	return n;
}

/* How many of a recorded chain's words come before the user's part. */
static uint64_t words_before_user(const struct chain_words *words)
{
	for (uint64_t i = 0; i < words->n; i++)
		if (chain_word(words, i) == CALLCHAIN_USER)
			return i;
	return words->n;
}

static int chain_put(struct stack_chain *c, uint32_t n_user, struct chain_words *words)
{
	chain_words_begin(words, &c->words);
	buffer_append(&c->words, words->data, 8 * words_before_user(words));
	if (n_user)
		buffer_put_u64(&c->words, CALLCHAIN_USER);
	for (uint32_t i = 0; i < n_user; i++)
		buffer_put_u64(&c->words, c->addresses[i]);
	return chain_words_take(words, &c->words);
}

int stack_chain_unwind(struct stack_chain *c, const struct record *r, const struct event_attr *attr, uint64_t time,
		       struct chain_words *words, uint64_t *ret_unwound)
{
	struct error err = ERROR_INIT;
	struct sample s;
	uint32_t n_user;

	*ret_unwound = 0;
	if (sample_decode(r, attr, &s, &err) || !s.regs_user.abi || !s.stack_user.size || !s.stack_dyn_size)
		return 0;
	n_user = chain_of_stack(c, r, &s, time);
	*ret_unwound = n_user ? n_user + 1 : 0;
	return chain_put(c, n_user, words);
}

void stack_chain_count(struct stack_chain *c)
{
	if (!c->is_counted)
		unwind_counts_add(&c->counts, c->end, c->end_dso);
	c->is_counted = true;
}
