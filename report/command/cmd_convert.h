/*
 * cmd_convert: `prec convert`, see prec-convert(1).
 */
#ifndef PREC_REPORT_COMMAND_CMD_CONVERT_H
#define PREC_REPORT_COMMAND_CMD_CONVERT_H

/* The command's exit status. argv[0] is its name. */
int cmd_convert(int argc, char **argv);

#endif
