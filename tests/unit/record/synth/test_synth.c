#include "record/synth/synth_tasks.h"

#include "common/clock_ns.h"
#include "common/cursor.h"
#include "formats/elf/build_id.h"
#include "formats/record/abi.h"
#include "record/synth/synth_kernel.h"
#include "tests/support/test.h"
#include "tests/support/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRACKING_ID 77
#define STAT_TAIL   " S 1 7 7 0 -1 4194304 0 0"
#define KERNEL_TAIL " S 2 0 0 0 -1 2129984 0 0"

/* A fake /proc, and what was synthesized from it as one line of text a record. */
struct fake {
	struct tree tree;
	struct synth_options options;
	struct build_id_set ids;
	char proc[300];
	char sys[300];
	char modules[300];
	char lines[8192];
	size_t used;
	int fail_with;
};

static void fake_line(struct fake *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fake_line(struct fake *f, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	f->used += vsnprintf(f->lines + f->used, sizeof(f->lines) - f->used, format, args);
	va_end(args);
	CHECK(f->used < sizeof(f->lines));
}

static void line_mmap(struct fake *f, struct cursor *c, uint16_t misc, bool mmap2)
{
	uint32_t pid = cursor_u32(c);
	uint64_t start, length, pgoff;
	char detail[64] = "";

	cursor_skip(c, 4);
	start = cursor_u64(c);
	length = cursor_u64(c);
	pgoff = cursor_u64(c);
	if (mmap2 && misc & RECORD_MISC_MMAP_BUILD_ID) {
		uint8_t size = cursor_u8(c);

		cursor_skip(c, 3);
		snprintf(detail, sizeof(detail), " id%d:%02x", size, cursor_u8(c));
		cursor_skip(c, 19);
	} else if (mmap2) {
		uint32_t major = cursor_u32(c);
		uint32_t minor = cursor_u32(c);

		snprintf(detail, sizeof(detail), " %x:%x:%llu", major, minor, (unsigned long long)cursor_u64(c));
		cursor_skip(c, 8);
	}
	if (mmap2) {
		uint32_t prot = cursor_u32(c);

		snprintf(detail + strlen(detail), sizeof(detail) - strlen(detail), " p%u f%u", prot, cursor_u32(c));
	}
	fake_line(f, "%s%s %d %llx+%llx@%llx%s %s\n", mmap2 ? "mmap2" : "mmap",
		  misc & RECORD_MISC_MMAP_DATA ? "-data" : "", (int)pid, (unsigned long long)start,
		  (unsigned long long)length, (unsigned long long)pgoff, detail, (const char *)c->pos);
}

/* Checks header and trailer, and adds the record's line. */
static int take(void *context, const void *record, size_t size)
{
	struct fake *f = context;
	struct cursor c = cursor_make(record, size, false);
	uint32_t type = cursor_u32(&c);
	uint16_t misc = cursor_u16(&c);
	uint32_t pid, tid, ppid;

	if (f->fail_with)
		return f->fail_with;
	CHECK_EQ_U64(cursor_u16(&c), size);
	CHECK_EQ_U64(size % 8, 0);
	CHECK_EQ_U64(load_u64((const uint8_t *)record + size - 8), TRACKING_ID);
	CHECK_EQ_U64(load_u64((const uint8_t *)record + size - 16), 0);
	if (type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2) {
		line_mmap(f, &c, misc, type == PERF_RECORD_MMAP2);
		return 0;
	}
	pid = cursor_u32(&c);
	if (type == PERF_RECORD_COMM) {
		tid = cursor_u32(&c);
		CHECK_EQ_U64(misc, 0);
		fake_line(f, "comm %u/%u %s\n", pid, tid, (const char *)c.pos);
	} else if (type == PERF_RECORD_FORK) {
		ppid = cursor_u32(&c);
		CHECK_EQ_U64(misc, RECORD_MISC_FORK_EXEC);
		fake_line(f, "fork %u/%u from %u\n", pid, cursor_u32(&c), ppid);
	} else if (type == PERF_RECORD_NAMESPACES) {
		fake_line(f, "namespaces %u/%u", pid, cursor_u32(&c));
		for (uint64_t n = cursor_u64(&c); n--;) {
			uint64_t device = cursor_u64(&c);
			uint64_t inode = cursor_u64(&c);

			CHECK_EQ_U64(!device, !inode);
			fake_line(f, " %llu", (unsigned long long)inode);
		}
		fake_line(f, "\n");
	} else {
		fake_line(f, "type %u\n", type);
	}
	return 0;
}

static void fake_init(struct fake *f)
{
	memset(f, 0, sizeof(*f));
	tree_init(&f->tree);
	CHECK_EQ_I64(build_id_set_init(&f->ids), 0);
	snprintf(f->proc, sizeof(f->proc), "%s/proc", f->tree.root);
	snprintf(f->sys, sizeof(f->sys), "%s/sys", f->tree.root);
	snprintf(f->modules, sizeof(f->modules), "%s/modules", f->tree.root);
	tree_write(&f->tree, "proc/mounts", "");
	f->options = (struct synth_options){ .proc_root = f->proc,
					     .sys_root = f->sys,
					     .modules_root = f->modules,
					     .sample_id_all = true,
					     .sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_IDENTIFIER,
					     .id = TRACKING_ID };
}

static void fake_fini(struct fake *f)
{
	build_id_set_fini(&f->ids);
	tree_fini(&f->tree);
}

static void fake_process(struct fake *f, int pid, const char *comm, const char *tail, const char *maps)
{
	char path[128];
	char stat[256];

	snprintf(path, sizeof(path), "proc/%d/stat", pid);
	snprintf(stat, sizeof(stat), "%d (%s)%s\n", pid, comm, tail);
	tree_write(&f->tree, path, stat);
	snprintf(path, sizeof(path), "proc/%d/task/%d/comm", pid, pid);
	tree_write(&f->tree, path, comm);
	snprintf(path, sizeof(path), "proc/%d/maps", pid);
	tree_write(&f->tree, path, maps);
	snprintf(path, sizeof(path), "proc/%d/status", pid);
	snprintf(stat, sizeof(stat), "Name:\t%s\nTgid:\t%d\n", comm, pid);
	tree_write(&f->tree, path, stat);
}

/* The lines of what a function synthesizes. */
static const char *run(struct fake *f, int (*what)(struct synth *s, struct error *err), struct synth_counts *counts)
{
	struct synth_sink sink = { take, f };
	struct error err = ERROR_INIT;
	struct synth *s = synth_new(&f->options, &sink, &err);

	CHECK(s != NULL);
	f->used = 0;
	f->lines[0] = 0;
	if (what(s, &err))
		test_fail(__FILE__, __LINE__, "%s", err.message);
	if (counts)
		*counts = s->counts;
	synth_free(s);
	return f->lines;
}

TEST(processes)
{
	struct synth_counts counts;
	struct fake f;

	fake_init(&f);
	fake_process(&f, 7, "odd (na) me", STAT_TAIL,
		     "1000-3000 r-xp 00002000 fe:0a 55   /bin/prog\n"
		     "3000-4000 rw-p 00000000 00:00 0 \n"
		     "5000-6000 rwxp 00000000 00:00 0 \n"
		     "bad line\n"
		     "7000-8000 r-xs 00000000 00:0f 9  /anon_hugepage (deleted)\n"
		     "8000-9000 r-xp 00000000 00:01 9  /a\\012b\n"
		     "9000-a000 r-xp 00000000 00:01");
	tree_write(&f.tree, "proc/7/task/8/comm", "worker\n");
	CHECK_STR(run(&f, synth_processes, &counts), "fork 7/7 from 1\n"
						     "comm 7/7 odd (na) me\n"
						     "mmap2 7 1000+2000@2000 fe:a:55 p5 f2 /bin/prog\n"
						     "mmap2 7 5000+1000@0 0:0:0 p7 f2 //anon\n"
						     "mmap2 7 7000+1000@0 0:f:9 p5 f262145 //anon\n"
						     "mmap2 7 8000+1000@0 0:1:9 p5 f2 /a\nb\n"
						     "fork 7/8 from 7\n"
						     "comm 7/8 worker\n");
	CHECK_EQ_U64(counts.processes, 1);
	CHECK_EQ_U64(counts.threads, 1);
	CHECK_EQ_U64(counts.mmaps, 4);
	fake_fini(&f);
}

/* One whose maps are not shown is passed over, and no other one; the others are read by the same process. */
TEST(a_process_that_waits_while_it_maps)
{
	struct aside aside = { .waited = 60 * NS_PER_S, .called = clock_now() };
	struct synth_counts counts;
	char path[300];
	struct fake f;

	fake_init(&f);
	f.options.aside = &aside;
	fake_process(&f, 7, "good", STAT_TAIL, "1000-3000 r-xp 00002000 00:00 0   [vdso]\n");
	fake_process(&f, 8, "stuck", STAT_TAIL, "");
	snprintf(path, sizeof(path), "%s/proc/8/maps", f.tree.root);
	CHECK(!unlink(path) && !mkfifo(path, 0600));
	run(&f, synth_processes, &counts);
	CHECK(strstr(f.lines, "mmap2 7 1000+2000@2000 0:0:0 p5 f2 [vdso]\n") && strstr(f.lines, "comm 8/8 stuck\n"));
	CHECK_EQ_U64(counts.stuck, 1);
	CHECK_EQ_U64(counts.mmaps, 1);
	CHECK_EQ_U64(aside.n_left, 1);
	aside_stop(&aside);
	fake_fini(&f);
}

/* What the first thread of a process leaves when it ends before the others. */
TEST(a_process_whose_first_thread_has_ended)
{
	struct fake f;

	fake_init(&f);
	fake_process(&f, 7, "p", " Z 1 7 7 0 -1 4194304 0 0", "");
	tree_write(&f.tree, "proc/7/task/8/comm", "ended\n");
	tree_write(&f.tree, "proc/7/task/8/maps", "");
	tree_write(&f.tree, "proc/7/task/9/comm", "worker\n");
	tree_write(&f.tree, "proc/7/task/9/maps", "1000-3000 r-xp 00002000 fe:0a 55   /bin/prog\n");
	CHECK(strstr(run(&f, synth_processes, NULL), "fork 7/7 from 1\ncomm 7/7 p\n"
						     "mmap2 7 1000+2000@2000 fe:a:55 p5 f2 /bin/prog\nfork 7/"));
	CHECK(!strstr(strstr(f.lines, "mmap2") + 1, "mmap2"));
	fake_fini(&f);
}

TEST(data_mappings)
{
	struct fake f;

	fake_init(&f);
	f.options.mmap_data = true;
	fake_process(&f, 7, "p", STAT_TAIL,
		     "1000-2000 rw-p 00000000 00:00 0 [heap]\n"
		     "2000-3000 ---p 00000000 00:00 0 \n");
	CHECK_STR(run(&f, synth_processes, NULL), "fork 7/7 from 1\ncomm 7/7 p\n"
						  "mmap2-data 7 1000+1000@0 0:0:0 p3 f2 [heap]\n");
	f.options.no_maps = true;
	CHECK_STR(run(&f, synth_processes, NULL), "fork 7/7 from 1\ncomm 7/7 p\n");
	fake_fini(&f);
}

static void fake_link(struct fake *f, const char *path, const char *to)
{
	char full[600];

	snprintf(full, sizeof(full), "%s/%s", f->proc, path);
	CHECK_EQ_I64(symlink(to, full), 0);
}

TEST(namespaces)
{
	struct fake f;

	fake_init(&f);
	f.options.namespaces = true;
	fake_process(&f, 7, "p", STAT_TAIL, "");
	tree_write(&f.tree, "proc/7/task/8/comm", "t\n");
	tree_write(&f.tree, "proc/7/task/8/ns/x", "");
	tree_write(&f.tree, "proc/7/ns/x", "");
	tree_write(&f.tree, "proc/self/ns/mnt", "");
	fake_link(&f, "7/ns/net", "net:[4026531833]");
	fake_link(&f, "7/ns/cgroup", "cgroup:[12]");
	fake_link(&f, "7/task/8/ns/uts", "uts:[13]");
	CHECK_STR(run(&f, synth_processes, NULL), "fork 7/7 from 1\n"
						  "namespaces 7/7 4026531833 0 0 0 0 0 12\n"
						  "comm 7/7 p\n"
						  "fork 7/8 from 7\n"
						  "namespaces 7/8 0 13 0 0 0 0 0\n"
						  "comm 7/8 t\n");
	fake_fini(&f);
}

TEST(kernel_threads)
{
	struct fake f;

	fake_init(&f);
	fake_process(&f, 9, "kworker/R-kvfree_rcu_reclaim", KERNEL_TAIL, "1000-2000 r-xp 00000000 00:00 0 \n");
	CHECK_STR(run(&f, synth_processes, NULL), "fork 9/9 from 2\ncomm 9/9 kworker/R-kvfre\n");
	fake_fini(&f);
}

TEST(vanished)
{
	struct synth_counts counts;
	struct fake f;

	fake_init(&f);
	tree_write(&f.tree, "proc/5/nothing", "");  /* no task folder any more */
	tree_write(&f.tree, "proc/6/task/6/x", ""); /* no stat */
	fake_process(&f, 7, "here", STAT_TAIL, "");
	tree_write(&f.tree, "proc/8/stat", "8 (half");
	tree_write(&f.tree, "proc/8/task/8/x", "");
	CHECK_STR(run(&f, synth_processes, &counts), "fork 7/7 from 1\ncomm 7/7 here\n");
	CHECK_EQ_U64(counts.vanished, 3);
	fake_fini(&f);
}

static int run_tids(struct synth *s, struct error *err)
{
	static const pid_t tids[] = { 8, 9, 1234 };

	return synth_tids(s, tids, ARRAY_SIZE(tids), err);
}

TEST(listed_threads)
{
	struct synth_counts counts;
	struct fake f;

	fake_init(&f);
	fake_process(&f, 7, "lead", STAT_TAIL, "1000-2000 r-xp 00000000 00:00 0 [vdso]\n");
	for (int tid = 8; tid <= 9; tid++) {
		char path[64];

		snprintf(path, sizeof(path), "proc/7/task/%d/comm", tid);
		tree_write(&f.tree, path, tid == 8 ? "a\n" : "b\n");
		snprintf(path, sizeof(path), "proc/%d/status", tid);
		tree_write(&f.tree, path, "Name:\tx\nTgid:\t7\n");
	}
	CHECK_STR(run(&f, run_tids, &counts), "comm 7/7 lead\nmmap2 7 1000+1000@0 0:0:0 p5 f2 [vdso]\n"
					      "comm 7/8 a\ncomm 7/9 b\n");
	CHECK_EQ_U64(counts.vanished, 1);
	fake_fini(&f);
}

static void fake_kernel(struct fake *f, const char *kallsyms)
{
	tree_write(&f->tree, "proc/kallsyms", kallsyms);
	tree_write(&f->tree, "proc/modules",
		   "foo_bar 16384 0 - Live 0xffffffffa0000000\nlost 4096 1 foo_bar, Live 0xffffffffa0010000 (O)\n");
	tree_write(&f->tree, "modules/modules.dep", "kernel/x/xfoo-bar.ko:\nkernel/net/foo-bar.ko.xz: a.ko\n");
}

TEST(kernel_and_modules)
{
	char want[1024];
	struct fake f;

	fake_init(&f);
	fake_kernel(&f, "0000000000000000 A early\nffffffff81000000 T _stext\nffffffff80fff000 T _text\n"
			"ffffffff82000000 T _etext\n");
	snprintf(want, sizeof(want),
		 "mmap -1 ffffffff80fff000+1001000@ffffffff80fff000 [kernel.kallsyms]_text\n"
		 "mmap -1 ffffffffa0000000+4000@0 %s/kernel/net/foo-bar.ko.xz\n"
		 "mmap -1 ffffffffa0010000+1000@0 [lost]\n",
		 f.modules);
	CHECK_STR(run(&f, synth_kernel, NULL), want);
	fake_fini(&f);
}

TEST(kernel_build_ids)
{
	static const struct {
		uint32_t sizes[3];
		uint8_t bytes[8];
	} note = { { 4, 4, 3 }, { 'G', 'N', 'U', 0, 0xab, 1, 2, 3 } };
	struct fake f;

	fake_init(&f);
	f.options.wants_build_ids = true;
	f.options.ids = &f.ids;
	tree_write(&f.tree, "proc/kallsyms", "ffffffff81000000 T _stext\nffffffff82000000 T _etext\n");
	tree_write_bytes(&f.tree, "sys/kernel/notes", &note, sizeof(note));
	CHECK_STR(run(&f, synth_kernel, NULL),
		  "mmap2 -1 ffffffff81000000+1000000@ffffffff81000000 id4:ab p0 f0 [kernel.kallsyms]_stext\n");
	CHECK_EQ_U64(f.ids.n, 1);
	CHECK_STR(strtab_get(&f.ids.names, f.ids.entries[0].name), "[kernel.kallsyms]");
	fake_fini(&f);
}

TEST(hidden_kernel_addresses)
{
	struct synth_counts counts;
	struct fake f;

	fake_init(&f);
	fake_kernel(&f, "0000000000000000 T _stext\n0000000000000000 T _text\n0000000000000000 T _etext\n");
	tree_write(&f.tree, "proc/modules", "foo_bar 16384 0 - Live 0x0000000000000000\n");
	CHECK_STR(run(&f, synth_kernel, &counts), "");
	CHECK(counts.kernel_restricted);
	fake_fini(&f);
}

/* This program mapped by a fake process: its own file is read for the build-id, if the linker gave it one. */
TEST(build_ids_of_files)
{
	struct build_id id = { 0 };
	struct build_id_set_entry *entry;
	char maps[800], path[300], want[800];
	struct stat st;
	struct fake f;
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

	CHECK(n > 0 && fd >= 0 && !fstat(fd, &st));
	path[n] = 0;
	if (build_id_read(&id, fd))
		test_skip("this program was linked without a build-id");
	close(fd);
	fake_init(&f);
	f.options.wants_build_ids = true;
	f.options.ids = &f.ids;
	snprintf(maps, sizeof(maps), "1000-2000 r-xp 00000000 00:01 %llu %s\n2000-3000 r-xp 0 00:01 %llu %s\n",
		 (unsigned long long)st.st_ino, path, (unsigned long long)st.st_ino + 1, path);
	fake_process(&f, 7, "p", STAT_TAIL, maps);
	snprintf(want, sizeof(want),
		 "fork 7/7 from 1\ncomm 7/7 p\nmmap2 7 1000+1000@0 id%d:%02x p5 f2 %s\n"
		 "mmap2 7 2000+1000@0 0:1:%llu p5 f2 %s\n",
		 id.size, id.data[0], path, (unsigned long long)st.st_ino + 1, path);
	CHECK_STR(run(&f, synth_processes, NULL), want);
	CHECK_EQ_U64(f.ids.n, 1);
	entry = &f.ids.entries[0];
	CHECK_EQ_U64(entry->id.size, id.size);
	CHECK_BYTES(entry->id.data, id.data, id.size);
	fake_fini(&f);
}

/* A mapping whose path leads to a named pipe by now, as it could lead to any device; and to another file. */
TEST(only_the_mapped_file_is_opened)
{
	int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	char path[300], maps[800], want[800];
	struct stat st;
	struct fake f;

	fake_init(&f);
	f.options.wants_build_ids = true;
	snprintf(path, sizeof(path), "%s/pipe", f.tree.root);
	CHECK_EQ_I64(mkfifo(path, 0600), 0);
	CHECK(inotify_add_watch(watch, path, IN_OPEN) >= 0);
	close(open(path, O_PATH | O_CLOEXEC));
	if (tree_opened(watch))
		test_skip("this kernel reports O_PATH like an open");
	CHECK_EQ_I64(stat(path, &st), 0);
	snprintf(maps, sizeof(maps), "1000-2000 r-xp 00000000 00:01 %llu %s\n", (unsigned long long)st.st_ino, path);
	snprintf(want, sizeof(want), "fork 7/7 from 1\ncomm 7/7 p\nmmap2 7 1000+1000@0 0:1:%llu p5 f2 %s\n",
		 (unsigned long long)st.st_ino, path);
	fake_process(&f, 7, "p", STAT_TAIL, maps);
	CHECK_STR(run(&f, synth_processes, NULL), want);
	CHECK_EQ_I64(tree_opened(watch), 0);

	/* In another mount namespace the name counts from the root of the process. */
	tree_write(&f.tree, "proc/self/ns/mnt", "");
	tree_write(&f.tree, "proc/7/ns/mnt", "");
	fake_link(&f, "7/root", f.tree.root);
	snprintf(maps, sizeof(maps), "1000-2000 r-xp 00000000 00:01 %llu /pipe\n", (unsigned long long)st.st_ino);
	fake_process(&f, 7, "p", STAT_TAIL, maps);
	run(&f, synth_processes, NULL);
	CHECK_EQ_I64(tree_opened(watch), 0);

	tree_write(&f.tree, "replaced", "");
	snprintf(path, sizeof(path), "%s/proc/7/ns/mnt", f.tree.root);
	CHECK_EQ_I64(unlink(path), 0);
	snprintf(path, sizeof(path), "%s/replaced", f.tree.root);
	CHECK(inotify_add_watch(watch, path, IN_OPEN) >= 0);
	CHECK_EQ_I64(stat(path, &st), 0);
	snprintf(maps, sizeof(maps), "1000-2000 r-xp 00000000 00:01 %llu %s\n", (unsigned long long)st.st_ino + 1,
		 path);
	fake_process(&f, 7, "p", STAT_TAIL, maps);
	run(&f, synth_processes, NULL);
	CHECK_EQ_I64(tree_opened(watch), 0);
	close(watch);
	fake_fini(&f);
}

TEST(sink_failure_ends_it)
{
	struct synth_sink sink;
	struct error err = ERROR_INIT;
	struct synth *s;
	struct fake f;

	fake_init(&f);
	fake_process(&f, 7, "p", STAT_TAIL, "");
	f.fail_with = -ENOSPC;
	sink = (struct synth_sink){ take, &f };
	s = synth_new(&f.options, &sink, &err);
	CHECK(s != NULL);
	CHECK_EQ_I64(synth_processes(s, &err), -ENOSPC);
	synth_free(s);
	fake_fini(&f);
}
