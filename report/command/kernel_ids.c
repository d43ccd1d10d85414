#include "report/command/kernel_ids.h"

#include "common/fileio.h"
#include "common/procfs.h"
#include "formats/elf/build_id.h"
#include "formats/text/kallsyms.h"
#include "formats/text/proc_modules.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

int kernel_ids_read(struct build_id *ret_id, struct error *err)
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
