/*
 * made_counts.so, for LD_PRELOAD: perf_event_open(2) as on a machine whose PMUs have every event, and counts that are
 * the same in each run: a number for each kind of event and PMU, whatever code the event was opened by. What is opened
 * in its place counts nothing, and read(2) puts the numbers into what it returns.
 *
 * MADE_COUNTS_LACKS: generic hardware events that the machine does not have, "7,8"; "all": none of them, nor any of
 * PMUs.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WORDS        6
#define ATTR_SIZE    128
#define EVENTS_MAX   4096
#define IOC_ID       _IOR('$', 7, uint64_t *)
#define FORMAT_GROUP 8
#define FORMAT_TIMES 3
#define CONFIG_DUMMY 9
#define PMU_OF_CPU   4 /* its generic events may be opened without it */

enum type {
	HARDWARE,
	SOFTWARE,
	TRACEPOINT,
	HW_CACHE,
};

static struct made {
	uint64_t format, id, count; /* id 0: no such descriptor */
} made[EVENTS_MAX];

/* The codes of generic events in the machines of pmu_tree.py. */
static const struct code {
	uint64_t code, config;
	uint32_t type;
} codes[] = {
	{ 0x3c, 0, HARDWARE },          { 0x76, 0, HARDWARE },    { 0x600f4, 0, HARDWARE },
	{ 0x11, 0, HARDWARE },          { 0x0, 0, HARDWARE },     { 0xc0, 1, HARDWARE },
	{ 0x500fa, 1, HARDWARE },       { 0x8, 1, HARDWARE },     { 0x1, 1, HARDWARE },
	{ 0x4f2e, 2, HARDWARE },        { 0x4, 2, HARDWARE },     { 0x412e, 3, HARDWARE },
	{ 0x3, 3, HARDWARE },           { 0xc4, 4, HARDWARE },    { 0xc5, 5, HARDWARE },
	{ 0x400f6, 5, HARDWARE },       { 0x10, 5, HARDWARE },    { 0x23, 7, HARDWARE },
	{ 0x24, 8, HARDWARE },          { 0x100fc, 0, HW_CACHE }, { 0x3e054, 0x10000, HW_CACHE },
	{ 0x300fe, 0x10002, HW_CACHE },
};

/* Those that are no generic events: topdown, slots as before Ice Lake, transactions. */
static const struct named {
	uint64_t code, count;
} named[] = {
	{ 0x400, 100000 }, { 0x8000, 40000 }, { 0x8100, 8000 },    { 0x8200, 20000 },     { 0x8300, 32000 },
	{ 0x8400, 5000 },  { 0x8500, 6000 },  { 0x8600, 12000 },   { 0x8700, 20000 },     { 0x10e, 70000 },
	{ 0x2c2, 60000 },  { 0x19c, 30000 },  { 0x100030d, 2000 }, { 0x10000003c, 4000 }, { 0x30000003c, 3000 },
	{ 0x1c9, 20 },     { 0x1c8, 10 },
};

static const uint64_t hardware[] = { 40000, 61000, 9000, 810, 12100, 847, 5000, 10300, 5150, 41000 };
static const uint64_t software[] = { 2000000, 2000000, 57, 3, 1, 56, 1, 0, 0, 0, 0, 2 };

#define N_OF(list) (sizeof(list) / sizeof((list)[0]))

static uint64_t cache_count(uint64_t config)
{
	const uint64_t cache = config & 0xff, op = config >> 8 & 0xff;

	return config >> 16 & 0xff ? 300 + 17 * cache + 3 * op : 7000 + 100 * cache + 10 * op;
}

static uint64_t generic_count(uint32_t type, uint32_t config)
{
	if (type == HW_CACHE)
		return cache_count(config);
	return config < N_OF(hardware) ? hardware[config] : 1;
}

static uint64_t count_of_code(uint64_t code)
{
	for (size_t i = 0; i < N_OF(codes); i++)
		if (codes[i].code == code)
			return generic_count(codes[i].type, (uint32_t)codes[i].config);
	for (size_t i = 0; i < N_OF(named); i++)
		if (named[i].code == code)
			return named[i].count;
	return 1000 + code % 977;
}

static uint64_t count_of(uint32_t type, uint64_t config)
{
	const int is_generic = type == HARDWARE || type == HW_CACHE;
	const uint64_t count = is_generic ? generic_count(type, (uint32_t)config) : count_of_code(config);
	uint64_t pmu = is_generic ? config >> 32 : type;

	if (type == SOFTWARE)
		return config < N_OF(software) ? software[config] : 0;
	pmu = pmu == PMU_OF_CPU ? 0 : pmu;
	return count + count * pmu * (count % 13) / 1000;
}

static int is_lacking(uint32_t type, uint64_t config)
{
	const char *lacks = getenv("MADE_COUNTS_LACKS");

	if (!lacks || type == SOFTWARE || type == TRACEPOINT)
		return 0;
	if (!strcmp(lacks, "all"))
		return 1;
	for (char *end; *lacks && type == HARDWARE; lacks = *end ? end + 1 : end)
		if (strtoul(lacks, &end, 10) == (uint32_t)config)
			return 1;
	return 0;
}

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

static long call(long number, const long *words)
{
	long (*real)(long, ...);

	*(void **)&real = next("syscall");
	return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

static long open_made(long *words)
{
	uint64_t attr[ATTR_SIZE / 8] = { 0 };
	const uint32_t head[2] = { SOFTWARE, ATTR_SIZE };
	uint32_t type, size;
	uint64_t config, id;
	long fd;

	memcpy(&size, (const char *)words[0] + 4, sizeof(size));
	memcpy(attr, (const void *)words[0], size < ATTR_SIZE ? size : ATTR_SIZE);
	memcpy(&type, attr, sizeof(type));
	config = attr[1];
	if (is_lacking(type, config)) {
		errno = ENOENT;
		return -1;
	}
	if (type != SOFTWARE && type != TRACEPOINT) {
		memcpy(attr, head, sizeof(head));
		attr[1] = CONFIG_DUMMY;
		attr[7] = attr[8] = 0; /* config1, config2 */
		words[0] = (long)attr;
	}
	fd = call(SYS_perf_event_open, words);
	if (fd >= 0 && fd < EVENTS_MAX && type != TRACEPOINT && !ioctl((int)fd, IOC_ID, &id))
		made[fd] = (struct made){ attr[4], id, count_of(type, config) };
	return fd;
}

long syscall(long number, ...)
{
	long words[WORDS];
	va_list list;

	va_start(list, number);
	for (int i = 0; i < WORDS; i++)
		words[i] = va_arg(list, long);
	va_end(list);
	return number == SYS_perf_event_open ? open_made(words) : call(number, words);
}

static uint64_t count_of_id(uint64_t id)
{
	for (int i = 0; i < EVENTS_MAX; i++)
		if (made[i].id == id)
			return made[i].count;
	return 0;
}

/* A group: how many, enabled, running, and of each value and id. Another event: value, enabled, running. */
static void put_counts(const struct made *event, uint64_t *data)
{
	if ((event->format & FORMAT_TIMES) != FORMAT_TIMES || !data[2])
		return;
	if (!(event->format & FORMAT_GROUP))
		data[0] = event->count;
	else
		for (uint64_t i = 0; i < data[0]; i++)
			data[3 + 2 * i] = count_of_id(data[4 + 2 * i]);
}

ssize_t read(int fd, void *data, size_t size)
{
	ssize_t (*real)(int, void *, size_t);
	ssize_t n;

	*(void **)&real = next("read");
	n = real(fd, data, size);
	if (n > 0 && fd >= 0 && fd < EVENTS_MAX && made[fd].id)
		put_counts(&made[fd], data);
	return n;
}

int close(int fd)
{
	int (*real)(int);

	*(void **)&real = next("close");
	if (fd >= 0 && fd < EVENTS_MAX)
		made[fd].id = 0;
	return real(fd);
}
