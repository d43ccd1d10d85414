/*
 * synth_cgroups: makes CGROUP records for the existing cgroups, in the form in which the kernel reports new ones.
 *
 * A cgroup's id is its file handle (perf_event_cgroup in kernel/events/core.c, name_to_handle_at(2)), its name the path
 * below the root of the hierarchy.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_CGROUPS_H
#define PREC_RECORD_SYNTH_SYNTH_CGROUPS_H

#include "record/synth/synth.h"

#define SYNTH_CGROUPS_DEPTH_MAX 64 /* levels of the hierarchy; deeper cgroups are skipped */

/*
 * Makes them for the hierarchy below `root`, a descriptor of its folder, which is closed. A cgroup that is removed
 * meanwhile, or that this user may not see, is skipped. 0 or a negative errno.
 */
int synth_cgroups(struct synth *s, int root, struct error *err);

#endif
