// The heat map of FlameScope: a column is a second (or what suits the length of the recording), a row a fiftieth of
// it, and the color of a cell how much was sampled then. Patterns below a second show; what is between two cells is
// selected.

const heat_rows = 50;
const heat_row_height = 3;

function heatPeriod(seconds) {
	return seconds >= 20 && seconds <= 400 ? 1 : roundStep(seconds / 150);
}

function heatOf(profile, event, seconds) {
	const period = heatPeriod(seconds);
	const columns = Math.max(1, Math.ceil(seconds / period));
	const cells = new Float64Array(columns * heat_rows);
	for (const rows of profile.recordings) {
		const scale = rows.tick / 1e9 / period * heat_rows;
		for (let i = 0; i < rows.event.length; i++)
			if (rows.event[i] === event)
				cells[clamped(Math.floor(rows.time[i] * scale), cells.length)] += rows.count[i];
	}
	return { period, columns, cells, most: cells.reduce((a, b) => Math.max(a, b), 1) };
}

class HeatMap {
	constructor(profile) {
		this.profile = profile;
		this.seconds = longestSeconds(profile);
		this.map = remembered((event) => heatOf(profile, event, this.seconds));
		this.cell = 0;
	}

	height() {
		return heat_rows * heat_row_height + axis_height;
	}

	measure(width) {
		this.width = width;
		this.left = 56;
	}

	step() {
		return this.period() / heat_rows;
	}

	period() {
		return heatPeriod(this.seconds);
	}

	size(columns) {
		return { wide: Math.min(24, (this.width - this.left) / columns), tall: heat_row_height };
	}

	// Where a cell is: left, top, width and height. The earliest of a column is at the bottom.
	boxOf(cell, wide, tall) {
		const [column, row] = [Math.floor(cell / heat_rows), cell % heat_rows];
		return [this.left + column * wide, axis_height + (heat_rows - 1 - row) * tall, Math.ceil(wide), tall];
	}

	draw(context, state, theme) {
		const map = this.map(state.event);
		const { wide, tall } = this.size(map.columns);
		const shades = shadesBetween(theme.cold, theme.hot, context);
		map.cells.forEach((count, cell) => {
			context.fillStyle = shades(count / map.most);
			context.fillRect(...this.boxOf(cell, wide, tall));
		});
		this.drawRange(context, state.range, theme, wide, tall);
		this.drawScale(context, theme, map, wide);
		if (this.focused)
			this.outline(context, this.cell, theme.accent, wide, tall);
	}

	drawRange(context, range, theme, wide, tall) {
		if (!range)
			return;
		context.fillStyle = theme.match;
		context.globalAlpha = 0.45;
		const end = Math.round(range[1] / this.step());
		for (let cell = Math.round(range[0] / this.step()); cell < end; cell++)
			context.fillRect(...this.boxOf(cell, wide, tall));
		context.globalAlpha = 1;
	}

	drawScale(context, theme, map, wide) {
		context.font = font;
		context.fillStyle = theme.quiet;
		const every = Math.max(1, roundStep(80 / wide));
		for (let column = 0; column < map.columns; column += every) {
			const text = `${secondsText(column * map.period, map.period)}\u00a0s`;
			context.fillText(text, this.left + column * wide, axis_height / 2);
		}
		context.fillText(timeText(map.period * 1e9), 2, axis_height + 7);
		context.fillText('0', 2, this.height() - 7);
	}

	outline(context, cell, color, wide, tall) {
		const [left, top, width, height] = this.boxOf(cell, wide, tall);
		context.strokeStyle = color;
		context.lineWidth = 2;
		context.strokeRect(left - 1, top - 1, width + 2, height + 2);
	}

	laneAt() {
		return -1;
	}

	cellAt({ x, y }) {
		const columns = Math.max(1, Math.ceil(this.seconds / this.period()));
		const { wide, tall } = this.size(columns);
		const column = clamped(Math.floor((x - this.left) / wide), columns);
		const row = heat_rows - 1 - clamped(Math.floor((y - axis_height) / tall), heat_rows);
		return column * heat_rows + row;
	}

	secondsAt(x, y) {
		return this.cellAt({ x, y }) * this.step();
	}

	rangeBetween(start, end) {
		const [first, last] = [this.cellAt(start), this.cellAt(end)].sort((a, b) => a - b);
		return first === last ? null : [first * this.step(), (last + 1) * this.step()];
	}

	press(key, shift, state, page) {
		const step = { ArrowLeft: -heat_rows, ArrowRight: heat_rows, ArrowUp: 1, ArrowDown: -1 }[key];
		if (!step)
			return false;
		const before = this.cell;
		this.cell = clamped(this.cell + step, Math.ceil(this.seconds / this.step()));
		if (shift)
			page.change({ range: extended(state.range, before * this.step(), this.cell * this.step()) });
		return true;
	}

	say(state) {
		const map = this.map(state.event);
		const count = map.cells[this.cell] ?? 0;
		return `${secondsText(this.cell * this.step(), this.step())} s: ${countText(count)} samples`;
	}
}

// What gives the color of a part of 1 between two colors, in steps that are made once.
function shadesBetween(cold, hot) {
	const steps = Array.from({ length: 33 }, (_, i) =>
		`color-mix(in oklab, ${hot} ${i / 32 * 100}%, ${cold})`);
	return (part) => steps[part ? Math.max(2, Math.round(Math.sqrt(part) * 32)) : 0];
}
