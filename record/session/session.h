/*
 * session: one recording, from open events to a finished file.
 *
 *	start:  sideband on, processes of /proc synthesized
 *	begin:  samples on, command started
 *	step:   whatever comes next:
 *	        round  every ring drained into its stream, blocks cut, file flushed      once a second, or after 4 MiB
 *	        file   the file ends, the next one begins (record/session/session_file.h)
 *	        wake   a ring a quarter full: it alone is drained                        in between
 *	        control  lines of a control channel: record/live/control_actions.h
 *	        trigger  an event that ends the file: record/session/switch_trigger.h
 *	        cpu    a CPU that comes online: its events are opened, and what it wrote before that is drained
 *	end:    events off, last round, losses counted, file finished
 *
 * Every round drains every ring. That makes the FINISHED_ROUND mark of a flush true: whatever comes in the next round
 * but one was written after this round ended. Draining a ring in between as well does not change that.
 *
 * One thread does all: draining is a copy, and packing at the levels of 1 to 3 costs less than handing over. Where CPUs
 * are many, threads drain the rings of samples (record/drain/drain_pool.h), from `begin` to the last round.
 *
 * It prints nothing. After each call the caller shows the diagnostics of the setup.
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

/* What controls the session while it runs: record/live/control_actions.h. */
struct session_control {
	int fd;                                        /* to be waited for; -1: none */
	int (*take)(void *context, struct error *err); /* there is input, its end, or room. 0 or a negative errno */
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
	struct rate_change change;        /* the last one */
	uint64_t flushed_bytes;           /* size of the file at the last flush */
	struct rounds rounds;
	bool has_sampled;      /* sampling has been switched on */
	bool outlasts_targets; /* the end of all targets does not end the recording */
};

/* Starts the file. 0 or a negative errno. */
int session_init(struct session *s, const struct session_setup *setup, struct error *err);
void session_fini(struct session *s);

/* What ran before is written. 0 or a negative errno. */
int session_start(struct session *s, struct error *err);

/* Begins to sample, or sets the time for it, and starts the command. 0 or a negative errno. */
int session_begin(struct session *s, struct error *err);

/* Samples from now on, or not; sideband records are recorded all the time. 0 or a negative errno. */
int session_sample(struct session *s, bool on, struct error *err);

/* What goes with the sampling but is not of the sampler: CPUs that come, the trigger. 0 or a negative errno. */
int session_set_sampling(struct session *s, bool on, struct error *err);

/* Takes a snapshot of the traces, where they are overwritten. 0 or a negative errno. */
int session_snapshot(struct session *s, struct error *err);

/* The file ends and the next one begins (record/session/session_file.h). 0, 1: it goes on, or a negative errno. */
int session_next_file(struct session *s, struct error *err);

/*
 * Waits for what comes next, but not longer than until wake_ns (by clock_now(); 0: as long as it takes), and does what
 * is due. 1: go on; 0: the command, all targets or the user have ended the recording; or a negative errno.
 */
int session_step(struct session *s, uint64_t wake_ns, struct error *err);

/*
 * Ends the recording. result: 0, or the negative errno of the call that failed, with *err filled. The file is then left
 * readable as far as it goes, as *err says. Returns result, or why the file could not be finished.
 */
int session_end(struct session *s, int result, struct error *err);

/*
 * After the end: puts the files that are needed for names into the build-id cache, and what JITs in containers say of
 * their code where readers look for it, where the configuration has them kept. 0 or a negative errno; the recording is
 * whole either way.
 */
int session_cache(struct session *s, const struct cache_fill_config *config, struct error *err);

#endif
