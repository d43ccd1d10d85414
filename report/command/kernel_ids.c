#include "report/command/kernel_ids.h"

#include "common/fileio.h"
#include "common/kernel_pointers.h"
#include "formats/elf/build_id.h"
#include "formats/text/kallsyms.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

#define NOTES_MAX        65536
#define MODULES_MAX      (16u << 20)
#define KALLSYMS_MAX     (256u << 20)
#define MODULE_NAME_SIZE 64

/* The id in a file of notes. 0 or a negative errno. */
static int read_notes(struct build_id *ret_id, const char *path)
{
	struct buffer b;
	int result;

	buffer_init(&b);
	result = fileio_read_file(AT_FDCWD, path, &b, NOTES_MAX);
	if (!result)
		result = build_id_find_note(ret_id, cursor_make(b.data, b.size, false), 4);
	buffer_fini(&b);
	return result;
}

int kernel_ids_read(struct build_id *ret_id, struct error *err)
{
	int result = read_notes(ret_id, "/sys/kernel/notes");

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

/* A line of /proc/modules: "ext4 1011712 1 - Live 0xffffffffc0a05000". */
static void print_module(FILE *out, const char *line)
{
	char name[MODULE_NAME_SIZE], path[128], shown[MODULE_NAME_SIZE + 2];
	uint64_t size, start;
	struct build_id id;

	if (sscanf(line, "%63s %" SCNu64 " %*s %*s %*s %" SCNx64, name, &size, &start) != 3)
		return;
	snprintf(path, sizeof(path), "/sys/module/%s/notes/.note.gnu.build-id", name);
	snprintf(shown, sizeof(shown), "[%s]", name);
	if (!read_notes(&id, path))
		print_line(out, &id, start, start + size, shown);
}

/* A kernel without modules has no such file. */
static void print_modules(FILE *out)
{
	struct buffer b;

	buffer_init(&b);
	if (!fileio_read_file(AT_FDCWD, "/proc/modules", &b, MODULES_MAX))
		for (char *line = strtok((char *)b.data, "\n"); line; line = strtok(NULL, "\n"))
			print_module(out, line);
	buffer_fini(&b);
}

int kernel_ids_print_maps(FILE *out, struct error *err)
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
