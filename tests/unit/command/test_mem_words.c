#include "command/mem_words.h"
#include "command/subcommand.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_words(const char *line, int at, const char *left)
{
	char copy[128], text[128] = "", *argv[16];
	char **words;
	int argc = 0;

	snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	CHECK_EQ_I64(mem_words_find(argc, argv), at);
	words = mem_words_options(argc, argv, at);
	CHECK(words);
	for (int i = 0; words[i]; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", i ? " " : "", words[i]);
	CHECK_STR(text, left);
	free(words);
}

TEST(words_of_mem)
{
	unsigned types;

	check_words("mem record ls -p", 1, "mem ls -p");
	check_words("mem -t load -v rec -C 1", 4, "mem -t load -v -C 1");
	check_words("mem --type=load -p -C1 report", 4, "mem --type=load -p -C1");
	check_words("mem --cpu 1 report", 3, "mem --cpu 1");
	check_words("mem -pt load record", 3, "mem -pt load");
	check_words("mem -ptload -vC0 --ty load record", 5, "mem -ptload -vC0 --ty load");
	check_words("mem -t load", 3, "mem -t load");
	check_words("mem -v --help record", 2, "mem -v record");
	CHECK(subcommand_is("record", "record") && subcommand_is("rec", "record") && subcommand_is("repo", "report"));
	CHECK(mem_words_types("Load", &types) && types == MEM_TYPE_LOAD);
	CHECK(mem_words_types("store,load,store", &types) && types == (MEM_TYPE_LOAD | MEM_TYPE_STORE));
	CHECK(!mem_words_types("", &types) && !mem_words_types("load,", &types) && !mem_words_types("loads", &types));
	CHECK(!subcommand_is("re", "record") && !subcommand_is("records", "record") && !subcommand_is("rep", "record"));
}
