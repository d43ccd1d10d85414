/*
 * cmd_dump: `prec dump`, see prec-dump(1).
 */
#ifndef PREC_REPORT_COMMAND_CMD_DUMP_H
#define PREC_REPORT_COMMAND_CMD_DUMP_H

#include "report/command/reader_options.h"

/* The same for a command whose options ask for it (-D): all records of the input. */
int dump_show(const struct reader_options *reader, bool quiet);

#endif
