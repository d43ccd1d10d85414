/*
 * synth_cgroups: CGROUP records of the cgroups that were there before, as the kernel writes them of new ones.
 *
 * A cgroup's id is its file handle (perf_event_cgroup in kernel/events/core.c, name_to_handle_at(2)), its name the path
 * below the root of the hierarchy.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_CGROUPS_H
#define PREC_RECORD_SYNTH_SYNTH_CGROUPS_H

#include "record/synth/synth.h"

#define SYNTH_CGROUPS_DEPTH_MAX 64 /* levels of the hierarchy; deeper cgroups are passed over */

/*
 * root: a descriptor of the hierarchy's folder, which is closed. 0 or a negative errno. A cgroup that goes meanwhile,
 * or that this user may not see, is passed over.
 */
int synth_cgroups(struct synth *s, int root, struct error *err);

#endif
