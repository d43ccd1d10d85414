/*
 * cmd_buildid_list: prec buildid-list. argv[0] is the command; returns the exit status.
 */
#ifndef PREC_REPORT_COMMAND_CMD_BUILDID_LIST_H
#define PREC_REPORT_COMMAND_CMD_BUILDID_LIST_H

int cmd_buildid_list(int argc, char **argv);

#endif
