/*
 * drain_pool: threads that drain rings and pack what was in them, for the session's thread, which writes it.
 *
 *	rings of CPUs 0-3 --> drain thread 0: its own stream, zstd ---\
 *	rings of CPUs 4-7 --> drain thread 1: ...                  ----+--> packed blocks --> session's thread --> file
 *	sideband, signals, control, CPUs that come and go ----------------------------------^
 *
 * The file has one writer, so it does not show which thread packed a block. A drain thread waits for its rings itself.
 * While it runs, only it uses its pipeline, its rings (struct open_ring, struct drained_ring) and its part of the
 * watch, and nobody changes the lists of rings and events. The session's thread may use and change all that while the
 * drain threads are paused, and after it has joined them.
 *
 * A round: the session's thread asks every drain thread to drain each of its rings once, waits until all have done so,
 * and writes what they have packed by then. A block packed after a thread's part of the round may also stand before the
 * round's mark in the file: it is newer, so FINISHED_ROUND stays true.
 *
 * A drain thread waits while more than DRAIN_POOL_PACKED_MAX bytes wait to be written, for example because the reader
 * of a pipe takes nothing: it stops at the end of a block, in the middle of a ring's records. It also waits while more
 * than DRAIN_POOL_SWITCH_BUFFER_MAX bytes of records of switches are buffered; half of that wakes the session's thread,
 * which flushes them in a round. Meanwhile the kernel counts as lost what its rings have no room for.
 *
 * A drain thread has no effective capability.
 *
 * A drain thread that fails ends; the next round or collect returns its error.
 *
 * Ownership: _init/_fini; it must not be moved. Threads: only the session's thread calls these functions.
 */
#ifndef PREC_RECORD_DRAIN_DRAIN_POOL_H
#define PREC_RECORD_DRAIN_DRAIN_POOL_H

#include "record/drain/drain_thread.h"

/*
 * Sets up the threads that config asks for. shared, diagnostics and config->threads outlive the pool. 0 or a negative
 * errno; the caller calls _fini in both cases.
 */
int drain_pool_init(struct drain_pool *ds, const struct pipeline_shared *shared, struct diagnostics *diagnostics,
		    const struct session_config *config, uint64_t sample_type, struct error *err);
void drain_pool_fini(struct drain_pool *ds);

/* Chooses who drains a new ring of samples: a thread's number, or DRAIN_THREAD_NONE. 0 or -ENOMEM. */
int drain_pool_assign(struct drain_pool *ds, uint32_t ring, int *ret_drain_thread);

/* Starts the threads. watch: that of all rings, borrowed; NULL: they drain in rounds only. 0 or a negative errno. */
int drain_pool_start(struct drain_pool *ds, struct ring_watch *watch, struct error *err);

/* True if there are drain threads that are started, and neither paused nor joined. */
bool drain_pool_is_running(struct drain_pool *ds);

/* Pause the drain threads, and let them go on after as many calls of drain_pool_resume. */
void drain_pool_pause(struct drain_pool *ds);
void drain_pool_resume(struct drain_pool *ds);

/*
 * Running. Does one round. cut: threads end the blocks that they are filling. own: is called for what the session's
 * thread drains meanwhile. 0 or a negative errno.
 */
int drain_pool_round(struct drain_pool *ds, bool cut, int (*own)(void *context, struct error *err), void *context,
		     struct error *err);

/* Paused or joined. Ends the blocks that the threads were filling. 0 or a negative errno. */
int drain_pool_cut(struct drain_pool *ds, struct error *err);

/* Writes the packed blocks. 0 or a negative errno, which may be a drain thread's. */
int drain_pool_collect(struct drain_pool *ds, struct error *err);

/* Lets the threads finish what they are doing, and joins them. */
void drain_pool_join(struct drain_pool *ds);

/* Paused or joined. Passes the buffered records of switches to switch_records_take. 0 or -ENOMEM. */
int drain_pool_take_switch_buffer(struct drain_pool *ds, struct switch_records *switches, struct buffer *sideband);

/* Returns how many bytes of records of switches are buffered. */
size_t drain_pool_switch_buffer(struct drain_pool *ds);

/* Returns how many bytes are packed, buffered or in the threads' streams. */
size_t drain_pool_waiting(struct drain_pool *ds);

#endif
