/*
 * session: one recording, from open events to a finished file.
 *
 *	start:  sideband on, processes of /proc synthesized
 *	begin:  samples on, command started
 *	step:   whatever comes next:
 *	        round  every ring drained into its stream                                once a second, or after 4 MiB
 *	        flush  blocks cut, the file valid with all of them                       unless it is little: 5 s later
 *	        file   the file ends, the next one begins (record/session/session_file.h)
 *	        wake   a ring a quarter full: it alone is drained                        in between
 *	        control  lines of a control channel: record/live/control_actions.h
 *	        trigger  an event that ends the file: record/session/switch_trigger.h
 *	        cpu    a CPU that comes online: its events are opened, and what it wrote before that is drained
 *	end:    events off, last round, losses counted, file finished
 *
 * Every round drains every ring. That makes the FINISHED_ROUND mark of a flush true: a record of the next round but one
 * was written after this round ended. Draining a ring in between does not change that.
 *
 * One thread does everything: draining is a copy, and packing at levels 1 to 3 costs less than handing over. With many
 * CPUs, drain threads drain the rings of samples (record/drain/drain_pool.h) from `begin` to the last round.
 *
 * A session prints nothing. After each call the caller shows the diagnostics of the setup.
 *
 * Ownership: _init/_fini; it must not be moved. All that the setup points to is borrowed.
 */
#ifndef PREC_RECORD_SESSION_SESSION_H
#define PREC_RECORD_SESSION_SESSION_H

#include "record/buildid/cache_fill.h"
#include "record/session/cpus.h"
#include "record/session/fork_race.h"
#include "record/session/rounds.h"
#include "record/session/session_file.h"
#include "record/session/stop.h"
#include "record/session/switch_trigger.h"

/* Controls the session while it runs: record/live/control_actions.h. */
struct session_control {
	int fd;                                        /* the descriptor to wait for; -1: none */
	int (*take)(void *context, struct error *err); /* call on input, its end, or room. 0 or a negative errno */
	/* After every round, drain threads paused: does what commands left to do. 0 or a negative errno. */
	int (*finish)(void *context, struct error *err);
	void *context;
};

struct session_setup {
	struct session_config config;
	struct sampler *sampler;
	struct workload *workload; /* pid 0: none */
	struct output *output;
	const struct recording_facts *facts;
	int signal_fd; /* signalfd(2) of SIGINT, SIGTERM, SIGHUP, SIGUSR2 and SIGCHLD, which are blocked */
	struct diagnostics *diagnostics;
	struct session_control control;
	struct switch_trigger *trigger; /* NULL: none */
};

struct session {
	struct session_setup setup;
	struct streams streams;
	struct drain drain;
	struct watch watch;
	struct cpus cpus;
	struct stop stop;
	struct sample_schedule schedule;
	struct session_file file;
	struct process_tree process_tree; /* where processes may be attached, and start others that are recorded too */
	struct rate_change change;        /* the last change of the rate */
	uint64_t flushed_bytes;           /* size of the file at the last flush */
	uint64_t flushed_ns;              /* when that was, by clock_now() */
	struct rounds rounds;
	bool has_sampled;      /* sampling has been switched on */
	bool outlasts_targets; /* the end of all targets does not end the recording */
};

/* Starts the file. 0 or a negative errno. */
int session_init(struct session *s, const struct session_setup *setup, struct error *err);
void session_fini(struct session *s);

/* Writes what ran before the recording. 0 or a negative errno. */
int session_start(struct session *s, struct error *err);

/* Begins to sample, or sets the time for it, and starts the command. 0 or a negative errno. */
int session_begin(struct session *s, struct error *err);

/* Switches sampling on or off; sideband records are recorded all the time. 0 or a negative errno. */
int session_sample(struct session *s, bool on, struct error *err);

/* Turns on or off what depends on sampling: CPU hotplug, the trigger of file switches. 0 or a negative errno. */
int session_set_sampling(struct session *s, bool on, struct error *err);

/* Takes a snapshot of overwritten traces. 0 or a negative errno. */
int session_snapshot(struct session *s, struct error *err);

/*
 * Ends the file and begins the next (record/session/session_file.h). 0; 1: the old file goes on; or a negative errno.
 */
int session_next_file(struct session *s, struct error *err);

/*
 * Waits for the next thing to do, at most until wake_ns (by clock_now(); 0: without a limit), and does it. 1: go on;
 * 0: the command, all targets or the user have ended the recording; or a negative errno.
 */
int session_step(struct session *s, uint64_t wake_ns, struct error *err);

/*
 * Ends the recording. result: 0, or the negative errno of the call that failed, with *err filled; the file then stays
 * readable as far as it goes, and *err says so. Returns result, or why the file could not be finished.
 */
int session_end(struct session *s, int result, struct error *err);

/*
 * Call after the end. If the configuration wants it, copies the files needed for names into the build-id cache, and
 * perf maps and jitdumps of containers to where readers look for them. 0 or a negative errno; the recording is whole
 * either way.
 */
int session_cache(struct session *s, const struct cache_fill_config *config, struct error *err);

#endif
