#include "record/command/stack_options.h"

#include "common/log.h"
#include "record/command/option_groups.h"
#include "record/command/record_options.h"
#include "record/open/host_regs.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#define REGS_MAX 64

/* In place of a list of registers: which ones there are. */
#define LIST_REGS "?"

/* -g: through frame pointers, unless --call-graph or a setting says otherwise. */
static int take_default(void *options, const char *value, struct error *err)
{
	struct record_options *o = options;
	struct callgraph_spec *callgraph = &o->sampler.fields.callgraph;

	(void)value, (void)err;
	if (callgraph->mode != CALLGRAPH_DEFAULT)
		return 0;
	callgraph->mode = o->usual_callgraph.mode;
	callgraph->defer = o->usual_callgraph.defer;
	callgraph->stack_size = callgraph->mode == CALLGRAPH_DWARF ? o->usual_callgraph.stack_size : 0;
	o->usual_callgraph_taken = true;
	return 0;
}

static int take_call_graph(void *options, const char *text, struct error *err)
{
	struct record_options *o = options;
	struct callgraph_spec *callgraph = &o->sampler.fields.callgraph;
	int result = callgraph_spec_parse(callgraph, text, err);

	if (result) {
		error_prefix(err, "--call-graph");
		return result;
	}
	o->usual_callgraph_taken = callgraph->mode == CALLGRAPH_DWARF && !callgraph->stack_size;
	if (o->usual_callgraph_taken)
		callgraph->stack_size = o->usual_callgraph.stack_size;
	return 0;
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

/*
 * Names of registers with commas between, in any case; NULL: all of them. option: what messages call it. 0; -EINVAL;
 * -ENOTSUP where prec does not know the machine's registers.
 */
static int parse_regs(uint64_t *ret_mask, const char *option, const char *names, struct error *err)
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

static int take_regs(struct record_options *o, uint64_t *mask, const char *option, const char *names, struct error *err)
{
	if (names && !strcmp(names, LIST_REGS)) {
		o->list_regs = true;
		return 0;
	}
	return parse_regs(mask, option, names, err);
}

static int take_user_regs(void *options, const char *names, struct error *err)
{
	struct record_options *o = options;
	return take_regs(o, &o->sampler.fields.regs_user, "--user-regs", names, err);
}

static int take_intr_regs(void *options, const char *names, struct error *err)
{
	struct record_options *o = options;
	return take_regs(o, &o->sampler.fields.regs_intr, "--intr-regs", names, err);
}

/* "-g dwarf ./x": of Linux perf, too, -g takes no mode, which is the name of a command then. */
static int check_mode(const struct record_options *o, struct error *err)
{
	struct callgraph_spec spec = { 0 };
	const char *mode = o->command ? o->command[0] : NULL;

	if (!mode || !o->command[1] || strcmp(o->command[-1], "-g") != 0 || callgraph_spec_parse(&spec, mode, NULL))
		return 0;
	return error_set(err, -EINVAL, "-g takes no mode, so that '%s' is the command: --call-graph %s has it", mode,
			 mode);
}

static int check_stacks(const void *options, struct error *err)
{
	const struct record_options *o = options;

	if (check_mode(o, err))
		return -EINVAL;
	if (o->sampler.fields.user_callchain && o->sampler.fields.kernel_callchain)
		return error_set(err, -EINVAL, "--user-callchains and --kernel-callchains exclude each other");
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

/* Of call chains they matter where some are recorded. */
static void warn_of_settings(const void *options)
{
	const struct record_options *o = options;

	if (o->configured && (o->usual_callgraph_taken || !o->session.keep_files || !o->session.wants_build_ids))
		log_note("settings of Linux perf are in effect (PERF_CONFIG=/dev/null leaves them out): %s",
			 o->configured);
}

static const struct option options[] = {
	{ 'g', NULL, NULL, "record call chains, through frame pointers", OPTION_CALL(take_default) },
	{ 0, "call-graph", "MODE",
	  "record call chains: fp (as -g; fp,defer: of user code when the\n"
	  "thread returns to it), lbr (by the CPU), or dwarf[,SIZE]:\n"
	  "a copy of the stack, 8192 bytes of it or SIZE, that is unwound later",
	  OPTION_CALL(take_call_graph) },
	{ 0, "max-stack", "N", "at most N callers in the kernel's part or through frame pointers",
	  OPTION_NUMBER(struct record_options, sampler.fields.callgraph.max_stack, 1, UINT16_MAX) },
	{ 0, "user-regs", "REGS", "record the user's registers, all or a list; '?' names them", OPTION_ARG_OPTIONAL,
	  OPTION_CALL(take_user_regs) },
	{ 'I', "intr-regs", "REGS", "record the registers at the sample, all or a list; '?' names them",
	  OPTION_ARG_OPTIONAL, OPTION_CALL(take_intr_regs) },
	{ 0, "user-callchains", NULL, "only the user part of call chains",
	  OPTION_FLAG(struct record_options, sampler.fields.user_callchain) },
	{ 0, "kernel-callchains", NULL, "only the kernel part of call chains",
	  OPTION_FLAG(struct record_options, sampler.fields.kernel_callchain) },
	{ 0 },
};

const struct option_group stack_group = { .options = options, .check = check_stacks, .warn_unused = warn_of_settings };
