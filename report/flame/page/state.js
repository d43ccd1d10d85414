// All that a view is, as one plain object; and as the fragment of the page's address, so that a link shows the same
// view and the browser's history goes from one to the other. A fragment may come from anyone: what is not
// understood is left out.

const views = ['flame', 'icicle', 'sandwich', 'table'];
const choices = {
	view: views,
	time: ['', 'timeline', 'heat'],
	lanes: ['thread', 'cpu'],
	color: ['kind', 'dso', 'delta'],
	order: ['weight', 'name'],
	widths: ['both', 'before', 'after'],
	side: ['', 'callers', 'callees'],
	sort: ['self', 'total', 'selfchange', 'totalchange', 'name'],
	theme: ['', 'light', 'dark'],
};

function firstState(profile) {
	return {
		view: 'flame', time: '', lanes: 'thread', event: 0, threads: '', cpu: -1, range: null,
		merged: true, inlines: true, mine: false, recursion: false, libraries: false, filters: [],
		color: profile.differs ? 'delta' : 'kind', order: 'weight', widths: 'both', absolute: false,
		search: '', function: '', zoom: [], box: [], side: '',
		sort: profile.differs ? 'selfchange' : 'self', theme: '',
	};
}

const filter_verbs = ['hide', 'drop', 'focus', 'collapse'];

function filterOfText(text) {
	const [verb, what, ...name] = text.split(' ');
	const known = filter_verbs.includes(verb) && ['function', 'dso'].includes(what);
	return known ? { verb, what, name: name.join(' ') } : null;
}

// How a value becomes text and comes back, by its name or the type of the value it has at first.
function codecOf(name, first) {
	if (name === 'filters')
		return [(filters) => filters.map(({ verb, what, name: of }) => `${verb} ${what} ${of}`),
			(texts) => texts.map(filterOfText).filter(Boolean)];
	if (name === 'range')
		return [(range) => [range ? range.join('-') : ''], ([text]) => rangeOfText(text)];
	if (Array.isArray(first))
		return [(keys) => [keys.map((key) => key.toString(36)).join('.')],
			([text]) => text.split('.').map((key) => parseInt(key, 36)).filter((key) => key >= 0)];
	if (typeof first === 'boolean')
		return [(value) => [value ? '1' : '0'], ([text]) => text === '1'];
	if (typeof first === 'number')
		return [(value) => [String(value)], ([text]) => Number.isInteger(Number(text)) ? Number(text) : first];
	return [(value) => [value], ([text]) => !choices[name] || choices[name].includes(text) ? text : first];
}

function rangeOfText(text) {
	const range = text.split('-').map(Number);
	return range.length === 2 && range[0] >= 0 && range[1] > range[0] && range[1] < Infinity ? range : null;
}

function fragmentOf(state, first) {
	const parameters = new URLSearchParams();
	for (const name of Object.keys(first)) {
		const [texts] = codecOf(name, first[name]);
		if (String(texts(state[name])) !== String(texts(first[name])))
			texts(state[name]).forEach((text) => parameters.append(name, text));
	}
	return parameters.toString();
}

function stateOfFragment(fragment, first) {
	const state = { ...first };
	const parameters = new URLSearchParams(fragment);
	for (const name of Object.keys(first))
		if (parameters.has(name))
			state[name] = codecOf(name, first[name])[1](parameters.getAll(name));
	return state;
}

// An event, thread or function that this profile has not is none.
function soundState(state, profile) {
	const threads = state.threads[0] === 'p' ? profile.threads.processes : profile.threads.groups;
	const sound = { ...state };
	if (!profile.events[state.event])
		sound.event = 0;
	if (state.threads && !(/^[pt]\d+$/.test(state.threads) && threads[Number(state.threads.slice(1))]))
		sound.threads = '';
	if (state.color === 'delta' && !profile.differs)
		sound.color = 'kind';
	return sound;
}
