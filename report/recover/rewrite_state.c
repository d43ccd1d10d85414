#include "report/recover/rewrite_state.h"

void rewrite_report_loss(struct rewrite *w, const struct error *loss)
{
	if (w->n_losses++ >= w->n_told)
		w->loss(w->context, loss);
}
