#include "report/command/redact_command.h"

#include "common/fileio.h"
#include "common/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

/* Bytes of a salt that is made. */
#define SALT_SIZE 32

static int take_redact(void *options, const char *word, struct error *err)
{
	static const char *const words[] = {
		[REDACT_STACKS] = "stacks", [REDACT_ARGS] = "args", [REDACT_NAMES] = "names"
	};
	enum redact_level *level = options;

	for (unsigned i = REDACT_STACKS; i < ARRAY_SIZE(words); i++)
		if (!strcmp(word, words[i])) {
			*level = (enum redact_level)i;
			return 0;
		}
	return error_set(err, -EINVAL, "--redact takes 'stacks', 'args' or 'names', and not '%s'", word);
}

static int check(const void *options, struct error *err)
{
	const struct redact_command *c = options;

	return c->salt && !c->level ? error_set(err, -EINVAL, "--salt is for the hashes of --redact") : 0;
}

static const struct option options[] = {
	{ 0, "redact", "LEVEL",
	  "take out, each with what the one before does: stacks (and\n"
	  "registers, traces); args (command lines, hosts, folders, data of\n"
	  "tracepoints, names of threads); names (of functions and files)",
	  OPTION_CALL_OF(struct redact_command, level, take_redact) },
	{ 0, "salt", "FILE",
	  "with --redact: hash names with the secret in FILE, which is made\n"
	  "if it is not there; recordings with one salt can be compared",
	  OPTION_TEXT(struct redact_command, salt) },
	{ 0 },
};

const struct option_group redact_group = { .options = options, .check = check };

/* --- the salt ----------------------------------------------------------------------------- */

static int make_random(uint8_t salt[SALT_SIZE], struct error *err)
{
	return getrandom(salt, SALT_SIZE, 0) == SALT_SIZE ? 0 : error_set(err, -EIO, "there are no random bytes");
}

/* Makes the file with a salt. */
static int make_salt(const char *path, uint8_t salt[SALT_SIZE], struct error *err)
{
	int result = make_random(salt, err);
	int fd = result ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (result)
		return result;
	if (fd < 0)
		return error_set(err, -errno, "%s: %s", path, strerror(errno));
	result = fileio_write(fd, salt, SALT_SIZE, NULL);
	if (close(fd) && !result)
		result = -errno;
	if (result)
		return error_set(err, result, "%s: %s", path, strerror(-result));
	log_note("%s: a new salt; whoever has it can try which names the hashes are of", path);
	return 0;
}

/* Reads the file with the salt. 0; 1: there is none; or a negative errno. */
static int read_salt(const char *path, uint8_t salt[REDACT_SALT_MAX + 1], size_t *ret_size, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return errno == ENOENT ? 1 : error_set(err, -errno, "%s: %s", path, strerror(errno));
	n = fileio_read(fd, salt, REDACT_SALT_MAX + 1);
	close(fd);
	if (n < 0)
		return error_set(err, (int)n, "%s: %s", path, strerror((int)-n));
	if (n < REDACT_SALT_MIN || n > REDACT_SALT_MAX)
		return error_set(err, -EINVAL, "%s: a salt has %u to %u bytes", path, REDACT_SALT_MIN, REDACT_SALT_MAX);
	*ret_size = (size_t)n;
	return 0;
}

static int take_salt(const struct redact_command *c, uint8_t salt[REDACT_SALT_MAX + 1], size_t *ret_size,
		     struct error *err)
{
	int result = c->salt ? read_salt(c->salt, salt, ret_size, err) : 1;

	if (result <= 0)
		return result;
	*ret_size = SALT_SIZE;
	return c->salt ? make_salt(c->salt, salt, err) : make_random(salt, err);
}

int redact_command_begin(struct redact_command *c, bool keeps_source, struct error *err)
{
	uint8_t salt[REDACT_SALT_MAX + 1];
	size_t size = 0;
	int result;

	if (!c->level)
		return 0;
	result = take_salt(c, salt, &size, err);
	if (result)
		return result;
	result = redact_init(&c->redact, c->level, salt, size);
	explicit_bzero(salt, sizeof(salt));
	c->redact.keeps_source = keeps_source;
	c->is_ready = true;
	return result ? error_nomem(err) : 0;
}

void redact_command_end(struct redact_command *c)
{
	if (c->is_ready)
		redact_fini(&c->redact);
	c->is_ready = false;
}

/* --- what is said ------------------------------------------------------------------------- */

static void add(char *text, size_t size, const char *what)
{
	size_t used = strlen(text);

	snprintf(text + used, size - used, "%s%s", used ? ", " : "", what);
}

static void add_count(char *text, size_t size, uint64_t n, enum redacted kind)
{
	char what[128];

	snprintf(what, sizeof(what), "%s: %" PRIu64, redacted_name(kind), n);
	if (n)
		add(text, size, what);
}

void redact_command_report(const struct redact_command *c, const char *output, bool has_names)
{
	char programs[128], gone[1024] = "", left[1024] = "times, pids, CPU numbers, addresses of code";
	const enum redaction level = redact_level_of(&c->redact);

	if (!c->level)
		return;
	for (unsigned i = 0; i < REDACTED_KINDS; i++)
		add_count(gone, sizeof(gone), c->redact.counts[i], (enum redacted)i);
	log_note("%s: taken out or hashed: %s", output, *gone ? gone : "nothing");
	if (level < REDACTION_ARGS)
		add(left, sizeof(left),
		    "command lines, the host, paths, names of threads, data of tracepoints, addresses of data");
	else
		add(left, sizeof(left), "what machine it was");
	/* Strings but the empty one. */
	snprintf(programs, sizeof(programs), "names of %u programs and of the system's files", c->redact.comms.n - 1);
	if (level == REDACTION_ARGS)
		add(left, sizeof(left), programs);
	if (level == REDACTION_ARGS)
		add(left, sizeof(left), "build-ids, the kernel's release");
	if (level < REDACTION_NAMES && has_names)
		add(left, sizeof(left), "names of functions");
	if (c->redact.keeps_source)
		add(left, sizeof(left), "lines of source");
	log_note("%s: left: %s", output, left);
	if (c->level >= REDACT_ARGS && !c->salt)
		log_note("%s: the salt of the hashes is gone; with --salt FILE other recordings get the same", output);
}
