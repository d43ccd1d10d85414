
#include "tests/support/fake_perf.h"

#include "formats/record/attr.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RING_ROOM  (64u << 20) /* files in memory are sparse */
#define IOC_TYPE   '$'
#define IOC_OUTPUT 5
#define IOC_ID     7

static struct fake_perf fake;

long __real_syscall(long number, ...);
int __real_ioctl(int fd, unsigned long request, ...);
void *__real_mmap(void *address, size_t size, int access, int flags, int fd, off_t offset);

long __wrap_syscall(long number, ...);
int __wrap_ioctl(int fd, unsigned long request, ...);
void *__wrap_mmap(void *address, size_t size, int access, int flags, int fd, off_t offset);
void *__wrap_mmap64(void *address, size_t size, int access, int flags, int fd, off_t offset);

struct fake_perf *fake_perf_start(int (*refuse)(const struct fake_call *call))
{
	fake = (struct fake_perf){ .refuse = refuse };
	return &fake;
}

size_t fake_perf_count_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	size_t n = 0;

	CHECK(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static bool is_event(int fd)
{
	for (size_t i = 0; i < fake.n_calls; i++)
		if (fd >= 0 && fake.calls[i].fd == fd)
			return true;
	return false;
}

static int event_fd(struct fake_call call)
{
	int code = fake.refuse ? fake.refuse(&call) : 0;

	CHECK(fake.n_calls < FAKE_PERF_CALLS_MAX);
	call.fd = code ? -code : memfd_create("event", MFD_CLOEXEC);
	CHECK(code || (call.fd >= 0 && !ftruncate(call.fd, RING_ROOM)));
	fake.calls[fake.n_calls++] = call;
	errno = code;
	return code ? -1 : call.fd;
}

long __wrap_syscall(long number, ...)
{
	long words[5]; /* as perf_event_open has; none of the other calls here has more */
	va_list list;

	va_start(list, number);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = va_arg(list, long);
	va_end(list);
	if (number == SYS_perf_event_open)
		return event_fd(
			(struct fake_call){ .attr = attr_from_kernel((const struct event_attr *)(uintptr_t)words[0]),
					    .pid = (pid_t)words[1],
					    .cpu = (int)words[2],
					    .group = (int)words[3],
					    .flags = (unsigned long)words[4] });
	return __real_syscall(number, words[0], words[1], words[2], words[3], words[4]);
}

int __wrap_ioctl(int fd, unsigned long request, ...)
{
	unsigned long word;
	va_list list;

	va_start(list, request);
	word = va_arg(list, unsigned long);
	va_end(list);
	if (_IOC_TYPE(request) != IOC_TYPE || !is_event(fd))
		return __real_ioctl(fd, request, word);
	if (fake.ioctl_errno && _IOC_NR(request) == fake.request) {
		errno = fake.ioctl_errno;
		return -1;
	}
	if (_IOC_NR(request) == IOC_ID)
		*(uint64_t *)word = 1000 + (uint64_t)fd;
	else if (_IOC_NR(request) == IOC_OUTPUT)
		fake.redirects[fake.n_redirects++] = (struct fake_redirect){ fd, (int)word };
	return 0;
}

void *__wrap_mmap(void *address, size_t size, int access, int flags, int fd, off_t offset)
{
	if (is_event(fd) && fake.ring_max && size > fake.ring_max) {
		errno = EPERM;
		return MAP_FAILED;
	}
	fake.n_mapped += is_event(fd);
	return __real_mmap(address, size, access, flags, fd, offset);
}

/* What mmap is named where offsets have 64 bits by a macro. */
void *__wrap_mmap64(void *address, size_t size, int access, int flags, int fd, off_t offset)
{
	return __wrap_mmap(address, size, access, flags, fd, offset);
}
