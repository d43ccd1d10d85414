
#include "record/buildid/kernel_images.h"

#include "common/buffer.h"
#include "common/fileio.h"
#include "formats/elf/build_id.h"
#include "formats/text/kallsyms.h"
#include "formats/text/proc_maps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- the vdso of 32-bit processes ------------------------------------------------------ */

#define MAPS_MAX (16u << 20)

#ifdef __x86_64__

#define MAP_VDSO_32 0x2002 /* ARCH_MAP_VDSO_32 of asm/prctl.h; in the kernel with CONFIG_CHECKPOINT_RESTORE */

static bool has_prefix(const struct proc_map *map, const char *prefix)
{
	return map->name_size >= strlen(prefix) && !memcmp(map->name, prefix, strlen(prefix));
}

/* Unmaps the vdso of this process: its code, and the "[vvar]" and "[vvar_vclock]" that it reads. */
static int vdso_unmap(const struct buffer *maps)
{
	const char *text = (const char *)maps->data, *end = text + maps->size;
	struct proc_map map;

	while (proc_maps_next(&map, &text, end) > 0)
		if ((has_prefix(&map, "[vdso") || has_prefix(&map, "[vvar")) &&
		    munmap((void *)(uintptr_t)map.start, map.end - map.start))
			return -errno;
	return 0;
}

static int vdso_write(const struct buffer *maps, int fd)
{
	const char *text = (const char *)maps->data, *end = text + maps->size;
	struct proc_map map;

	while (proc_maps_next(&map, &text, end) > 0)
		if (has_prefix(&map, "[vdso]"))
			return fileio_write(fd, (const void *)(uintptr_t)map.start, map.end - map.start, NULL);
	return -ENOENT;
}

/* Replaces this process's own vdso, since a process has at most one. After that nothing may ask for the time. */
static int write_other(int fd)
{
	struct buffer maps;
	int result;

	buffer_init(&maps);
	result = fileio_read_file(AT_FDCWD, "/proc/self/maps", &maps, MAPS_MAX);
	if (!result)
		result = vdso_unmap(&maps);
	if (!result && syscall(SYS_arch_prctl, MAP_VDSO_32, 0ul) < 0)
		result = -errno;
	buffer_clear(&maps);
	if (!result)
		result = fileio_read_file(AT_FDCWD, "/proc/self/maps", &maps, MAPS_MAX);
	if (!result)
		result = vdso_write(&maps, fd);
	buffer_fini(&maps);
	return result;
}

/*
 * Writes the vdso of 32-bit processes to a descriptor. 0 or a negative errno; -ENOENT: the kernel does not show it
 * (Linux for x86_64 does, with CONFIG_CHECKPOINT_RESTORE).
 */
static int vdso32_write(int fd)
{
	pid_t child = fork();
	int status;

	if (child < 0)
		return -errno;
	if (!child)
		_exit(write_other(fd) != 0);
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return status ? -ENOENT : 0;
}

#else

static int vdso32_write(int fd)
{
	(void)fd;
	return -ENOENT;
}

#endif

#define VDSO_MAX (1u << 20) /* today's have 8 KiB */

static int make_file(const void *data, size_t size, mode_t mode)
{
	int fd = memfd_create("image", MFD_CLOEXEC);
	int result;

	if (fd < 0)
		return -errno;
	result = fileio_write(fd, data, size, NULL);
	if (!result && fchmod(fd, mode))
		result = -errno;
	if (!result)
		return fd;
	close(fd);
	return result;
}

static bool shows_addresses(const struct buffer *text)
{
	struct kallsyms_reader reader = kallsyms_open((const char *)text->data, text->size);
	struct kallsyms_entry e;

	while (kallsyms_next(&reader, &e) > 0)
		if (e.address)
			return true;
	return false;
}

int kernel_images_kallsyms(void)
{
	struct buffer text;
	int result;

	buffer_init(&text);
	result = fileio_read_file(AT_FDCWD, "/proc/kallsyms", &text, KALLSYMS_MAX);
	if (!result && !shows_addresses(&text))
		result = -EACCES;
	/* For the owner alone: it shows where the kernel is. */
	if (!result)
		result = make_file(text.data, text.size, 0400);
	buffer_fini(&text);
	return result;
}

int kernel_images_vdso(size_t size, struct build_id *ret_id)
{
	const void *image = (const void *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
	int result;

	if (!image || !size || size > VDSO_MAX)
		return -ENOENT;
	result = build_id_find(ret_id, image, size);
	return result ? result : make_file(image, size, 0444);
}

int kernel_images_vdso32(struct build_id *ret_id)
{
	int fd = make_file("", 0, 0444);
	int result = fd < 0 ? fd : vdso32_write(fd);

	if (!result)
		result = build_id_read(ret_id, fd);
	if (!result)
		return fd;
	if (fd >= 0)
		close(fd);
	return result;
}
