/*
 * redact_command: the options with which prec convert and prec bundle take secrets out (report/redact/redact.h), the
 * salt of the hashes, and what is said of it all.
 */
#ifndef PREC_REPORT_COMMAND_REDACT_COMMAND_H
#define PREC_REPORT_COMMAND_REDACT_COMMAND_H

#include "common/option.h"
#include "report/redact/redact.h"

#define REDACT_SALT_MIN 16u
#define REDACT_SALT_MAX 4096u

struct redact_command {
	enum redact_level level;
	const char *salt; /* the file with the salt; NULL: one that nobody keeps */
	struct redact redact;
	bool is_ready; /* redact is made */
};

/* --redact and --salt, of struct redact_command. */
extern const struct option_group redact_group;

/*
 * Reads the salt, or makes one, and makes redact; without a level it does nothing. keeps_source: lines of source were
 * asked for. To be called before the sandbox is entered. 0 or a negative errno with *err filled.
 */
int redact_command_begin(struct redact_command *c, bool keeps_source, struct error *err);
void redact_command_end(struct redact_command *c);

/* Logs what was taken out of the output, and what it still tells. has_names: it has a bundle. */
void redact_command_report(const struct redact_command *c, const char *output, bool has_names);

#endif
