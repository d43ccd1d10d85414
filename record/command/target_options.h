/*
 * target_options: the options that say what is recorded, -a -p -t -u -C -G -i --per-thread, and what they come to.
 */
#ifndef PREC_RECORD_COMMAND_TARGET_OPTIONS_H
#define PREC_RECORD_COMMAND_TARGET_OPTIONS_H

#include "record/command/option_theme.h"
#include "record/open/target.h"

extern const struct option_theme target_theme;

struct target_options;
struct record_options;

/* -G, once or more often. 0 or a negative errno. */
int target_options_take_cgroups(struct record_options *o, const char *names, struct error *err);

/* What kind of target they come to. command: as below. */
enum target_kind target_options_kind(const struct target_options *o, char *const *command);

/* Logs which options are ignored beside others. */
void target_options_warn(const struct target_options *o, char *const *command);

/* Makes the target. command: the words of the command, or NULL. 0 or a negative errno. */
int target_options_apply(const struct target_options *o, char *const *command, struct target *ret_target,
			 struct error *err);

/* The first id of "12,34", the argument of an option. 0, or -EINVAL where it is none from 1 to the kernel's highest. */
int target_options_first_id(const char *option, const char *text, pid_t *ret_id, struct error *err);

#endif
