/*
 * commands: the commands of prec, in one table for its three programs: prec lists them and finds the program of each,
 * prec-record and prec-report run theirs.
 *
 * A row has what is typed, the function that runs it, and its line in `prec help`. HALF is what prec-report has of a
 * command of prec-record: it shows what that has recorded.
 */
#ifndef PREC_COMMAND_COMMANDS_H
#define PREC_COMMAND_COMMANDS_H

/* clang-format off */
#define COMMANDS(RECORD, REPORT, HALF) \
	REPORT("annotate", cmd_annotate, "Show the instructions and source lines that samples are in") \
	REPORT("archive", cmd_archive, "Pack the programs that a recording has samples in") \
	REPORT("buildid-cache", cmd_buildid_cache, "Show and change the cache of programs, by build-id") \
	REPORT("buildid-list", cmd_buildid_list, "List the build-ids of the files in a recording") \
	REPORT("bundle", cmd_bundle, "Write a perf.data file that other machines show alike") \
	REPORT("convert", cmd_convert, "Write a perf.data file as other tools read it") \
	RECORD("doctor", cmd_doctor, "Say what can be recorded on this machine") \
	REPORT("dump", cmd_dump, "Show every record of a perf.data file, or check it") \
	REPORT("export", cmd_export, "Write a profile in the format of another tool") \
	REPORT("flame", cmd_flame, "Write a flame graph as a page for the browser") \
	RECORD("list", cmd_list, "List the events that can be recorded here") \
	RECORD("mem", cmd_mem, "Record and report accesses to memory") \
	HALF("mem", cmd_mem_report, "") \
	RECORD("record", cmd_record, "Record a profile into perf.data") \
	REPORT("recover", cmd_recover, "Make a damaged perf.data file readable again") \
	REPORT("report", cmd_report, "Read perf.data and show the profile") \
	REPORT("script", cmd_script, "Read perf.data and show each sample") \
	RECORD("stat", cmd_stat, "Count events while a command runs") \
	HALF("stat", cmd_stat_report, "") \
	REPORT("top", cmd_top, "Show live what the machine spends its time on")
/* clang-format on */

/* What a program passes for the commands of others. */
#define COMMAND_OF_OTHERS(name, function, help)

/* Runs the command; argv[0] is its name. Returns the exit status. */
#define COMMAND_FUNCTION(name, function, help) int function(int argc, char **argv);
COMMANDS(COMMAND_FUNCTION, COMMAND_FUNCTION, COMMAND_FUNCTION)
#undef COMMAND_FUNCTION

#endif
