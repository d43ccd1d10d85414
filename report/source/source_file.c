#include "report/source/source_file.h"

#include "common/safe_open.h"
#include "formats/elf/build_id.h"
#include "report/elf/elf_file.h"
#include "report/source/source_die.h"
#include "report/source/source_elf.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void elf_close(struct source_file_elf *e)
{
	if (e->module.dwfl) {
		source_module_close(&e->module);
		return;
	}
	dwarf_end(e->dwarf);
	elf_end(e->elf);
	source_unpacked_fini(&e->unpacked);
	if (e->fd >= 0)
		close(e->fd);
}

/* A supplementary file (dwz) is of that type, too, and needs no relocation. */
static bool is_module(Elf *elf)
{
	GElf_Ehdr header;

	return gelf_getehdr(elf, &header) && header.e_type == ET_REL;
}

/*
 * Opens the file of a descriptor, which is taken over. False: it has no debug information. own: it is not a
 * supplementary file.
 */
static bool elf_open_fd(struct source_file_elf *e, int fd, bool own)
{
	*e = (struct source_file_elf){ .fd = fd };
	e->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (e->elf && own && is_module(e->elf)) {
		elf_end(e->elf);
		*e = (struct source_file_elf){ .fd = -1 };
		return source_module_open(&e->module, fd, &e->elf, &e->dwarf);
	}
	if (e->elf)
		source_unpack(&e->unpacked, e->elf);
	e->dwarf = e->elf ? dwarf_begin_elf(e->elf, DWARF_C_READ, NULL) : NULL;
	if (e->dwarf)
		return true;
	elf_close(e);
	*e = (struct source_file_elf){ .fd = -1 };
	return false;
}

static bool same_build_id(Elf *elf, const void *id, size_t size)
{
	const void *own;

	return dwelf_elf_gnu_build_id(elf, &own) == (ssize_t)size && !memcmp(own, id, size);
}

static void call_other(const struct source_file *f, const char *path, bool missing)
{
	if (f->other)
		f->other(f->context, path, missing);
}

void source_file_other(const struct source_file *f, const char *path)
{
	call_other(f, path, false);
}

/* Tries a path of the supplementary file. */
static bool alternate_try(struct source_file *f, const char *path, const void *id, size_t size)
{
	uint64_t file_size;
	int fd;

	source_file_other(f, path);
	fd = file_opener_open(NULL, path, FILE_REGULAR, &file_size, NULL);
	if (fd < 0)
		return false;
	if (regular_file_is_made_up(fd)) {
		close(fd);
		return false;
	}
	if (!elf_open_fd(&f->alternate, fd, false))
		return false;
	if (same_build_id(f->alternate.elf, id, size))
		return true;
	elf_close(&f->alternate);
	f->alternate = (struct source_file_elf){ .fd = -1 };
	return false;
}

static void alternate_find(struct source_file *f, const char *symfs, const char *name, const void *id, size_t size)
{
	struct build_id build_id = { .size = (uint8_t)(size < BUILD_ID_SIZE_MAX ? size : BUILD_ID_SIZE_MAX) };
	const char *slash = strrchr(f->path, '/');
	char text[BUILD_ID_TEXT_SIZE], path[PATH_MAX];

	memcpy(build_id.data, id, build_id.size);
	build_id_text(&build_id, text);
	snprintf(path, sizeof(path), "%s/usr/lib/debug/.build-id/%.2s/%s.debug", symfs, text, text + 2);
	if (size > 1 && alternate_try(f, path, id, size))
		return;
	/* Tries the cache of the debuginfod client: CACHE/BUILD-ID/debuginfo. */
	snprintf(path, sizeof(path), "%.*s../%s/debuginfo", slash ? (int)(slash - f->path) + 1 : 0, f->path, text);
	if (size > 1 && alternate_try(f, path, id, size))
		return;
	if (name[0] == '/')
		snprintf(path, sizeof(path), "%s%s", symfs, name);
	else
		snprintf(path, sizeof(path), "%.*s%s", slash ? (int)(slash - f->path) + 1 : 0, f->path, name);
	alternate_try(f, path, id, size);
}

/* Sets an empty file, so that libdw does not search for one. */
static bool alternate_make(struct source_file *f)
{
	static const char nothing[8];
	const struct source_elf_section section = { ".debug_str", nothing, sizeof(nothing) };
	const struct source_elf_section info = { ".debug_info", nothing, sizeof(nothing) };
	const struct source_elf_section sections[] = { section, info };
	size_t size;
	const char *ident = elf_getident(f->own.elf, &size);

	if (!ident)
		return false;
	source_elf_make((const unsigned char *)ident, sections, 2, &f->nothing);
	if (!buffer_ok(&f->nothing))
		return false;
	f->alternate.elf = elf_memory((char *)f->nothing.data, f->nothing.size);
	f->alternate.dwarf = f->alternate.elf ? dwarf_begin_elf(f->alternate.elf, DWARF_C_READ, NULL) : NULL;
	return f->alternate.dwarf != NULL;
}

/* Sets the supplementary file. False: libdw cannot be kept from searching it. */
static bool alternate_set(struct source_file *f, const char *symfs)
{
	const char *name;
	const void *id;
	ssize_t size = dwelf_dwarf_gnu_debugaltlink(f->own.dwarf, &name, &id);

	if (size > 0)
		alternate_find(f, symfs, name, id, (size_t)size);
	if (size > 0 && !f->alternate.dwarf)
		call_other(f, name, true);
	if (size && !f->alternate.dwarf && !alternate_make(f))
		return false;
	if (f->alternate.dwarf)
		dwarf_setalt(f->own.dwarf, f->alternate.dwarf);
	return true;
}

bool source_file_open(struct source_file *f, const struct source_file_spec *spec)
{
	uint64_t size;
	struct stat st;
	int fd;

	*f = (struct source_file){ .own.fd = -1, .alternate.fd = -1, .other = spec->other, .context = spec->context };
	elf_version(EV_CURRENT);
	buffer_init(&f->nothing);
	f->path = strdup(spec->path);
	f->program = strdup(spec->program);
	fd = f->path && f->program ? file_opener_open(NULL, spec->path, FILE_REGULAR, &size, NULL) : -1;
	if (fd >= 0 && (fstat(fd, &st) || st.st_dev != spec->device || st.st_ino != spec->inode)) {
		close(fd);
		fd = -1;
	}
	if (fd >= 0 && elf_open_fd(&f->own, fd, true) && alternate_set(f, spec->symfs))
		return true;
	source_file_close(f);
	return false;
}

void source_file_close(struct source_file *f)
{
	elf_close(&f->own);
	elf_close(&f->alternate);
	buffer_fini(&f->nothing);
	free(f->path);
	free(f->program);
}

static bool regular_or_missing(const char *path)
{
	struct stat st;

	return stat(path, &st) ? errno == ENOENT || errno == ENOTDIR : S_ISREG(st.st_mode);
}

/* The paths where libdw looks for the split unit of a skeleton. */
struct split_paths {
	const char *name;                          /* NULL: it is none */
	char beside[PATH_MAX], compiled[PATH_MAX]; /* the second may be "" */
	bool fit;
};

static const char *split_name(Dwarf_Die *die)
{
	const char *name = source_die_string(die, DW_AT_dwo_name);

	return name ? name : source_die_string(die, DW_AT_GNU_dwo_name);
}

static void split_paths(const struct source_file *f, Dwarf_Die *die, struct split_paths *ret)
{
	const char *directory = source_die_string(die, DW_AT_comp_dir);
	const char *slash = strrchr(f->path, '/');
	const char *name = split_name(die);
	int folder = slash ? (int)(slash - f->path) + 1 : 0;

	ret->name = name;
	ret->fit = true;
	ret->beside[0] = ret->compiled[0] = 0;
	if (!name)
		return;
	if (name[0] == '/')
		folder = 0;
	ret->fit = snprintf(ret->beside, sizeof(ret->beside), "%.*s%s", folder, f->path, name) < PATH_MAX;
	if (directory && name[0] != '/')
		ret->fit =
			ret->fit && snprintf(ret->compiled, sizeof(ret->compiled), "%s/%s", directory, name) < PATH_MAX;
}

bool source_file_may_split(const struct source_file *f, Dwarf_Die *die, bool report)
{
	struct split_paths p;

	split_paths(f, die, &p);
	if (!p.name)
		return true;
	if (report)
		source_file_other(f, p.beside);
	if (report && p.compiled[0])
		source_file_other(f, p.compiled);
	return p.fit && regular_or_missing(p.beside) && (!p.compiled[0] || regular_or_missing(p.compiled));
}

void source_file_report_split(const struct source_file *f, Dwarf_Die *die)
{
	const char *name = split_name(die);

	if (name)
		call_other(f, name, true);
}
