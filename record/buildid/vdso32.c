#include "record/buildid/vdso32.h"

#include "common/buffer.h"
#include "common/fileio.h"
#include "formats/text/proc_maps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAPS_MAX (16u << 20)

#ifdef __x86_64__

#define MAP_VDSO_32 0x2002 /* ARCH_MAP_VDSO_32 of asm/prctl.h; in the kernel with CONFIG_CHECKPOINT_RESTORE */

static bool has_prefix(const struct proc_map *map, const char *prefix)
{
	return map->name_size >= strlen(prefix) && !memcmp(map->name, prefix, strlen(prefix));
}

/* What the vdso of this process is mapped with: its code, and "[vvar]" and "[vvar_vclock]", which it reads. */
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

/* A process has one vdso at most, so this one's own goes. Nothing may ask for the time from then on. */
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

int vdso32_write(int fd)
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

int vdso32_write(int fd)
{
	(void)fd;
	return -ENOENT;
}

#endif
