/*
 * cmd_buildid_cache: prec buildid-cache. argv[0] is the command; returns the exit status.
 */
#ifndef PREC_REPORT_COMMAND_CMD_BUILDID_CACHE_H
#define PREC_REPORT_COMMAND_CMD_BUILDID_CACHE_H

int cmd_buildid_cache(int argc, char **argv);

#endif
