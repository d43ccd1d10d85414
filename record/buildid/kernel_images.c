#include "config.h" /* memfd_create */

#include "record/buildid/kernel_images.h"

#include "record/buildid/vdso32.h"

#include "common/buffer.h"
#include "common/fileio.h"
#include "formats/elf/build_id.h"
#include "formats/text/kallsyms.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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
	/* It shows where the kernel lies. */
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
