/* Names as Linux perf makes them, and one dso for one path and build-id. */
#include "common/bytes.h"
#include "report/timeline/dsos.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <sys/mman.h>

static const struct build_id no_id;

struct store {
	struct strtab strings;
	struct dsos dsos;
};

static void store_init(struct store *s)
{
	CHECK(!strtab_init(&s->strings));
	dsos_init(&s->dsos, &s->strings);
}

static void store_fini(struct store *s)
{
	dsos_fini(&s->dsos);
	strtab_fini(&s->strings);
}

static const struct dso *user(struct store *s, const char *filename, uint32_t pid)
{
	uint32_t n = dsos_user(&s->dsos, filename, strlen(filename), &no_id, pid);

	CHECK(n != DSO_NONE);
	return &s->dsos.list[n];
}

static void check_user(const char *filename, const char *name, enum dso_kind kind)
{
	const struct dso *dso;
	struct store s;

	store_init(&s);
	dso = user(&s, filename, 42);
	CHECK_STR(strtab_get(&s.strings, dso->name), name);
	CHECK_EQ_I64(dso->kind, kind);
	store_fini(&s);
}

static void check_vdso(struct store *s, uint64_t addr, const char *name)
{
	const struct record_mmap m = {
		.pid = 1, .addr = addr, .len = 0x2000, .filename = "[vdso]", .filename_size = 6
	};
	uint32_t n = dsos_mapping(&s->dsos, &m);

	CHECK(n != DSO_NONE);
	CHECK_EQ_I64(s->dsos.list[n].kind, DSO_VDSO);
	CHECK_STR(strtab_get(&s->strings, s->dsos.list[n].name), name);
}

/* Of a 64-bit machine the processes below 4 GiB are those of 32 bits. */
TEST(vdso_of_32_bits)
{
	struct store s;

	store_init(&s);
	check_vdso(&s, 0xf7f1f000, "[vdso32]");
	check_vdso(&s, 0xffffe000, "[vdso32]");
	check_vdso(&s, 0xfffff000, "[vdso]");
	check_vdso(&s, 0x7ffc12345000, "[vdso]");
	s.dsos.wide = false;
	check_vdso(&s, 0xb7f1f000, "[vdso]");
	store_fini(&s);
}

TEST(user_names)
{
	check_user("/usr/lib/libc.so.6", "libc.so.6", DSO_FILE);
	check_user("relative", "relative", DSO_FILE);
	check_user("/tmp/gone (deleted)", "gone (deleted)", DSO_FILE);
	check_user("/ends/with/", "/ends/with/", DSO_FILE);
	check_user("", "", DSO_FILE);
	check_user("[vdso]", "[vdso]", DSO_VDSO);
	check_user("[stack]", "[stack]", DSO_NO_FILE);
	check_user("[heap]", "[heap]", DSO_NO_FILE);
	check_user("//anon", "[JIT] tid 42", DSO_ANON);
	check_user("[anon:v8]", "[JIT] tid 42", DSO_ANON);
	check_user("/dev/zero (deleted)", "[JIT] tid 42", DSO_ANON);
}

/* Memory that can be executed may hold JIT code, whatever its name, and keeps that. */
TEST(named_memory_with_code)
{
	static const char *const names[][2] = { { "[heap]", "[heap]" },
						{ "[stack]", "[stack]" },
						{ "/SYSV00000000 (deleted)", "SYSV00000000 (deleted)" } };
	struct store s;

	store_init(&s);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct record_mmap m = {
			.pid = 42, .filename = names[i][0], .filename_size = strlen(names[i][0]), .prot = PROT_READ
		};
		uint32_t data = dsos_mapping(&s.dsos, &m), code;

		m.prot |= PROT_EXEC;
		code = dsos_mapping(&s.dsos, &m);
		CHECK_EQ_I64(s.dsos.list[data].kind, DSO_NO_FILE);
		CHECK_EQ_I64(s.dsos.list[code].kind, DSO_ANON);
		CHECK_STR(strtab_get(&s.strings, s.dsos.list[code].path), "/tmp/perf-42.map");
		CHECK_STR(strtab_get(&s.strings, s.dsos.list[code].name), names[i][1]);
		CHECK_STR(strtab_get(&s.strings, s.dsos.list[code].mapping), names[i][0]);
		CHECK(&s.dsos.list[code] != user(&s, "//anon", 42));
		CHECK_EQ_U64(dsos_mapping(&s.dsos, &m), code);
	}
	store_fini(&s);
}

/* So may shared memory and deleted files, which are each process's own then; a program with a build-id has none. */
TEST(shared_memory_with_code)
{
	static const struct build_id id = { .size = 20, .data = { 1 } };
	static const char *const names[] = { "/memfd:jit (deleted)", "/dev/shm/jit", "/tmp/jit (deleted)" };
	struct store s;

	store_init(&s);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		CHECK_EQ_I64(user(&s, names[i], 42)->kind, DSO_FILE);
		CHECK(dso_may_hold_jit(user(&s, names[i], 42)));
		CHECK_EQ_U64(user(&s, names[i], 42)->pid, 42);
		CHECK(user(&s, names[i], 42)->path == user(&s, names[i], 43)->path);
		CHECK_EQ_U64(user(&s, names[i], 43)->pid, 43);
		CHECK(!s.dsos.list[dsos_user(&s.dsos, names[i], strlen(names[i]), &id, 42)].pid);
	}
	CHECK(!dso_may_hold_jit(user(&s, "/bin/a", 42)));
	CHECK(!dso_may_hold_jit(user(&s, "//anon", 42)));
	store_fini(&s);
}

static void check_kernel(const char *filename, const char *name, enum dso_kind kind)
{
	struct store s;
	uint32_t n;

	store_init(&s);
	n = dsos_kernel(&s.dsos, filename, strlen(filename), &no_id, 1, 2);
	CHECK(n != DSO_NONE);
	CHECK_STR(strtab_get(&s.strings, s.dsos.list[n].name), name);
	CHECK_EQ_I64(s.dsos.list[n].kind, kind);
	store_fini(&s);
}

TEST(kernel_names)
{
	check_kernel("[kernel.kallsyms]_text", "[kernel.kallsyms]", DSO_KERNEL);
	check_kernel("[kernel.kallsyms]", "[kernel.kallsyms]", DSO_KERNEL);
	check_kernel("/lib/modules/6.1.0/kernel/fs/ext4/ext4.ko", "[ext4]", DSO_MODULE);
	check_kernel("/lib/modules/6.1.0/kernel/net/nf-tables.ko.xz", "[nf_tables]", DSO_MODULE);
	check_kernel("[snd]", "[snd]", DSO_MODULE);
}

static void check_guest(const char *filename, const char *name)
{
	struct strtab strings;
	struct dsos d;
	uint32_t n;

	CHECK(!strtab_init(&strings));
	dsos_init(&d, &strings);
	n = dsos_guest_kernel(&d, filename, strlen(filename));
	CHECK(n != DSO_NONE);
	CHECK_STR(strtab_get(&strings, d.list[n].name), name);
	CHECK_EQ_U64(d.list[n].kind, DSO_NO_FILE);
	dsos_fini(&d);
	strtab_fini(&strings);
}

/* Of virtual machines: no file of this machine is theirs. */
TEST(guest_names)
{
	check_guest("[guest.kernel.kallsyms]_text", "[guest.kernel.kallsyms]");
	check_guest("[guest.kernel.kallsyms.1234]_text", "[guest.kernel.kallsyms.1234]");
	check_guest("/lib/modules/6.1.0/kernel/fs/ext4/ext4.ko", "[ext4]");
}

/* A module's name longer than any real one is cut, not written beyond. */
TEST(long_module_name)
{
	char path[600] = "/lib/";
	struct store s;

	memset(path + 5, 'a', 500);
	memcpy(path + 505, ".ko", 4);
	store_init(&s);
	CHECK(dsos_kernel(&s.dsos, path, strlen(path), &no_id, 1, 2) != DSO_NONE);
	store_fini(&s);
}

TEST(one_dso_for_one_file)
{
	struct build_id one = { .size = 20, .data = { 1 } }, two = { .size = 20, .data = { 2 } };
	struct store s;
	uint32_t a;

	store_init(&s);
	a = dsos_user(&s.dsos, "/bin/cat", 8, &one, 1);
	CHECK_EQ_U64(dsos_user(&s.dsos, "/bin/cat", 8, &one, 2), a);
	CHECK(dsos_user(&s.dsos, "/bin/cat", 8, &two, 1) != a);
	CHECK(dsos_user(&s.dsos, "/bin/dog", 8, &one, 1) != a);
	/* memory is a process's own */
	CHECK(user(&s, "//anon", 1) != user(&s, "//anon", 2));
	CHECK(user(&s, "//anon", 1) == user(&s, "[anon:x]", 1));
	store_fini(&s);
}

TEST(many)
{
	struct store s;

	store_init(&s);
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < 5000; i++) {
			char path[32];
			size_t size = (size_t)snprintf(path, sizeof(path), "/lib/%u", i);

			CHECK_EQ_U64(dsos_user(&s.dsos, path, size, &no_id, 1), i);
		}
	}
	store_fini(&s);
}

TEST(build_ids_that_come_later)
{
	struct build_id id = { .size = 20, .data = { 9 } }, other = { .size = 20, .data = { 8 } };
	struct store s;
	uint32_t a, b, k;

	store_init(&s);
	a = dsos_user(&s.dsos, "/bin/cat", 8, &no_id, 1);
	b = dsos_user(&s.dsos, "/bin/dog", 8, &other, 1);
	k = dsos_kernel(&s.dsos, "[kernel.kallsyms]_text", 22, &no_id, 1, 2);
	dsos_add_build_id(&s.dsos, "/bin/cat", 8, &id);
	dsos_add_build_id(&s.dsos, "/bin/dog", 8, &id);
	dsos_add_build_id(&s.dsos, "[kernel.kallsyms]", 17, &id);
	dsos_add_build_id(&s.dsos, "/never/seen", 11, &id);
	/* an empty name is no prefix of the kernel's, and the first of several counts */
	dsos_add_build_id(&s.dsos, "", 0, &id);
	dsos_add_build_id(&s.dsos, "/bin/cat", 8, &other);
	dsos_set_build_ids(&s.dsos);
	CHECK_EQ_U64(s.dsos.list[a].build_id.data[0], 9);
	CHECK_EQ_U64(s.dsos.list[b].build_id.data[0], 8);
	CHECK_EQ_U64(s.dsos.list[k].build_id.data[0], 9);
	store_fini(&s);
}
