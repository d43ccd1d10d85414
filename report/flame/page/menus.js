// Menus, checkboxes and buttons: each names the part of the state that it shows and sets (data-state, data-set), or
// the verb that it runs (data-verb). Another one is a line of the page's skeleton.

function listenToMenus(page) {
	for (const control of document.querySelectorAll('[data-state]')) {
		const when = control.type === 'search' ? 'input' : 'change';
		control.addEventListener(when, () => setFromControl(page, control));
	}
	for (const button of document.querySelectorAll('[data-verb]'))
		button.addEventListener('click', () => page.run(button.dataset.verb));
	for (const button of document.querySelectorAll('[data-set]'))
		button.addEventListener('click', () => page.run(button.dataset.set.split(' ')[1]));
	byId('find').addEventListener('submit', (event) => event.preventDefault());
	document.addEventListener('click', (event) => {
		if (!event.target.closest('#options'))
			byId('options').open = false;
	});
}

function setFromControl(page, control) {
	const { state } = control.dataset;
	if (control.type === 'checkbox')
		page.change({ [state]: control.checked });
	else if (control.type === 'search')
		page.change({ search: control.value }, { quietly: true });
	else
		page.change({ [state]: typeof page.first[state] === 'number' ? Number(control.value) : control.value });
}

function showMenus(page) {
	for (const control of document.querySelectorAll('[data-state]')) {
		const value = page.state[control.dataset.state];
		if (control.type === 'checkbox')
			control.checked = value;
		else if (control.value !== String(value))
			control.value = value;
	}
	for (const button of document.querySelectorAll('[data-set]')) {
		const [name, value] = button.dataset.set.split(' ');
		button.setAttribute('aria-pressed', String(page.state[name] === value));
	}
}

function option(value, text) {
	return make('option', { value }, shortName(text, 60));
}

// Menus of what this profile has.
function fillMenus(profile) {
	const [events, threads] = ['event', 'threads'].map((name) => document.querySelector(`[data-state=${name}]`));
	events.replaceChildren(...profile.events.map(({ name }, i) => option(i, visibleName(name))));
	threads.replaceChildren(option('', 'all'), ...profile.threads.processes.flatMap((process, p) => [
		option(`p${p}`, process.name),
		...process.threads.map((t) => option(`t${t}`, `\u00a0\u00a0${profile.threads.groups[t].name}`)),
	]));
	for (const control of document.querySelectorAll('.only-diff'))
		control.hidden = control.disabled = !profile.differs;
	for (const control of document.querySelectorAll('.only-events'))
		control.hidden = profile.events.length < 2;
}

// The way from the whole to the zoomed box; a long one keeps its ends.
function showCrumbs(page, graph, zoom) {
	const nodes = [0, ...ancestryOf(graph, zoom)];
	const kept = nodes.length > 10 ? [...nodes.slice(0, 2), -1, ...nodes.slice(-7)] : nodes;
	byId('crumbs').replaceChildren(...kept.map((node) => {
		if (node < 0)
			return make('li', {}, `\u2026 ${nodes.length - 9} more`);
		const button = makeButton(makeName('span', page.profile.keys.name(graph.key[node])), () => page.zoomTo(node));
		if (node === zoom)
			button.setAttribute('aria-current', 'location');
		return make('li', {}, button);
	}));
}

function showFilters(page) {
	const { filters, range, threads, cpu } = page.state;
	const chips = filters.map(({ verb, what, name }, i) => [`${verb} ${what === 'dso' ? 'dso ' : ''}${name}`,
		{ filters: filters.filter((_, other) => other !== i) }]);
	if (range)
		chips.push([`${secondsText(range[0], 0.001)} to ${secondsText(range[1], 0.001)} s`, { range: null }]);
	if (threads)
		chips.push([page.profile.threadsName(threads), { threads: '' }]);
	if (cpu >= 0)
		chips.push([`CPU ${cpu}`, { cpu: -1 }]);
	byId('filters').replaceChildren(...chips.map(([text, parts]) => {
		const button = makeButton(makeName('span', text), () => page.change(parts));
		button.setAttribute('aria-label', `Remove: ${text}`);
		return make('li', {}, button);
	}));
}
