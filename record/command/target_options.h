/*
 * target_options: the options that say what is recorded, -a -p -t -u -C -G -i --per-thread, and what they come to.
 */
#ifndef PREC_RECORD_COMMAND_TARGET_OPTIONS_H
#define PREC_RECORD_COMMAND_TARGET_OPTIONS_H

#include "record/open/target.h"

struct event_list;
struct target_options;
struct record_options;

/* -G, once or more often: an option_call with struct record_options. 0 or a negative errno. */
int target_options_take_cgroups(void *options, const char *names, struct error *err);

/* Puts the usual events, which nobody asked for, into the cgroups of -G, if there are any. 0 or a negative errno. */
int target_options_set_cgroups(const struct target_options *o, struct event_list *usual, struct error *err);

/* -p, -t: option_calls with struct target_options: what is given is added to the list. 0 or a negative errno. */
int target_options_take_pids(void *options, const char *list, struct error *err);
int target_options_take_tids(void *options, const char *list, struct error *err);

/* What kind of target they come to. command: as below. */
enum target_kind target_options_kind(const struct target_options *o, char *const *command);

/* Logs which options are ignored beside others. */
void target_options_warn(const struct target_options *o, char *const *command);

/* Makes the target. command: the words of the command, or NULL. 0 or a negative errno. */
int target_options_apply(const struct target_options *o, char *const *command, struct target *ret_target,
			 struct error *err);

/*
 * The first id of a list, the argument of an option. 0, -ESRCH where no process has the name that is given in place of
 * it, or -EINVAL where it is none from 1 to the kernel's highest.
 */
int target_options_first_id(const char *option, const char *text, pid_t *ret_id, struct error *err);

#endif
