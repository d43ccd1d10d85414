#include "record/buildid/candidates_seen.h"

#include "common/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void candidates_seen_lists_fini(struct candidates_seen_lists *lists)
{
	free(lists->pids);
	free(lists->ips);
	memset(lists, 0, sizeof(*lists));
}

void candidates_seen_fini(struct candidates_seen *seen)
{
	candidates_seen_lists_fini(&seen->lists);
	memset(seen, 0, sizeof(*seen));
}

int candidates_seen_add_pid(struct candidates_seen *seen, uint32_t pid)
{
	struct candidates_seen_lists *l = &seen->lists;

	if (!list_reserve(&l->pids, l->n_pids, &l->pids_capacity, sizeof(*l->pids)))
		return -ENOMEM;
	l->pids[l->n_pids++] = pid;
	seen->pids[pid & (KEPT_RECENT - 1)] = pid;
	return 0;
}

int candidates_seen_add_ip(struct candidates_seen *seen, uint64_t ip)
{
	struct candidates_seen_lists *l = &seen->lists;
	uint64_t page = ip >> CANDIDATES_SEEN_PAGE_BITS;

	if (!list_reserve(&l->ips, l->n_ips, &l->ips_capacity, sizeof(*l->ips)))
		return -ENOMEM;
	l->ips[l->n_ips++] = ip;
	seen->pages[page & (KEPT_RECENT - 1)] = page;
	return 0;
}

void candidates_seen_swap(struct candidates_seen *seen, struct candidates_seen_lists *lists)
{
	const struct candidates_seen_lists full = seen->lists;

	*seen = (struct candidates_seen){ .wants_ips = seen->wants_ips, .lists = *lists };
	*lists = full;
}

int candidates_seen_give(struct candidates_seen_lists *lists, struct cache_candidates *kept,
			 struct candidate_kernel *kernel)
{
	int result = 0;

	for (uint32_t i = 0; i < lists->n_pids && !result; i++)
		result = cache_candidates_note(kept, lists->pids[i]);
	for (uint32_t i = 0; kernel && i < lists->n_ips; i++)
		candidate_kernel_note(kernel, RECORD_MISC_KERNEL, lists->ips[i]);
	lists->n_pids = lists->n_ips = 0;
	return result;
}
