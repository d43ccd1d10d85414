// Two recordings in one tree. A width is what both have, so that what vanished is as visible as what is new; colors
// say what became of it. Shares compare recordings of different lengths; absolute weights, those of the same work.

// How a weight of each recording becomes comparable.
function scalesOf(sums, absolute) {
	const whole = Math.max(...sums.map(({ weight }) => weight)) || 1;
	return sums.map(({ weight }) => absolute ? 1 / whole : weight ? 1 / weight : 0);
}

function widthsOf(total, scales, which) {
	if (total.length === 1)
		return total[0].slice();
	const [before, after] = scales.map((scale, r) => which === ['after', 'before'][r] ? 0 : scale);
	return total[0].map((weight, node) => weight * before + total[1][node] * after);
}

// Of a node or function: its shares before and after, and the difference.
function changeOf(total, scales, node) {
	const before = total[0][node] * scales[0];
	const after = total[1][node] * scales[1];
	return { before, after, difference: after - before, relative: (after - before) / (Math.max(before, after) || 1) };
}

function changeText({ before, after, difference }) {
	const what = before === after ? '' : before === 0 ? ', new' : after === 0 ? ', gone' : '';
	return `${shareText(before)} \u2192 ${shareText(after)} (${pointsText(difference)}${what})`;
}

// Time that was spent in a second is that of so many CPUs.
function rateText(rate, event) {
	return event?.unit === 'ns' ? `${threeDigits(rate / 1e9)} CPUs on average` : `${countText(rate)} a second`;
}

// What is to be known of both before anything is compared.
function totalsText(input, seconds, sum, event) {
	const rate = seconds ? `, ${rateText(sum.weight / seconds, event)}` : '';
	return `${fileOfPath(input)}: ${countText(sum.samples)} samples in ${timeText(seconds * 1e9)}, ` +
		`${weightText(sum.weight, event)} ${event?.name ?? 'of no event'}${rate}`;
}
