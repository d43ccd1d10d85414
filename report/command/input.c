#include "report/command/input.h"

#include "common/clock_ns.h"
#include "common/fileio.h"
#include "common/log.h"
#include "common/options.h"
#include "common/workers.h"
#include "formats/archive/archive_file.h"
#include "formats/file/perf_open.h"
#include "formats/file/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_FILE "perf.data"
#define SPOOL_STEP   (1u << 20)

#define PIPE_WAIT 1000 /* ms */

static const char *spool_directory(void)
{
	const char *dir = getenv("TMPDIR");

	return dir ? dir : "/var/tmp";
}

/* What comes from a pipe on its way into a file. */
struct spool {
	int from, to;
	uint64_t size, max;
	bool is_cut; /* there was more than max */
};

int input_make_unnamed(bool *ret_in_memory, struct error *err)
{
	int fd = open(spool_directory(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (ret_in_memory)
		*ret_in_memory = fd < 0;
	if (fd < 0)
		fd = memfd_create("prec", MFD_CLOEXEC);
	return fd < 0 ? error_set(err, -errno, "no temporary file can be made: %s", strerror(errno)) : fd;
}

static int spool_create(struct spool *s, const struct input_options *options, struct error *err)
{
	bool in_memory;

	s->to = input_make_unnamed(&in_memory, err);
	s->max = in_memory ? INPUT_SPOOL_MEMORY_MAX : INPUT_SPOOL_MAX;
	if (options->max_spool)
		s->max = options->max_spool;
	return s->to < 0 ? s->to : 0;
}

/* Copies up to n bytes: how many there were, or a negative errno. */
static ssize_t spool_copy(struct spool *s, uint8_t *data, size_t n, struct error *err)
{
	ssize_t there = fileio_read(s->from, data, n);
	int result;

	if (there < 0)
		return error_set(err, (int)there, "%s", strerror((int)-there));
	/* Anything else would be copied for nothing, and may never end. */
	if (!s->size && there >= PERF_FILE_MAGIC_SIZE && !perf_file_is_magic(data) && !archive_is_magic(data))
		return perf_file_not_magic(data, err);
	if ((uint64_t)there > s->max - s->size) {
		there = (ssize_t)(s->max - s->size);
		s->is_cut = true;
	}
	result = fileio_write(s->to, data, there, NULL);
	if (result)
		return error_set(err, result, "the temporary file cannot be written: %s%s", strerror(-result),
				 result == -ENOSPC ? "; TMPDIR names another place for it" : "");
	s->size += there;
	return there;
}

/* The first bytes alone: they say whether the rest is to be waited for. */
static int spool_copy_all(struct spool *s, struct error *err)
{
	uint8_t *data = malloc(SPOOL_STEP);
	ssize_t n = data ? spool_copy(s, data, PERF_FILE_MAGIC_SIZE, err) : error_nomem(err);

	while (n > 0 && !s->is_cut)
		n = spool_copy(s, data, SPOOL_STEP, err);
	free(data);
	return n < 0 ? (int)n : 0;
}

/* What root recorded without sudo(8) is root's alone. */
static int input_denied(const char *path, struct error *err)
{
	struct stat st;

	if (stat(path, &st) || st.st_uid == geteuid())
		return error_set(err, -EACCES, "%s", strerror(EACCES));
	return error_set(err, -EACCES, "%s: it is %s; read it as that user, or: sudo chown %u %s", strerror(EACCES),
			 st.st_uid ? "another user's" : "root's", (unsigned)geteuid(), path);
}

/* Copies what comes from fd, which is closed, into a file. Its descriptor or a negative errno. */
static int spool(int fd, const struct input_options *options, bool *ret_cut, struct error *err)
{
	struct spool s = { .from = fd, .to = -1 };
	int result = spool_create(&s, options, err);

	if (!result)
		result = spool_copy_all(&s, err);
	if (s.is_cut)
		log_warn("more than %" PRIu64 " %s come from the pipe: the rest is left out; --max-spool keeps more",
			 s.max >> 20 ? s.max >> 20 : s.max, s.max >> 20 ? "MiB" : "bytes");
	*ret_cut = s.is_cut;
	close(fd);
	if (result && s.to >= 0)
		close(s.to);
	return result ? result : s.to;
}

/* On a terminal, when a pipe stays empty: a message for users who did not mean to read one. */
static void wait_for_pipe(int fd, const struct input_options *options)
{
	struct pollfd pipe = { .fd = fd, .events = POLLIN };

	if (options->piped && isatty(STDERR_FILENO) && poll(&pipe, 1, PIPE_WAIT) == 0)
		log_note("waiting for a recording from the pipe on standard input; -i perf.data reads that file");
}

/* The opened input: a regular file, a directory or the spool. */
struct input {
	const char *path;
	int fd;
	bool is_dir;
	bool is_cut;      /* there was more */
	bool is_unpacked; /* it was an archive, */
	uint64_t time;    /* when that was last written, in ns */
	bool is_inexact;  /* of which something else came than was packed, */
	bool has_lost;    /* or not all */
};

static bool is_archive(int fd)
{
	uint8_t bytes[ARCHIVE_MAGIC_SIZE];

	return fileio_pread(fd, bytes, sizeof(bytes), 0) == sizeof(bytes) && archive_is_magic(bytes);
}

/* What the archive lost, or that its recording is another one. */
static void warn_of_losses(const char *path, const struct archive_outcome *o)
{
	if (o->n_lost)
		log_warn("%s: the archive is damaged: %" PRIu64
			 " bytes of the recording are lost, the first at 0x%" PRIx64,
			 path, o->bytes_lost, o->first_lost);
	else if (o->other_zstd)
		log_warn("%s: the recording is not bit for bit the one that was packed: another version of zstd did it",
			 path);
	else if (!o->has_end)
		log_warn("%s: the end of the archive is missing: whether the recording is whole is not known", path);
	else if (!o->is_exact)
		log_warn("%s: the archive is damaged: its recording is not the one that was packed", path);
}

/* Puts the recording of an archive in its place; anything else stays. */
static int unpack(struct input *in, const struct input_options *options, struct error *err)
{
	struct spool s = { .from = in->fd, .to = -1 };
	struct archive_outcome outcome;
	int result;

	if (!is_archive(in->fd))
		return 0;
	result = spool_create(&s, options, err);
	if (!result)
		result = archive_restore(in->fd, s.to, workers_default(), &outcome, err);
	close(in->fd);
	in->fd = s.to;
	if (result) {
		if (s.to >= 0)
			close(s.to);
		return result;
	}
	warn_of_losses(in->path, &outcome);
	in->is_unpacked = true;
	in->is_inexact = !outcome.is_exact;
	in->has_lost = outcome.n_lost;
	return 0;
}

static int input_take(struct input *in, const struct input_options *options, struct error *err)
{
	struct stat st;

	if (fstat(in->fd, &st)) {
		int result = error_set(err, -errno, "%s", strerror(errno));

		close(in->fd);
		return result;
	}
	in->is_dir = S_ISDIR(st.st_mode);
	in->time = timespec_ns(&st.st_mtim);
	if (in->is_dir)
		return 0;
	if (S_ISREG(st.st_mode))
		return unpack(in, options, err);
	if (isatty(in->fd)) {
		close(in->fd);
		return error_set(err, -EINVAL, "a terminal gives no recording; -i names a file, or - for a pipe");
	}
	wait_for_pipe(in->fd, options);
	in->fd = spool(in->fd, options, &in->is_cut, err);
	return in->fd < 0 ? in->fd : unpack(in, options, err);
}

int input_name_output(const char *input, const char *ending, const char *what, char name[static PATH_MAX],
		      const char **output, struct error *err)
{
	if (*output)
		return 0;
	if (!strcmp(input, "-"))
		return error_set(err, -EINVAL, "standard input has no name: -o FILE says where the %s goes", what);
	if ((size_t)snprintf(name, PATH_MAX, "%s%s", input, ending) >= PATH_MAX)
		return error_set(err, -ENAMETOOLONG, "%s: %s", input, strerror(ENAMETOOLONG));
	*output = name;
	return 0;
}

static int cannot_open(const char *path, int error, struct error *err)
{
	if (error == ENOENT)
		return error_set(err, -ENOENT, "%s",
				 strcmp(path, DEFAULT_FILE) != 0 ? strerror(ENOENT)
								 : "there is no such file; 'prec record' makes one");
	return error == EACCES ? input_denied(path, err) : error_set(err, -error, "%s", strerror(error));
}

int input_check(const char *path, struct error *err)
{
	int result;

	if (!strcmp(path, "-") || !faccessat(AT_FDCWD, path, R_OK, AT_EACCESS))
		return 0;
	result = cannot_open(path, errno, err);
	error_prefix(err, "%s", path);
	return result;
}

static int input_find(struct input *in, const char *path, const struct input_options *options, struct error *err)
{
	if (!strcmp(path, "-"))
		in->fd = dup(STDIN_FILENO);
	else
		in->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	return in->fd < 0 ? cannot_open(path, errno, err) : input_take(in, options, err);
}

static int take_spool(void *options, const char *value, struct error *err)
{
	struct input_options *o = options;

	if (!option_size(value, 1, &o->max_spool))
		return error_set(err, -EINVAL, "--max-spool '%s': a number of bytes, or like 64M or 20G", value);
	return 0;
}

static const struct option options_of_input[] = {
	{ 0, "max-expansion", "N",
	  "read so many samples for each byte of compressed data, or as\n"
	  "much of other records (default: 512)",
	  OPTION_NUMBER(struct input_options, max_expansion, 1, UINT64_MAX) },
	{ 0, "max-spool", "SIZE",
	  "keep at most SIZE bytes (K, M or G after it) of what comes\n"
	  "from a pipe (default: 16G)",
	  OPTION_CALL(take_spool) },
	{ 0 },
};

const struct option_group input_group = { .options = options_of_input };

/* A directory has a file for each CPU of the recorded machine, and all of them are kept open. */
static void raise_file_limit(void)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static int input_open_dir(struct perf_file **ret_file, const char *path, int fd, struct error *err)
{
	int result;

	raise_file_limit();
	result = recording_open_dir(ret_file, fd, err);
	if (!result && (*ret_file)->extras.n)
		log_note("%s: %u of the files there are no part of the recording, the first of them %s", path,
			 (*ret_file)->extras.n, (*ret_file)->extras.name);
	return result;
}

const char *input_default(struct input_options *o)
{
	struct stat st;

	o->piped = !fstat(STDIN_FILENO, &st) && S_ISFIFO(st.st_mode);
	return o->piped ? "-" : DEFAULT_FILE;
}

/* What can be typed where the pipe was not meant. */
static void add_hint(struct error *err)
{
	const struct error why = *err;

	error_set(err, why.code, "%s; a pipe on standard input is read unless an input is named: -i perf.data",
		  why.message);
}

/* That there was more goes with the file, as damage. */
static void note_cut(struct perf_file *f)
{
	struct error cut = ERROR_INIT;

	error_at(&cut, -E2BIG, f->size, ERROR_NO_RECORD, "what came from the pipe after this was left out");
	perf_file_note_damage(f, &cut);
}

int input_open(struct perf_file **ret_file, const char *path, const struct input_options *options, struct error *err)
{
	struct input in = { .path = path, .fd = -1 };
	int result = input_find(&in, path, options, err);

	if (!result)
		result = in.is_dir ? input_open_dir(ret_file, path, in.fd, err) : recording_open(ret_file, in.fd, err);
	if (result) {
		error_prefix(err, "%s", strcmp(path, "-") ? path : "standard input");
		if (options->piped && (result == -EBADMSG || result == -ENODATA))
			add_hint(err);
		return result;
	}
	(*ret_file)->max_expansion = options->max_expansion;
	(*ret_file)->from_archive = in.is_unpacked && !in.has_lost;
	(*ret_file)->inexact = in.is_inexact;
	if (in.is_unpacked && in.time)
		(*ret_file)->time = in.time;
	if (in.is_cut)
		note_cut(*ret_file);
	return 0;
}

bool input_kallsyms(const char *input, char *path, size_t size)
{
	int n = snprintf(path, size, "%s/kcore_dir/kallsyms", input);

	return n > 0 && (size_t)n < size && !access(path, R_OK);
}

bool input_kcore(const char *input, char *path, size_t size)
{
	int n = snprintf(path, size, "%s/kcore_dir/kcore", input);

	return n > 0 && (size_t)n < size && !access(path, R_OK);
}

/* True if the path is of a regular file that is an archive. */
static bool path_is_archive(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	bool result = fd >= 0 && is_archive(fd);

	if (fd >= 0)
		close(fd);
	return result;
}

const char *input_spool_directory(const char *path)
{
	struct stat st;
	int result = strcmp(path, "-") ? stat(path, &st) : fstat(STDIN_FILENO, &st);

	if (result || S_ISDIR(st.st_mode))
		return NULL;
	if (S_ISREG(st.st_mode) && !(strcmp(path, "-") ? path_is_archive(path) : is_archive(STDIN_FILENO)))
		return NULL;
	return spool_directory();
}
