/*
 * cmd_stat_report: the command `prec stat report`, to which prec-record hands its words without the last of these two.
 * Returns the exit status: 0; 1 when the file could not be read, or only in part; 129 for a wrong option.
 */
#ifndef PREC_REPORT_COMMAND_CMD_STAT_REPORT_H
#define PREC_REPORT_COMMAND_CMD_STAT_REPORT_H

int cmd_stat_report(int argc, char **argv);

#endif
