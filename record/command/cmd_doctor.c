/* prec doctor: shows what can be recorded on this machine. */
#include "command/commands.h"

#include "command/exit_status.h"
#include "common/json.h"
#include "common/log.h"
#include "common/options.h"
#include "record/doctor/doctor.h"
#include "record/doctor/machine.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define WHY_INDENT    10
#define SETTING_WIDTH 49 /* of its name and value, and the blanks after them */

struct doctor_options {
	bool json, help;
};

static const struct option options[] = {
	{ 'j', "json", NULL, "as JSON, for programs", OPTION_FLAG(struct doctor_options, json) },
	{ 'h', "help", NULL, "this text", OPTION_FLAG(struct doctor_options, help) },
	{ 0 },
};

static const struct option_group doctor_group = {
	.options = options,
	.usage = "Usage: prec doctor [OPTIONS]\n\n"
		 "Tries what can be recorded here, and says what would change that. Exit status 0: your own\n"
		 "programs can be recorded; 1: nothing can.\n",
};

static const char *const state_words[] = {
	[DOCTOR_WORKS] = "yes",
	[DOCTOR_PARTLY] = "partly",
	[DOCTOR_FAILS] = "no",
};

/* A line, cut between words where the terminal ends; a word that is longer stays whole. */
static void print_line(const char *line, size_t size, size_t indent, size_t width)
{
	size_t room = width > indent ? width - indent : 1;

	while (size > room) {
		size_t cut = room;

		while (cut && line[cut] != ' ')
			cut--;
		if (!cut)
			cut = strcspn(line, " \n");
		if (cut >= size)
			break;
		printf("%*s%.*s\n", (int)indent, "", (int)cut, line);
		line += cut + 1;
		size -= cut + 1;
	}
	printf("%*s%.*s\n", (int)indent, "", (int)size, line);
}

static void print_why(const char *why, size_t width)
{
	while (*why) {
		size_t size = strcspn(why, "\n");

		print_line(why, size, WHY_INDENT, width);
		why += size + (why[size] != 0);
	}
}

/* Columns of the terminal; SIZE_MAX: standard output is none. */
static size_t output_width(void)
{
	struct winsize window;

	return isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) && window.ws_col ? window.ws_col
												    : SIZE_MAX;
}

/* Beside its name and value, or below where there is no room. */
static void print_setting(const char *name, const char *value, const char *effect, size_t width)
{
	printf("  %-34s %10s", name, value);
	if (strlen(effect) + SETTING_WIDTH <= width) {
		printf("  %s\n", effect);
		return;
	}
	putchar('\n');
	print_line(effect, strlen(effect), WHY_INDENT, width);
}

static void print_list(const char *title, char *const *names, size_t n, size_t width)
{
	size_t at = (size_t)printf("%s", title);

	for (size_t i = 0; i < n; i++) {
		if (at + 1 + strlen(names[i]) > width)
			at = (size_t)printf("\n ") - 1;
		at += (size_t)printf(" %s", names[i]);
	}
	putchar('\n');
}

static void print_machine(const struct machine *m, size_t width)
{
	puts("\nSettings:");
	for (size_t i = 0; i < m->n_settings; i++) {
		char value[32] = "unlimited";

		if (!m->settings[i].is_known)
			continue;
		if (m->settings[i].value >= 0 || m->settings[i].name[0] != 'u')
			snprintf(value, sizeof(value), "%lld", m->settings[i].value);
		print_setting(m->settings[i].name, value, m->settings[i].effect, width);
	}
	printf("\nPrivileged: %s\nSeccomp filter: %s\nUser namespace: %s\nContainer: %s\n",
	       m->privileged ? "yes" : "no", m->seccomp_filter ? "yes" : "no", m->user_namespace ? "yes" : "no",
	       m->container ? "yes" : "no");
	print_list("PMUs:", m->pmus, m->n_pmus, width);
}

static void print_text(const struct doctor_check *checks, size_t n, const struct machine *m)
{
	const size_t width = output_width();

	puts("What can be recorded:");
	for (size_t i = 0; i < n; i++) {
		printf("  %-6s  %s\n", state_words[checks[i].state], checks[i].title);
		print_why(checks[i].why, width);
	}
	print_machine(m, width);
}

static void put_flag(struct json *j, const char *name, bool value)
{
	json_name(j, name);
	json_bool(j, value);
}

static void json_checks(struct json *j, const struct doctor_check *checks, size_t n)
{
	json_name(j, "checks");
	json_begin(j, '[');
	for (size_t i = 0; i < n; i++) {
		json_line(j);
		json_begin(j, '{');
		json_name(j, "name");
		json_string(j, checks[i].name);
		json_name(j, "state");
		json_string(j, state_words[checks[i].state]);
		put_flag(j, "needed", checks[i].needed);
		json_name(j, "why");
		json_string(j, checks[i].why);
		json_end(j, '}');
	}
	json_end(j, ']');
}

static void json_machine(struct json *j, const struct machine *m)
{
	json_name(j, "settings");
	json_begin(j, '{');
	for (size_t i = 0; i < m->n_settings; i++) {
		if (!m->settings[i].is_known)
			continue;
		json_line(j);
		json_name(j, m->settings[i].name);
		json_i64(j, m->settings[i].value);
	}
	json_end(j, '}');
	put_flag(j, "privileged", m->privileged);
	put_flag(j, "seccomp_filter", m->seccomp_filter);
	put_flag(j, "user_namespace", m->user_namespace);
	put_flag(j, "container", m->container);
	json_name(j, "pmus");
	json_begin(j, '[');
	for (size_t i = 0; i < m->n_pmus; i++)
		json_string(j, m->pmus[i]);
	json_end(j, ']');
}

static void print_json(const struct doctor_check *checks, size_t n, const struct machine *m)
{
	struct json j = { .out = stdout };

	json_begin(&j, '{');
	put_flag(&j, "can_record", doctor_approves(checks, n));
	json_checks(&j, checks, n);
	json_machine(&j, m);
	json_end(&j, '}');
	putchar('\n');
}

static int examine(bool json)
{
	struct doctor_check checks[DOCTOR_CHECKS_MAX];
	size_t n = doctor_examine(checks);
	struct machine machine;

	machine_read(&machine);
	if (json)
		print_json(checks, n, &machine);
	else
		print_text(checks, n, &machine);
	machine_fini(&machine);
	if (fflush(stdout) || ferror(stdout)) {
		log_error("standard output: %s", strerror(errno));
		return EXIT_FAILED;
	}
	return doctor_approves(checks, n) ? 0 : EXIT_FAILED;
}

int cmd_doctor(int argc, char **argv)
{
	struct doctor_options o = { 0 };
	struct error err = ERROR_INIT;
	int rest;

	log_init("prec doctor");
	rest = options_take(&doctor_group, &o, argc, argv, &err);
	if (rest >= 0 && rest < argc)
		rest = error_set(&err, -EINVAL, "'%s': there are options only", argv[rest]);
	if (rest < 0) {
		log_error("%s", err.message);
		return EXIT_USAGE;
	}
	if (!o.help)
		return examine(o.json);
	options_help(&doctor_group, stdout);
	return 0;
}
