#include "record/events/data_symbol.h"

#include "common/buffer.h"
#include "common/fileio.h"
#include "formats/text/kallsyms.h"
#include "formats/text/proc_maps.h"
#include "record/events/symbol_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAPS_MAX     (64u << 20)  /* bytes of /proc/PID/maps */
#define KALLSYMS_MAX (256u << 20) /* and of /proc/kallsyms */

static const char *proc_root(const struct data_target *target)
{
	return target->proc_root ? target->proc_root : "/proc";
}

/* --- a process ----------------------------------------------------------------------- */

/* The variable in a file that is mapped from its beginning on. */
static bool find_in_mapping(struct data_place *ret_place, const struct data_target *target, const struct proc_map *map,
			    const char *name)
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
	found = symbol_file_find(&file, STT_OBJECT, name, &symbol);
	if (found)
		*ret_place = (struct data_place){ map->start + symbol.value - elf_image_address(&file.image, 0),
						  symbol.size };
	symbol_file_close(&file);
	return found;
}

static int find_in_process(struct data_place *ret_place, const struct data_target *target, const char *name,
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
		found = find_in_mapping(ret_place, target, &map, name);
		result = 0;
	}
	buffer_fini(&maps);
	if (result || found)
		return found ? 0 : result;
	return error_set(err, -ENOENT, "no file that process %d has mapped has a variable '%s' in its symbol tables",
			 target->pid, name);
}

/* --- a program ------------------------------------------------------------------------ */

/* Where execvp(3) would find it. False: nowhere. */
static bool find_program(const char *name, char path[static PATH_MAX])
{
	const char *folders = getenv("PATH");

	if (strchr(name, '/'))
		return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
	while (folders && *folders) {
		int size = (int)strcspn(folders, ":");

		if (snprintf(path, PATH_MAX, "%.*s/%s", size, folders, name) < PATH_MAX && !access(path, X_OK))
			return true;
		folders += size + (folders[size] == ':');
	}
	return false;
}

static int find_in_program(struct data_place *ret_place, const struct data_target *target, const char *name,
			   struct error *err)
{
	char path[PATH_MAX];
	struct symbol_file file;
	struct elf_symbol symbol;
	int result;

	if (!find_program(target->program, path))
		return error_set(err, -ENOENT, "cannot run '%s': %s", target->program, strerror(ENOENT));
	result = symbol_file_open(&file, path, err);
	if (result)
		return result;
	if (!symbol_file_find(&file, STT_OBJECT, name, &symbol))
		result = error_set(err, -ENOENT, "%s has no variable '%s' in its symbol tables", path, name);
	else if (file.image.type != ET_EXEC)
		result = error_set(err, -ENOTSUP,
				   "where '%s' of %s lies is known when that runs: start it, and record it with --pid",
				   name, path);
	else
		*ret_place = (struct data_place){ symbol.value, symbol.size };
	symbol_file_close(&file);
	return result;
}

/* --- the kernel ----------------------------------------------------------------------- */

static bool kallsyms_find(const struct buffer *text, const char *name, uint64_t *ret_address)
{
	struct kallsyms_reader reader = kallsyms_open((const char *)text->data, text->size);
	struct kallsyms_entry entry;
	size_t size = strlen(name);

	while (kallsyms_next(&reader, &entry) > 0)
		if (entry.name_size == size && !memcmp(entry.name, name, size) && strchr("dDbBrRvV", entry.type)) {
			*ret_address = entry.address;
			return true;
		}
	return false;
}

static int find_in_kernel(struct data_place *ret_place, const struct data_target *target, const char *name,
			  struct error *err)
{
	struct buffer text;
	char path[PATH_MAX];
	bool found = false;
	int result;

	*ret_place = (struct data_place){ 0 };
	buffer_init(&text);
	snprintf(path, sizeof(path), "%s/kallsyms", proc_root(target));
	result = fileio_read_file(AT_FDCWD, path, &text, KALLSYMS_MAX);
	if (result)
		error_set(err, result, "%s: %s", path, strerror(-result));
	else
		found = kallsyms_find(&text, name, &ret_place->address);
	buffer_fini(&text);
	if (result)
		return result;
	if (!found)
		return error_set(err, -ENOENT, "%s has no variable '%s'; --pid looks in a process", path, name);
	if (!ret_place->address)
		return error_set(err, -EACCES,
				 "the kernel hides where '%s' is (kernel.kptr_restrict, kernel.perf_event_paranoid)",
				 name);
	return 0;
}

int data_symbol_find(struct data_place *ret_place, const struct data_target *target, const char *name,
		     struct error *err)
{
	if (target->pid)
		return find_in_process(ret_place, target, name, err);
	if (target->program)
		return find_in_program(ret_place, target, name, err);
	return find_in_kernel(ret_place, target, name, err);
}
