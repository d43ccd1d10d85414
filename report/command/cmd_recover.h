/*
 * cmd_recover: `prec recover`, see prec-recover(1).
 */
#ifndef PREC_REPORT_COMMAND_CMD_RECOVER_H
#define PREC_REPORT_COMMAND_CMD_RECOVER_H

/* The command's exit status. argv[0] is its name. */
int cmd_recover(int argc, char **argv);

#endif
