/*
 * synth_maps: MMAP2 records for the mappings of a process, from /proc/PID/maps.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_MAPS_H
#define PREC_RECORD_SYNTH_SYNTH_MAPS_H

#include "record/synth/synth.h"

/*
 * 0, or a negative errno of the sink or of memory. A process whose maps this user may not read is counted as denied;
 * one that has ended has none.
 */
int synth_maps(struct synth *s, pid_t pid);

#endif
