# The three ways say the same; the number itself changes with every release.
prec version | sed -E 's/[0-9]+\.[0-9]+\.[0-9]+/N.N.N/'
[ "$(prec version)" = "$(prec --version)" ] && [ "$(prec version)" = "$(prec -v)" ]
[ "$(prec --exec-path)" = "$BUILD" ] || echo "--exec-path: $(prec --exec-path)"
