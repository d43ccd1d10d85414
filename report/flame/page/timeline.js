// The timeline: lanes of bars. A range of time is selected by dragging, or by arrow keys with the shift key; a
// click on the name of a lane selects its thread or CPU.

const lane_height = 20;
const axis_height = 18;

class Timeline {
	constructor(profile) {
		this.profile = profile;
		this.seconds = longestSeconds(profile);
		this.lanes = remembered((event, kind, columns) =>
			lanesOf(profile, { event, kind, columns, seconds: this.seconds }));
		this.cursor = 0;
		this.lane = 0;
	}

	height(state) {
		return axis_height + lane_height * this.lanes(state.event, state.lanes, this.columns).length;
	}

	// Of a canvas of this width: the names' part, and a bin for each two pixels.
	measure(width) {
		this.width = width;
		this.left = Math.min(150, Math.round(width * 0.3));
		this.columns = Math.max(10, Math.floor((width - this.left) / 2));
	}

	step() {
		return this.seconds / this.columns;
	}

	secondsAt(x) {
		return Math.min(1, Math.max(0, (x - this.left) / (this.width - this.left))) * this.seconds;
	}

	xOf(seconds) {
		return this.left + seconds / this.seconds * (this.width - this.left);
	}

	draw(context, state, theme, scroll, height) {
		const lanes = this.lanes(state.event, state.lanes, this.columns);
		const whole = this.profile.recordings.length;
		const most = [largestBin(lanes.slice(0, whole)), largestBin(lanes.slice(whole))];
		lanes.forEach((lane, i) => {
			const top = axis_height + i * lane_height - scroll;
			if (top > -lane_height && top < height)
				this.drawLane(context, lane, top, most[i < whole ? 0 : 1], theme, this.isChosen(lane, state));
		});
		this.drawRange(context, state.range, theme, height);
		drawAxis(context, this, theme);
		if (this.focused)
			this.drawCursor(context, theme, scroll, height);
	}

	drawCursor(context, theme, scroll, height) {
		context.fillStyle = context.strokeStyle = theme.accent;
		context.fillRect(this.xOf(this.cursor) - 1, 0, 2, height);
		const top = axis_height + this.lane * lane_height - scroll;
		context.strokeRect(0.5, top + 0.5, this.left - 4, lane_height - 2);
	}

	isChosen({ choice }, { threads, cpu }) {
		return (threads || cpu >= 0) && choice.threads === threads && choice.cpu === cpu;
	}

	drawLane(context, lane, top, most, theme, chosen) {
		const step = (this.width - this.left) / this.columns;
		context.fillStyle = theme.bar;
		for (let bin = 0; bin < this.columns; bin++) {
			if (!lane.bins[bin])
				continue;
			const size = Math.max(1, lane.bins[bin] / most * (lane_height - 3));
			context.fillRect(this.left + bin * step, top + lane_height - 1 - size, Math.max(1, step), size);
		}
		context.fillStyle = chosen ? theme.accent : theme.text;
		context.font = chosen ? `bold ${font}` : font;
		const name = shortName(lane.name, Math.floor((this.left - 10) / 7.3));
		context.fillText(name, 4, top + lane_height / 2, this.left - 8);
	}

	drawRange(context, range, theme, height) {
		if (!range)
			return;
		const [from, to] = range.map((seconds) => this.xOf(seconds));
		context.fillStyle = theme.range;
		context.fillRect(from, 0, Math.max(2, to - from), height);
	}

	laneAt(x, y) {
		const lane = Math.floor((y - axis_height) / lane_height);
		return x < this.left && lane >= 0 ? lane : -1;
	}

	// Where a drag began and where it is: the range between.
	rangeBetween(start, end) {
		const [from, to] = [this.secondsAt(start.x), this.secondsAt(end.x)].sort((a, b) => a - b);
		return to - from >= this.step() ? [from, to] : null;
	}

	press(key, shift, state, page) {
		const lanes = this.lanes(state.event, state.lanes, this.columns);
		const before = this.cursor;
		const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[key] * this.step() * 4;
		if (step)
			this.cursor = Math.min(this.seconds, Math.max(0, this.cursor + step));
		else if (key === 'ArrowUp' || key === 'ArrowDown')
			this.lane = Math.min(lanes.length - 1, Math.max(0, this.lane + (key === 'ArrowUp' ? -1 : 1)));
		else if (key === 'Enter')
			page.change(lanes[this.lane].choice);
		else
			return false;
		if (step && shift)
			page.change({ range: extended(state.range, before, this.cursor) });
		return true;
	}

	say(state) {
		const lanes = this.lanes(state.event, state.lanes, this.columns);
		return `${secondsText(this.cursor, this.step())} s, ${lanes[this.lane]?.name ?? ''}`;
	}
}

// A range whose nearer end moves from one moment to another.
function extended(range, before, now) {
	const fixed = !range ? before : Math.abs(range[0] - before) < Math.abs(range[1] - before) ? range[1] : range[0];
	return fixed === now ? null : [Math.min(fixed, now), Math.max(fixed, now)];
}

function drawAxis(context, { left, width, seconds, xOf }, theme) {
	context.fillStyle = theme.background;
	context.fillRect(0, 0, width, axis_height);
	context.font = font;
	context.fillStyle = theme.quiet;
	const step = roundStep(seconds / Math.max(1, Math.floor((width - left) / 90)));
	for (let at = 0; at <= seconds; at += step) {
		const x = left + at / seconds * (width - left);
		context.fillRect(x, axis_height - 4, 1, 4);
		context.fillText(`${secondsText(at, step)}\u00a0s`, x + 3, axis_height / 2);
	}
}
