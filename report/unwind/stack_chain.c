#include "report/unwind/stack_chain.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/utsname.h>

/* A linear search: there are few causes and dsos, and the last one found is usually next. */
static void counts_add(struct unwind_counts *c, const struct unwind_count *count)
{
	for (uint32_t i = 0; i < c->n_list; i++) {
		struct unwind_count *known = &c->list[i];

		if (known->dso != count->dso || known->end != count->end)
			continue;
		known->n += count->n;
		if (i && c->list[i - 1].n < known->n) {
			struct unwind_count other = c->list[i - 1];

			c->list[i - 1] = *known;
			*known = other;
		}
		return;
	}
	if (list_reserve(&c->list, c->n_list, &c->capacity, sizeof(*c->list)))
		c->list[c->n_list++] = *count;
}

void unwind_counts_add(struct unwind_counts *c, enum unwind_end end, uint32_t dso)
{
	c->n++;
	c->ends[end]++;
	if (unwind_end_is_early(end))
		counts_add(c, &(struct unwind_count){ .dso = dso, .end = end, .n = 1 });
}

void unwind_counts_merge(struct unwind_counts *c, const struct unwind_counts *from)
{
	c->n += from->n;
	for (unsigned end = 0; end < UNWIND_ENDS; end++)
		c->ends[end] += from->ends[end];
	for (unsigned way = 0; way < UNWIND_WAYS; way++)
		c->by[way] += from->by[way];
	for (uint32_t i = 0; i < from->n_list; i++)
		counts_add(c, &from->list[i]);
}

static int count_compare(const void *a, const void *b)
{
	const struct unwind_count *x = a, *y = b;

	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	if (x->dso != y->dso)
		return x->dso < y->dso ? -1 : 1;
	return (int)x->end - (int)y->end;
}

void unwind_counts_sort(struct unwind_counts *c)
{
	if (c->n_list)
		qsort(c->list, c->n_list, sizeof(*c->list), count_compare);
}

void unwind_counts_fini(struct unwind_counts *c)
{
	free(c->list);
	*c = (struct unwind_counts){ 0 };
}

uint64_t unwind_counts_early(const struct unwind_counts *c)
{
	uint64_t n = 0;

	for (unsigned end = 0; end < UNWIND_ENDS; end++)
		if (unwind_end_is_early(end))
			n += c->ends[end];
	return n;
}

/* PERF_SAMPLE_REGS_ABI_32 and _64: registers of a process of so many bits. */
#define REGS_ABI_32 1
#define REGS_ABI_64 2

static enum unwind_machine machine_of(enum regs_arch arch, uint64_t abi)
{
	if (arch == REGS_ARM64)
		return UNWIND_ARM64;
	return abi == REGS_ABI_32 ? UNWIND_I386 : UNWIND_X86_64;
}

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

/* Returns the user ip of a process or machine whose stack cannot be unwound; 0: unknown. */
static uint32_t chain_of_ip(struct stack_chain *c, const struct sample *s, unsigned mode)
{
	int number = regs_ip(c->arch);

	if (number >= 0 && sample_reg(&s->regs_user, (unsigned)number, &c->addresses[0]))
		return 1;
	c->addresses[0] = s->ip;
	return mode == RECORD_MISC_USER;
}

/* Unwinds the user addresses of a sample into c->addresses. Returns their number. */
static uint32_t chain_of_stack(struct stack_chain *c, const struct record *r, const struct sample *s, uint64_t time)
{
	uint64_t size = s->stack_dyn_size < s->stack_user.size ? s->stack_dyn_size : s->stack_user.size;
	struct unwind_input input = { .machine = machine_of(c->arch, s->regs_user.abi),
				      .ways = unwind_files_ways(c->files) };
	struct unwind_mappings mappings;
	enum unwind_end end = UNWIND_NO_REGISTER;
	uint32_t n = 0;

	input.space = unwind_mappings_space(&mappings, c->files, s->pid, time);
	if (c->arch != REGS_X86 && c->arch != REGS_ARM64)
		end = UNWIND_MACHINE;
	else if (s->regs_user.abi != REGS_ABI_64 && input.machine != UNWIND_I386)
		end = UNWIND_32_BIT;
	else if (unwind_registers_of(&s->regs_user, input.machine, &input.registers)) {
		input.stack = (struct unwind_stack){ .data = s->stack_user.data,
						     .start = input.registers.value[unwind_roles[input.machine].stack],
						     .size = size,
						     .is_cut = size == s->stack_user.size,
						     .swap = r->swap,
						     .is_32 = input.machine == UNWIND_I386 };
		n = unwind_chain(c->unwinder, &input, c->addresses, c->max, &end);
		/* Reaching the requested limit counts as complete. */
		if (end == UNWIND_LIMIT && c->max < STACK_CHAIN_MAX)
			end = UNWIND_COMPLETE;
	}
	if (!n)
		n = chain_of_ip(c, s, r->misc & RECORD_MISC_CPUMODE_MASK);
	c->end = end;
	memcpy(c->by, c->unwinder->by, sizeof(c->by));
	c->end_dso = n && unwind_end_is_early(end) ? unwind_mappings_dso(&mappings, c->addresses[n - 1]) : DSO_NONE;
	c->is_counted = false;
	return n;
}

/* Returns the number of words before the user part of a recorded chain. */
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
	for (unsigned way = 0; !c->is_counted && way < UNWIND_WAYS; way++)
		c->counts.by[way] += c->by[way];
	c->is_counted = true;
}
