/* What becomes of names: what stays, what is hashed, and that hashes tell what is equal. */
#include "report/redact/redact_text.h"

#include "tests/support/test.h"

#include <fnmatch.h>
#include <stdio.h>

/* What a text is at a level, into a buffer of the caller's. */
static const char *at(struct redact *r, enum redact_level level, enum redact_text kind, const char *text)
{
	r->level = level;
	return redact_text(r, kind, text, strlen(text) + 1, (struct redact_owner){ 42 });
}

#define CHECK_LIKE(pattern, text) CHECK_EQ_I64(fnmatch(pattern, text, FNM_PATHNAME), 0)

#define H8  "[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]"
#define H12 H8 "[0-9a-f][0-9a-f][0-9a-f][0-9a-f]"

TEST(paths)
{
	static const struct {
		const char *path, *args, *names; /* NULL: it stays */
	} rows[] = {
		{ "/usr/bin/sort", NULL, "/d-" H8 "/f-" H12 },
		{ "/usr/bin/sort (deleted)", NULL, "/d-" H8 "/f-" H12 " (deleted)" },
		{ "/srv/ann/x/prog", "/d-" H8 "/d-" H8 "/d-" H8 "/prog", "/d-" H8 "/f-" H12 },
		{ "/usr/../srv/ann/prog", "/d-" H8 "/../d-" H8 "/d-" H8 "/prog", "/d-" H8 "/f-" H12 },
		{ "/usrlocal/prog", "/d-" H8 "/prog", "/d-" H8 "/f-" H12 },
		{ "src/../lib/a.c", "d-" H8 "/../d-" H8 "/a.c", "d-" H8 "/f-" H12 },
		{ "/memfd:secret (deleted)", "/memfd:m-" H8 " (deleted)", "/memfd:m-" H8 " (deleted)" },
		{ "/SYSV0000beef (deleted)", "/SYSV00000000 (deleted)", "/SYSV00000000 (deleted)" },
		{ "/dev/shm/secret", "/dev/shm/m-" H8, "/dev/shm/m-" H8 },
		{ "[anon:secret]", "\\[anon:m-" H8 "\\]", "\\[anon:m-" H8 "\\]" },
		{ "[kernel.kallsyms]_text", NULL, NULL },
		{ "[vdso]", NULL, NULL },
		{ "//anon", NULL, NULL },
		{ "/dev/zero (deleted)", NULL, NULL },
		{ "/tmp/perf-42.map", NULL, NULL },
		{ "/tmp/perf-42.mapx", "/d-" H8 "/perf-42.mapx", "/d-" H8 "/f-" H12 },
		{ "/srv/ann/jit-42.dump", "/d-" H8 "/d-" H8 "/jit-42.dump", "/d-" H8 "/jit-42.dump" },
		{ "perf.data_jit_app_cache:0-784", NULL, "f-" H12 "_jit_app_cache:0-784" },
		{ "perf.data_jit_app_cache:0-784x", NULL, "f-" H12 },
		{ "[ext4]", NULL, "\\[m-" H8 "\\]" },
		{ "/lib/modules/6.1/kernel/fs/ext4.ko.xz", NULL, "\\[m-" H8 "\\]" },
		{ "", NULL, NULL },
	};
	struct redact r;

	CHECK_EQ_I64(redact_init(&r, REDACT_ARGS, "salt", 4), 0);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const char *path = rows[i].path;

		CHECK_STR(at(&r, REDACT_STACKS, REDACT_TEXT_PATH, path), path);
		if (rows[i].args)
			CHECK_LIKE(rows[i].args, at(&r, REDACT_ARGS, REDACT_TEXT_PATH, path));
		else
			CHECK_STR(at(&r, REDACT_ARGS, REDACT_TEXT_PATH, path), path);
		if (rows[i].names)
			CHECK_LIKE(rows[i].names, at(&r, REDACT_NAMES, REDACT_TEXT_PATH, path));
		else
			CHECK_STR(at(&r, REDACT_NAMES, REDACT_TEXT_PATH, path), path);
	}
	CHECK_STR(at(&r, REDACT_ARGS, REDACT_TEXT_DATA, "/srv/ann/letters"), "//anon");
	redact_fini(&r);
}

TEST(one_file_in_two_folders_has_one_name)
{
	struct redact r;
	char first[256];

	CHECK_EQ_I64(redact_init(&r, REDACT_NAMES, "salt", 4), 0);
	snprintf(first, sizeof(first), "%s", at(&r, REDACT_NAMES, REDACT_TEXT_PATH, "/usr/bin/sort"));
	CHECK_STR(strrchr(at(&r, REDACT_NAMES, REDACT_TEXT_PATH, "/srv/ann/sort"), '/'), strrchr(first, '/'));
	CHECK(strcmp(strrchr(at(&r, REDACT_NAMES, REDACT_TEXT_PATH, "/usr/bin/sorb"), '/'), strrchr(first, '/')) != 0);
	redact_fini(&r);
}

TEST(comms_are_those_of_programs)
{
	struct redact r;

	CHECK_EQ_I64(redact_init(&r, REDACT_ARGS, "salt", 4), 0);
	CHECK(strtab_add_string(&r.programs, "sort") != STRTAB_NONE);
	CHECK_STR(at(&r, REDACT_ARGS, REDACT_TEXT_COMM, "sort"), "sort");
	CHECK_LIKE("t-" H8, at(&r, REDACT_ARGS, REDACT_TEXT_COMM, "card 4929"));
	CHECK_LIKE("t-" H8, at(&r, REDACT_NAMES, REDACT_TEXT_COMM, "sort"));
	/* The kernel's threads, where it is known that they are. */
	CHECK_EQ_I64(u32map_set(&r.kernel_tasks, 42, 1), 0);
	CHECK_LIKE("t-" H8, at(&r, REDACT_ARGS, REDACT_TEXT_COMM, "kworker/0:1"));
	r.has_kthreadd = true;
	CHECK_STR(at(&r, REDACT_ARGS, REDACT_TEXT_COMM, "kworker/0:1"), "kworker/0:1");
	CHECK_EQ_I64(u32map_set(&r.mapped, 42, 1), 0);
	CHECK_LIKE("t-" H8, at(&r, REDACT_ARGS, REDACT_TEXT_COMM, "kworker/0:1"));
	redact_fini(&r);
}

TEST(functions_are_those_that_are_shown)
{
	struct redact r, other;
	char first[64];

	CHECK_EQ_I64(redact_init(&r, REDACT_NAMES, "salt", 4), 0);
	CHECK_EQ_I64(redact_init(&other, REDACT_NAMES, "tlas", 4), 0);
	/* Two constructors of a class have one name. */
	snprintf(first, sizeof(first), "%s", redact_function(&r, "_ZN1AC1Ev", true));
	CHECK_LIKE("f-" H12, first);
	CHECK_STR(redact_function(&r, "_ZN1AC2Ev", true), first);
	CHECK(strcmp(redact_function(&r, "_ZN1AC2Ev", false), first) != 0);
	CHECK(strcmp(redact_function(&r, "_ZN1BC1Ev", true), first) != 0);
	CHECK(strcmp(redact_function(&other, "_ZN1AC1Ev", true), first) != 0);
	CHECK_STR(redact_function(&r, "", true), "");
	r.level = REDACT_ARGS;
	CHECK_STR(redact_function(&r, "_ZN1AC1Ev", true), "_ZN1AC1Ev");
	redact_fini(&other);
	redact_fini(&r);
}

TEST(the_key_is_that_of_rfc_2104)
{
	struct redact_key key;
	uint8_t hash[SHA256_SIZE];

	/* printf xabc | openssl dgst -sha256 -mac HMAC -macopt hexkey:$(printf salt | sha256sum | cut -c1-64) */
	static const uint8_t want[4] = { 0xd4, 0x06, 0xfe, 0x11 };

	redact_key_make(&key, "salt", 4);
	redact_key_hash(&key, 'x', "abc", 3, hash);
	CHECK_BYTES(hash, want, sizeof(want));
}
