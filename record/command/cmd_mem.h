/* cmd_mem: `prec mem record`, and what is said where the subcommand is missing. */
#ifndef PREC_RECORD_COMMAND_CMD_MEM_H
#define PREC_RECORD_COMMAND_CMD_MEM_H

/* argv[0] is "mem". Returns the exit status. */
int cmd_mem(int argc, char **argv);

#endif
