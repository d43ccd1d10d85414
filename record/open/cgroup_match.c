#include "record/open/cgroup_match.h"

#include "common/buffer.h"
#include "record/open/cgroup.h"

#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#define PATTERN_CHARACTERS "{}[]()|*+?^$"

struct patterns {
	regex_t *compiled;
	size_t n;
};

bool cgroup_match_is_wanted(const char *names)
{
	return strpbrk(names, PATTERN_CHARACTERS);
}

static void patterns_fini(struct patterns *p)
{
	for (size_t i = 0; i < p->n; i++)
		regfree(&p->compiled[i]);
	free(p->compiled);
}

static int add_pattern(struct patterns *p, const char *text, struct error *err)
{
	char why[128];
	int code;

	if (!*text)
		return error_set(err, -EINVAL, "--for-each-cgroup: a name is empty");
	code = regcomp(&p->compiled[p->n], text, REG_NOSUB);
	if (code) {
		regerror(code, &p->compiled[p->n], why, sizeof(why));
		return error_set(err, -EINVAL, "--for-each-cgroup '%s': %s", text, why);
	}
	p->n++;
	return 0;
}

static int patterns_init(struct patterns *p, const char *text, struct error *err)
{
	char *copy = strdup(text), *rest = copy, *one;
	int result = 0;

	*p = (struct patterns){ .compiled = calloc(strlen(text) + 1, sizeof(*p->compiled)) };
	if (!copy || !p->compiled)
		result = error_nomem(err);
	while (!result && (one = strsep(&rest, ",")))
		result = add_pattern(p, one, err);
	free(copy);
	return result;
}

static bool matches(const struct patterns *p, const char *name)
{
	for (size_t i = 0; i < p->n; i++)
		if (!regexec(&p->compiled[i], name, 0, NULL, 0))
			return true;
	return false;
}

static int compare_names(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* What goes meanwhile, or is not this user's to see, is passed over. */
static void put_names(struct buffer *names, const char *root, const struct patterns *p)
{
	char *const paths[] = { (char *)root, NULL };
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_XDEV | FTS_NOCHDIR, compare_names);
	FTSENT *entry;

	while (walk && (entry = fts_read(walk))) {
		const char *name = entry->fts_path + strlen(root);

		while (*name == '/')
			name++;
		if (entry->fts_info != FTS_D || !*name || strchr(name, ',') || !matches(p, name))
			continue;
		if (names->size)
			buffer_put_u8(names, ',');
		buffer_append(names, name, strlen(name));
	}
	if (walk)
		fts_close(walk);
}

int cgroup_match(const char *root, const char *patterns, char **ret_names, struct error *err)
{
	struct patterns p;
	struct buffer names;
	int result = patterns_init(&p, patterns, err);

	buffer_init(&names);
	if (!result)
		put_names(&names, root, &p);
	patterns_fini(&p);
	if (!result && !names.size)
		result = error_set(err, -ENOENT, "--for-each-cgroup '%s': no cgroup below %s matches", patterns, root);
	buffer_put_u8(&names, 0);
	if (!result && !buffer_ok(&names))
		result = error_nomem(err);
	*ret_names = result ? NULL : strdup((const char *)names.data);
	if (!result && !*ret_names)
		result = error_nomem(err);
	buffer_fini(&names);
	return result;
}

int cgroup_match_own(const char *patterns, char **ret_names, struct error *err)
{
	char root[PATH_MAX];

	if (cgroup_find_own_root(root, sizeof(root)))
		return cgroup_match(root, patterns, ret_names, err);
	return error_set(err, -ENOENT, "--for-each-cgroup '%s': no hierarchy of cgroups is mounted", patterns);
}
