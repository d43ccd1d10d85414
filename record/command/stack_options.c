#include "record/command/stack_options.h"

#include "record/sampler/host_regs.h"

#include "common/log.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#define REGS_MAX 64

void stack_options_default(struct sample_fields *fields)
{
	if (fields->callgraph.mode == CALLGRAPH_DEFAULT)
		fields->callgraph.mode = CALLGRAPH_FP;
}

int stack_options_call_graph(struct sample_fields *fields, const char *text, struct error *err)
{
	int result = callgraph_spec_parse(&fields->callgraph, text, err);

	if (result)
		error_prefix(err, "--call-graph");
	return result;
}

/* The bits of the register with the name: two for a vector register; 0: there is none. */
static uint64_t find_reg(const char *name, size_t size)
{
	enum regs_arch arch = host_regs_arch();
	uint64_t found = 0;

	for (unsigned i = 0; i < REGS_MAX; i++) {
		const char *reg = regs_name(arch, i);

		if (reg && strlen(reg) == size && !strncasecmp(reg, name, size))
			found |= 1ull << i;
	}
	return found;
}

int stack_options_regs(uint64_t *ret_mask, const char *option, const char *names, struct error *err)
{
	uint64_t mask = 0;

	if (!host_regs_mask())
		return error_set(err, -ENOTSUP, "%s: the registers of this machine are not known", option);
	for (const char *name = names; name; name = strchr(name, ',') ? strchr(name, ',') + 1 : NULL) {
		size_t size = strcspn(name, ",");
		uint64_t found = find_reg(name, size);

		if (!found)
			return error_set(err, -EINVAL, "%s: no register '%.*s'; '%s=?' lists those there are", option,
					 (int)size, name, option);
		mask |= found;
	}
	*ret_mask = names ? mask : host_regs_mask();
	return 0;
}

void stack_options_warn(const struct sample_fields *fields)
{
	uint64_t lacking = host_regs_mask() & ~fields->regs_user;

	if (fields->callgraph.mode == CALLGRAPH_LBR && fields->branches)
		log_warn("--call-graph lbr takes the branches of the CPU that -b and -j want: call chains are recorded "
			 "through "
			 "frame pointers");
	if (fields->callgraph.mode == CALLGRAPH_DWARF && fields->regs_user && lacking)
		log_warn("--user-regs leaves out registers that --call-graph dwarf may need: "
			 "stacks may end early (the instruction and stack pointers are recorded anyway)");
}

void stack_options_print_regs(FILE *out)
{
	enum regs_arch arch = host_regs_arch();

	fputs("available registers:", out);
	for (unsigned i = 0; i < REGS_MAX; i++)
		if (host_regs_mask() >> i & 1)
			fprintf(out, " %s", regs_name(arch, i));
	fputc('\n', out);
}
