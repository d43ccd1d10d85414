/*
 * cmd_report: the command `prec report`. Returns the exit status: 0; 1 when the file could not be read, or only in
 * part; 129 for a wrong option.
 */
#ifndef PREC_REPORT_COMMAND_CMD_REPORT_H
#define PREC_REPORT_COMMAND_CMD_REPORT_H

struct report_options;

/* The same with options that were parsed; it takes them over. */
int report_show(const struct report_options *options);

#endif
