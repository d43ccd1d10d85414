// The part of the page about time: a timeline or a heat map on one canvas, what selects a range there, the same
// range as two numbers, and the samples of each part of the time as a table.

class Times {
	constructor(page) {
		this.page = page;
		this.frame = byId('times');
		this.canvas = this.frame.querySelector('canvas');
		this.pictures = { timeline: new Timeline(page.profile), heat: new HeatMap(page.profile) };
		this.frame.addEventListener('scroll', () => this.draw());
		this.listen();
		new ResizeObserver(() => this.page.state.time && this.show()).observe(this.frame);
	}

	picture() {
		return this.pictures[this.page.state.time];
	}

	listen() {
		const { canvas } = this;
		canvas.addEventListener('pointerdown', (event) => this.begin(event));
		canvas.addEventListener('pointermove', (event) => this.move(event));
		canvas.addEventListener('pointerup', (event) => this.end(event));
		canvas.addEventListener('pointerleave', () => showTip(''));
		canvas.addEventListener('keydown', (event) => this.press(event));
		canvas.addEventListener('focus', () => this.focus(true));
		canvas.addEventListener('blur', () => this.focus(false));
		byId('times-table').addEventListener('toggle', () => this.showTable(this.page.state));
		for (const id of ['from', 'to'])
			byId(id).addEventListener('change', () => this.typed());
	}

	focus(on) {
		if (this.picture())
			this.picture().focused = on;
		this.draw();
	}

	place(event) {
		const { left, top } = this.canvas.getBoundingClientRect();
		return { x: event.clientX - left, y: event.clientY - top };
	}

	begin(event) {
		const { x, y } = this.start = this.place(event);
		this.canvas.setPointerCapture(event.pointerId);
		const { state } = this.page;
		const lane = this.picture().laneAt(x, y + this.frame.scrollTop);
		const chosen = lane >= 0 && this.picture().lanes(state.event, state.lanes, this.picture().columns)[lane];
		if (chosen) {
			this.start = null;
			this.page.change(chosen.choice);
		}
	}

	move(event) {
		const place = this.place(event);
		const picture = this.picture();
		showTip(`${secondsText(picture.secondsAt(place.x, place.y), picture.step())} s`, event);
		this.dragged = this.start && picture.rangeBetween(this.start, place);
		if (this.start)
			this.draw();
	}

	end(event) {
		if (!this.start)
			return;
		const range = this.picture().rangeBetween(this.start, this.place(event));
		this.start = this.dragged = null;
		this.page.change({ range });
	}

	typed() {
		const [from, to] = [byId('from').value || 0, byId('to').value || this.pictures.timeline.seconds];
		const range = rangeOfText(`${from}-${to}`);
		this.page.change({ range });
	}

	press(event) {
		if (event.ctrlKey || event.metaKey || event.altKey)
			return;
		if (!this.picture().press(event.key, event.shiftKey, this.page.state, this.page))
			return;
		event.preventDefault();
		event.stopPropagation();
		byId('live').textContent = this.picture().say(this.page.state);
		this.draw();
	}

	// Lays the canvas out for what is chosen, and draws it.
	show() {
		const { state } = this.page;
		const picture = this.picture();
		byId('time').hidden = !picture;
		if (!picture)
			return;
		byId('lanes').hidden = state.time !== 'timeline';
		this.canvas.setAttribute('aria-label', state.time === 'heat' ? 'Heat map' : 'Timeline');
		picture.measure(this.frame.clientWidth);
		const height = picture.height(state);
		this.frame.style.height = `${Math.min(172, height + 2)}px`;
		this.frame.querySelector('.space').style.height = `${height}px`;
		this.fitCanvas();
		this.showRange(state);
		this.showTable(state);
		this.draw();
	}

	fitCanvas() {
		const ratio = window.devicePixelRatio || 1;
		const { clientWidth, clientHeight } = this.frame;
		Object.assign(this.canvas, { width: clientWidth * ratio, height: clientHeight * ratio });
		this.canvas.style.width = `${clientWidth}px`;
		this.canvas.style.height = `${clientHeight}px`;
	}

	showRange({ range }) {
		const { seconds } = this.pictures.timeline;
		const step = this.picture().step();
		byId('from').value = secondsText(range ? range[0] : 0, step);
		byId('to').value = secondsText(range ? range[1] : seconds, step);
		byId('moment').textContent = range ? `${timeText((range[1] - range[0]) * 1e9)} selected` :
			`${timeText(seconds * 1e9)} in all. Drag to select, or arrow keys with Shift.`;
	}

	draw() {
		const picture = this.picture();
		if (!picture || !this.canvas.width)
			return;
		const context = this.canvas.getContext('2d');
		const ratio = window.devicePixelRatio || 1;
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		context.textBaseline = 'middle';
		context.lineWidth = 1;
		context.fillStyle = this.page.theme.background;
		context.fillRect(0, 0, this.canvas.width, this.canvas.height);
		const { state } = this.page;
		const seen = this.dragged ? { ...state, range: this.dragged } : state;
		picture.draw(context, seen, this.page.theme, this.frame.scrollTop, this.frame.clientHeight);
	}

	// A button for each fortieth of the time.
	showTable(state) {
		const place = byId('times-table');
		if (!place.open)
			return;
		const { seconds } = this.pictures.timeline;
		const lanes = lanesOf(this.page.profile, { event: state.event, kind: 'thread', columns: 40, seconds });
		const wholes = lanes.slice(0, this.page.profile.recordings.length);
		const event = this.page.profile.events[state.event];
		const rows = Array.from({ length: 40 }, (_, bin) => {
			const [from, to] = [bin / 40 * seconds, (bin + 1) / 40 * seconds];
			const text = `${secondsText(from, seconds / 40)} to ${secondsText(to, seconds / 40)} s`;
			return [makeButton(text, () => this.page.change({ range: [from, to] })),
				...wholes.map(({ bins }) => weightText(bins[bin], event))];
		});
		place.querySelector('div').replaceChildren(
			makeTable('Samples over time', ['Time', ...wholes.map(({ name }) => name)], rows, 0));
	}
}
