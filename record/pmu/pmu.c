#include "record/pmu/pmu.h"

#include "common/fileio.h"
#include "common/list.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PMU_FILE_MAX 4096
#define PMU_PATH_MAX 512

static void pmu_folder(char *path, const char *sys_root)
{
	snprintf(path, PMU_PATH_MAX, "%s/bus/event_source/devices", sys_root ? sys_root : "/sys");
}

/* Reads a file of one line into b without white space at its end. */
static int pmu_read_line(int dirfd, const char *path, struct buffer *b)
{
	int result;

	buffer_clear(b);
	result = fileio_read_file(dirfd, path, b, PMU_FILE_MAX);
	if (result)
		return result;
	while (b->size && strchr(" \t\n", b->data[b->size - 1]))
		b->data[--b->size] = 0;
	return 0;
}

static int pmu_parse_u32(uint32_t *ret_value, const char *text)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 0);
	if (errno || end == text || *end || value > UINT32_MAX)
		return -EBADMSG;
	*ret_value = (uint32_t)value;
	return 0;
}

/* "0-7,32-35" */
static int pmu_format_bits(const char *text, uint64_t *ret_bits)
{
	uint64_t bits = 0;

	for (;;) {
		char *end;
		unsigned long first = strtoul(text, &end, 10);
		unsigned long last = first;

		if (end == text)
			return -EBADMSG;
		if (*end == '-') {
			text = end + 1;
			last = strtoul(text, &end, 10);
			if (end == text)
				return -EBADMSG;
		}
		if (last < first || last > 63)
			return -EBADMSG;
		bits |= (last - first == 63 ? UINT64_MAX : (1ull << (last - first + 1)) - 1) << first;
		if (!*end)
			break;
		if (*end != ',')
			return -EBADMSG;
		text = end + 1;
	}
	*ret_bits = bits;
	return 0;
}

/* "config1:0-7,32-35" */
static int pmu_format_parse(struct pmu_format *format, const char *text)
{
	static const char *const fields[PMU_FIELDS] = { "config:", "config1:", "config2:", "config3:", "config4:" };

	for (int i = 0; i < PMU_FIELDS; i++)
		if (!strncmp(text, fields[i], strlen(fields[i]))) {
			format->field = i;
			return pmu_format_bits(text + strlen(fields[i]), &format->bits);
		}
	return -EBADMSG;
}

/* What pmu_load works on while it reads one PMU's folder. */
struct pmu_loader {
	struct pmu *pmu;
	int dir;
	struct buffer line;
	struct error *err;
};

static int pmu_load_format(struct pmu_loader *l, int dir, const char *name)
{
	struct pmu *pmu = l->pmu;
	struct pmu_format format = { 0 };
	int result = pmu_read_line(dir, name, &l->line);

	if (!result)
		result = pmu_format_parse(&format, (char *)l->line.data);
	if (result == -EBADMSG)
		return 0; /* a field of a kernel newer than this program */
	if (result)
		return error_set(l->err, result, "PMU %s: format/%s: %s", pmu->name, name, strerror(-result));
	format.name = strdup(name);
	if (!format.name || !list_reserve_unkept(&pmu->formats, pmu->n_formats, sizeof(*pmu->formats))) {
		free(format.name);
		return error_nomem(l->err);
	}
	pmu->formats[pmu->n_formats++] = format;
	return 0;
}

/* Beside NAME are NAME.scale, NAME.unit, NAME.per-pkg and NAME.snapshot, which matter for counting only. */
static bool pmu_event_is_attribute(const char *name)
{
	static const char *const suffixes[] = { ".scale", ".unit", ".per-pkg", ".snapshot" };
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < ARRAY_SIZE(suffixes); i++)
		if (!strcmp(dot, suffixes[i]))
			return true;
	return false;
}

static int pmu_load_event(struct pmu_loader *l, int dir, const char *name)
{
	struct pmu *pmu = l->pmu;
	struct pmu_event event;
	int result;

	if (pmu_event_is_attribute(name))
		return 0;
	result = pmu_read_line(dir, name, &l->line);
	if (result)
		return error_set(l->err, result, "PMU %s: events/%s: %s", pmu->name, name, strerror(-result));
	event = (struct pmu_event){ strdup(name), strdup((char *)l->line.data) };
	if (!event.name || !event.terms || !list_reserve_unkept(&pmu->events, pmu->n_events, sizeof(*pmu->events))) {
		free(event.name);
		free(event.terms);
		return error_nomem(l->err);
	}
	pmu->events[pmu->n_events++] = event;
	return 0;
}

/* Calls load for each file of a folder of the PMU, which need not be there. */
static int pmu_load_folder(struct pmu_loader *l, const char *folder,
			   int (*load)(struct pmu_loader *l, int dir, const char *name))
{
	int fd = openat(l->dir, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	int result = 0;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while (!result && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			result = load(l, dirfd(dir), entry->d_name);
	closedir(dir);
	return result;
}

static int pmu_load_cpus(struct pmu_loader *l)
{
	struct pmu *pmu = l->pmu;
	int result = pmu_read_line(l->dir, "cpumask", &l->line);

	pmu->is_uncore = !result;
	if (result)
		result = pmu_read_line(l->dir, "cpus", &l->line);
	if (result)
		return 0;
	result = cpulist_parse(&pmu->cpus, (char *)l->line.data, l->err);
	if (result)
		error_prefix(l->err, "PMU %s", pmu->name);
	return result;
}

static void pmu_load_address_filters(struct pmu_loader *l)
{
	uint32_t n;

	if (!pmu_read_line(l->dir, "nr_addr_filters", &l->line) && !pmu_parse_u32(&n, (char *)l->line.data) &&
	    n <= INT32_MAX)
		l->pmu->n_address_filters = (int)n;
}

static int pmu_compare_formats(const void *a, const void *b)
{
	return strcmp(((const struct pmu_format *)a)->name, ((const struct pmu_format *)b)->name);
}

static int pmu_compare_events(const void *a, const void *b)
{
	return strcmp(((const struct pmu_event *)a)->name, ((const struct pmu_event *)b)->name);
}

static int pmu_load_parts(struct pmu_loader *l)
{
	struct pmu *pmu = l->pmu;
	int result = pmu_read_line(l->dir, "type", &l->line);

	if (!result)
		result = pmu_parse_u32(&pmu->type, (char *)l->line.data);
	if (result)
		return error_set(l->err, result, "PMU %s: cannot read its type: %s", pmu->name, strerror(-result));
	pmu_load_address_filters(l);
	result = pmu_load_folder(l, "format", pmu_load_format);
	if (!result)
		result = pmu_load_folder(l, "events", pmu_load_event);
	if (!result)
		result = pmu_load_cpus(l);
	if (result)
		return result;
	if (pmu->n_formats)
		qsort(pmu->formats, pmu->n_formats, sizeof(*pmu->formats), pmu_compare_formats);
	if (pmu->n_events)
		qsort(pmu->events, pmu->n_events, sizeof(*pmu->events), pmu_compare_events);
	return 0;
}

int pmu_load(struct pmu *ret_pmu, const char *sys_root, const char *name, struct error *err)
{
	char folder[PMU_PATH_MAX];
	char path[2 * PMU_PATH_MAX];
	struct pmu pmu = { .name = strdup(name), .sys_root = sys_root };
	struct pmu_loader l = { .pmu = &pmu, .err = err };
	int result;

	if (!pmu.name)
		return error_nomem(err);
	pmu_folder(folder, sys_root);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	l.dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (l.dir < 0) {
		result = error_set(err, -errno, "no PMU '%s' (%s: %s)", name, path, strerror(errno));
		free(pmu.name);
		return result;
	}
	buffer_init(&l.line);
	result = pmu_load_parts(&l);
	buffer_fini(&l.line);
	close(l.dir);
	pmu.is_core = pmu_is_core(sys_root, name);
	if (result)
		pmu_fini(&pmu);
	else
		*ret_pmu = pmu;
	return result;
}

int pmu_assume_core(struct pmu *ret_pmu, struct error *err)
{
	char *name = strdup(PMU_ASSUMED);

	if (!name)
		return error_nomem(err);
	*ret_pmu = (struct pmu){ .name = name, .type = PERF_TYPE_RAW, .is_core = true, .is_assumed = true };
	return 0;
}

void pmu_fini(struct pmu *pmu)
{
	for (int i = 0; i < pmu->n_formats; i++)
		free(pmu->formats[i].name);
	for (int i = 0; i < pmu->n_events; i++) {
		free(pmu->events[i].name);
		free(pmu->events[i].terms);
	}
	free(pmu->formats);
	free(pmu->events);
	free(pmu->name);
	cpulist_fini(&pmu->cpus);
	memset(pmu, 0, sizeof(*pmu));
}

const struct pmu_format *pmu_find_format(const struct pmu *pmu, const char *name)
{
	for (int i = 0; i < pmu->n_formats; i++)
		if (!strcmp(pmu->formats[i].name, name))
			return &pmu->formats[i];
	return NULL;
}

const struct pmu_event *pmu_find_event(const struct pmu *pmu, const char *name)
{
	for (int i = 0; i < pmu->n_events; i++)
		if (!strcasecmp(pmu->events[i].name, name)) /* as in Linux perf */
			return &pmu->events[i];
	return NULL;
}

uint64_t pmu_config_bits(const struct pmu *pmu, const char *name)
{
	const struct pmu_format *format = pmu_find_format(pmu, name);

	return format && !format->field ? format->bits : 0;
}

uint64_t *pmu_field(struct event_attr *attr, int field)
{
	uint64_t *fields[PMU_FIELDS] = { &attr->config, &attr->config1, &attr->config2, &attr->config3,
					 &attr->config4 };
	uint32_t size = field == 4 ? ATTR_SIZE_VER9 : field == 3 ? ATTR_SIZE_VER8 : 0;

	if (attr->size < size)
		attr->size = size;
	return fields[field];
}

int pmu_format_apply(const struct pmu_format *format, struct event_attr *attr, uint64_t value)
{
	int width = __builtin_popcountll(format->bits);
	uint64_t *field;
	uint64_t spread = 0;

	if (width < 64 && value >> width)
		return -ERANGE;
	for (uint64_t bits = format->bits; bits; bits &= bits - 1, value >>= 1)
		if (value & 1)
			spread |= bits & -bits;
	field = pmu_field(attr, format->field);
	*field = (*field & ~format->bits) | spread;
	return 0;
}

static int pmu_compare_names(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

static int pmu_names_read(DIR *dir, char ***names, size_t *n, struct error *err)
{
	struct dirent *entry;

	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		if (!list_reserve_unkept(names, *n, sizeof(**names)) || !((*names)[*n] = strdup(entry->d_name)))
			return error_nomem(err);
		(*n)++;
	}
	return 0;
}

int pmu_names(char ***ret_names, size_t *ret_n, const char *sys_root, bool raw, struct error *err)
{
	char folder[PMU_PATH_MAX];
	char **names = NULL;
	size_t n = 0;
	DIR *dir;
	int result;

	pmu_folder(folder, sys_root);
	dir = opendir(folder);
	if (!dir)
		return error_set(err, -errno, "cannot read %s: %s", folder, strerror(errno));
	result = pmu_names_read(dir, &names, &n, err);
	closedir(dir);
	if (result) {
		pmu_names_free(names, n);
		return result;
	}
	if (n && !raw)
		qsort(names, n, sizeof(*names), pmu_compare_names);
	*ret_names = names;
	*ret_n = n;
	return 0;
}

void pmu_names_free(char **names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
}

/* A file of one line that each PMU has below its folder. ret_line is the caller's in any case. */
static int read_line_of(const char *sys_root, const char *name, const char *file, struct buffer *ret_line)
{
	char folder[PMU_PATH_MAX];
	char path[2 * PMU_PATH_MAX];

	pmu_folder(folder, sys_root);
	snprintf(path, sizeof(path), "%s/%s/%s", folder, name, file);
	buffer_init(ret_line);
	return pmu_read_line(AT_FDCWD, path, ret_line);
}

int pmu_read_type(uint32_t *ret_type, const char *sys_root, const char *name)
{
	struct buffer line;
	int result = read_line_of(sys_root, name, "type", &line);

	if (!result)
		result = pmu_parse_u32(ret_type, (char *)line.data);
	buffer_fini(&line);
	return result;
}

bool pmu_is_core(const char *sys_root, const char *name)
{
	char folder[PMU_PATH_MAX];
	char path[2 * PMU_PATH_MAX];

	if (!strcmp(name, "cpu") || !strcmp(name, "cpum_cf"))
		return true;
	pmu_folder(folder, sys_root);
	snprintf(path, sizeof(path), "%s/%s/cpus", folder, name);
	return !access(path, F_OK);
}

bool pmu_read_alias(char *ret_alias, size_t size, const char *sys_root, const char *name)
{
	struct buffer line;
	bool found = !read_line_of(sys_root, name, "alias", &line) && line.size && line.size < size;

	if (found)
		memcpy(ret_alias, line.data, line.size + 1);
	buffer_fini(&line);
	return found;
}

int pmu_read_number(uint64_t *ret_number, const char *sys_root, const char *name, const char *file, int base)
{
	struct buffer line;
	char *end;
	int result = read_line_of(sys_root, name, file, &line);

	if (!result) {
		errno = 0;
		*ret_number = strtoull((char *)line.data, &end, base);
		result = errno || end == (char *)line.data || *end ? -EBADMSG : 0;
	}
	buffer_fini(&line);
	return result;
}
