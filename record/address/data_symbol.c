#include "record/address/data_symbol.h"

#include "common/buffer.h"
#include "common/fileio.h"
#include "common/program.h"
#include "formats/text/kallsyms.h"
#include "formats/text/proc_maps.h"
#include "record/address/symbol_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define MAPS_MAX (64u << 20) /* bytes of /proc/PID/maps */

static const char *proc_root(const struct data_target *target)
{
	return target->proc_root ? target->proc_root : "/proc";
}

/* What is looked for. */
struct wanted {
	const char *name;
	bool is_code;
};

static const char *kind_of(const struct wanted *wanted)
{
	return wanted->is_code ? "function" : "variable";
}

static bool find_in_file(const struct symbol_file *file, const struct wanted *wanted, struct elf_symbol *ret_symbol)
{
	return symbol_file_find(file, wanted->is_code ? STT_FUNC : STT_OBJECT, wanted->name, ret_symbol);
}

/* --- a process ----------------------------------------------------------------------- */

/* In a file that is mapped from its beginning on. */
static bool find_in_mapping(struct data_range *ret_range, const struct data_target *target, const struct proc_map *map,
			    const struct wanted *wanted)
{
	char path[2 * PATH_MAX];
	struct symbol_file file;
	struct elf_symbol symbol;
	int n = snprintf(path, sizeof(path), "%s/%d/root", proc_root(target), target->pid);
	bool found;

	if (map->offset || !map->inode || !map->name_size || *map->name != '/')
		return false;
	proc_map_copy_name(map, path + n, sizeof(path) - (size_t)n);
	if (symbol_file_open(&file, path, NULL))
		return false;
	found = find_in_file(&file, wanted, &symbol);
	if (found)
		*ret_range = (struct data_range){ map->start + symbol.value - elf_image_address(&file.image, 0),
						  symbol.size };
	symbol_file_close(&file);
	return found;
}

/* 0; 1: it has none, with a message; or a negative errno. */
static int find_in_process(struct data_range *ret_range, const struct data_target *target, const struct wanted *wanted,
			   struct error *err)
{
	struct proc_map map;
	struct buffer maps;
	const char *text;
	char path[PATH_MAX];
	bool found = false;
	int result;

	buffer_init(&maps);
	snprintf(path, sizeof(path), "%s/%d/maps", proc_root(target), target->pid);
	result = fileio_read_file(AT_FDCWD, path, &maps, MAPS_MAX);
	if (result)
		error_set(err, result, "%s: %s", path, strerror(-result));
	text = (const char *)maps.data;
	while (!result && !found && (result = proc_maps_next(&map, &text, (const char *)maps.data + maps.size)) > 0) {
		found = find_in_mapping(ret_range, target, &map, wanted);
		result = 0;
	}
	buffer_fini(&maps);
	if (result || found)
		return found ? 0 : result;
	error_set(err, -ENOENT, "no file that process %d has mapped has a %s '%s' in its symbol tables", target->pid,
		  kind_of(wanted), wanted->name);
	return 1;
}

/* --- a program ------------------------------------------------------------------------ */

/* The same of a program; one that is no ELF file, such as a script, has none. */
static int find_in_program(struct data_range *ret_range, const struct data_target *target, const struct wanted *wanted,
			   struct error *err)
{
	char path[PATH_MAX];
	struct symbol_file file;
	struct elf_symbol symbol;
	int result = program_path(target->program, path);

	if (result)
		return error_set(err, result, "cannot run '%s': %s", target->program, strerror(-result));
	if (symbol_file_open(&file, path, err))
		return 1;
	if (!find_in_file(&file, wanted, &symbol)) {
		error_set(err, -ENOENT, "%s has no %s '%s' in its symbol tables", path, kind_of(wanted), wanted->name);
		result = 1;
	} else if (file.image.type != ET_EXEC) {
		result = error_set(err, -ENOTSUP,
				   "where '%s' of %s lies is known when that runs: start it, and record it with --pid",
				   wanted->name, path);
	} else {
		*ret_range = (struct data_range){ symbol.value, symbol.size };
	}
	symbol_file_close(&file);
	return result;
}

/* --- the kernel ----------------------------------------------------------------------- */

static bool is_of_kind(const struct wanted *wanted, char type)
{
	return wanted->is_code ? kallsyms_type_is_function(type) : strchr("dDbBrRvV", type) != NULL;
}

static bool kallsyms_find(const struct buffer *text, const struct wanted *wanted, uint64_t *ret_address)
{
	struct kallsyms_reader reader = kallsyms_open((const char *)text->data, text->size);
	struct kallsyms_entry entry;

	while (kallsyms_next(&reader, &entry) > 0)
		if (kallsyms_is_named(&entry, wanted->name) && is_of_kind(wanted, entry.type)) {
			*ret_address = entry.address;
			return true;
		}
	return false;
}

/* The same of the kernel. */
static int find_in_kernel(struct data_range *ret_range, const struct data_target *target, const struct wanted *wanted,
			  struct error *err)
{
	struct buffer text;
	char path[PATH_MAX];
	bool found = false;
	int result;

	*ret_range = (struct data_range){ 0 };
	buffer_init(&text);
	snprintf(path, sizeof(path), "%s/kallsyms", proc_root(target));
	result = fileio_read_file(AT_FDCWD, path, &text, KALLSYMS_MAX);
	if (result)
		error_set(err, result, "%s: %s", path, strerror(-result));
	else
		found = kallsyms_find(&text, wanted, &ret_range->address);
	buffer_fini(&text);
	if (result)
		return result;
	if (!found) {
		error_set(err, -ENOENT, "%s has no %s '%s'", path, kind_of(wanted), wanted->name);
		return 1;
	}
	if (!ret_range->address)
		return error_set(err, -EACCES,
				 "the kernel hides where '%s' is (kernel.kptr_restrict, kernel.perf_event_paranoid)",
				 wanted->name);
	return 0;
}

static int find_in_user_space(struct data_range *ret_range, const struct data_target *target,
			      const struct wanted *wanted, struct error *err)
{
	if (target->pid)
		return find_in_process(ret_range, target, wanted, err);
	if (target->program)
		return find_in_program(ret_range, target, wanted, err);
	error_set(err, -EINVAL, "'%s': --pid says in which process it is", wanted->name);
	return 1;
}

int data_symbol_find(struct data_range *ret_range, const struct data_target *target, const char *name, bool code,
		     struct error *err)
{
	const struct wanted wanted = { name, code };
	const bool only_kernel = target->with_kernel && !target->pid && !target->program;
	struct error of_user = ERROR_INIT, of_kernel = ERROR_INIT;
	struct data_range range = { 0 };
	int result = only_kernel ? 1 : find_in_user_space(&range, target, &wanted, &of_user);

	if (result > 0 && target->with_kernel) {
		result = find_in_kernel(&range, target, &wanted, &of_kernel);
		if (result && only_kernel)
			return error_set(err, of_kernel.code, "%s%s", of_kernel.message,
					 result > 0 ? "; --pid looks in a process" : "");
		if (result)
			return error_set(err, of_kernel.code, "%s; %s", of_user.message, of_kernel.message);
	}
	if (result)
		return error_set(err, of_user.code, "%s", of_user.message);
	*ret_range = range;
	return 0;
}
