#include "record/buildid/kernel_images.h"

#include "formats/elf/build_id.h"
#include "tests/support/test.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096

static void check_image(int fd, const struct build_id *id, int class)
{
	unsigned char start[PAGE];
	struct build_id have;

	CHECK_EQ_I64(pread(fd, start, sizeof(start), 0), PAGE);
	CHECK(!memcmp(start, ELFMAG, SELFMAG));
	CHECK_EQ_I64(start[EI_CLASS], class);
	CHECK_EQ_I64(build_id_read(&have, fd), 0);
	CHECK(build_id_equal(&have, id));
	CHECK_EQ_I64(close(fd), 0);
}

TEST(vdso)
{
	struct build_id id;

	CHECK_EQ_I64(kernel_images_vdso(0, &id), -ENOENT);
	if (getauxval(AT_SYSINFO_EHDR))
		check_image(kernel_images_vdso(PAGE, &id), &id, sizeof(long) == 8 ? ELFCLASS64 : ELFCLASS32);
}

/* The process itself keeps its own. */
TEST(vdso32)
{
	struct build_id id;
	struct timespec now;
	int fd = kernel_images_vdso32(&id);

	if (fd >= 0)
		check_image(fd, &id, ELFCLASS32);
	else
		CHECK_EQ_I64(fd, -ENOENT);
	CHECK_EQ_I64(clock_gettime(CLOCK_MONOTONIC, &now), 0);
}
