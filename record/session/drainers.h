/*
 * drainers: threads that drain rings and pack what was in them, for the session's thread, which writes it.
 *
 *	rings of CPUs 0-3 --> drainer 0: its own lane: stream, zstd ---\
 *	rings of CPUs 4-7 --> drainer 1: ...                        ----+--> packed blocks --> session's thread --> file
 *	sideband, signals, control, CPUs that come and go ----------------------------------------^
 *
 * So the file has one writer, and is like any other: which thread has packed a block does not show. A drainer waits for
 * its rings on its own. While it works, its lane, its rings (struct open_ring, struct drained_ring) and its part of the
 * watch are its own, and nobody changes the lists of rings and events. The session's thread may use and change all that
 * while it holds the drainers, or after it has joined them.
 *
 * A round: the session's thread asks every drainer to drain each of its rings once. It waits until they have, and until
 * it has written what they had packed by then. What a drainer packs after its part may come before the round's mark in
 * the file, too: it is newer. So FINISHED_ROUND is true, whatever drainers do between rounds.
 *
 * Drainers stop while more than DRAINERS_PACKED_MAX bytes wait to be written, because the reader of a pipe takes
 * nothing, say: at the next block, which is in the middle of a ring's records. They stop as well while they have put
 * aside more than DRAINERS_DIVERTED_MAX bytes of records of switches; half of that wakes the session's thread, which is
 * to settle a round. The kernel counts as lost what its rings have no room for.
 *
 * A drainer needs no capability, and has none in effect.
 *
 * A drainer that fails ends; the next round or collect returns its error.
 *
 * Ownership: _init/_fini; it must not be moved. All functions but drainers_init are for the session's thread.
 */
#ifndef PREC_RECORD_SESSION_DRAINERS_H
#define PREC_RECORD_SESSION_DRAINERS_H

#include "record/session/drainer.h"

/* shared, notices and what config has of threads outlive it. 0 or a negative errno; then, too, _fini. */
int drainers_init(struct drainers *ds, const struct lane_shared *shared, struct notices *notices,
		  const struct session_config *config, uint64_t sample_type, struct error *err);
void drainers_fini(struct drainers *ds);

/* Who drains a ring of samples that is in the list now: the number of a drainer, or DRAINER_NONE. -ENOMEM. */
int drainers_assign(struct drainers *ds, uint32_t ring, int *ret_drainer);

/* watch: of all rings, borrowed; may be NULL, when there are rounds only. 0 or a negative errno. */
int drainers_start(struct drainers *ds, struct ring_watch *watch, struct error *err);

/* Whether drainers work: they are started, and neither held nor joined. */
bool drainers_are_free(struct drainers *ds);

/* No drainer works until the release. As often as they were held. */
void drainers_hold(struct drainers *ds);
void drainers_release(struct drainers *ds);

/*
 * One round of drainers that are free. cut: the blocks that they are filling end. own: what the session's thread drains
 * meanwhile. 0 or a negative errno.
 */
int drainers_round(struct drainers *ds, bool cut, int (*own)(void *context, struct error *err), void *context,
		   struct error *err);

/* Ends the blocks that are being filled by drainers that are held or joined. 0 or a negative errno. */
int drainers_cut(struct drainers *ds, struct error *err);

/* Writes what is packed. 0 or a negative errno, which may be a drainer's. */
int drainers_collect(struct drainers *ds, struct error *err);

/* They end, with what they are doing. */
void drainers_join(struct drainers *ds);

/* What drainers that are held or joined have put aside is taken, as by switch_records_take. 0 or -ENOMEM. */
int drainers_take_diverted(struct drainers *ds, struct switch_records *switches, struct buffer *sideband);

/* How many bytes they have put aside. */
size_t drainers_diverted(struct drainers *ds);

/* How many bytes are packed, put aside or in streams. */
size_t drainers_waiting(struct drainers *ds);

#endif
