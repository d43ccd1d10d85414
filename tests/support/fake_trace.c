/*
 * fake_trace.so, for LD_PRELOAD: a machine whose PMUs write hardware traces, for a program that maps an AUX area. What
 * perf_event_open(2) is asked for is opened as an event that counts nothing; its ring, and the area after it, are
 * memory with AUX records and bytes of a known pattern.
 *
 *	FAKE_TRACE	the types of the PMUs that write traces, comma-separated
 *	FAKE_PIECES	the sizes of the pieces, comma-separated: the first is there when the area is mapped, each
 *			further one is written when the event is enabled after the one before has been taken, or
 *			whenever it is enabled where the area is overwritten
 *	FAKE_FLAGS	the flags of the AUX records (default: 0)
 *	FAKE_LOST	a LOST record before the first AUX record says so many (default: 0: there is none)
 *	FAKE_FILTERS	a file to which the filter of each event is added, as a line; without it the kernel refuses all
 *
 * The time of all records is 0, by which no reader sorts: the kernel's clock cannot be read here, and its records are
 * beside them.
 *
 * Byte n of a trace is n * 7 + n / 256, which an area of a power of two bytes has at no two places alike.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WORDS             6
#define ATTR_SIZE         128
#define TYPE_SW           1
#define CONFIG_DUMMY      9
#define SAMPLE_IP         0x1ull
#define SAMPLE_TID        0x2ull
#define SAMPLE_TIME       0x4ull
#define SAMPLE_ID         0x40ull
#define SAMPLE_CPU        0x80ull
#define SAMPLE_IDENTIFIER 0x10000ull
#define SAMPLE_TYPE       (SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID | SAMPLE_CPU | SAMPLE_IDENTIFIER)
#define FLAGS             0x40071ull /* sample_id_all, disabled, the modes that are left out */
#define FORMAT_ID         4
#define TRACES_MAX        512
#define IOC_ENABLE        _IO('$', 0)
#define IOC_SET_OUTPUT    _IO('$', 5)
#define IOC_SET_FILTER    _IOW('$', 6, char *)
#define IOC_ID            _IOR('$', 7, uint64_t *)
#define RECORD_LOST       2
#define RECORD_AUX        11

/* In the control page. */
#define DATA_HEAD  1024
#define AUX_HEAD   1056
#define AUX_TAIL   1064
#define AUX_OFFSET 1072
#define AUX_SIZE   1080

struct trace {
	int fd;
	uint32_t type;
	int cpu, tid;
	uint64_t sample_type;
	char *control;
	uint8_t *area;
	uint64_t area_size;
	bool overwritten;
	uint64_t head;
	const char *next; /* of FAKE_PIECES */
};

static struct trace traces[TRACES_MAX];
static unsigned n_traces;

static struct trace *trace_of(int fd)
{
	for (unsigned i = 0; i < n_traces; i++)
		if (traces[i].fd == fd)
			return &traces[i];
	return NULL;
}

static void *next_function(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

static uint64_t *field(const struct trace *t, size_t offset)
{
	return (uint64_t *)(t->control + offset);
}

static uint64_t number_of(const char *name)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 0) : 0;
}

/* The ring is memory, too: the kernel has nobody write into the pages of one. */
static void put_record(struct trace *t, uint32_t type, const uint64_t *fields, size_t n_fields)
{
	uint64_t *data = (uint64_t *)(t->control + sysconf(_SC_PAGESIZE));
	uint64_t head = *field(t, DATA_HEAD), id = 0;
	uint64_t words[9] = { 0 };
	size_t n;

	((long (*)(long, ...))next_function("syscall"))(SYS_ioctl, t->fd, IOC_ID, &id);
	for (n = 1; n <= n_fields; n++)
		words[n] = fields[n - 1];
	if (type == RECORD_LOST)
		words[1] = id;
	if (t->sample_type & SAMPLE_TID)
		words[n++] = (uint64_t)(uint32_t)t->tid << 32 | (uint32_t)t->tid;
	if (t->sample_type & SAMPLE_TIME)
		words[n++] = 0;
	if (t->sample_type & SAMPLE_ID)
		words[n++] = id;
	if (t->sample_type & SAMPLE_CPU)
		words[n++] = (uint32_t)t->cpu;
	if (t->sample_type & SAMPLE_IDENTIFIER)
		words[n++] = id;
	words[0] = type | (uint64_t)n * 8 << 48;
	memcpy((char *)data + head, words, n * 8);
	__atomic_store_n(field(t, DATA_HEAD), head + n * 8, __ATOMIC_RELEASE);
}

static void write_piece(struct trace *t)
{
	char *end;
	uint64_t size = t->next ? strtoull(t->next, &end, 0) : 0;

	if (!size || (!t->overwritten && *field(t, AUX_TAIL) != t->head))
		return;
	for (uint64_t n = t->head; n < t->head + size; n++)
		t->area[n % t->area_size] = (uint8_t)(n * 7 + n / 256);
	put_record(t, RECORD_AUX, (uint64_t[]){ t->head, size, number_of("FAKE_FLAGS") }, 3);
	t->head += size;
	__atomic_store_n(field(t, AUX_HEAD), t->head, __ATOMIC_RELEASE);
	t->next = *end ? end + 1 : NULL;
}

static long open_nothing(const unsigned char *attr, const long *words)
{
	uint64_t asked[ATTR_SIZE / 8], nothing[ATTR_SIZE / 8] = { 0 };
	const uint32_t head[2] = { TYPE_SW, ATTR_SIZE };

	memcpy(asked, attr, 64);
	memcpy(nothing, head, sizeof(head));
	nothing[1] = CONFIG_DUMMY;
	nothing[2] = 1;
	nothing[3] = asked[3] & SAMPLE_TYPE;
	nothing[4] = asked[4] & FORMAT_ID;
	nothing[5] = asked[5] & FLAGS;
	return ((long (*)(long, ...))next_function("syscall"))(SYS_perf_event_open, nothing, words[1], words[2], -1,
							       words[4]);
}

static uint64_t asked_type(const unsigned char *attr)
{
	uint64_t type;

	memcpy(&type, attr + 24, sizeof(type));
	return type;
}

static bool writes_traces(uint32_t type)
{
	const char *types = getenv("FAKE_TRACE");
	char *end;

	while (types && *types) {
		if (strtoul(types, &end, 0) == type)
			return true;
		types = *end ? end + 1 : end;
	}
	return false;
}

long syscall(long number, ...)
{
	const unsigned char *attr;
	long words[WORDS];
	uint32_t type;
	va_list list;
	long fd;

	va_start(list, number);
	for (int i = 0; i < WORDS; i++)
		words[i] = va_arg(list, long);
	va_end(list);
	attr = (const unsigned char *)words[0];
	if (number == SYS_perf_event_open)
		memcpy(&type, attr, sizeof(type));
	if (number != SYS_perf_event_open || !writes_traces(type) || n_traces == TRACES_MAX)
		return ((long (*)(long, ...))next_function("syscall"))(number, words[0], words[1], words[2], words[3],
								       words[4], words[5]);
	fd = open_nothing(attr, words);
	if (fd >= 0)
		traces[n_traces++] = (struct trace){ .fd = (int)fd,
						     .type = type,
						     .tid = (int)words[1],
						     .cpu = (int)words[2],
						     .sample_type = asked_type(attr),
						     .next = getenv("FAKE_PIECES") };
	return fd;
}

/*
 * The program's mapping has the access that it asked for, as the kernel's would; what is written here goes through
 * another one of the same memory, *ret_own.
 */
static void *map_twice(void *(*real)(void *, size_t, int, int, int, off_t), size_t size, int access, void **ret_own)
{
	int memory = memfd_create("fake_trace", MFD_CLOEXEC);
	void *mapped = MAP_FAILED;

	*ret_own = MAP_FAILED;
	if (memory < 0)
		return MAP_FAILED;
	if (!ftruncate(memory, (off_t)size))
		*ret_own = real(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
	if (*ret_own != MAP_FAILED)
		mapped = real(NULL, size, access, MAP_SHARED, memory, 0);
	close(memory);
	return mapped;
}

static void *map(void *address, size_t size, int access, int flags, int fd, off_t offset)
{
	void *(*real)(void *, size_t, int, int, int, off_t);
	struct trace *t = fd < 0 ? NULL : trace_of(fd);
	void *mapped, *own;

	*(void **)&real = next_function("mmap");
	if (!t)
		return real(address, size, access, flags, fd, offset);
	if (!offset) {
		mapped = map_twice(real, size, access, &own);
		t->control = mapped == MAP_FAILED ? NULL : own;
		return mapped;
	}
	if (!t->control || *field(t, AUX_OFFSET) != (uint64_t)offset || *field(t, AUX_SIZE) != size)
		return MAP_FAILED;
	mapped = map_twice(real, size, access, &own);
	t->area = mapped == MAP_FAILED ? NULL : own;
	t->area_size = size;
	t->overwritten = !(access & PROT_WRITE);
	if (mapped != MAP_FAILED && number_of("FAKE_LOST"))
		put_record(t, RECORD_LOST, (uint64_t[]){ 0, number_of("FAKE_LOST") }, 2);
	if (mapped != MAP_FAILED)
		write_piece(t);
	return mapped;
}

void *mmap(void *address, size_t size, int access, int flags, int fd, off_t offset)
{
	return map(address, size, access, flags, fd, offset);
}

void *mmap64(void *address, size_t size, int access, int flags, int fd, off_t offset)
{
	return map(address, size, access, flags, fd, offset);
}

/* As perf_event_set_output in kernel/events/core.c: one PMU writes into an area. */
static int set_output(const struct trace *t, const struct trace *to)
{
	if (!to || t->type == to->type)
		return 0;
	errno = EINVAL;
	return -1;
}

static int take_filter(const char *text)
{
	const char *path = getenv("FAKE_FILTERS");
	FILE *f = path ? fopen(path, "a") : NULL;

	if (!f) {
		errno = EINVAL;
		return -1;
	}
	fprintf(f, "%s\n", text);
	return fclose(f);
}

int ioctl(int fd, unsigned long request, ...)
{
	int (*real)(int, unsigned long, ...);
	struct trace *t = trace_of(fd);
	va_list list;
	void *argument;

	va_start(list, request);
	argument = va_arg(list, void *);
	va_end(list);
	if (t && t->area && request == IOC_ENABLE)
		write_piece(t);
	if (t && request == IOC_SET_OUTPUT)
		return set_output(t, trace_of((int)(intptr_t)argument));
	if (t && request == IOC_SET_FILTER)
		return take_filter(argument);
	*(void **)&real = next_function("ioctl");
	return real(fd, request, argument);
}
