/* prec buildid-list: prints the build-ids of a recording, a file or the running kernel. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/error.h"
#include "common/fileio.h"
#include "common/log.h"
#include "common/options.h"
#include "common/procfs.h"
#include "common/safe_open.h"
#include "formats/elf/build_id.h"
#include "formats/record/abi.h"
#include "formats/text/kallsyms.h"
#include "formats/text/proc_modules.h"
#include "report/command/reader.h"
#include "report/command/recorded_ids.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * kernel_ids: the build-ids of the running kernel and its modules, as text.
 *
 * Threads: no state, any thread.
 */

/* 0 or a negative errno. */
static int kernel_ids_read(struct build_id *ret_id, struct error *err)
{
	int result = build_id_read_notes(ret_id, "/sys/kernel/notes");

	return result ? error_set(err, result, "/sys/kernel/notes: %s", strerror(-result)) : 0;
}

/* Where the kernel's code lies: 0 and 0 where this user may not know. */
static int find_kernel(uint64_t *ret_start, uint64_t *ret_end)
{
	struct kallsyms_reader reader;
	struct kallsyms_entry e;
	struct buffer b;
	int result;

	*ret_start = *ret_end = 0;
	buffer_init(&b);
	result = fileio_read_file(AT_FDCWD, "/proc/kallsyms", &b, KALLSYMS_MAX);
	reader = kallsyms_open((const char *)b.data, b.size);
	while (!result && kallsyms_next(&reader, &e) > 0) {
		if (kallsyms_is_named(&e, "_text"))
			*ret_start = e.address;
		if (kallsyms_is_named(&e, "_etext"))
			*ret_end = e.address;
	}
	buffer_fini(&b);
	return result;
}

static void print_line(FILE *out, const struct build_id *id, uint64_t start, uint64_t end, const char *name)
{
	char text[BUILD_ID_TEXT_SIZE];

	fprintf(out, "%s %16" PRIx64 " %16" PRIx64 " %s\n", build_id_text(id, text), start, end, name);
}

static void print_module(FILE *out, const struct proc_module *m)
{
	char path[128], shown[sizeof(m->name) + 2];
	struct build_id id;

	snprintf(path, sizeof(path), "/sys/module/%s/notes/.note.gnu.build-id", m->name);
	snprintf(shown, sizeof(shown), "[%s]", m->name);
	if (!build_id_read_notes(&id, path))
		print_line(out, &id, m->start, m->start + m->size, shown);
}

/* A kernel without modules has no such file. */
static void print_modules(FILE *out)
{
	struct proc_module module;
	const char *text;
	struct buffer b;

	buffer_init(&b);
	if (!fileio_read_file(AT_FDCWD, "/proc/modules", &b, PROC_MODULES_MAX) && buffer_append(&b, "", 1))
		for (text = (const char *)b.data; proc_modules_next(&module, &text);)
			print_module(out, &module);
	buffer_fini(&b);
}

/* A line for the kernel and each module: build-id, addresses, name. 0 or a negative errno. */
static int kernel_ids_print_maps(FILE *out, struct error *err)
{
	char advice[KERNEL_POINTERS_ADVICE_MAX];
	struct build_id id;
	uint64_t start, end;
	int result = kernel_ids_read(&id, err);

	if (result)
		return result;
	result = find_kernel(&start, &end);
	if (result)
		return error_set(err, result, "/proc/kallsyms: %s", strerror(-result));
	if (!end)
		return error_set(err, -EACCES, "the kernel's addresses are hidden: %s", kernel_pointers_advice(advice));
	print_line(out, &id, start, end, "[kernel.kallsyms]");
	print_modules(out);
	return 0;
}

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
	int result = recorded_ids_init(&ids) ? error_nomem(err)
					     : recorded_ids_read(&ids, r, hits ? RECORDED_SAMPLED : RECORDED_ALL, err);

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
