#include "record/buildid/candidate_kernel.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL "[kernel.kallsyms]"
#define VDSO   "[vdso]"

void candidate_kernel_fini(struct candidate_kernel *k)
{
	for (uint32_t i = 0; i < k->n; i++)
		free(k->modules[i].path);
	free(k->modules);
	memset(k, 0, sizeof(*k));
}

static int add_module(struct candidate_kernel *k, const struct record_mmap *map)
{
	struct candidate_module module = { .start = map->addr, .end = map->addr + map->len, .id = map->build_id };

	if (module.end <= module.start)
		return 0;
	module.path = strndup(map->filename, map->filename_size);
	if (!module.path || !list_reserve(&k->modules, k->n, &k->capacity, sizeof(module))) {
		free(module.path);
		return -ENOMEM;
	}
	if (!k->n || module.start < k->start)
		k->start = module.start;
	if (module.end > k->end)
		k->end = module.end;
	k->modules[k->n++] = module;
	return 0;
}

static bool is_named(const struct record_mmap *map, const char *name)
{
	return map->filename_size >= strlen(name) && !memcmp(map->filename, name, strlen(name));
}

/* Notes which vdso is mapped: on a 64-bit machine that of 32-bit processes is below 4 GiB. */
static void take_vdso(struct candidate_kernel *k, const struct record_mmap *map)
{
	if (sizeof(long) == 4 || map->addr > UINT32_MAX)
		k->vdso_size = (size_t)map->len;
	else
		k->has_vdso32 = true;
}

int candidate_kernel_take(struct candidate_kernel *k, const struct record *r)
{
	struct record_mmap map;

	if (record_decode_mmap(r, &map, NULL))
		return 0;
	if ((r->misc & RECORD_MISC_CPUMODE_MASK) == RECORD_MISC_USER) {
		if (is_named(&map, VDSO))
			take_vdso(k, &map);
		return 0;
	}
	if ((r->misc & RECORD_MISC_CPUMODE_MASK) != RECORD_MISC_KERNEL || !map.build_id.size)
		return 0;
	if (is_named(&map, KERNEL))
		k->id = map.build_id;
	return map.filename[0] == '/' ? add_module(k, &map) : 0;
}

static bool module_has(const struct candidate_module *module, uint64_t ip)
{
	return ip >= module->start && ip < module->end;
}

void candidate_kernel_add_sampled(struct candidate_kernel *k, uint64_t ip)
{
	uint32_t i = 0;

	if (module_has(&k->modules[k->recent], ip))
		i = k->recent;
	while (i < k->n && !module_has(&k->modules[i], ip))
		i++;
	if (i == k->n)
		return;
	k->modules[i].needed = true;
	k->recent = i;
}
