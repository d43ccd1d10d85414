// A graph on the page: a canvas as large as its frame, which stays in place while what it shows is scrolled, so
// that it is never as tall as the graph. It tells which box is under the pointer; what happens then is the page's.

class GraphFrame {
	constructor(frame, on) {
		this.frame = frame;
		this.canvas = frame.querySelector('canvas');
		this.space = frame.querySelector('.space');
		this.on = on;
		this.scene = null;
		frame.addEventListener('scroll', () => this.draw());
		this.canvas.addEventListener('pointermove', (event) => this.hover(event));
		this.canvas.addEventListener('pointerleave', () => this.hover(null));
		this.canvas.addEventListener('click', (event) => this.pick(event, on.zoom));
		this.canvas.addEventListener('dblclick', (event) => this.pick(event, on.open));
		this.canvas.addEventListener('contextmenu', (event) => this.pick(event, on.select));
		this.canvas.addEventListener('focus', () => on.focus(this));
		new ResizeObserver(() => this.resize()).observe(frame);
	}

	// `scene` is what drawScene takes, without scroll and height. The root stays where it was seen.
	show(scene) {
		const turned = !this.scene || this.scene.down !== scene.down || this.scene.zoom !== scene.zoom ||
			this.scene.graph !== scene.graph;
		this.scene = scene;
		scene.hovered = -1;
		scene.depth = depthWithin(scene.graph, scene.zoom);
		this.fit();
		if (turned && !scene.down)
			this.frame.scrollTop = this.frame.scrollHeight;
		else if (turned)
			this.frame.scrollTop = 0;
		this.draw();
	}

	resize() {
		this.fit();
		this.draw();
	}

	// The canvas is as large as the frame, what is scrolled as high as all rows.
	fit() {
		if (!this.scene || !this.frame.clientHeight)
			return;
		const { clientWidth, clientHeight } = this.frame;
		const ratio = window.devicePixelRatio || 1;
		this.scene.height = Math.max(this.scene.depth * row_height, clientHeight);
		this.space.style.height = `${this.scene.height}px`;
		const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
		if (this.canvas.width !== width || this.canvas.height !== height) {
			Object.assign(this.canvas, { width, height });
			this.canvas.style.width = `${clientWidth}px`;
			this.canvas.style.height = `${clientHeight}px`;
		}
	}

	draw() {
		if (!this.scene || !this.canvas.width || !this.frame.clientHeight)
			return;
		const most = Math.max(0, this.scene.height - this.frame.clientHeight);
		this.scene.scroll = Math.min(this.frame.scrollTop, most);
		drawScene(this.canvas, this.scene);
	}

	// The box at a place of the frame, in CSS pixels; -1: none.
	boxAt(x, y) {
		const { scene } = this;
		const { from, to } = windowOf(scene, 1);
		return nodeAt(scene.graph, depthAt(scene, y + scene.scroll), from + x / this.frame.clientWidth * (to - from));
	}

	// How many boxes are in the pixel of a node.
	crowd(node) {
		return crowdOf(this.scene.graph, node, windowOf(this.scene, this.canvas.width));
	}

	boxUnder(event) {
		const { left, top } = this.canvas.getBoundingClientRect();
		return this.scene ? this.boxAt(event.clientX - left, event.clientY - top) : -1;
	}

	hover(event) {
		const node = event ? this.boxUnder(event) : -1;
		this.on.hover(this, node, event);
		if (this.scene && node !== this.scene.hovered) {
			this.scene.hovered = node;
			this.draw();
		}
	}

	pick(event, act) {
		const node = this.boxUnder(event);
		if (node < 0)
			return;
		event.preventDefault();
		act(this, node);
	}

	// Scrolls as far as it takes to see a row.
	reveal(node) {
		const top = topOfRow(this.scene, depthOf(this.scene.graph, node));
		const { scrollTop, clientHeight } = this.frame;
		if (top < scrollTop)
			this.frame.scrollTop = top;
		else if (top + row_height > scrollTop + clientHeight)
			this.frame.scrollTop = top + row_height - clientHeight;
	}
}
