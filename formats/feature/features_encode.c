#include "formats/feature/features_encode.h"

#include "formats/record/attr.h"

#define FEATURE_STRING_ALIGN    64
#define FEATURE_CACHE_VERSION   1
#define FEATURE_MEMORY_VERSION  1
#define FEATURE_CLOCK_VERSION   1
#define FEATURE_BUILD_ID_BYTES  24 /* of an entry: 20 of the id, its size, 3 zeroes */
#define FEATURE_BUILD_ID_HEADER 8

void feature_put_string(struct buffer *b, const char *s)
{
	size_t size = strlen(s) + 1;
	size_t room = align_up(size, FEATURE_STRING_ALIGN);

	buffer_put_u32(b, (uint32_t)room);
	buffer_append(b, s, size);
	buffer_append(b, NULL, room - size);
}

void feature_encode_string(struct buffer *b, const char *s)
{
	feature_put_string(b, s);
}

void feature_encode_nrcpus(struct buffer *b, uint32_t available, uint32_t online)
{
	buffer_put_u32(b, available);
	buffer_put_u32(b, online);
}

void feature_encode_total_mem(struct buffer *b, uint64_t kibibytes)
{
	buffer_put_u64(b, kibibytes);
}

static void put_strings(struct buffer *b, const char *const *strings, size_t n)
{
	buffer_put_u32(b, (uint32_t)n);
	for (size_t i = 0; i < n; i++)
		feature_put_string(b, strings[i]);
}

void feature_encode_cmdline(struct buffer *b, char *const *argv, size_t argc)
{
	buffer_put_u32(b, (uint32_t)argc);
	for (size_t i = 0; i < argc; i++)
		feature_put_string(b, argv[i]);
}

void feature_encode_event_desc(struct buffer *b, const struct feature_event *events, size_t n, uint32_t attr_size)
{
	buffer_put_u32(b, (uint32_t)n);
	buffer_put_u32(b, attr_size);
	for (size_t i = 0; i < n; i++) {
		struct event_attr attr = *events[i].attr;

		attr.size = attr_size;
		attr_encode(b, &attr);
		buffer_put_u32(b, (uint32_t)events[i].n_ids);
		feature_put_string(b, events[i].name);
		for (size_t id = 0; id < events[i].n_ids; id++)
			buffer_put_u64(b, events[i].ids[id]);
	}
}

/* Dies were added to the format later, so they come last; readers know by the section's size whether it has them. */
void feature_encode_cpu_topology(struct buffer *b, const struct feature_topology *t)
{
	put_strings(b, t->cores, t->n_cores);
	put_strings(b, t->threads, t->n_threads);
	for (size_t i = 0; i < t->n_cpus; i++) {
		buffer_put_u32(b, t->cpus[i].core_id);
		buffer_put_u32(b, t->cpus[i].socket_id);
	}
	if (!t->n_dies)
		return;
	put_strings(b, t->dies, t->n_dies);
	for (size_t i = 0; i < t->n_cpus; i++)
		buffer_put_u32(b, t->cpus[i].die_id);
}

void feature_encode_numa_topology(struct buffer *b, const struct feature_numa_node *nodes, size_t n)
{
	buffer_put_u32(b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		buffer_put_u32(b, nodes[i].node);
		buffer_put_u64(b, nodes[i].total_kib);
		buffer_put_u64(b, nodes[i].free_kib);
		feature_put_string(b, nodes[i].cpus);
	}
}

void feature_encode_pmu_mappings(struct buffer *b, const struct feature_pmu *pmus, size_t n)
{
	buffer_put_u32(b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		buffer_put_u32(b, pmus[i].type);
		feature_put_string(b, pmus[i].name);
	}
}

void feature_encode_group_desc(struct buffer *b, const struct feature_group *groups, size_t n)
{
	buffer_put_u32(b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		feature_put_string(b, groups[i].name);
		buffer_put_u32(b, groups[i].leader);
		buffer_put_u32(b, groups[i].n_members);
	}
}

void feature_encode_cache(struct buffer *b, const struct feature_cache *caches, size_t n)
{
	buffer_put_u32(b, FEATURE_CACHE_VERSION);
	buffer_put_u32(b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		buffer_put_u32(b, caches[i].level);
		buffer_put_u32(b, caches[i].line_size);
		buffer_put_u32(b, caches[i].sets);
		buffer_put_u32(b, caches[i].ways);
		feature_put_string(b, caches[i].type);
		feature_put_string(b, caches[i].size);
		feature_put_string(b, caches[i].cpus);
	}
}

/* The number of bits is written twice: for the node, and before the bits. */
void feature_encode_mem_topology(struct buffer *b, uint64_t block_size, const struct feature_memory_node *nodes,
				 size_t n)
{
	buffer_put_u64(b, FEATURE_MEMORY_VERSION);
	buffer_put_u64(b, block_size);
	buffer_put_u64(b, n);
	for (size_t i = 0; i < n; i++) {
		buffer_put_u64(b, nodes[i].node);
		buffer_put_u64(b, nodes[i].n_bits);
		buffer_put_u64(b, nodes[i].n_bits);
		for (uint64_t word = 0; word < (nodes[i].n_bits + 63) / 64; word++)
			buffer_put_u64(b, nodes[i].blocks[word]);
	}
}

void feature_encode_sample_time(struct buffer *b, uint64_t first, uint64_t last)
{
	buffer_put_u64(b, first);
	buffer_put_u64(b, last);
}

void feature_encode_clockid(struct buffer *b, uint64_t resolution)
{
	buffer_put_u64(b, resolution);
}

void feature_encode_clock_data(struct buffer *b, uint32_t clockid, uint64_t wall_time, uint64_t clock_time)
{
	buffer_put_u32(b, FEATURE_CLOCK_VERSION);
	buffer_put_u32(b, clockid);
	buffer_put_u64(b, wall_time);
	buffer_put_u64(b, clock_time);
}

void feature_encode_compressed(struct buffer *b, const struct feature_compression *compression)
{
	buffer_put_u32(b, compression->version);
	buffer_put_u32(b, compression->type);
	buffer_put_u32(b, compression->level);
	buffer_put_u32(b, compression->ratio);
	buffer_put_u32(b, compression->mmap_len);
}

static void put_caps(struct buffer *b, const struct feature_cap *caps, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		feature_put_string(b, caps[i].name);
		feature_put_string(b, caps[i].value);
	}
}

void feature_encode_cpu_pmu_caps(struct buffer *b, const struct feature_cap *caps, size_t n)
{
	buffer_put_u32(b, (uint32_t)n);
	put_caps(b, caps, n);
}

void feature_encode_pmu_caps(struct buffer *b, const struct feature_pmu_caps *pmus, size_t n)
{
	buffer_put_u32(b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		buffer_put_u32(b, (uint32_t)pmus[i].n_caps);
		put_caps(b, pmus[i].caps, pmus[i].n_caps);
		feature_put_string(b, pmus[i].pmu);
	}
}

void feature_encode_build_id(struct buffer *b, const struct feature_build_id *entry)
{
	size_t name_size = strlen(entry->name) + 1;
	size_t room = align_up(name_size, FEATURE_STRING_ALIGN);
	size_t size = FEATURE_BUILD_ID_HEADER + sizeof(uint32_t) + FEATURE_BUILD_ID_BYTES + room;

	if (size > RECORD_SIZE_MAX)
		return;
	buffer_put_u32(b, 0);
	buffer_put_u16(b, entry->misc | RECORD_MISC_BUILD_ID_SIZE);
	buffer_put_u16(b, (uint16_t)size);
	buffer_put_u32(b, (uint32_t)entry->pid);
	buffer_append(b, entry->id.data, BUILD_ID_SIZE_MAX);
	buffer_put_u8(b, entry->id.size);
	buffer_append(b, NULL, FEATURE_BUILD_ID_BYTES - BUILD_ID_SIZE_MAX - 1);
	buffer_append(b, entry->name, name_size);
	buffer_append(b, NULL, room - name_size);
}
