/* A thread that waits, as files of /proc show it. */
#include "record/synth/blocked_thread.h"

#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define NUMBERS(flags) " 1 7 7 0 -1 " flags " 0 0 0 0 0 0 0 0 20 0 1 0 99 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 17 3 0 0"

static int emit_nothing(void *context, const void *record, size_t size)
{
	(void)context, (void)record, (void)size;
	return 0;
}

struct fake {
	struct tree tree;
	struct synth *synth;
	struct kernel_names names;
	struct blocked_thread t;
};

/* Process 7 has thread 8. stack, wchan: NULL: this user may not see it. */
static void fake_init(struct fake *f, const char *stat, const char *stack, const char *wchan)
{
	const struct synth_options options = { .proc_root = f->tree.root };
	const struct synth_sink sink = { .emit = emit_nothing };

	*f = (struct fake){ 0 };
	tree_init(&f->tree);
	tree_write(&f->tree, "kallsyms",
		   "1000 T _text\n2000 t do_read\n2000 d read_data\n3000 T sys_read\n"
		   "4000 t do_read\n5000 t mod_wait\t[mod]\n");
	tree_write(&f->tree, "7/task/8/stat", stat);
	if (stack)
		tree_write(&f->tree, "7/task/8/stack", stack);
	if (wchan)
		tree_write(&f->tree, "7/task/8/wchan", wchan);
	f->synth = synth_new(&options, &sink, NULL);
	CHECK(f->synth);
	CHECK_EQ_I64(kernel_names_load(&f->names, f->synth), 0);
}

static int fake_read(struct fake *f)
{
	return blocked_thread_read(f->synth, &f->names, 7, 8, &f->t);
}

static void fake_fini(struct fake *f)
{
	kernel_names_fini(&f->names);
	synth_free(f->synth);
	tree_fini(&f->tree);
}

TEST(whole)
{
	struct fake f;

	fake_init(&f, "8 (a) S (b) S" NUMBERS("4194304"),
		  "[<0>] do_read+0x12/0x90\n[<0>] mod_wait+0x1/0x2 [mod]\n[<0>] not_there+0x1/0x2\n"
		  "[<0>] sys_read+0x20/0x30\n",
		  NULL);
	tree_write(&f.tree, "7/task/8/syscall", "0 0x1 0x2 0x3 0x4 0x5 0x6 0x7ffd00000010 0x7f0000001234\n");
	CHECK_EQ_I64(fake_read(&f), 1);
	CHECK_EQ_U64(f.t.pid, 7);
	CHECK_EQ_U64(f.t.tid, 8);
	CHECK_EQ_U64(f.t.cpu, 3);
	CHECK_STR(f.t.comm, "a) S (b");
	CHECK_EQ_U64(f.t.ip, 0x7f0000001234);
	CHECK_EQ_U64(f.t.sp, 0x7ffd00000010);
	CHECK_EQ_U64(f.t.n_frames, 3);
	CHECK_EQ_U64(f.t.frames[0], 0x2012);
	CHECK_EQ_U64(f.t.frames[1], 0x5001);
	CHECK_EQ_U64(f.t.frames[2], 0x3020);
	CHECK_STR(f.t.where, "do_read");
	fake_fini(&f);
}

TEST(only_what_it_waits_in)
{
	struct fake f;

	fake_init(&f, "8 (a) D" NUMBERS("4194304"), NULL, "do_read");
	CHECK_EQ_I64(fake_read(&f), 1);
	CHECK_EQ_U64(f.t.ip, 0);
	CHECK_EQ_U64(f.t.n_frames, 1);
	CHECK_EQ_U64(f.t.frames[0], 0x2001);
	CHECK_STR(f.t.where, "do_read");
	fake_fini(&f);
}

TEST(nothing_but_that_it_waits)
{
	struct fake f;

	fake_init(&f, "8 (a) T" NUMBERS("4194304"), "", "0");
	tree_write(&f.tree, "7/task/8/syscall", "running\n");
	CHECK_EQ_I64(fake_read(&f), 1);
	CHECK_EQ_U64(f.t.ip, 0);
	CHECK_EQ_U64(f.t.n_frames, 0);
	CHECK_STR(f.t.where, "");
	fake_fini(&f);
}

TEST(who_does_not_wait)
{
	/* One that runs, has ended, or is the kernel's; a worker of io_uring; what is cut off. */
	static const char *const stats[] = { "8 (a) R" NUMBERS("4194304"),
					     "8 (a) Z" NUMBERS("4194304"),
					     "8 (a) S" NUMBERS("2097152"),
					     "8 (a) S" NUMBERS("4194320"),
					     "8 (a",
					     "" };

	for (size_t i = 0; i < ARRAY_SIZE(stats); i++) {
		struct fake f;

		fake_init(&f, stats[i], "[<0>] do_read+0x12/0x90\n", NULL);
		CHECK_EQ_I64(fake_read(&f), 0);
		fake_fini(&f);
	}
}

TEST(hidden_addresses)
{
	struct fake f;

	fake_init(&f, "8 (a) S" NUMBERS("4194304"), "[<0>] do_read+0x12/0x90\n", NULL);
	kernel_names_fini(&f.names);
	tree_write(&f.tree, "kallsyms", "0 T _text\n0 t do_read\n");
	CHECK_EQ_I64(kernel_names_load(&f.names, f.synth), 0);
	CHECK_EQ_I64(fake_read(&f), 1);
	CHECK_EQ_U64(f.t.n_frames, 0);
	CHECK_STR(f.t.where, "do_read");
	fake_fini(&f);
}

/* Its own stack, in several pieces, and what ends before. */
TEST(stack)
{
	struct aside aside = { 0 };
	const struct synth_options options = { .aside = &aside };
	const struct synth_sink sink = { .emit = emit_nothing };
	struct synth *synth = synth_new(&options, &sink, NULL);
	uint8_t *pages = mmap(NULL, 32768, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), copy[32768];
	struct blocked_thread t = { .pid = (uint32_t)getpid(), .tid = (uint32_t)getpid(), .sp = (uintptr_t)pages + 16 };

	CHECK(synth && pages != MAP_FAILED);
	for (size_t i = 0; i < 32768; i++)
		pages[i] = (uint8_t)(i / 7);
	CHECK(!munmap(pages + 24576, 8192));
	CHECK_EQ_U64(blocked_thread_stack(synth, &t, copy, 20000), 20000);
	CHECK_BYTES(copy, pages + 16, 20000);
	CHECK_EQ_U64(blocked_thread_stack(synth, &t, copy, sizeof(copy)), 24576 - 16);
	CHECK_BYTES(copy, pages + 16, 24576 - 16);
	t.sp = 0;
	CHECK_EQ_U64(blocked_thread_stack(synth, &t, copy, sizeof(copy)), 0);
	aside_stop(&aside);
	synth_free(synth);
}
