#include "command/commands.h"

#include "command/exit_status.h"
#include "common/log.h"
#include "common/options.h"
#include "common/safe_open.h"
#include "formats/elf/build_id.h"
#include "report/command/kernel_ids.h"
#include "report/command/reader.h"
#include "report/command/recorded_ids.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct list_options {
	struct reader_options reader;
	bool hits, kernel, maps;
};

static const struct option options[] = {
	OPTION_GROUP(struct list_options, reader, &reader_input_group),
	{ 'H', "with-hits", NULL, "only files in which samples lie", OPTION_FLAG(struct list_options, hits) },
	{ 'k', "kernel", NULL, "the running kernel's, and nothing else", OPTION_FLAG(struct list_options, kernel) },
	{ 'm', "kernel-maps", NULL, "those of the running kernel and its modules, with their addresses",
	  OPTION_FLAG(struct list_options, maps) },
	{ 'f', "force", NULL, "whosever the file is", .flags = OPTION_IGNORED },
	OPTION_GROUP(struct list_options, reader, &reader_file_group),
	OPTION_GROUP(struct list_options, reader, &reader_help_group),
	{ 0 },
};

static const struct option_group list_group = {
	.options = options,
	.usage = "Usage: prec buildid-list [OPTIONS] [FILE]\n\nList the build-ids of the files in a recording.\n",
};

static int print_kernel(struct error *err)
{
	char text[BUILD_ID_TEXT_SIZE];
	struct build_id id;
	int result = kernel_ids_read(&id, err);

	if (!result)
		puts(build_id_text(&id, text));
	return result;
}

/* The input may be a program, whose own id is shown. False: it is none. */
static bool print_program(const char *path)
{
	struct stat status;
	int found_file = regular_file_find(AT_FDCWD, path, &status);
	int fd = found_file < 0 ? found_file : regular_file_open(found_file);
	char text[BUILD_ID_TEXT_SIZE];
	struct build_id id;
	bool found = fd >= 0 && !build_id_read(&id, fd);

	if (found)
		puts(build_id_text(&id, text));
	if (fd >= 0)
		close(fd);
	return found;
}

static int print_recorded(struct reader *r, bool hits, struct error *err)
{
	char text[BUILD_ID_TEXT_SIZE];
	struct recorded_ids ids;
	int result = recorded_ids_init(&ids) ? error_nomem(err) : recorded_ids_read(&ids, r, hits, err);

	for (uint32_t i = 0; i < ids.n && result >= 0; i++)
		printf("%s %s\n", build_id_text(&ids.list[i].id, text), strtab_get(&ids.names, ids.list[i].name));
	recorded_ids_fini(&ids);
	return result;
}

static int list_run(struct list_options *o, struct error *err)
{
	struct reader r = { 0 };
	int result;

	if (o->kernel)
		return print_kernel(err);
	if (o->maps)
		return kernel_ids_print_maps(stdout, err);
	result = reader_open(&r, &o->reader, READER_INPUT, err);
	if (!result)
		result = print_recorded(&r, o->hits, err);
	else if (print_program(o->reader.input))
		result = 0;
	reader_close(&r);
	return result;
}

int cmd_buildid_list(int argc, char **argv)
{
	struct list_options o = { .reader.workers = workers_default() };
	struct error err = ERROR_INIT;
	int result;

	log_init("prec buildid-list");
	result = options_take_file(&list_group, &o, argc, argv, &o.reader.input, &err);
	if (result) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	if (o.reader.help) {
		options_help(&list_group, stdout);
		return 0;
	}
	if (!o.reader.input)
		o.reader.input = input_default(&o.reader.input_options);
	result = list_run(&o, &err);
	if (result < 0)
		log_error("%s", err.message);
	return result ? 1 : 0;
}
