#!/bin/sh
# page_parts.sh FOLDER: prints the parts of the flame graph's page as C strings, for report/flame/flame_page.h. FOLDER:
# report/flame/page of the source.
set -eu
LC_ALL=C
export LC_ALL

# The text on standard input as an array of this name.
put() {
	printf 'const char %s[] =\n' "$1"
	sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/?/\\?/g' -e 's/^/\t"/' -e 's/$/\\n"/'
	printf '\t"";\n\n'
}

echo '/* Made by report/flame/page_parts.sh. */'
echo '#include "report/flame/flame_page.h"'
echo
put flame_page_skeleton <"$1/page.html"
put flame_page_style <"$1/page.css"
cat "$1"/*.js | put flame_page_script
printf 'const char flame_page_script_sha256[] = "%s";\n' "$(cat "$1"/*.js | sha256sum | cut -d ' ' -f 1)"
