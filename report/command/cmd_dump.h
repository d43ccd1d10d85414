/*
 * cmd_dump: `prec dump`, see prec-dump(1).
 */
#ifndef PREC_REPORT_COMMAND_CMD_DUMP_H
#define PREC_REPORT_COMMAND_CMD_DUMP_H

/* The command's exit status. argv[0] is its name. */
int cmd_dump(int argc, char **argv);

#endif
