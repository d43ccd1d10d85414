/*
 * Contents of feature sections and the text files beside a recording. The first byte says which of them the rest is;
 * its highest bit is the byte order.
 */
#include "formats/feature/features_decode.h"
#include "formats/file/block_index.h"
#include "formats/record/attr.h"
#include "formats/text/kallsyms.h"
#include "formats/text/perf_map.h"
#include "formats/text/proc_maps.h"
#include "tests/fuzz/fuzz.h"

#include <errno.h>

static uint64_t sum_bytes(const void *data, size_t size)
{
	const uint8_t *p = data;
	uint64_t sum = 0;

	for (size_t i = 0; i < size; i++)
		sum += p[i];
	return sum;
}

static uint64_t read_build_ids(struct cursor *c)
{
	struct build_id_entry e;
	uint64_t sum = 0;

	while (build_id_list_next(c, &e) > 0) {
		fuzz_found++;
		sum += sum_bytes(e.filename, e.filename_size) + sum_bytes(e.build_id.data, e.build_id.size);
	}
	return sum;
}

static uint64_t read_block_index(struct cursor *c)
{
	struct block_index index;
	uint64_t sum;

	if (block_index_decode(&index, c, 1000, 1000000, NULL))
		return 0;
	sum = index.n;
	fuzz_found += index.n;
	block_index_fini(&index);
	return sum;
}

static uint64_t read_kallsyms(const char *text, size_t size)
{
	struct kallsyms_reader r = kallsyms_open(text, size);
	struct kallsyms_entry e;
	uint64_t sum = 0;

	while (kallsyms_next(&r, &e) > 0) {
		fuzz_found++;
		sum += sum_bytes(e.name, e.name_size) + (e.module ? sum_bytes(e.module, e.module_size) : 0);
	}
	return sum;
}

static uint64_t read_perf_map(const char *text, size_t size)
{
	struct perf_map_reader r = perf_map_open(text, size);
	struct perf_map_entry e;
	uint64_t sum = 0;

	while (perf_map_next(&r, &e) > 0) {
		fuzz_found++;
		sum += sum_bytes(e.name, e.name_size);
	}
	return sum;
}

static uint64_t read_proc_maps(const char *text, size_t size)
{
	const char *end = text + size;
	struct proc_map map;
	uint64_t sum = 0;
	char name[16];
	int result;

	while ((result = proc_maps_next(&map, &text, end)) == 1 || result == -EBADMSG)
		if (result == 1) {
			fuzz_found++;
			sum += sum_bytes(map.name, map.name_size) + proc_map_copy_name(&map, name, sizeof(name));
		}
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cursor c = cursor_make(data + 1, size ? size - 1 : 0, size && data[0] & 0x80);
	const char *text = (const char *)data + 1;
	struct event_attr attr;
	uint64_t sum = 0;

	if (size < 2)
		return 0;
	switch (data[0] & 7) {
	case 0: sum = read_build_ids(&c); break;
	case 1: sum = read_block_index(&c); break;
	case 2: sum = read_kallsyms(text, size - 1); break;
	case 3: sum = read_perf_map(text, size - 1); break;
	case 4: sum = read_proc_maps(text, size - 1); break;
	default: fuzz_found += !attr_decode(&attr, &c, NULL); break;
	}
	__asm__ volatile("" : : "r"(sum));
	return 0;
}
