#include "counts/stat_finder.h"

bool stat_finder_is(const struct stat_finder *f, uint32_t type, uint64_t config)
{
	return f->kind.type == type && f->kind.config == config;
}

/* Of the row that its counts are in; 0 of STAT_PARTNER_NONE. */
static double count_at(const struct stat_finder *f, uint32_t event)
{
	return event != STAT_PARTNER_NONE ? stat_table_value(f->table, f->place, f->table->rows[event]).count : 0;
}

double stat_finder_count(const struct stat_finder *f, uint32_t type, uint64_t config)
{
	const uint32_t event = stat_same_cgroup_find(&f->table->partners, f->event, type, config);

	return event != STAT_PARTNER_NONE ? count_at(f, event) * stat_unit_of(&f->table->events->list[event]).scale : 0;
}

double stat_finder_clock(const struct stat_finder *f)
{
	return count_at(f, stat_same_cgroup_clock(&f->table->partners, f->event));
}

void stat_finder_add(struct stat_finder *f, struct stat_metric metric)
{
	f->metrics[f->n++] = metric;
}
