// Numbers as people read them: three digits that count, and the unit.

const big_units = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']];
const time_units = [[1e9, 's'], [1e6, 'ms'], [1e3, '\u00b5s'], [1, 'ns']];

function threeDigits(value) {
	const size = Math.abs(value);
	return value.toFixed(size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : 2);
}

function countText(count) {
	if (Math.abs(count) < 100000)
		return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
	const [scale, letter] = big_units.find(([least]) => Math.abs(count) >= least);
	return threeDigits(count / scale) + letter;
}

function timeText(ns) {
	const [scale, unit] = time_units.find(([least]) => Math.abs(ns) >= least) ?? [1, 'ns'];
	return `${threeDigits(ns / scale)}\u00a0${unit}`;
}

function weightText(weight, event) {
	return event?.unit === 'ns' ? timeText(weight) : countText(weight);
}

function shareText(share) {
	const percent = 100 * share;
	return `${percent >= 99.995 || percent === 0 ? percent.toFixed(0) : percent.toFixed(percent < 0.1 ? 3 : 2)}\u00a0%`;
}

// A difference of shares, in points of a hundred.
function pointsText(difference) {
	const points = (100 * Math.abs(difference)).toFixed(2);
	return points === '0.00' ? '\u00b10.00' : (difference < 0 ? '\u2212' : '+') + points;
}

function secondsText(seconds, step = 0.001) {
	return seconds.toFixed(Math.min(6, Math.max(0, Math.ceil(-Math.log10(step)))));
}
