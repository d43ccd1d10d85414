/* prec archive: packs the programs that samples are in, for another machine's build-id cache. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/fileio.h"
#include "common/log.h"
#include "common/options.h"
#include "common/workers.h"
#include "formats/cache/cache_names.h"
#include "formats/elf/build_id.h"
#include "formats/text/kallsyms.h"
#include "report/command/input.h"
#include "report/command/recorded_ids.h"
#include "report/elf/file_opener.h"
#include "report/output/new_file.h"
#include "report/output/tar_stream.h"
#include "report/symbols/dso_file.h"
#include "report/symbols/kallsyms_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXCLUDED_MAX (16u << 20)

struct archive_options {
	struct reader_options reader;
	const char *output;
	const char *excluded; /* a file with build-ids; NULL: none */
	bool force, unhit;
};

static const struct option options[] = {
	OPTION_GROUP(struct archive_options, reader, &reader_input_group),
	{ 'o', "output", "FILE", "write FILE, which must not be there yet (default: the input's\nname and .tar.zst)",
	  OPTION_TEXT(struct archive_options, output) },
	{ 'f', "force", NULL, "write FILE even if it is there", OPTION_FLAG(struct archive_options, force) },
	{ 0, "unhit", NULL, "pack the files without samples too", OPTION_FLAG(struct archive_options, unhit) },
	{ 0, "exclude-buildids", "FILE",
	  "leave out the build-ids that FILE lists, as the first word of\neach line (see prec buildid-list)",
	  OPTION_TEXT(struct archive_options, excluded) },
	OPTION_ABSENT("--all", "prec bundle makes one file of a recording and its names"),
	OPTION_ABSENT("--unpack", "tar xf FILE -C ~/.debug unpacks it"),
	OPTION_GROUP(struct archive_options, reader, &reader_file_group),
	OPTION_GROUP(struct archive_options, reader, &reader_help_group),
	{ 0 },
};

static const struct option_group archive_group = {
	.options = options,
	.usage = "Usage: prec archive [OPTIONS] [FILE]\n\n"
		 "Pack the programs that a recording (default: perf.data) has samples in, and their debug files, for\n"
		 "the build-id cache of another machine: tar xf FILE.tar.zst -C ~/.debug\n",
};

/* Where files are found, and where they go. */
struct archive {
	struct dso_dirs dirs;
	struct elf_files files;
	struct tar_stream tar;
	struct buffer excluded; /* lines that begin with build-ids */
};

/* Adds a file of an entry, if it can be read. 1: it is added; 0: it is not here; or a negative errno. */
static int put_file(struct archive *a, const char *folder, const char *as, const char *path, struct error *err)
{
	char name[2 * PATH_MAX];
	uint64_t size;
	int fd = file_opener_open(NULL, path, FILE_STORED, &size, NULL);
	int result;

	if (fd < 0)
		return 0;
	snprintf(name, sizeof(name), "%s/%s", folder, as);
	result = tar_stream_file(&a->tar, name, fd, size, err);
	close(fd);
	if (result)
		error_prefix(err, "%s", path);
	return result ? result : 1;
}

/* What is in the cache only: the kernel's symbols, the vdso. */
static int put_cached(struct archive *a, const char *folder, const struct build_id *id, const char *what,
		      struct error *err)
{
	char path[PATH_MAX];

	return dso_cache_path(path, sizeof(path), a->dirs.cache, id, what) ? put_file(a, folder, what, path, err) : 0;
}

/* Adds the symbols of the running kernel, if it is the recorded one and this user may see them. As put_file. */
static int put_running(struct archive *a, const char *folder, const struct build_id *id, struct error *err)
{
	char name[PATH_MAX + 16];
	struct build_id running;
	struct buffer text;
	int fd, result = 0;

	if (build_id_read_notes(&running, "/sys/kernel/notes") || !build_id_equal(&running, id))
		return 0;
	snprintf(name, sizeof(name), "%s/kallsyms", folder);
	buffer_init(&text);
	fd = memfd_create("prec", MFD_CLOEXEC);
	if (fd >= 0 && !fileio_read_file(AT_FDCWD, "/proc/kallsyms", &text, KALLSYMS_MAX) &&
	    kallsyms_shows_addresses((const char *)text.data, text.size) &&
	    !fileio_write(fd, text.data, text.size, NULL) && !lseek(fd, 0, SEEK_SET))
		result = tar_stream_file(&a->tar, name, fd, text.size, err);
	else
		text.size = 0;
	if (fd >= 0)
		close(fd);
	result = result ? result : text.size > 0;
	buffer_fini(&text);
	return result;
}

static int put_kernel(struct archive *a, const char *folder, const struct build_id *id, struct error *err)
{
	int result = put_cached(a, folder, id, "kallsyms", err);

	return result ? result : put_running(a, folder, id, err);
}

/* A program and, if that has its symbols, another file. */
static int put_program(struct archive *a, const char *folder, const char *path, const struct build_id *id,
		       struct error *err)
{
	const struct elf_file *debug;
	struct dso_files f;
	int result = 0;

	dso_files_find(&f, &a->dirs, path, id, NULL);
	debug = dso_file_has_debug(f.runtime, false) ? NULL : dso_files_debug(&f);
	if (!debug && !f.embedded)
		debug = f.symbols;
	if (f.runtime)
		result = put_file(a, folder, "elf", f.runtime->path, err);
	if (result >= 0 && debug && debug != f.runtime) {
		int more = put_file(a, folder, "debug", debug->path, err);

		result = more < 0 ? more : result | more;
	}
	dso_files_fini(&f);
	return result;
}

/* The folder of an entry: of a file below its path, of the kernel and the vdso below their names. */
static bool entry_folder(char folder[PATH_MAX], const struct build_id *id, const char *name)
{
	char text[BUILD_ID_TEXT_SIZE];

	if (strcmp(name, "[kernel.kallsyms]") != 0 && strncmp(name, "[vdso", 5) != 0)
		return !cache_entry_folder(folder, id, name);
	return !strchr(name, '/') && snprintf(folder, PATH_MAX, "%s/%s", name, build_id_text(id, text)) < PATH_MAX;
}

/* An entry of the cache: a folder, and the link that its build-id leads to. 0 or a negative errno. */
static int put_entry(struct archive *a, const char *path, const struct build_id *id, struct error *err)
{
	char folder[PATH_MAX], link[PATH_MAX], target[PATH_MAX + 16];
	int result;

	if (!entry_folder(folder, id, path) || !cache_link_path(link, id, ""))
		return 0;
	if (!strncmp(path, "[kernel", 7))
		result = put_kernel(a, folder, id, err);
	else if (!strncmp(path, "[vdso", 5))
		result = put_cached(a, folder, id, "vdso", err);
	else
		result = put_program(a, folder, path, id, err);
	if (!result)
		log_note("%s is not here as it was recorded, and not packed", path);
	if (result <= 0)
		return result;
	snprintf(target, sizeof(target), "../../%s", folder);
	return tar_stream_link(&a->tar, link, target, err);
}

static bool is_excluded(const struct archive *a, const struct build_id *id)
{
	char text[BUILD_ID_TEXT_SIZE];
	const size_t size = strlen(build_id_text(id, text));

	for (const char *line = (const char *)a->excluded.data; line && *line; line += strspn(line, "\n")) {
		if (strcspn(line, " \t\r\n") == size && !strncasecmp(line, text, size))
			return true;
		line += strcspn(line, "\n");
	}
	return false;
}

static int put_all(struct archive *a, struct reader *r, bool unhit, struct error *err)
{
	struct recorded_ids ids;
	int result = recorded_ids_init(&ids) ? error_nomem(err)
					     : recorded_ids_read(&ids, r, unhit ? RECORDED_ALL : RECORDED_CALLED, err);

	for (uint32_t i = 0; i < ids.n && result >= 0; i++)
		if (!is_excluded(a, &ids.list[i].id))
			result = put_entry(a, strtab_get(&ids.names, ids.list[i].name), &ids.list[i].id, err);
	recorded_ids_fini(&ids);
	return result < 0 ? result : tar_stream_finish(&a->tar, err);
}

static int archive_write(struct archive_options *o, struct new_file *output, struct archive *a, struct error *err)
{
	struct reader r = { 0 };
	int result = reader_open(&r, &o->reader, READER_NAMES, err);

	if (!result)
		result = new_file_begin(output, r.file, err);
	if (!result && tar_stream_open(&a->tar, output->fd))
		result = error_nomem(err);
	if (!result)
		result = put_all(a, &r, o->unhit, err);
	reader_close(&r);
	return result;
}

/* Writes the archive into the file that the options name. */
static int archive_make(struct archive_options *o, struct archive *a, struct error *err)
{
	const struct new_file_options how = {
		.force = o->force, .force_option = "-f", .mode = 0600, .is_guarded = !o->reader.no_sandbox
	};
	struct new_file output;
	int result = new_file_open(&output, o->output, &how, err), closed;

	if (result)
		return result;
	elf_files_init(&a->files, NULL);
	a->dirs.files = &a->files;
	result = archive_write(o, &output, a, err);
	if (!result)
		log_note("%s: %" PRIu64 " files, %" PRIu64 " bytes unpacked; there: tar xf %s -C ~/.debug", o->output,
			 a->tar.n_files, a->tar.n_bytes, o->output);
	tar_stream_fini(&a->tar);
	elf_files_fini(&a->files);
	closed = new_file_close(&output, !result, result ? NULL : err);
	return result ? result : closed;
}

static int archive_run(struct archive_options *o, struct error *err)
{
	struct archive a = { .dirs = { .symfs = "", .cache = symbols_default_cache("") } };
	int result = o->excluded ? fileio_read_file(AT_FDCWD, o->excluded, &a.excluded, EXCLUDED_MAX) : 0;

	if (result)
		error_set(err, result, "%s: %s", o->excluded, strerror(-result));
	else
		result = archive_make(o, &a, err);
	free((char *)a.dirs.cache);
	buffer_fini(&a.excluded);
	return result;
}

int cmd_archive(int argc, char **argv)
{
	struct archive_options o = { .reader.workers = workers_default() };
	struct error err = ERROR_INIT;
	char name[PATH_MAX];
	int result;

	log_init("prec archive");
	result = options_take_file(&archive_group, &o, argc, argv, &o.reader.input, &err);
	if (!result && o.reader.help) {
		options_help(&archive_group, stdout);
		return 0;
	}
	if (!o.reader.input)
		o.reader.input = input_default(&o.reader.input_options);
	if (!result)
		result = input_name_output(o.reader.input, ".tar.zst", "archive", name, &o.output, &err);
	if (result) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	result = archive_run(&o, &err);
	if (result)
		log_error("%s", err.message);
	return result ? 1 : 0;
}
