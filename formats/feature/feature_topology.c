#include "formats/feature/feature_topology.h"

#include <errno.h>

#define SCHEDSTAT_VERSION_WITH_NAMES 17

/* Skips a list of strings, and returns where it is. */
static int strings_decode(struct cursor *c, struct feature_strings *ret_strings)
{
	uint32_t n = cursor_u32(c);
	const uint8_t *start = c->pos;

	for (uint32_t i = 0; i < n && cursor_ok(c); i++)
		feature_get_string(c);
	if (!cursor_ok(c))
		return -EBADMSG;
	ret_strings->c = cursor_make(start, (size_t)(c->pos - start), c->swap);
	ret_strings->n = n;
	return 0;
}

int feature_decode_cpu_topology(struct cursor *c, uint32_t n_cpus, struct feature_topology_view *view)
{
	struct feature_strings dies = { 0 };

	*view = (struct feature_topology_view){ 0 };
	if (strings_decode(c, &view->cores) || strings_decode(c, &view->threads))
		return -EBADMSG;
	/* In a pipe up to 7 bytes of padding may follow. */
	if (!n_cpus || cursor_left(c) < 8)
		return 0;
	view->cpu_ids = cursor_sub(c, (uint64_t)n_cpus * 8);
	if (!cursor_ok(c))
		return -EBADMSG;
	view->n_cpus = n_cpus;
	if (cursor_left(c) < 8)
		return 0;
	if (strings_decode(c, &dies))
		return -EBADMSG;
	view->die_ids = cursor_sub(c, (uint64_t)n_cpus * 4);
	if (!cursor_ok(c))
		return -EBADMSG;
	view->dies = dies;
	return 0;
}

int feature_next_cpu(struct feature_topology_view *view, struct feature_cpu *ret_cpu)
{
	if (!view->n_cpus)
		return 0;
	view->n_cpus--;
	*ret_cpu = (struct feature_cpu){ .core_id = cursor_u32(&view->cpu_ids) };
	ret_cpu->socket_id = cursor_u32(&view->cpu_ids);
	ret_cpu->die_id = view->dies.n ? cursor_u32(&view->die_ids) : 0;
	return 1;
}

int feature_domains_begin(struct feature_domains *ret_domains, struct cursor *c)
{
	struct feature_domains domains = { .c = c };

	domains.schedstat_version = cursor_u32(c);
	domains.max_domains = cursor_u32(c);
	if (!cursor_ok(c))
		return -EBADMSG;
	*ret_domains = domains;
	return 0;
}

int feature_next_domain_cpu(struct feature_domains *domains, struct feature_domain_cpu *ret_cpu)
{
	struct feature_domain_cpu cpu;

	/* In a pipe up to 7 bytes of padding may follow. */
	if (cursor_ok(domains->c) && cursor_left(domains->c) < 8)
		return 0;
	cpu.cpu = cursor_u32(domains->c);
	cpu.n_domains = cursor_u32(domains->c);
	if (!cursor_ok(domains->c))
		return -EBADMSG;
	*ret_cpu = cpu;
	return 1;
}

int feature_next_domain(struct feature_domains *domains, struct feature_domain *ret_domain)
{
	struct feature_domain domain = { .domain = cursor_u32(domains->c) };

	if (domains->schedstat_version >= SCHEDSTAT_VERSION_WITH_NAMES)
		domain.name = feature_get_string(domains->c);
	domain.cpu_mask = feature_get_string(domains->c);
	domain.cpu_list = feature_get_string(domains->c);
	if (!cursor_ok(domains->c))
		return -EBADMSG;
	*ret_domain = domain;
	return 1;
}
