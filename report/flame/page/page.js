// The page: a state, what the model makes of it, and the elements that show that. All that happens changes the
// state; then all is shown again. Changes are steps of the browser's history, but for those of the search and of
// the chosen box.

class Page {
	constructor(profile) {
		this.profile = profile;
		this.model = modelOf(profile);
		this.colors = remembered((scheme, dark) => colorsOfKeys(profile, scheme, dark));
		this.first = firstState(profile);
		this.state = this.stateOfAddress();
		this.steps = 0;
		const on = {
			zoom: (frame, node) => this.zoomTo(node, frame),
			open: (frame, node) => this.open(frame, node),
			select: (frame, node) => this.select(this.partOf(frame), node),
			hover: (frame, node, event) => showTip(node >= 0 ? this.tipOf(frame, node) : '', event),
			focus: (frame) => this.look(frame),
		};
		this.frames = { graph: new GraphFrame(byId('graph'), on), callees: new GraphFrame(byId('callees'), on) };
		this.times = new Times(this);
		this.setTheme();
	}

	stateOfAddress() {
		return soundState(stateOfFragment(location.hash.slice(1), this.first), this.profile);
	}

	// `quietly`: no step of the history.
	change(parts, { quietly = false } = {}) {
		this.state = soundState({ ...this.state, ...parts }, this.profile);
		this.keepAddress(quietly);
		this.show();
	}

	keepAddress(quietly) {
		const address = `#${fragmentOf(this.state, this.first)}`;
		if (address === (location.hash || '#'))
			return;
		try {
			if (quietly)
				history.replaceState({ steps: this.steps }, '', address);
			else
				history.pushState({ steps: ++this.steps }, '', address);
		} catch {
			byId('live').textContent = 'This browser keeps no more addresses for now.';
		}
	}

	// The browser went to another address.
	arrive(event) {
		this.steps = event.state?.steps ?? 0;
		this.state = this.stateOfAddress();
		this.show();
	}

	back() {
		if (this.steps > 0)
			history.back();
		else
			this.zoomOut();
	}

	run(name) {
		verbs.find((verb) => verb.name === name)?.run(this);
	}

	setTheme() {
		const system = matchMedia('(prefers-color-scheme: dark)').matches;
		this.dark = this.state.theme ? this.state.theme === 'dark' : system;
		document.documentElement.toggleAttribute('data-dark', this.dark);
		this.theme = themeOf(this.dark);
	}

	show() {
		const start = performance.now();
		this.setTheme();
		this.shown = this.model(this.state);
		showMenus(this);
		this.showTotals();
		showFilters(this);
		this.times.show();
		this.showView();
		this.showFound();
		performance.measure('shown', { start, end: performance.now() });
	}

	showTotals() {
		const { sums, whole, event } = this.shown;
		const lines = this.profile.recordings.map((recording, r) => {
			const { range } = this.state;
			const seconds = range ? range[1] - range[0] : recording.seconds;
			const text = totalsText(recording.input, seconds, sums[r], event);
			const share = whole[r].weight ? sums[r].weight / whole[r].weight : 1;
			const lost = recording.lost ? `, ${countText(recording.lost)} lost` : '';
			const part = share < 1 ? ` (${shareText(share)} of all)` : '';
			return text + part + lost + (recording.damaged ? ', damaged' : '');
		});
		if (this.profile.differs)
			lines.push('One recording each: how much differs from run to run is not known.');
		byId('totals').textContent = visibleLines(lines);
	}

	// The graphs that are on the page: { side, frame, graph, matches, down }.
	parts() {
		const { view } = this.state;
		const { graph, matches } = this.shown;
		if (view === 'table')
			return [];
		if (view !== 'sandwich')
			return [{ side: '', frame: this.frames.graph, graph, matches, down: view === 'icicle' }];
		const halves = this.shown.sandwich();
		const [above, below] = [this.frames.graph, this.frames.callees];
		return !halves ? [] : [
			{ side: 'callers', frame: above, graph: halves.callers, matches: halves.callers_matches, down: false },
			{ side: 'callees', frame: below, graph: halves.callees, matches: halves.callees_matches, down: true },
		];
	}

	// The part that keys are about.
	part() {
		const parts = this.parts();
		return parts.find(({ side }) => side === this.state.side) ?? parts[parts.length - 1];
	}

	partOf(frame) {
		return this.parts().find((part) => part.frame === frame);
	}

	showView() {
		const parts = this.parts();
		const { view } = this.state;
		byId('graph').hidden = !parts.length;
		byId('callees').hidden = byId('middle').hidden = parts.length < 2;
		byId('table').hidden = view !== 'table' && parts.length > 0;
		if (view === 'table')
			showTable(this, this.shown);
		else if (!parts.length)
			byId('table').replaceChildren(`${this.state.function || 'A function'}: not in these samples.`);
		if (parts.length > 1)
			byId('middle').textContent = `Callers above, callees below: ${this.shown.sandwich().name}`;
		const rows = parts.reduce((sum, { graph }) => sum + graph.rows.length, 1);
		byId('views').style.setProperty('--tall', view === 'table' ? '62vh' : `${rows * row_height + 30}px`);
		for (const part of parts)
			this.showGraph(part);
		this.showChosen();
	}

	showGraph({ side, frame, graph, matches, down }) {
		const here = side === (this.part()?.side ?? '');
		const names = { '': down ? 'Icicle' : 'Flame graph', callers: 'Callers', callees: 'Callees' };
		frame.canvas.setAttribute('aria-label', names[side]);
		frame.show({
			graph, matches, down,
			theme: this.theme,
			zoom: here ? nodeOfPath(graph, this.state.zoom) : 0,
			selected: here && (this.state.box.length || this.state.zoom.length) ? this.chosenOf(graph) : -1,
			colorOf: this.colorsOf(graph),
			labelOf: labelsOf(this.shown, graph),
		});
	}

	colorsOf(graph) {
		if (this.state.color === 'delta')
			return (node) => colorOfChange(changeOf(graph.total, this.shown.scales, node).relative, this.dark);
		const colorOfKey = this.colors(this.state.color, this.dark);
		return (node) => colorOfKey(graph.key[node]);
	}

	chosenOf(graph) {
		return nodeOfPath(graph, this.state.box.length ? this.state.box : this.state.zoom);
	}

	// The node that keys and the panel are about.
	chosen() {
		const part = this.part();
		return part ? this.chosenOf(part.graph) : 0;
	}

	showChosen() {
		const part = this.part();
		byId('details').hidden = !part;
		byId('where').querySelector('nav').hidden = !part;
		if (!part)
			return;
		showCrumbs(this, part.graph, nodeOfPath(part.graph, this.state.zoom));
		showDetails(this, this.shown, part.graph, this.chosen());
	}

	showFound() {
		const matches = this.part()?.matches ?? this.shown.matches;
		const found = byId('found');
		if (!this.state.search)
			found.textContent = '';
		else
			found.textContent = matches.n ? `${shareText(matches.share)} in ${countText(matches.n)}` : 'no match';
	}

	zoomTo(node, frame) {
		const part = frame ? this.partOf(frame) : this.part();
		if (!part || node < 0)
			return;
		this.change({ side: part.side, zoom: pathOf(part.graph, node), box: [] });
		byId('live').textContent = sayBox(this.shown, part.graph, node);
	}

	zoomOut() {
		const part = this.part();
		if (part)
			this.zoomTo(Math.max(0, part.graph.parent[nodeOfPath(part.graph, this.state.zoom)]));
	}

	leave() {
		if (this.state.search) {
			this.change({ search: '' });
			if (document.activeElement === byId('search'))
				byId('search').blur();
		} else {
			this.change({ zoom: [], box: [] });
		}
	}

	select(part, node) {
		if (!part || node < 0)
			return;
		const zoom = nodeOfPath(part.graph, part.side === this.state.side ? this.state.zoom : []);
		const parts = { side: part.side, box: pathOf(part.graph, node) };
		if (!isWithin(part.graph, node, zoom))
			parts.zoom = [];
		this.change(parts, { quietly: true });
		this.partOf(part.frame).frame.reveal(node);
		byId('live').textContent = sayBox(this.shown, part.graph, node);
	}

	tipOf(frame, node) {
		const crowd = frame.crowd(node);
		const text = sayBox(this.shown, frame.scene.graph, node);
		return crowd > 1 ? `${text}\n${countText(crowd)} boxes are here, each narrower than a pixel` : text;
	}

	// Another frame has the keyboard.
	look(frame) {
		const part = this.partOf(frame);
		if (part && part.side !== (this.part()?.side ?? ''))
			this.change({ side: part.side, zoom: [], box: [] }, { quietly: true });
	}

	step(across, down) {
		const part = this.part();
		if (!part)
			return;
		const node = this.chosen();
		const zoom = nodeOfPath(part.graph, this.state.zoom);
		const inward = part.down ? 1 : -1;
		this.select(part, across ? neighbor(part.graph, node, across, zoom) :
			down === inward ? firstChild(part.graph, node) : part.graph.parent[node]);
	}

	nextMatch(step) {
		const part = this.part();
		if (!part?.matches)
			return;
		const node = nextMatch(part.matches, this.chosen(), step);
		if (node < 0)
			return;
		const { graph } = part;
		const zoom = graph.width[nodeOfPath(graph, this.state.zoom)];
		if (graph.width[node] / zoom * part.frame.frame.clientWidth < 8)
			this.zoomTo(node);
		this.select(this.part(), node);
	}

	open(frame, node) {
		this.sandwichOf(frame.scene.graph.key[node]);
	}

	sandwich() {
		const part = this.part();
		this.sandwichOf(part ? part.graph.key[this.chosen()] : -1);
	}

	// Keys are about its callees at first.
	sandwichOf(key) {
		const name = key >= 0 ? { function: this.profile.keys.name(key) } : {};
		this.change({ view: 'sandwich', ...name, zoom: [], box: [], side: '' });
		if (document.activeElement === this.frames.graph.canvas)
			this.frames.callees.canvas.focus();
	}

	filter(verb, what) {
		const part = this.part();
		const key = part ? part.graph.key[this.chosen()] : -1;
		if (!this.profile.keys.isFrame(key))
			return;
		const { keys, strings } = this.profile;
		const name = what === 'dso' ? strings.text(keys.dso(key)) : keys.name(key);
		const others = this.state.filters.filter((filter) => verb !== 'focus' || filter.verb !== 'focus');
		this.change({ filters: [...others, { verb, what, name }], zoom: [], box: [] });
	}

	copyName() {
		const part = this.part();
		if (part)
			this.copy(this.profile.keys.name(part.graph.key[this.chosen()]));
	}

	copyLink() {
		this.copy(location.href);
	}

	async copy(text) {
		await copyText(text);
		byId('live').textContent = `Copied: ${text}`;
	}
}

function visibleLines(lines) {
	return lines.map(visibleName).join('\n');
}

function isWithin(graph, node, ancestor) {
	while (node > ancestor)
		node = graph.parent[node];
	return node === ancestor;
}

function firstChild(graph, node) {
	const child = graph.child_start[node];
	return child < graph.child_start[node + 1] ? child : -1;
}

// The next box of the row that is within the zoomed one and has a width.
function neighbor(graph, node, step, zoom) {
	const depth = depthOf(graph, node);
	for (let next = node + step; next >= graph.rows[depth] && next < graph.rows[depth + 1]; next += step)
		if (graph.width[next] > 0)
			return isWithin(graph, next, zoom) ? next : -1;
	return -1;
}
