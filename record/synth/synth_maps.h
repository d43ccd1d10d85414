/*
 * synth_maps: makes MMAP2 records for the mappings of a process, from /proc/PID/maps.
 */
#ifndef PREC_RECORD_SYNTH_SYNTH_MAPS_H
#define PREC_RECORD_SYNTH_SYNTH_MAPS_H

#include "record/synth/synth.h"

/*
 * Makes them. A process whose maps this user may not read is counted as denied; for one that has ended none are made.
 * 0, -ENOMEM, or the result of the sink.
 */
int synth_maps(struct synth *s, pid_t pid);

#endif
