/* stack_chain: chains of recorded samples, in both byte orders; files found by their mappings; what is counted. */
#include "formats/file/perf_file.h"
#include "report/timeline/timeline_make.h"
#include "report/unwind/stack_chain.h"
#include "tests/support/test.h"
#include "tests/support/unwind_file.h"

#include <unistd.h>

#define MAP   0x500000 /* where the file's text is mapped */
#define STACK 0x7ffe00001000

/* The kernel's numbers of sp and pc. */
#define X86_MASK   (1ull << 7 | 1ull << 8)
#define ARM64_MASK (1ull << 30 | 1ull << 31 | 1ull << 32)

static struct strtab strings;
static struct timeline timeline;
static struct unwind_files *files;
static struct stack_chain stack;
static struct buffer sample; /* a record */
static struct event_attr attr;
static uint64_t words[8];
static char path[UNWIND_FILE_PATH_SIZE];

/* What a process 7 has mapped: the file's text, from its second page on. */
static void begin(enum regs_arch arch, uint64_t mask)
{
	const struct symbols_config config = { .symfs = "", .cache = "/nonexistent" };
	struct record_mmap m = { .pid = 7, .tid = 7, .addr = MAP, .len = 0x1000, .pgoff = 0x1000 };

	unwind_file_write(path, 8);
	CHECK_EQ_I64(strtab_init(&strings), 0);
	CHECK_EQ_I64(timeline_init(&timeline, &strings), 0);
	m.filename = path;
	m.filename_size = strlen(path);
	m.prot = 4;
	CHECK_EQ_I64(timeline_add_mmap(&timeline, 1, &m, RECORD_MISC_USER), 0);
	files = unwind_files_new(&timeline, &config);
	CHECK(files);
	CHECK_EQ_I64(stack_chain_init(&stack, files, arch, 16), 0);
	attr = (struct event_attr){ .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_CALLCHAIN |
						   PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
				    .sample_regs_user = mask,
				    .flags = ATTR_EXCLUDE_CALLCHAIN_USER };
	buffer_init(&sample);
	memset(words, 0, sizeof(words));
}

static void end(void)
{
	stack_chain_fini(&stack);
	unwind_files_free(files);
	timeline_fini(&timeline);
	strtab_fini(&strings);
	buffer_fini(&sample);
	unlink(path);
}

struct made {
	bool swap;
	uint64_t abi;
	const uint64_t *kernel;
	uint64_t n_kernel;
	const uint64_t *regs;
	unsigned n_regs;
	uint64_t size, dyn_size;
};

static struct record make(const struct made *m)
{
	buffer_clear(&sample);
	sample.swap = m->swap;
	buffer_put_u32(&sample, PERF_RECORD_SAMPLE);
	buffer_put_u32(&sample, 0);
	buffer_put_u64(&sample, MAP + 4);
	buffer_put_u32(&sample, 7);
	buffer_put_u32(&sample, 7);
	buffer_put_u64(&sample, m->n_kernel);
	for (uint64_t i = 0; i < m->n_kernel; i++)
		buffer_put_u64(&sample, m->kernel[i]);
	buffer_put_u64(&sample, m->abi);
	for (unsigned i = 0; m->abi && i < m->n_regs; i++)
		buffer_put_u64(&sample, m->regs[i]);
	buffer_put_u64(&sample, m->size);
	for (uint64_t i = 0; i < m->size / 8; i++)
		buffer_put_u64(&sample, words[i]);
	if (m->size)
		buffer_put_u64(&sample, m->dyn_size);
	return (struct record){ .type = PERF_RECORD_SAMPLE,
				.misc = RECORD_MISC_USER,
				.size = (uint32_t)sample.size,
				.data = sample.data,
				.swap = m->swap };
}

static void check_chain(const struct made *m, unsigned n_want, const uint64_t *want)
{
	struct record r = make(m);
	struct chain_words chain = { .data = sample.data + 32, .n = m->n_kernel, .swap = m->swap };
	uint64_t n_unwound;

	CHECK_EQ_I64(stack_chain_unwind(&stack, &r, &attr, 5, &chain, &n_unwound), 0);
	stack_chain_count(&stack);
	stack_chain_count(&stack); /* once */
	for (unsigned i = 0; i < chain.n && i < n_want; i++)
		CHECK_EQ_U64(chain_word(&chain, i), want[i]);
	CHECK_EQ_U64(chain.n, n_want);
	CHECK(n_unwound != 1 && n_unwound <= chain.n);
	if (n_unwound)
		CHECK_EQ_U64(chain_word(&chain, chain.n - n_unwound), CALLCHAIN_USER);
}

#define CHECK_CHAIN(made, ...) \
	check_chain((made), sizeof((uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t), (uint64_t[]){ __VA_ARGS__ })

static const uint64_t kernel[] = { CALLCHAIN_KERNEL, 0xffffffff81000010, 0xffffffff81000020 };
static const uint64_t kernel_and_user[] = { CALLCHAIN_KERNEL, 0xffffffff81000010, CALLCHAIN_USER, 0x1234 };
static const uint64_t x86_regs[] = { STACK, MAP + 4 };

TEST(chain_after_the_kernels)
{
	for (int swap = 0; swap < 2; swap++) {
		struct made m = { .swap = swap,
				  .abi = 2,
				  .kernel = kernel,
				  .n_kernel = 3,
				  .regs = x86_regs,
				  .n_regs = 2,
				  .size = 64,
				  .dyn_size = 64 };

		begin(REGS_X86, X86_MASK);
		words[0] = MAP + 0x108;
		CHECK_CHAIN(&m, CALLCHAIN_KERNEL, 0xffffffff81000010, 0xffffffff81000020, CALLCHAIN_USER, MAP + 4,
			    MAP + 0x107);
		CHECK_EQ_U64(stack.counts.n, 1);
		CHECK_EQ_U64(stack.counts.ends[UNWIND_COMPLETE], 1);
		CHECK_EQ_U64(unwind_counts_early(&stack.counts), 0);
		/* What the kernel recorded of the user's part gives way. */
		m.kernel = kernel_and_user;
		m.n_kernel = 4;
		CHECK_CHAIN(&m, CALLCHAIN_KERNEL, 0xffffffff81000010, CALLCHAIN_USER, MAP + 4, MAP + 0x107);
		end();
	}
}

/* As much of the copy counts as was filled, and one that was filled whole may be cut. */
TEST(what_was_copied)
{
	struct made m = { .abi = 2, .regs = x86_regs, .n_regs = 2, .size = 16, .dyn_size = 16 };

	begin(REGS_X86, X86_MASK);
	words[0] = words[1] = MAP + 8;
	CHECK_CHAIN(&m, CALLCHAIN_USER, MAP + 4, MAP + 7, MAP + 7);
	CHECK_EQ_U64(stack.counts.ends[UNWIND_STACK_CUT], 1);
	m.dyn_size = 8;
	CHECK_CHAIN(&m, CALLCHAIN_USER, MAP + 4, MAP + 7);
	CHECK_EQ_U64(stack.counts.ends[UNWIND_OUTSIDE_STACK], 1);
	m.dyn_size = 1000; /* more than there is */
	CHECK_CHAIN(&m, CALLCHAIN_USER, MAP + 4, MAP + 7, MAP + 7);
	unwind_counts_sort(&stack.counts);
	CHECK_EQ_U64(stack.counts.n_list, 2);
	CHECK_EQ_I64(stack.counts.list[0].end, UNWIND_STACK_CUT);
	CHECK_EQ_U64(stack.counts.list[0].n, 2);
	CHECK_STR(strtab_get(&strings, timeline.dsos.list[stack.counts.list[0].dso].path), path);
	end();
}

/* Nothing was recorded: what there is of a chain stays. */
TEST(no_registers_or_stack)
{
	struct made m = { .abi = 0, .kernel = kernel, .n_kernel = 3, .size = 0 };

	begin(REGS_X86, X86_MASK);
	CHECK_CHAIN(&m, CALLCHAIN_KERNEL, 0xffffffff81000010, 0xffffffff81000020);
	m = (struct made){ .abi = 2, .kernel = kernel, .n_kernel = 1, .regs = x86_regs, .n_regs = 2, .size = 0 };
	CHECK_CHAIN(&m, CALLCHAIN_KERNEL);
	CHECK_EQ_U64(stack.counts.n, 0);
	end();
}

/* Of what is not understood the first address is shown, and why there are no more is counted. */
TEST(what_is_not_understood)
{
	struct made m = { .abi = 1, .regs = x86_regs, .n_regs = 2, .size = 16, .dyn_size = 16 };

	m.abi = 3;
	begin(REGS_X86, X86_MASK);
	words[0] = MAP + 8;
	CHECK_CHAIN(&m, CALLCHAIN_USER, MAP + 4);
	CHECK_EQ_U64(stack.counts.ends[UNWIND_32_BIT], 1);
	end();
	begin(REGS_RISCV, X86_MASK);
	m.abi = 2;
	CHECK_CHAIN(&m, CALLCHAIN_USER, MAP + 4);
	CHECK_EQ_U64(stack.counts.ends[UNWIND_MACHINE], 1);
	end();
	begin(REGS_X86, 1ull << 8);
	m.regs = &x86_regs[1];
	m.n_regs = 1;
	CHECK_CHAIN(&m, CALLCHAIN_USER, MAP + 4);
	CHECK_EQ_U64(stack.counts.ends[UNWIND_NO_REGISTER], 1);
	end();
}

/* arm64's registers have their numbers; the file is of another machine and says nothing of it. */
TEST(arm64_registers)
{
	const uint64_t regs[] = { 0x9999, STACK, MAP + 4 };
	struct made m = { .abi = 2, .regs = regs, .n_regs = 3, .size = 16, .dyn_size = 16 };

	begin(REGS_ARM64, ARM64_MASK);
	CHECK_CHAIN(&m, CALLCHAIN_USER, MAP + 4);
	CHECK_EQ_U64(stack.counts.ends[UNWIND_NO_INFORMATION], 1);
	end();
}

/* A file that is gone, and one that is another one than was recorded. */
TEST(files_that_are_not_here)
{
	struct made m = { .abi = 2, .regs = x86_regs, .n_regs = 2, .size = 64, .dyn_size = 64 };

	begin(REGS_X86, X86_MASK);
	unlink(path);
	words[0] = MAP + 0x108;
	CHECK_CHAIN(&m, CALLCHAIN_USER, MAP + 4);
	CHECK_EQ_U64(stack.counts.ends[UNWIND_NO_FILE], 1);
	end();
	begin(REGS_X86, X86_MASK);
	timeline.dsos.list[0].build_id = (struct build_id){ .size = 20, .data = { 1 } };
	CHECK_CHAIN(&m, CALLCHAIN_USER, MAP + 4);
	CHECK_EQ_U64(stack.counts.ends[UNWIND_NO_FILE], 1);
	end();
}
