/* cmd_mem_report: the command `prec mem report`. */
#ifndef PREC_REPORT_COMMAND_CMD_MEM_REPORT_H
#define PREC_REPORT_COMMAND_CMD_MEM_REPORT_H

/* argv[0] is "mem". Returns the exit status, as cmd_report. */
int cmd_mem_report(int argc, char **argv);

#endif
