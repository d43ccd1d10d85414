/*
 * cmd_script: the command `prec script`. Returns the exit status: 0; 1 when the file could not be read, or only in
 * part; 129 for a wrong option.
 */
#ifndef PREC_REPORT_COMMAND_CMD_SCRIPT_H
#define PREC_REPORT_COMMAND_CMD_SCRIPT_H

struct error;
struct reader;
struct script_options;

/* The same with options that were parsed; it takes them over. */
int script_show(const struct script_options *options);

/*
 * Writes the same to the output of the options, for a command that has the recording open: see reader_open_beside. It
 * takes the options over, too. 0 or a negative errno with *err filled.
 */
int script_show_beside(const struct script_options *options, const struct reader *first, struct error *err);

#endif
