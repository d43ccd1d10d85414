/*
 * cmd_script: the command `prec script`. Returns the exit status: 0; 1 when the file could not be read, or only in
 * part; 129 for a wrong option.
 */
#ifndef PREC_REPORT_COMMAND_CMD_SCRIPT_H
#define PREC_REPORT_COMMAND_CMD_SCRIPT_H

struct script_options;

/* The same with options that were parsed; it takes them over. */
int script_show(const struct script_options *options);

#endif
