/*
 * drain_pool: threads that drain rings and pack what was in them, for the session's thread, which writes it.
 *
 *	rings of CPUs 0-3 --> drain thread 0: its own stream, zstd ---\
 *	rings of CPUs 4-7 --> drain thread 1: ...                  ----+--> packed blocks --> session's thread --> file
 *	sideband, signals, control, CPUs that come and go ----------------------------------^
 *
 * So the file has one writer, and is like any other: which thread has packed a block does not show. A drain thread
 * waits for its rings on its own. While it works, its pipeline, its rings (struct open_ring, struct drained_ring) and
 * its part of the watch are its own, and nobody changes the lists of rings and events. The session's thread may use
 * and change all that while it holds the drain threads, or after it has joined them.
 *
 * A round: the session's thread asks every drain thread to drain each of its rings once. It waits until they have, and
 * until it has written what they had packed by then. What a drain thread packs after its part may come before the
 * round's mark in the file, too: it is newer. So FINISHED_ROUND is true, whatever drain threads do between rounds.
 *
 * Drain threads stop while more than DRAIN_POOL_PACKED_MAX bytes wait to be written, because the reader of a pipe takes
 * nothing, say: at the next block, which is in the middle of a ring's records. They stop as well while they have put
 * aside more than DRAIN_POOL_SWITCH_BUFFER_MAX bytes of records of switches; half of that wakes the session's thread,
 * which is to settle a round. The kernel counts as lost what its rings have no room for.
 *
 * A drain thread needs no capability, and has none in effect.
 *
 * A drain thread that fails ends; the next round or collect returns its error.
 *
 * Ownership: _init/_fini; it must not be moved. All functions but drain_pool_init are for the session's thread.
 */
#ifndef PREC_RECORD_DRAIN_DRAIN_POOL_H
#define PREC_RECORD_DRAIN_DRAIN_POOL_H

#include "record/drain/drain_thread.h"

/* shared, diagnostics and what config has of threads outlive it. 0 or a negative errno; then, too, _fini. */
int drain_pool_init(struct drain_pool *ds, const struct pipeline_shared *shared, struct diagnostics *diagnostics,
		    const struct session_config *config, uint64_t sample_type, struct error *err);
void drain_pool_fini(struct drain_pool *ds);

/* Who drains a ring of samples that is in the list now: the number of a drain thread, or DRAIN_THREAD_NONE. -ENOMEM. */
int drain_pool_assign(struct drain_pool *ds, uint32_t ring, int *ret_drain_thread);

/* watch: of all rings, borrowed; may be NULL, when there are rounds only. 0 or a negative errno. */
int drain_pool_start(struct drain_pool *ds, struct ring_watch *watch, struct error *err);

/* Whether drain threads work: they are started, and neither held nor joined. */
bool drain_pool_are_free(struct drain_pool *ds);

/* No drain thread works until the release. As often as they were held. */
void drain_pool_hold(struct drain_pool *ds);
void drain_pool_release(struct drain_pool *ds);

/*
 * One round of drain threads that are free. cut: the blocks that they are filling end. own: what the session's thread
 * drains meanwhile. 0 or a negative errno.
 */
int drain_pool_round(struct drain_pool *ds, bool cut, int (*own)(void *context, struct error *err), void *context,
		     struct error *err);

/* Ends the blocks that are being filled by drain threads that are held or joined. 0 or a negative errno. */
int drain_pool_cut(struct drain_pool *ds, struct error *err);

/* Writes what is packed. 0 or a negative errno, which may be a drain thread's. */
int drain_pool_collect(struct drain_pool *ds, struct error *err);

/* They end, with what they are doing. */
void drain_pool_join(struct drain_pool *ds);

/* What drain threads that are held or joined have put aside is taken, as by switch_records_take. 0 or -ENOMEM. */
int drain_pool_take_switch_buffer(struct drain_pool *ds, struct switch_records *switches, struct buffer *sideband);

/* How many bytes they have put aside. */
size_t drain_pool_switch_buffer(struct drain_pool *ds);

/* How many bytes are packed, put aside or in streams. */
size_t drain_pool_waiting(struct drain_pool *ds);

#endif
