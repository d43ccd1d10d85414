#include "counts/stat_print.h"
#include "record/command/stat_options.h"
#include "record/command/stat_target.h"
#include "tests/support/made_counters.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

struct printed {
	struct stat_options options;
	struct made_counters counters;
	struct stat_table table;
	struct stat_printer printer;
	char *target;
	char *text;
	size_t size;
	char line[128];
	char *words[16]; /* of the line, ended by NULL */
};

/* line: a command line of prec stat. */
static void init(struct printed *p, const char *events, const char *line)
{
	struct error err = ERROR_INIT;
	int n = 0;

	memset(p, 0, sizeof(*p));
	snprintf(p->line, sizeof(p->line), "%s", line);
	for (char *word = strtok(p->line, " "); word; word = strtok(NULL, " "))
		p->words[n++] = word;
	stat_options_init(&p->options);
	if (stat_options_parse(&p->options, n, p->words, &err))
		CHECK_STR(err.message, "");
	made_counters_init(&p->counters, events, NULL);
	made_counters_table(&p->counters, &p->table, p->options.show.by, STAT_MERGE_UNCORE, NULL);
	p->target = stat_target_text(&p->options.common);
	p->printer = (struct stat_printer){ .show = &p->options.show,
					    .target = p->target,
					    .out = open_memstream(&p->text, &p->size) };
}

static void fini(struct printed *p)
{
	fclose(p->printer.out);
	free(p->text);
	free(p->target);
	stat_table_fini(&p->table);
	made_counters_fini(&p->counters);
	stat_options_fini(&p->options);
}

/* A run in which event i has counted (i + 1) * unit in each counter. */
static void run(struct printed *p, uint64_t unit, uint64_t elapsed)
{
	CHECK_EQ_I64(stat_table_begin(&p->table, &p->counters.counted), 0);
	for (uint32_t i = 0; i < p->counters.counted.n; i++) {
		struct counter *c = &p->counters.list[i];

		made_counters_set(&p->counters, c->event, c->cpu, c->tid,
				  (struct count){ (c->event + 1) * unit, 400000, c->event == 1 ? 300000 : 400000 });
	}
	stat_table_add(&p->table, &p->counters.counted);
	stat_table_end(&p->table, elapsed);
}

static void check(struct printed *p, const char *want)
{
	fflush(p->printer.out);
	CHECK_STR(p->text, want);
	fclose(p->printer.out);
	free(p->text);
	p->printer.out = open_memstream(&p->text, &p->size);
}

static void print(struct printed *p)
{
	const struct rusage usage = { .ru_utime = { 0, 1500 }, .ru_stime = { 1, 0 } };
	const uint64_t times[] = { 1000000, 1120000 };

	CHECK_EQ_I64(stat_print_whole(&p->printer, &p->table, &usage, times), 0);
}

TEST(text)
{
	struct printed p;

	init(&p, "task-clock,page-faults,cycles", "stat my program");
	p.counters.is_missing[2] = true;
	made_counters_add(&p.counters, -1, 1);
	run(&p, 500000, 1000000);
	print(&p);
	check(&p, "\n Performance counter stats for 'my program':\n\n"
		  "              0.50 msec task-clock                       #    0.500 CPUs utilized             \n"
		  "           1333333      page-faults                      #    2.667 G/sec                       "
		  "(75.00%)\n"
		  "   <not supported>      cycles                                                                \n"
		  "\n       0.001000000 seconds time elapsed\n"
		  "\n       0.001500000 seconds user\n       1.000000000 seconds sys\n\n\n");
	fini(&p);
}

/* A screen of 80 columns has each line in one row. */
TEST(on_screen)
{
	struct printed p;

	init(&p, "task-clock,page-faults,context-switches", "stat my program");
	p.printer.screen = 1;
	made_counters_add(&p.counters, -1, 1);
	run(&p, 500000, 1000000);
	print(&p);
	check(&p, "\n Performance counter stats for 'my program':\n\n"
		  "              0.50 msec task-clock       #    0.500 CPUs utilized\n"
		  "           1333333      page-faults      #    2.667 G/sec          (75.00%)\n"
		  "           1500000      context-switches #    3.000 G/sec\n"
		  "\n       0.001000000 seconds time elapsed\n"
		  "\n       0.001500000 seconds user\n       1.000000000 seconds sys\n\n\n");
	fini(&p);
}

TEST(runs)
{
	struct printed p;

	init(&p, "page-faults", "stat -r 2 --table true");
	made_counters_add(&p.counters, -1, 1);
	run(&p, 100, 1000000);
	run(&p, 110, 1120000);
	print(&p);
	check(&p, "\n Performance counter stats for 'true' (2 runs):\n\n"
		  "               105      page-faults                                                             "
		  "( +-  4.76% )\n"
		  "\n         # Table of individual measurements:\n"
		  "         0.0010000 (-0.0000600) ##\n"
		  "         0.0011200 (+0.0000600) ##\n"
		  "\n         # Final result:\n"
		  "         0.0010600 +- 0.0000600 seconds time elapsed  ( +-  5.66% )\n\n");
	fini(&p);
}

TEST(csv)
{
	struct printed p;

	init(&p, "task-clock,page-faults,cycles,instructions,stalled-cycles-backend", "stat -x \\t -r 2 true");
	made_counters_add(&p.counters, -1, 1);
	run(&p, 500000, 1000000);
	run(&p, 500000, 1000000);
	print(&p);
	check(&p, "0.50\tmsec\ttask-clock\t0.00%\t400000\t100.00\t0.500\tCPUs utilized\n"
		  "1333333\t\tpage-faults\t0.00%\t300000\t75.00\t2.667\tG/sec\n"
		  "1500000\t\tcycles\t0.00%\t400000\t100.00\t3.000\tGHz\n"
		  "2000000\t\tinstructions\t0.00%\t400000\t100.00\t1.33\tinsn per cycle\n"
		  "\t\t\t\t\t\t1.25\tstalled cycles per insn\n"
		  "2500000\t\tstalled-cycles-backend\t0.00%\t400000\t100.00\t166.67\tbackend cycles idle\n");
	fini(&p);
}

TEST(csv_of_cpus)
{
	struct printed p;

	init(&p, "page-faults,cycles", "stat -x, -a -A -I 1000");
	p.counters.is_missing[1] = true;
	made_counters_add(&p.counters, 1, -1);
	made_counters_add(&p.counters, 0, -1);
	run(&p, 12, 1000000);
	stat_print_interval(&p.printer, &p.table, 1000000001);
	check(&p, "1.000000001,CPU0,12,,page-faults,400000,100.00,,\n"
		  "1.000000001,CPU1,12,,page-faults,400000,100.00,,\n"
		  "1.000000001,CPU0,<not supported>,,cycles,0,100.00,,\n"
		  "1.000000001,CPU1,<not supported>,,cycles,0,100.00,,\n");
	fini(&p);
}

TEST(json)
{
	struct printed p;

	init(&p, "task-clock,page-faults,cycles", "stat -j true");
	p.counters.is_missing[2] = true;
	made_counters_add(&p.counters, -1, 1);
	run(&p, 500000, 1000000);
	print(&p);
	check(&p, "{\"counter-value\" : \"0.500000\", \"unit\" : \"msec\", \"event\" : \"task-clock\", "
		  "\"event-runtime\" : 400000, \"pcnt-running\" : 100.00, \"metric-value\" : \"0.500000\", "
		  "\"metric-unit\" : \"CPUs utilized\"}\n"
		  "{\"counter-value\" : \"1333333.000000\", \"unit\" : \"\", \"event\" : \"page-faults\", "
		  "\"event-runtime\" : 300000, \"pcnt-running\" : 75.00, \"metric-value\" : \"2.666666\", "
		  "\"metric-unit\" : \"G/sec\"}\n"
		  "{\"counter-value\" : \"<not supported>\", \"unit\" : \"\", \"event\" : \"cycles\", "
		  "\"event-runtime\" : 0, \"pcnt-running\" : 100.00}\n");
	fini(&p);
}

/* Columns begin where those of the line before do. */
TEST(intervals)
{
	struct printed p;

	init(&p, "page-faults", "stat -I 500 -a -A");
	made_counters_add(&p.counters, 0, -1);
	run(&p, 12, 1000000);
	stat_print_interval(&p.printer, &p.table, 500000000);
	check(&p,
	      "#           time CPU                    counts unit events\n"
	      "     0.500000000 CPU0                       12      page-faults                                         "
	      "                  \n");
	stat_print_interval(&p.printer, &p.table, 1000000000);
	check(&p,
	      "     1.000000000 CPU0                       12      page-faults                                         "
	      "                  \n");
	fini(&p);
}

TEST(metrics_alone)
{
	struct printed p;

	init(&p, "task-clock,page-faults", "stat --metric-only -x; true");
	made_counters_add(&p.counters, -1, 1);
	run(&p, 500000, 1000000);
	print(&p);
	check(&p, "CPUs utilized;page-faults/sec;\n0.500;2666666000.000;\n");
	fini(&p);
}

/* Every line has the same columns in the same units, and objects have no two members of a name. */
TEST(metrics_alone_of_what_was_not_counted)
{
	struct printed p;

	init(&p, "task-clock,page-faults,cpu-clock", "stat --metric-only -x; -I 500 true");
	made_counters_add(&p.counters, -1, 1);
	for (uint32_t i = 0; i < p.counters.counted.n; i++)
		made_counters_set(&p.counters, p.counters.list[i].event, -1, 1, (struct count){ 0, 400000, 0 });
	CHECK_EQ_I64(stat_table_begin(&p.table, &p.counters.counted), 0);
	stat_table_add(&p.table, &p.counters.counted);
	stat_table_end(&p.table, 1000000);
	stat_print_interval(&p.printer, &p.table, 500000000);
	check(&p, "time;CPUs utilized (task-clock);page-faults/sec;CPUs utilized (cpu-clock);\n0.500000000;;;;\n");
	p.options.show.style = STAT_STYLE_JSON;
	stat_print_interval(&p.printer, &p.table, 500000000);
	check(&p, "{\"interval\" : 0.500000000}\n");
	fini(&p);
	init(&p, "task-clock,page-faults,cpu-clock", "stat --metric-only -j -I 500 true");
	made_counters_add(&p.counters, -1, 1);
	run(&p, 500000, 1000000);
	stat_print_interval(&p.printer, &p.table, 1000000000);
	check(&p, "{\"interval\" : 1.000000000, \"CPUs utilized (task-clock)\" : \"0.500\", "
		  "\"page-faults/sec\" : \"2666666000.000\", \"CPUs utilized (cpu-clock)\" : \"1.500\"}\n");
	p.options.show.style = STAT_STYLE_TEXT;
	stat_print_interval(&p.printer, &p.table, 1000000000);
	check(&p, "     1.000000000                       0.500       2666666000.000                     1.500\n");
	fini(&p);
}

/* A line for each cgroup that the same events are counted for. */
TEST(metrics_alone_of_cgroups)
{
	struct printed p;

	init(&p, "cpu-clock,page-faults,cpu-clock,page-faults", "stat --metric-only -x; -a");
	for (int i = 0; i < 4; i++)
		p.counters.counter_events.own[i].cgroup = i < 2 ? "web" : "db";
	made_counters_add(&p.counters, 0, -1);
	run(&p, 500000, 1000000);
	print(&p);
	check(&p, "cgroup;CPUs utilized;page-faults/sec;\nweb;0.500;2666666000.000;\ndb;1.500;4000000000.000;\n");
	p.options.show.style = STAT_STYLE_JSON;
	print(&p);
	check(&p, "{\"cgroup\" : \"web\", \"CPUs utilized\" : \"0.500\", \"page-faults/sec\" : \"2666666000.000\"}\n"
		  "{\"cgroup\" : \"db\", \"CPUs utilized\" : \"1.500\", \"page-faults/sec\" : \"4000000000.000\"}\n");
	/* Where they are not the same, the columns say of which; what is counted twice is there once. */
	p.options.show.style = STAT_STYLE_CSV;
	p.counters.counter_events.own[2].cgroup = "web";
	print(&p);
	check(&p, "CPUs utilized (web);page-faults/sec (web);page-faults/sec (db);\n"
		  "0.500;2666666000.000;4000000000.000;\n");
	fini(&p);
}

/* Of -M those that it names, and no others that its events have. */
TEST(metrics_named)
{
	struct printed p;

	init(&p, "task-clock,page-faults", "stat --metric-only -j -M page_faults_per_second true");
	made_counters_add(&p.counters, -1, 1);
	run(&p, 500000, 1000000);
	print(&p);
	check(&p, "{\"page-faults/sec\" : \"2666666000.000\"}\n");
	p.options.show.metrics_only = false;
	print(&p);
	check(&p, "{\"counter-value\" : \"0.500000\", \"unit\" : \"msec\", \"event\" : \"task-clock\", "
		  "\"event-runtime\" : 400000, \"pcnt-running\" : 100.00}\n"
		  "{\"counter-value\" : \"1333333.000000\", \"unit\" : \"\", \"event\" : \"page-faults\", "
		  "\"event-runtime\" : 300000, \"pcnt-running\" : 75.00, \"metric-value\" : \"2.666666\", "
		  "\"metric-unit\" : \"G/sec\"}\n");
	fini(&p);
}

/* What stands before them has a name, too. */
TEST(metrics_alone_of_cpus)
{
	struct printed p;

	init(&p, "task-clock,page-faults", "stat --metric-only -x; -a -A -I 500");
	made_counters_add(&p.counters, 0, -1);
	run(&p, 500000, 1000000);
	stat_print_interval(&p.printer, &p.table, 500000000);
	check(&p, "time;cpu;CPUs utilized;page-faults/sec;\n0.500000000;CPU0;0.500;2666666000.000;\n");
	fini(&p);
	init(&p, "task-clock,page-faults", "stat --metric-only -x; -a --per-core");
	made_counters_add(&p.counters, 0, -1);
	run(&p, 500000, 1000000);
	print(&p);
	check(&p, "core;cpus;CPUs utilized;page-faults/sec;\nS0-D0-C0;1;0.500;2666666000.000;\n");
	fini(&p);
}

TEST(cgroups)
{
	struct printed p;

	init(&p, "page-faults", "stat -x, -a");
	p.counters.counter_events.own[0].cgroup = "web";
	made_counters_add(&p.counters, 0, -1);
	run(&p, 3, 1000);
	print(&p);
	check(&p, "3,,page-faults,web,400000,100.00,,\n");
	p.options.show.style = STAT_STYLE_JSON;
	print(&p);
	check(&p,
	      "{\"counter-value\" : \"3.000000\", \"unit\" : \"\", \"event\" : \"page-faults\", \"cgroup\" : \"web\", "
	      "\"event-runtime\" : 400000, \"pcnt-running\" : 100.00}\n");
	fini(&p);
}
