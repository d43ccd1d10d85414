// All that can be done, as a table: by a key, by a button, or both. `label` makes a button in the panel of the
// chosen box. What Help shows is this table, too.

function toggle(name) {
	return (page) => page.change({ [name]: !page.state[name] });
}

function look(parts) {
	return (page) => page.change(parts);
}

function turnTime(which) {
	return (page) => page.change({ time: page.state.time === which ? '' : which });
}

function filter(verb, what) {
	return (page) => page.filter(verb, what);
}

function undoFilter(page) {
	page.change({ filters: page.state.filters.slice(0, -1) });
}

function zoomToChosen(page) {
	page.zoomTo(page.chosen());
}

function nextColor(page) {
	const colors = page.profile.differs ? choices.color : choices.color.slice(0, 2);
	page.change({ color: colors[(colors.indexOf(page.state.color) + 1) % colors.length] });
}

function nextEvent(page) {
	page.change({ event: (page.state.event + 1) % page.profile.events.length });
}

const verbs = [
	{ name: 'zoom', keys: ['Enter'], label: 'Zoom', help: 'zoom to the chosen box', run: zoomToChosen },
	{ name: 'back', keys: ['Backspace'], help: 'back to the view before', run: (page) => page.back() },
	{ name: 'out', keys: ['Escape'], help: 'end the search; zoom out to all', run: (page) => page.leave() },
	{ name: 'outer', keys: ['-'], help: 'zoom out to the caller', run: (page) => page.zoomOut() },
	{ name: 'up', keys: ['ArrowUp'], help: 'box above', run: (page) => page.step(0, -1) },
	{ name: 'down', keys: ['ArrowDown'], help: 'box below', run: (page) => page.step(0, 1) },
	{ name: 'left', keys: ['ArrowLeft'], help: 'neighbor on the left', run: (page) => page.step(-1, 0) },
	{ name: 'right', keys: ['ArrowRight'], help: 'neighbor on the right', run: (page) => page.step(1, 0) },
	{ name: 'root', keys: ['Home'], help: 'choose the whole', run: (page) => page.select(page.part(), 0) },
	{ name: 'other', keys: ['Tab'], help: 'the next part of the page (sandwich: callers, callees)', native: true },
	{ name: 'search', keys: ['/'], help: 'search, a regular expression', run: () => byId('search').focus() },
	{ name: 'next', keys: ['n'], help: 'next match', run: (page) => page.nextMatch(1) },
	{ name: 'previous', keys: ['N'], help: 'previous match', run: (page) => page.nextMatch(-1) },
	{ name: 'flame', keys: ['1'], help: 'flame graph', run: look({ view: 'flame', side: '' }) },
	{ name: 'icicle', keys: ['2'], help: 'icicle', run: look({ view: 'icicle', side: '' }) },
	{ name: 'sandwich', keys: ['3', 's'], label: 'Sandwich', help: 'callers and callees of the function',
		run: (page) => page.sandwich() },
	{ name: 'table', keys: ['4'], help: 'table of functions', run: look({ view: 'table', side: '' }) },
	{ name: 'timeline', keys: ['5'], help: 'timeline', run: turnTime('timeline') },
	{ name: 'heat', keys: ['6'], help: 'heat map', run: turnTime('heat') },
	{ name: 'whole', keys: ['w'], help: 'all of the time, all threads', run: look({ range: null, threads: '', cpu: -1 }) },
	{ name: 'focus', keys: ['f'], label: 'Focus', help: 'only what the function calls', run: filter('focus', 'function') },
	{ name: 'hide', keys: ['h'], label: 'Hide', help: 'hide the function: its callees are its caller\u2019s',
		run: filter('hide', 'function') },
	{ name: 'drop', keys: ['d'], label: 'Drop', help: 'drop all samples with the function',
		run: filter('drop', 'function') },
	{ name: 'focus-dso', keys: ['F'], label: 'Focus dso', help: 'only from the dso on', run: filter('focus', 'dso') },
	{ name: 'hide-dso', keys: ['H'], label: 'Hide dso', help: 'hide the functions of the dso',
		run: filter('hide', 'dso') },
	{ name: 'collapse', keys: ['x'], label: 'Collapse dso', help: 'one box for the dso', run: filter('collapse', 'dso') },
	{ name: 'undo', keys: ['u'], help: 'undo the last filter', run: undoFilter },
	{ name: 'mine', keys: ['o'], help: 'only my code: user code of the main program', run: toggle('mine') },
	{ name: 'recursion', keys: ['r'], help: 'collapse recursion', run: toggle('recursion') },
	{ name: 'libraries', keys: ['k'], help: 'collapse libraries and the kernel', run: toggle('libraries') },
	{ name: 'inlines', keys: ['i'], help: 'inlined functions on or off', run: toggle('inlines') },
	{ name: 'threads', keys: ['g'], help: 'merged, or by process and thread', run: toggle('merged') },
	{ name: 'event', keys: ['e'], help: 'next event', run: nextEvent },
	{ name: 'color', keys: ['v'], help: 'color by kind, dso or change', run: nextColor },
	{ name: 'absolute', keys: ['a'], help: 'two recordings: absolute, or shares', run: toggle('absolute') },
	{ name: 'copy', keys: ['c'], label: 'Copy name', help: 'copy the name', run: (page) => page.copyName() },
	{ name: 'link', keys: ['l'], help: 'copy the link to this view', run: (page) => page.copyLink() },
	{ name: 'svg', keys: ['S'], help: 'save as SVG', run: (page) => saveSvg(page) },
	{ name: 'png', keys: ['P'], help: 'save as PNG', run: (page) => savePng(page) },
	{ name: 'print', keys: ['p'], help: 'print', run: (page) => printPicture(page) },
	{ name: 'help', keys: ['?'], help: 'this list', run: () => byId('help').showModal() },
];

function verbOfKey(key) {
	return verbs.find(({ keys, native }) => !native && keys.includes(key));
}

// What the page leaves to the element that has the focus.
function isTaken(event) {
	const { target, key } = event;
	if (event.ctrlKey || event.metaKey || event.altKey || byId('help').open)
		return true;
	if (target.matches('input, select, textarea'))
		return !(target.id === 'search' && ['Enter', 'Escape'].includes(key));
	if (target.matches('button, summary'))
		return ['Enter', ' '].includes(key);
	return target.closest('#table, #details') && /^(Arrow|Page|Home|End)/.test(key);
}

function pressKey(page, event) {
	if (isTaken(event))
		return;
	const finds = event.target.id === 'search' && event.key === 'Enter';
	const verb = finds ? (event.shiftKey ? 'previous' : 'next') : verbOfKey(event.key)?.name;
	if (!verb)
		return;
	event.preventDefault();
	page.run(verb);
}

function fillHelp() {
	const rows = verbs.map(({ keys, help }) => [make('span', {}, ...keys.map((key) => make('kbd', {}, key))), help]);
	const half = Math.ceil(rows.length / 2);
	const tables = [rows.slice(0, half), rows.slice(half)].map((part) => makeTable('', ['Key', 'What it does'], part, 1));
	byId('help').querySelector('div').replaceChildren(...tables);
}
