#include "report/rewrite/rewrite_state.h"

void rewrite_report_loss(struct rewrite *w, const struct error *loss)
{
	if (w->losses.n++ >= w->losses.n_reported)
		w->losses.report(w->losses.context, loss);
}
