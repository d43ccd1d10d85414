/* Files by their build-ids from debuginfod servers: of a folder (file://), and of one that never answers. */
#include "report/fetch/fetch.h"
#include "report/sandbox/sandbox.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct build_id here = { .size = 20, .data = { 0xab, 1 } };
static const struct build_id nowhere = { .size = 20, .data = { 0xab, 2 } };
static const struct build_id longest = { .size = 20, .data = { 0xab, 1, [19] = 1 } };
static const struct build_id none = { 0 };

/* --- the list of requests ------------------------------------------------------------------ */

TEST(each_file_is_asked_for_once)
{
	struct fetch_requests r = { 0 };
	const struct fetch_key debug = fetch_key(&here, FETCH_DEBUGINFO),
			       executable = fetch_key(&here, FETCH_EXECUTABLE);
	const struct fetch_key other = fetch_key(&longest, FETCH_DEBUGINFO),
			       nothing = fetch_key(&none, FETCH_DEBUGINFO);

	CHECK_EQ_I64(fetch_requests_find(&r, &debug), HASH_TABLE_NONE);
	CHECK_EQ_I64(fetch_requests_add(&r, &debug), 0);
	CHECK_EQ_I64(fetch_requests_add(&r, &executable), 1);
	CHECK_EQ_I64(fetch_requests_add(&r, &other), 2);
	CHECK_EQ_I64(fetch_requests_add(&r, &nothing), HASH_TABLE_NONE);
	CHECK_EQ_I64(fetch_requests_find(&r, &debug), 0);
	CHECK_EQ_I64(fetch_requests_find(&r, &executable), 1);
	CHECK_EQ_I64(fetch_requests_find(&r, &other), 2);
	CHECK_EQ_I64(r.pending, 3);
	fetch_requests_fini(&r);
}

TEST(answers_are_counted)
{
	struct fetch_requests r = { 0 };
	struct fetch_key key;

	for (uint8_t i = 0; i < 7; i++) {
		const struct build_id id = { .size = 8, .data = { i } };

		key = fetch_key(&id, FETCH_DEBUGINFO);
		CHECK_EQ_I64(fetch_requests_add(&r, &key), i);
	}
	fetch_requests_answer(&r, 0, 0, "/a");
	fetch_requests_answer(&r, 0, 0, "/again");
	fetch_requests_answer(&r, 1, -ENOENT, "");
	fetch_requests_answer(&r, 2, -ECONNREFUSED, "");
	fetch_requests_answer(&r, 3, -EIO, "");
	fetch_requests_answer(&r, 4, 0, "relative");
	fetch_requests_answer(&r, 5, 0, "/b");
	fetch_requests_answer(&r, 70, 0, "/c");
	CHECK_STR(r.items[0].path, "/a");
	CHECK(fetch_requests_refuse(&r, 5) && !fetch_requests_refuse(&r, 5) && !fetch_requests_refuse(&r, 1));
	fetch_requests_end(&r, -ETIME);
	CHECK_EQ_I64(r.pending, 0);
	CHECK_EQ_I64(r.counts.asked, 7);
	CHECK_EQ_I64(r.counts.found, 1);
	CHECK_EQ_I64(r.counts.absent, 1);
	CHECK_EQ_I64(r.counts.failed, 3);
	CHECK_EQ_I64(r.counts.refused, 1);
	CHECK_EQ_I64(r.counts.late, 1);
	CHECK_EQ_I64(r.counts.code, -ECONNREFUSED);
	fetch_requests_fini(&r);
}

TEST(so_many_files_at_most)
{
	struct fetch_requests r = { 0 };
	struct fetch_key key;

	for (uint32_t i = 0; i <= FETCH_FILES_MAX; i++) {
		struct build_id id = { .size = 8 };

		memcpy(id.data, &i, sizeof(i));
		key = fetch_key(&id, FETCH_DEBUGINFO);
		CHECK_EQ_I64(fetch_requests_add(&r, &key), i < FETCH_FILES_MAX ? i : HASH_TABLE_NONE);
	}
	fetch_requests_fini(&r);
}

/* --- the helper ----------------------------------------------------------------------------- */

static char folder[] = "/tmp/test-fetch-XXXXXX";

static void make_folder(char path[PATH_MAX], const char *name)
{
	snprintf(path, PATH_MAX, "%s/%s", folder, name);
	CHECK(!mkdir(path, 0755));
}

/* A cache of this test's own, and a folder in the form of a server. */
static void begin(void)
{
	char path[PATH_MAX];
	FILE *f;

#ifdef HAVE_DEBUGINFOD
	void *library = dlopen("libdebuginfod.so.1", RTLD_LAZY);

	if (!library)
		test_skip("needs libdebuginfod.so.1");
	dlclose(library);
#else
	test_skip("prec was built without debuginfod");
#endif
	strcpy(folder, "/tmp/test-fetch-XXXXXX");
	CHECK(mkdtemp(folder));
	make_folder(path, "buildid");
	make_folder(path, "buildid/ab01000000000000000000000000000000000000");
	strcat(path, "/debuginfo");
	f = fopen(path, "w");
	CHECK(f && fputs("contents", f) >= 0 && !fclose(f));
	snprintf(path, sizeof(path), "%s/cache", folder);
	setenv("DEBUGINFOD_CACHE_PATH", path, 1);
}

/* Removes the folder when the helpers have ended: fetch_stop does not wait for a late one, which still writes there. */
static void finish(void)
{
	char command[PATH_MAX];

	while (wait(NULL) > 0)
		continue;
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	CHECK(!system(command));
}

static struct fetch *start(const char *urls, unsigned seconds)
{
	const struct fetch_options options = { .urls = urls, .seconds = seconds };
	struct fetch *f = NULL;

	CHECK_EQ_I64(fetch_start(&f, &options), 0);
	return f;
}

static struct fetch *start_folder(void)
{
	static char url[PATH_MAX];

	snprintf(url, sizeof(url), "file://%s", folder);
	return start(url, 60);
}

static bool holds(const char *path, const char *text)
{
	char data[16] = { 0 };
	int fd = path ? open(path, O_RDONLY) : -1;
	bool same = fd >= 0 && read(fd, data, sizeof(data) - 1) >= 0 && !strcmp(data, text);

	if (fd >= 0)
		close(fd);
	return same;
}

TEST(files_of_a_server)
{
	struct fetch_counts counts;
	struct fetch *f;
	const char *path;

	begin();
	f = start_folder();
	fetch_want(f, &here, FETCH_DEBUGINFO);
	fetch_want(f, &here, FETCH_DEBUGINFO);
	fetch_want(f, &nowhere, FETCH_DEBUGINFO);
	fetch_want(f, &none, FETCH_DEBUGINFO);
	CHECK(holds(fetch_path(f, &here, FETCH_DEBUGINFO), "contents"));
	CHECK(!fetch_path(f, &nowhere, FETCH_DEBUGINFO));
	CHECK(!fetch_path(f, &here, FETCH_EXECUTABLE));
	CHECK(!fetch_path(f, &none, FETCH_DEBUGINFO));
	counts = fetch_counts(f);
	CHECK_EQ_I64(counts.asked, 3);
	CHECK_EQ_I64(counts.found, 1);
	CHECK_EQ_I64(counts.late + counts.refused, 0);
	/* What is refused goes from the cache, and the pointer stays good. */
	path = fetch_path(f, &here, FETCH_DEBUGINFO);
	fetch_refuse(f, &here, FETCH_DEBUGINFO);
	CHECK(!fetch_path(f, &here, FETCH_DEBUGINFO));
	CHECK_EQ_I64(fetch_counts(f).refused, 1);
	/* It is removed before this next answer, or the answer comes from another process: both have ended then. */
	path = strdup(path);
	fetch_stop(f);
	CHECK(access(path, F_OK) && errno == ENOENT);
	free((char *)path);
	finish();
}

TEST(from_within_the_sandbox)
{
	struct fetch *f;
	pid_t reader;
	int status;

	begin();
	f = start_folder();
	reader = fork();
	if (!reader) {
		struct sandbox s;

		sandbox_init(&s);
		sandbox_enter(&s);
		_exit(holds(fetch_path(f, &here, FETCH_DEBUGINFO), "contents") ? 0 : 1);
	}
	CHECK(waitpid(reader, &status, 0) == reader);
	CHECK_EQ_I64(status, 0);
	fetch_stop(f);
	finish();
}

static void *ask_for_many(void *context)
{
	struct fetch *f = context;

	for (uint8_t i = 0; i < 200; i++) {
		const struct build_id id = { .size = 20, .data = { i } };

		CHECK(!fetch_path(f, &id, FETCH_DEBUGINFO));
		CHECK(holds(fetch_path(f, &here, FETCH_DEBUGINFO), "contents"));
	}
	return NULL;
}

TEST(from_several_threads)
{
	pthread_t threads[4];
	struct fetch *f;

	begin();
	f = start_folder();
	for (int i = 0; i < 4; i++)
		CHECK(!pthread_create(&threads[i], NULL, ask_for_many, f));
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	CHECK_EQ_I64(fetch_counts(f).asked, 201);
	CHECK_EQ_I64(fetch_counts(f).found, 1);
	fetch_stop(f);
	finish();
}

/* More requests than a socket takes, to a server that accepts and is silent. */
TEST(nothing_comes)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(address);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct fetch_counts counts;
	struct fetch *f;
	char url[64];

	begin();
	CHECK(listener >= 0 && !bind(listener, (struct sockaddr *)&address, size) && !listen(listener, 64));
	CHECK(!getsockname(listener, (struct sockaddr *)&address, &size));
	snprintf(url, sizeof(url), "http://127.0.0.1:%u", ntohs(address.sin_port));
	f = start(url, 1);
	for (uint16_t i = 0; i < 5000; i++) {
		struct build_id id = { .size = 20, .data = { 1 } };

		memcpy(id.data + 1, &i, sizeof(i));
		fetch_want(f, &id, FETCH_DEBUGINFO);
	}
	CHECK(!fetch_path(f, &here, FETCH_DEBUGINFO));
	CHECK(!fetch_path(f, &nowhere, FETCH_DEBUGINFO));
	counts = fetch_counts(f);
	CHECK_EQ_I64(counts.asked, 5001);
	CHECK_EQ_I64(counts.late, 5001);
	fetch_stop(f);
	close(listener);
	finish();
}

TEST(nothing_is_asked_for)
{
	struct fetch *f;

	begin();
	f = start_folder();
	fetch_stop(f);
	fetch_stop(NULL);
	finish();
}
